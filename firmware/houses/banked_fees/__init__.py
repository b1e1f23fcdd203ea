"""The fees of banked games, one file a house, a table a posted sheet."""
