"""Independent eyes: they get what came out and know nothing of how it was made."""
