"""Parts of a ruleset that are imported when they are first used, so that no command waits for what it does not need."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any, TypeVar, overload

T = TypeVar("T")


def later(module: str, name: str) -> Callable[..., Any]:
    """The function ``name`` of a module, imported when it is first called."""
    found: list[Callable[..., Any]] = []

    def call(*args: Any, **kwargs: Any) -> Any:
        if not found:
            found.append(getattr(import_module(module), name))
        return found[0](*args, **kwargs)

    call.__name__ = call.__qualname__ = name
    return call


class Listed(Sequence[T]):
    """The tuple ``name`` of a module, imported when it is first looked at."""

    def __init__(self, module: str, name: str) -> None:
        self._module, self._name = module, name

    @property
    def _things(self) -> tuple[T, ...]:
        things: tuple[T, ...] = getattr(import_module(self._module), self._name)
        return things

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[T]: ...
    def __getitem__(self, place: int | slice) -> T | Sequence[T]:
        return self._things[place]

    def __len__(self) -> int:
        return len(self._things)

    def __iter__(self) -> Iterator[T]:
        return iter(self._things)
