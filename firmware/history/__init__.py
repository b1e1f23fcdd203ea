"""The history room: hands in the open PHH format, read, replayed and written.

PHH is TOML: a `.phh` holds one hand, a `.phhs` one table for each of many. Text in, records out;
records in, stacks out; events in, text out. split.py finds the hands of a file, phh.py reads one,
replay.py plays it by the common rules, compare.py says whether the file paid the same, write.py
goes the other way.
Never in here: a file, a clock, a float.
"""
