"""Three nodes, each with etcd, Patroni and PostgreSQL in a network namespace of its own: started,
killed, cut off and lost."""

import os
import re
import secrets
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import SystemRandom

import msgspec
import psycopg
from msgspec import Struct

from firmware.errors import Refused

NODES = (1, 2, 3)
USER = "postgres"  # Debian's own; PostgreSQL does not run as root
PACKAGES = "patroni etcd-server postgresql iproute2"
PATIENCE_S = 180.0
# Who holds the lead renews it each LOOP_S; a dead one has lost it after TTL_S.
TTL_S, LOOP_S, RETRY_S = 20, 5, 5
# A primary that sees nobody steps down; it waits so long for what a standby still has to get. After
# more than a loop Patroni steps down a second time beside the first: two servers rise on one set of
# books, and it throws away those of the one that runs.
STOP_S = LOOP_S


def door_of_etcd(version: str) -> str:
    """By etcd's third protocol Patroni 3.0.2 (Debian 12) writes itself down over whoever leads: a
    primary that had been cut off took the lead back from the one that had confirmed money since.
    From 3.0.3 on (its pull request 2689) it compares first, as by the second always."""
    numbers = tuple(int(part) for part in re.findall(r"\d+", version)[:3])
    return "etcd3" if numbers >= (3, 0, 3) else "etcd"


class Words(Struct, frozen=True):
    """Made anew for each cluster."""

    admin: str
    copies: str
    house: str


def check() -> None:
    if os.geteuid() != 0 or not all(map(shutil.which, ("patroni", "etcd", "ip"))):
        raise Refused(f"A cluster needs root and Debian's packages: apt-get install {PACKAGES}")


class Cluster:
    def __init__(self, tell: Callable[[str], None] = lambda words: None) -> None:
        check()
        self.tell = tell
        self.directory = Path(tempfile.mkdtemp(prefix="stormdeck-cluster-"))
        self.directory.chmod(0o755)
        self.words = Words(*(secrets.token_hex(16) for _ in range(3)))
        told = subprocess.run(["patroni", "--version"], capture_output=True, text=True, check=True)
        self.door = door_of_etcd(told.stdout)
        self.switch, self.net = _switch()
        self.nodes = {n: Node(self, n) for n in NODES}

    def __enter__(self) -> "Cluster":
        try:
            for node in self.nodes.values():
                node.start()
            self.wait(lambda: self.standby() is not None, "a primary with a standby")
            self._found()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        for node in self.nodes.values():
            node.kill()
            _ip("netns", "del", node.space)
        _ip("link", "del", self.switch)
        shutil.rmtree(self.directory, ignore_errors=True)

    @property
    def url(self) -> str:
        """For the bank of every table and desk: all nodes, and the one that writes is meant."""
        return self._url("house", self.words.house, "house")

    def _url(self, user: str, word: str, base: str) -> str:
        hosts = ",".join(f"{self.address(n)}:5432" for n in NODES)
        return f"postgresql://{user}:{word}@{hosts}/{base}?target_session_attrs=read-write"

    def address(self, number: int) -> str:
        return f"{self.net}.{10 + number}"

    def primary(self) -> int | None:
        return next((n for n, node in self.nodes.items() if node.role() == "primary"), None)

    def standby(self) -> int | None:
        """That holds all that the primary has confirmed."""
        return next(iter(self._copies("sync_state = 'sync'")), None)

    def follows(self, number: int) -> bool:
        """It gets what the primary writes as it is written. Merely to stand by is not enough: its
        books may not have been put right yet after a failure."""
        return number in self._copies("state = 'streaming'")

    def _copies(self, which: str) -> list[int]:
        if (first := self.primary()) is None:
            return []
        sql = f"SELECT application_name FROM pg_stat_replication WHERE {which}"
        names = [row[0] for row in self.nodes[first].ask(sql)]
        return [n for n in NODES if f"node{n}" in names]

    def wait(self, true: Callable[[], bool], what: str) -> None:
        until = time.monotonic() + PATIENCE_S
        while not true():
            if time.monotonic() > until:
                raise Refused(f"{what}: not in {PATIENCE_S:.0f} s. {self.logs()}")
            time.sleep(0.2)

    def logs(self) -> str:
        return "\n".join(f"{p.name}: {p.read_text()[-600:]}" for p in self.directory.glob("*.log"))

    def _found(self) -> None:
        url = self._url("postgres", self.words.admin, "postgres")
        with psycopg.connect(url, autocommit=True) as db:
            db.execute(f"CREATE ROLE house LOGIN PASSWORD '{self.words.house}'")
            db.execute("CREATE DATABASE house OWNER house")


