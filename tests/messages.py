"""Every message of the interface that needs a translation, collected from the source."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

import click

from gm.cli import COMMANDS, cli
from gm.cli.base import message_of
from gm.problemtexts import MESSAGES

SOURCE = Path(__file__).parent.parent / "gm"
CODES = {code.partition("+")[0] for code in MESSAGES} | {"", "\n"}
_CALLS = {"_", "say", "text"}
_CONSTANTS = {"_HOW_TO", "_HOW_A_FILE_LOOKS"}


def singular() -> dict[str, str]:
    """Message -> where it stands; those with a number are in ``plural``."""
    found = {message: f"problem {code}" for code, message in MESSAGES.items()}
    for path in sorted(SOURCE.rglob("*.py")):
        if "rulesets" in path.parts:
            continue
        for message in _in_source(ast.parse(path.read_text("utf-8"))):
            found.setdefault(message, path.name)
    for message in _in_commands():
        found.setdefault(message, "a command")
    return found


def plural() -> dict[tuple[str, str], str]:
    """(one, many) -> where it stands."""
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and _name(node) == "number" and len(node.args) >= 3:
                words = [arg.value for arg in node.args[:2] if isinstance(arg, ast.Constant)]
                if len(words) == 2:
                    found[words[0], words[1]] = path.name
    return found


def _in_source(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _name(node) in _CALLS and node.args:
            first = node.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str) and first.value not in CODES:
                yield first.value
        elif isinstance(node, ast.Assign) and _is_constant(node.targets[0]) and isinstance(node.value, ast.Tuple):
            yield from (item.value for item in node.value.elts if isinstance(item, ast.Constant))


def _is_constant(target: ast.expr) -> bool:
    return isinstance(target, ast.Name) and target.id in _CONSTANTS


def _name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _in_commands() -> Iterator[str]:
    context = click.Context(cli)
    yield from (line for _module, line in COMMANDS.values())
    for command in (cli, *(cli.get_command(context, name) for name in COMMANDS)):
        assert command is not None
        yield message_of(command.help or "")
        for param in command.params:
            if isinstance(param, click.Option) and param.help:
                yield message_of(param.help)
            if param.metavar:
                yield param.metavar


def of_click() -> tuple[set[str], set[tuple[str, str]]]:
    """Click's own messages: single ones and those with a number."""
    from babel.messages.extract import extract_from_dir

    folder = Path(inspect.getfile(click)).parent
    single, numbers = set(), set()
    for _file, _line, message, _comments, _context in extract_from_dir(str(folder)):
        if isinstance(message, tuple):
            numbers.add((message[0], message[1]))
        else:
            single.add(message)
    return single, numbers
