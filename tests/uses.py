"""Who uses what in the code that ships: names resolved through each module's imports."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
SHIPPED = ("firmware", "drivers", "stations", "center_screen", "ui", "commands")


@cache
def modules() -> dict[str, ast.Module]:
    paths = [path for folder in SHIPPED for path in (ROOT / folder).rglob("*.py")]
    return {_dotted(path): ast.parse(path.read_text()) for path in paths}


def _dotted(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def made() -> frozenset[str]:
    """Every class or function, by its full name, that some module calls or hands on to be called.
    Being looked for does not count: isinstance, a pattern, the key of a table, an annotation."""
    found = set()
    for module, tree in modules().items():
        known = _imported(module, tree)
        found |= {name for node in _doing(tree) if (name := _full_name(node, known))}
    return frozenset(found)


def _doing(node: ast.AST) -> Iterator[ast.AST]:
    """The tree without the places where a name is only looked for."""
    match node:
        case ast.Call(func=ast.Name(id="isinstance" | "issubclass")) | ast.MatchClass():
            return
        case ast.BinOp(op=ast.BitOr()):  # a union of types
            return
        case ast.Dict(values=parts):
            pass
        case ast.AnnAssign(value=value):
            parts = [value] if value else []
        case ast.arguments(defaults=parts):
            pass
        case ast.FunctionDef(args=args, body=body, decorator_list=marks):
            parts = [args, *marks, *body]
        case _:
            parts = list(ast.iter_child_nodes(node))
    yield node
    for part in parts:
        yield from _doing(part)


def _imported(module: str, tree: ast.Module) -> dict[str, str]:
    known = {
        node.name: f"{module}.{node.name}"
        for node in tree.body
        if isinstance(node, ast.ClassDef | ast.FunctionDef)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            known |= {a.asname or a.name: f"{node.module}.{a.name}" for a in node.names}
        elif isinstance(node, ast.Import):
            known |= {a.asname: a.name for a in node.names if a.asname}
    return known


def _full_name(node: ast.AST, known: dict[str, str]) -> str | None:
    match node:
        case ast.Name(id=name):
            return known.get(name)
        case ast.Attribute(value=inner, attr=attr):
            return f"{of}.{attr}" if (of := _full_name(inner, known)) else None
    return None


@cache
def read() -> frozenset[str]:
    """Every attribute that some module reads, by its bare name."""
    return frozenset(
        node.attr
        for tree in modules().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)
    )
