"""Everything that is not shipped on a table: bots, benchmarks, simulated devices."""