class Node:
    def __init__(self, cluster: Cluster, number: int) -> None:
        self.cluster, self.number, self.name = cluster, number, f"node{number}"
        self.space, self.port = f"{cluster.switch}n{number}", f"{cluster.switch}p{number}"
        self.address, self.there = cluster.address(number), True
        self.home = cluster.directory / self.name
        self._cable()

    def _cable(self) -> None:
        inside = f"{self.cluster.switch}i{self.number}"
        _must("netns", "add", self.space)
        _must("link", "add", self.port, "type", "veth", "peer", "name", inside)
        _must("link", "set", inside, "netns", self.space)
        _must("link", "set", self.port, "master", self.cluster.switch, "up")
        within = ("-n", self.space)
        _must(*within, "addr", "add", f"{self.address}/24", "dev", inside)
        _must(*within, "link", "set", inside, "up")
        _must(*within, "link", "set", "lo", "up")

    # ---- Its life

    def start(self, joins: bool = False) -> None:
        """`joins`: etcd has known it before, or was told that it comes."""
        self.home.mkdir(exist_ok=True)
        shutil.chown(self.home, USER)
        page = self.cluster.directory / f"{self.name}.yml"
        page.write_bytes(msgspec.json.encode(self._patroni()))  # JSON is YAML
        page.chmod(0o644)
        self._run("etcd", *self._etcd("existing" if joins else "new"))
        self._run("patroni", str(page))
        self.there = True

    def kill(self) -> None:
        """-9 to everything that runs there: the machine lost its power."""
        while pids := _ip("netns", "pids", self.space).split():
            for pid in pids:
                with suppress(ProcessLookupError):
                    os.kill(int(pid), 9)
            time.sleep(0.02)
        self.there = False

    def cut(self) -> None:
        """Its cable is pulled. It runs on, and knows nothing of the others."""
        _must("link", "set", self.port, "down")

    def mend(self) -> None:
        _must("link", "set", self.port, "up")

    def lose(self) -> None:
        """For good: with its disk."""
        self.kill()
        shutil.rmtree(self.home)

    def ask(self, sql: str) -> list[tuple[object, ...]]:
        """By the administrator; of a node that does not answer nothing is known."""
        word = self.cluster.words.admin
        url = f"postgresql://postgres:{word}@{self.address}:5432/postgres?connect_timeout=2"
        try:
            with psycopg.connect(url, autocommit=True) as db:
                return db.execute(sql).fetchall()
        except psycopg.Error:
            return []

    def role(self) -> str:
        if not self.there:
            return ""
        found = self.ask("SELECT pg_is_in_recovery()")
        return "" if not found else "standby" if found[0][0] else "primary"

    # ---- What runs there

    def _run(self, *command: str) -> None:
        enter = ["ip", "netns", "exec", self.space, "setpriv", f"--reuid={USER}", f"--regid={USER}"]
        log_file = self.cluster.directory / f"{self.name}-{command[0]}.log"
        with log_file.open("ab") as log:
            subprocess.Popen(
                [*enter, "--clear-groups", *command], cwd="/", stdout=log, stderr=log,
                env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}, start_new_session=True,
            )  # fmt: skip

    def _etcd(self, state: str) -> list[str]:
        peers = ",".join(f"node{n}=http://{self.cluster.address(n)}:2380" for n in NODES)
        here, peer = f"http://{self.address}:2379", f"http://{self.address}:2380"
        return [
            "--name", self.name, "--data-dir", str(self.home / "etcd"), "--logger", "zap",
            "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer,
            "--listen-client-urls", here, "--advertise-client-urls", here,
            "--initial-cluster", peers, "--initial-cluster-state", state,
            "--pre-vote",  # a node that was cut off does not unseat the others when it returns
            "--heartbeat-interval", "500", "--election-timeout", "5000",  # a busy machine is slow
            f"--enable-v2={str(self.cluster.door == 'etcd').lower()}",
        ]  # fmt: skip

    def _patroni(self) -> dict[str, object]:
        here, words = self.address, self.cluster.words
        hosts = [f"{self.cluster.address(n)}:2379" for n in NODES]
        return {
            "scope": "house", "name": self.name, self.cluster.door: {"hosts": hosts},
            "restapi": {"listen": f"{here}:8008", "connect_address": f"{here}:8008"},
            "bootstrap": {"dcs": _shared(), "initdb": [{"encoding": "UTF8"}, "data-checksums"]},
            "postgresql": {
                "listen": f"{here}:5432", "connect_address": f"{here}:5432",
                "data_dir": str(self.home / "books"), "bin_dir": _binaries(),
                "pgpass": str(self.home / "pgpass"),  # else all three share one, of their user
                "pg_hba": [f"host {base} all {self.cluster.net}.0/24 scram-sha-256"
                           for base in ("all", "replication")],
                "parameters": {"unix_socket_directories": str(self.home)},
                # Whose books cannot be put right is given new ones.
                "remove_data_directory_on_rewind_failure": True,
                "remove_data_directory_on_diverged_timelines": True,
                "authentication": {
                    "superuser": {"username": "postgres", "password": words.admin},
                    "replication": {"username": "copies", "password": words.copies},
                },
            },
        }  # fmt: skip


def _shared() -> dict[str, object]:
    """What the nodes agree on. Strict: without a standby that holds it too nothing is confirmed."""
    return {
        "ttl": TTL_S, "loop_wait": LOOP_S, "retry_timeout": RETRY_S,
        "synchronous_mode": True, "synchronous_mode_strict": True,
        "primary_stop_timeout": STOP_S,
        "postgresql": {"use_pg_rewind": True, "parameters": {
            "synchronous_commit": "on", "wal_sender_timeout": f"{STOP_S}s"}},
    }  # fmt: skip


def _binaries() -> str:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: int(p.parent.name))
    if not found:
        raise Refused(f"There is no PostgreSQL here: apt-get install {PACKAGES}")
    return str(found[-1])


# ---- The switch


def _switch() -> tuple[str, str]:
    """A bridge of our own, and the net on it; this machine has its first address."""
    while True:
        name, third = f"sd{secrets.token_hex(2)}", SystemRandom().randrange(1, 255)
        net = f"10.213.{third}"
        if f"{net}." not in _ip("-4", "addr"):
            break
    _must("link", "add", name, "type", "bridge")
    _must("addr", "add", f"{net}.1/24", "dev", name)
    _must("link", "set", name, "up")
    return name, net


def _must(*command: str) -> None:
    done = subprocess.run(["ip", *command], capture_output=True, text=True, check=False)
    if done.returncode:
        raise Refused(f"ip {' '.join(command)}: {done.stderr.strip()}")


def _ip(*command: str) -> str:
    return subprocess.run(["ip", *command], capture_output=True, text=True, check=False).stdout
