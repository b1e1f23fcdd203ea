"""What the lab adds to the `stormdeck` command, where it is installed: name -> module, words."""

COMMANDS = {
    "simulate": (
        "lab.live.simulate",
        "a whole table with ten bots, from the swipe to the cash-out",
    ),
    "play": ("lab.simulation.terminal", "watch a table of bots play in this terminal"),
    "evening": ("lab.simulation.evening", "ten bots at one table, in virtual time: hands an hour"),
    "matrix": (
        "lab.simulation.matrix",
        "every game of every house at a table of its own: docs/games.md",
    ),
    "odds": ("lab.odds.command", "what each wager of a banked game is worth"),
    "screenshot": ("lab.scenes.screenshot", "every state of every screen as a picture"),
    "tour": ("lab.live.tour", "a walk of two minutes through all programs, filmed"),
    "fuzz": ("lab.fuzzing.run", "bytes that nobody thought of, at every door that takes bytes"),
    "rng-report": ("lab.judges.rng_report", "statistics of the table's randomness, with plots"),
    "mutants": ("lab.judges.mutants", "turn the sources round: do the tests notice?"),
    "bench": ("lab.bench.all", "measure the engine beside the best public ones"),
    "cluster": (
        "lab.cluster.command",
        "the books on three nodes of PostgreSQL, and their failures",
    ),
    "lab": ("lab.vm.script", "run the drivers on real Linux devices in a virtual machine"),
}
