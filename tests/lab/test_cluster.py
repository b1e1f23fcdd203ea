"""Three nodes of PostgreSQL under Patroni and etcd: killed, cut off, lost, while a room works."""

import pytest

from firmware.errors import Refused
from lab.cluster.command import trial
from lab.cluster.nodes import Cluster, check, door_of_etcd


@pytest.fixture
def able():
    try:
        check()
    except Refused as no:
        pytest.skip(str(no))


@pytest.mark.soak
def test_a_primary_that_sees_nobody_steps_down_once_and_comes_back_as_a_copy(able):
    """A second time beside the first, and two servers rose on one set of books. Back in sight it
    takes the lead from nobody."""
    with Cluster() as cluster:
        first = cluster.primary()
        node, log = cluster.nodes[first], cluster.directory / f"node{first}-patroni.log"
        before = len(log.read_text())
        node.cut()
        cluster.wait(lambda: "entering standby mode" in log.read_text()[before:], "it steps down")
        cluster.wait(lambda: cluster.standby() is not None, "another with a standby")
        second = cluster.primary()
        node.mend()
        cluster.wait(lambda: cluster.follows(first), "it is back")
        assert cluster.primary() == second
        assert log.read_text()[before:].count("demoting from the main thread") == 0


@pytest.mark.parametrize(
    ("version", "door"),
    [("patroni 3.0.2\n", "etcd"), ("patroni 2.1.4", "etcd"), ("patroni 3.0.3", "etcd3"),
     ("patroni 4.0.6", "etcd3")],
)  # fmt: skip
def test_a_patroni_that_takes_the_lead_unasked_goes_by_the_older_door(version, door):
    assert door_of_etcd(version) == door


@pytest.mark.soak
def test_nothing_confirmed_is_lost_or_there_twice_whatever_node_fails(able):
    with Cluster() as cluster:
        seen = trial(cluster)
    assert len(seen.failures) == 3
    assert all(one.hands_meanwhile for one in seen.failures), "the table played on"


def test_who_cannot_have_a_cluster_is_told_what_is_missing(monkeypatch):
    monkeypatch.setattr("lab.cluster.nodes.shutil.which", lambda name: None)
    with pytest.raises(Refused, match="apt-get install patroni etcd-server"):
        Cluster()
