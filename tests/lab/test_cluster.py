"""Three nodes of PostgreSQL under Patroni and etcd: killed, cut off, lost, while a room works."""

import pytest

from firmware.errors import Refused
from lab.cluster.command import trial
from lab.cluster.nodes import Cluster, check


@pytest.mark.soak
def test_nothing_confirmed_is_lost_or_there_twice_whatever_node_fails():
    try:
        check()
    except Refused as no:
        pytest.skip(str(no))
    with Cluster() as cluster:
        seen = trial(cluster)
    assert len(seen.failures) == 3
    assert all(one.hands_meanwhile for one in seen.failures), "the table played on"


def test_who_cannot_have_a_cluster_is_told_what_is_missing(monkeypatch):
    monkeypatch.setattr("lab.cluster.nodes.shutil.which", lambda name: None)
    with pytest.raises(Refused, match="apt-get install patroni etcd-server"):
        Cluster()
