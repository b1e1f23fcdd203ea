"""A small drawing language: M x y, L x y, C x1 y1 x2 y2 x y (cubic), Z, O x y r (circle),
A x y r from to (arc in degrees, clockwise from the top)."""

import math

from ui.shapes import Point

_ARGS = {"M": 2, "L": 2, "C": 6, "Z": 0, "O": 3, "A": 5}
Line = tuple[list[Point], bool]  # points, closed


def lines(path: str) -> list[Line]:
    found: list[Line] = []
    words = path.split()
    at = 0
    while at < len(words):
        kind = words[at]
        args = [float(word) for word in words[at + 1 : at + 1 + _ARGS[kind]]]
        at += 1 + _ARGS[kind]
        _step(found, kind, args)
    return found


def _step(found: list[Line], kind: str, args: list[float]) -> None:
    match kind:
        case "M":
            found.append(([(args[0], args[1])], False))
        case "L":
            found[-1][0].append((args[0], args[1]))
        case "C":
            found[-1][0].extend(_cubic(found[-1][0][-1], args))
        case "Z":
            found[-1] = (found[-1][0], True)
        case "O":
            x, y, r = args
            found.append((_arc(x, y, r, 0, 352.5), True))
        case "A":
            found.append((_arc(*args), False))


def _arc(x: float, y: float, r: float, first: float, last: float) -> list[Point]:
    n = max(2, round(abs(last - first) / 7.5))
    angles = [math.radians(first + (last - first) * i / n - 90) for i in range(n + 1)]
    return [(x + r * math.cos(a), y + r * math.sin(a)) for a in angles]


def _cubic(start: Point, args: list[float]) -> list[Point]:
    (x0, y0), (x1, y1, x2, y2, x3, y3) = start, args
    points = []
    for n in range(1, 17):
        t = n / 16
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        points.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    return points
