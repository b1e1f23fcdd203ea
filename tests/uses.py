"""Who uses what in the code that ships: names resolved through each module's imports, and only
what can be reached from a command or from a module's own lines counts."""

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
SHIPPED = ("firmware", "drivers", "stations", "center_screen", "desks", "console", "ui", "commands")
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@cache
def modules() -> dict[str, ast.Module]:
    paths = [path for folder in SHIPPED for path in (ROOT / folder).rglob("*.py")]
    return {_dotted(path): ast.parse(path.read_text()) for path in paths}


def _dotted(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def definitions() -> dict[str, Definition]:
    """Every class and function of a module, by its full name."""
    return {
        f"{module}.{node.name}": node
        for module, tree in modules().items()
        for node in tree.body
        if isinstance(node, Definition)
    }


@cache
def used(*more: str) -> dict[str, Definition]:
    """The definitions that somebody can come to: a subcommand's `main`, whatever a module's own
    lines name, what is named here, and what those name in turn."""
    found: dict[str, Definition] = {}
    mains = [name for name in definitions() if name.startswith("commands.")]
    waiting = [*more, *(name for name in mains if _last(name) == "main")]
    for module in modules():
        waiting += _named_by_lines(module)
    while waiting:
        name = waiting.pop()
        if name in definitions() and name not in found:
            found[name] = definitions()[name]
            waiting += _named_by(name)
            waiting += _types(name)
    return found


@cache
def _types(name: str) -> list[str]:
    """Classes that are only looked for or promised: what is read from a page or a message is made
    by nobody here, a Protocol by whoever comes."""
    known = _imported(_module(name))
    found = (_full_name(one, known) for one in ast.walk(definitions()[name]))
    named = (_defined(name) for name in found if name)
    return [name for name in named if isinstance(definitions().get(name), ast.ClassDef)]


def _last(name: str) -> str:
    return name.rpartition(".")[2]


def _module(name: str) -> str:
    return name.rpartition(".")[0]


@cache
def made() -> frozenset[str]:
    """Every class or function that such code calls or hands on to be called. Being looked for does
    not count: isinstance, a pattern, the key of a table, an annotation."""
    found = {name for module in modules() for name in _named_by_lines(module)}
    return frozenset(found.union(*map(_named_by, used())))


def _live() -> Iterator[ast.AST]:
    for module in modules():
        yield from _lines(module)
    yield from used().values()


def _lines(module: str) -> list[ast.stmt]:
    """A module's own, which run when it is imported."""
    return [node for node in modules()[module].body if not isinstance(node, Definition)]


@cache
def _named_by_lines(module: str) -> list[str]:
    return _names(module, _lines(module))


@cache
def _named_by(name: str) -> list[str]:
    return _names(_module(name), [definitions()[name]])


def _names(module: str, nodes: Iterable[ast.AST]) -> list[str]:
    known = _imported(module)
    found = (_full_name(one, known) for node in nodes for one in _doing(node))
    return [_defined(name) for name in found if name]


def _defined(name: str) -> str:
    """Where it is written, if this module only hands it on."""
    while name not in definitions() and _module(name) in modules():
        further = _imported(_module(name)).get(_last(name))
        if further is None or further == name:
            break
        name = further
    return name


def _doing(top: ast.AST) -> Iterator[ast.AST]:
    """The tree without the places where a name is only looked for."""
    waiting = [top]
    while waiting:
        node = waiting.pop()
        if not _only_looks(node):
            yield node
            waiting += _parts(node)


def _only_looks(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="isinstance" | "issubclass")) | ast.MatchClass():
            return True
    return False


def _parts(node: ast.AST) -> Iterable[ast.AST]:
    match node:
        case ast.BinOp(op=ast.BitOr()):  # a union of types; but what is called in it is called
            return [one for one in ast.walk(node) if isinstance(one, ast.Call)]
        case ast.Dict(values=parts):
            return parts
        case ast.AnnAssign(annotation=kind, value=value):
            said = [one for one in ast.walk(kind) if isinstance(one, ast.Call)]
            return [*said, value] if value else said
        case ast.arguments(defaults=parts, kw_defaults=more):
            return [*parts, *(one for one in more if one)]
        case (
            ast.FunctionDef(args=args, body=body, decorator_list=marks)
            | ast.AsyncFunctionDef(args=args, body=body, decorator_list=marks)
        ):
            return [args, *marks, *body]
    return ast.iter_child_nodes(node)


@cache
def _imported(module: str) -> dict[str, str]:
    tree = modules()[module]
    known = {
        node.name: f"{module}.{node.name}" for node in tree.body if isinstance(node, Definition)
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
def read(*of: str) -> frozenset[str]:
    """Every attribute that such code reads, by its bare name; `of`: only where what it is read of
    is called so."""
    return frozenset(
        node.attr
        for top in _live()
        for node in ast.walk(top)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)
        if not of or _called(node.value) in of
    )


def _called(node: ast.AST) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Call(func=func):
            return _called(func)
    return ""
