"""One module a page: what is seen becomes a sheet of paper. Pure."""
