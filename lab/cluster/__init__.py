"""PostgreSQL as a house runs it when one machine is not enough: three nodes under Patroni and etcd,
Debian's own packages, on this machine. Each node is a network of its own on one switch, so that its
cable can be pulled. `nodes.py`: the nodes; `trial.py`: a room at work while they fail.
"""
