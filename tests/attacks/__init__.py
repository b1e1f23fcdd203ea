"""What an attacker can try, a file an attacker; each test is one thing that was tried.

test_tapped_cable.py: somebody listens on a station's cable.
test_corpus.py: bytes that nobody thought of, at every door that takes bytes.
"""
