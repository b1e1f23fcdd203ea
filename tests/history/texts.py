"""Small hands of our own in PHH, one of each variant and one of each feature of the format."""

HOLDEM = """\
variant = "{variant}"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
{bets}
starting_stacks = [100, 100, 100]
actions = [
  "d dh p1 AsAh", "d dh p2 KsKh", "d dh p3 ????",
  "p3 f", "p1 cc", "p2 cc",
  "d db 2c3d4h", "p1 cbr {bet}", "p2 cc",
  "d db 9s", "p1 cc", "p2 cc",
  "d db Th", "p1 cc", "p2 cc",
  "p1 sm AsAh", "p2 sm",
]
finishing_stacks = [{win}, {lose}, 100]
"""
LIMIT, BIG = "small_bet = 2\nbig_bet = 4", "min_bet = 2"
FT = HOLDEM.format(variant="FT", bets=LIMIT, bet=2, win=104, lose=96)
NT = HOLDEM.format(variant="NT", bets=BIG, bet=50, win=152, lose=48)

NS = """\
variant = "NS"
ante_trimming_status = true
antes = [3, 3, 3]
blinds_or_straddles = [0, 0, 3]
min_bet = 3
starting_stacks = [100, 100, 60]
actions = [
  "d dh p1 AsAh", "d dh p2 9c7c", "d dh p3 8c6c",
  "p1 cbr 9", "p2 f", "p3 cbr 57", "p1 cc",
  "d db Kc9hTc", "d db 6d", "d db 6h",  # three sixes beat aces up
  "p3 sm -", "p1 sm AsAh",
]
finishing_stacks = [40, 97, 123]
"""

PO = """\
variant = "PO"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = [
  "d dh p1 AsAhKsKh", "d dh p2 6d7d8s9s",
  "p2 cbr 6", "p1 cbr 18", "p2 cc",
  "d db 5c4cAd", "p1 cbr 36", "p2 cbr 82", "p1 cc",
  "d db 5h", "d db 2s",
  "p2 sm 6d7d8s9s", "p1 sm AsAhKsKh",
]
finishing_stacks = [200, 0]
"""

FO8 = """\
variant = "FO/8"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
small_bet = 2
big_bet = 4
starting_stacks = [50, 50, 50]
actions = [
  "d dh p1 KsKhQcJc", "d dh p2 Ah2h9c9d", "d dh p3 AdTsTc8d",
  "p3 f", "p1 cc", "p2 cc",
  "d db Kc3d4h", "p1 cbr 2", "p2 cc",
  "d db 7s", "p1 cbr 4", "p2 cc",
  "d db Jd", "p1 cc", "p2 cc",
  "p1 sm KsKhQcJc", "p2 sm Ah2h9c9d",
]
finishing_stacks = [50, 50, 50]
"""

STUD = """\
variant = "{variant}"
antes = [1, 1, 1]
bring_in = 1
small_bet = 4
big_bet = 8
starting_stacks = [60, 60, 60]
actions = [
  "d dh p1 {one}", "d dh p2 {two}", "d dh p3 ????{three}",
  "{first} pb", {third}
]
finishing_stacks = {finishing}
"""
F7S = STUD.format(
    variant="F7S",
    one="AsAh5c",
    two="KsKh9c",
    three="2c",
    first="p3",
    third='"p1 cbr 4", "p2 cc", "p3 f", "d dh p1 5d", "d dh p2 Td", "p1 cbr 4", "p2 f"',
    finishing=[67, 55, 58],
)
F7S8 = F7S.replace('"F7S"', '"F7S/8"')
FR = STUD.format(
    variant="FR",
    one="As2h5c",
    two="3s4h9c",
    three="Kc",
    first="p3",
    third='"p1 cbr 4", "p2 cc", "p3 f", "d dh p1 6d", "d dh p2 Td", "p1 cbr 4", "p2 f"',
    finishing=[67, 55, 58],
)

N2L1D = """\
variant = "N2L1D"
antes = [0, 2, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = [
  "d dh p1 ??????????", "d dh p2 7c5d4h3sKc", "d dh p3 ??????????",
  "p3 cbr 6", "p1 f", "p2 cc",
  "p2 sd Kc", "p3 sd ??", "d dh p2 2d", "d dh p3 ??",
  "p2 cbr 20", "p3 cc",
  "p2 sm 7c5d4h3s2d", "p3 sm",
]
finishing_stacks = [99, 127, 74]
"""

DRAWS = """\
variant = "{variant}"
antes = [0, 0]
blinds_or_straddles = [1, 2]
small_bet = 2
big_bet = 4
starting_stacks = [100, 100]
actions = [
  "d dh p1 {unseen}", "d dh p2 {unseen}",
  "p2 cc", "p1 cc",
  "p1 sd ????", "p2 sd", "d dh p1 ????", "p1 cbr 2", "p2 cc",
  "p1 sd ??", "p2 sd ??", "d dh p1 ??", "d dh p2 ??", "p1 cc", "p2 cc",
  "p1 sd", "p2 sd", "p1 cbr 4", "p2 cc",
  "p1 sm {best}", "p2 sm {worse}",
]
finishing_stacks = [108, 92]
"""
F2L3D = DRAWS.format(variant="F2L3D", unseen="??" * 5, best="7c5d4h3s2c", worse="8c5c4c3h2d")
FB = DRAWS.format(variant="FB", unseen="??" * 4, best="Ac2d3h4s", worse="Kc2h3d5s")

EVERY = {
    "FT": FT, "NT": NT, "NS": NS, "PO": PO, "FO/8": FO8, "F7S": F7S, "F7S/8": F7S8, "FR": FR,
    "N2L1D": N2L1D, "F2L3D": F2L3D, "FB": FB,
}  # fmt: skip
