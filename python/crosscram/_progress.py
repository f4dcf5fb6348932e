"""Progress of long calls."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Union


@dataclass(frozen=True)
class Progress:
    """How far a long call has come.

    `done` of `total` is a fraction of a search (as if all moves cost the same, so it is a rough guess) or a number of
    boards or games; `total` is 0 if it is not known. `nodes` counts the nodes of a search.
    """

    done: float
    total: float
    nodes: int


#: What long calls take as `progress`: a function of a `Progress`, a bar of tqdm, or True for a bar of its own.
Reporter = Union[Callable[[Progress], object], Any, bool, None]

#: What the native module calls.
Native = Callable[[float, float, int], None]


def native(progress: Reporter) -> Native | None:
    """The function that the native module calls for what the user gave."""
    if progress is None or progress is False:
        return None
    if progress is True:
        return _own_bar()
    if hasattr(progress, "update") and hasattr(progress, "n"):
        return _bar(progress)
    if not callable(progress):
        raise TypeError("progress: a function, a bar of tqdm, or True is expected")

    def call(done: float, total: float, nodes: int) -> None:
        progress(Progress(done, total, nodes))

    return call


def _bar(bar: Any) -> Native:
    """A bar that is updated by differences, as those of tqdm are."""

    def call(done: float, total: float, nodes: int) -> None:
        if total:
            bar.total = total
        bar.update(max(0.0, done - bar.n))
        if nodes and hasattr(bar, "set_postfix_str"):
            bar.set_postfix_str(f"{nodes:,} nodes")

    return call


def _own_bar() -> Native:
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return _line
    return _bar(tqdm(total=1.0, bar_format="{l_bar}{bar}| {elapsed}{postfix}"))


def _line(done: float, total: float, nodes: int) -> None:
    """A line on standard error that is written over."""
    share = f"{done / total:6.1%} " if total else ""
    end = "\n" if total and done >= total else ""
    print(f"\r{share}{nodes:,} nodes", end=end, file=sys.stderr, flush=True)
