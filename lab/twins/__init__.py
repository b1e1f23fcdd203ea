"""Stand-ins for what is bolted to a table: devices, cables, servers. Each speaks its real
protocol, can be unplugged and can fail; most run from one seed in virtual time."""
