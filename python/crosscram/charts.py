"""Charts, and the chart of rectangles."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from crosscram import _native
from crosscram._enums import Outcome, Player
from crosscram._frames import frame
from crosscram._native import atlas_svg, chart_svg

_numbers = itertools.count(1)


@dataclass
class Chart:
    """A chart of lines or points, drawn the same on every machine.

    >>> from crosscram import Chart
    >>> chart = Chart("Squares", x="n", y="n²").add("squares", [(n, n * n) for n in range(5)])
    >>> chart.svg().startswith("<svg ")
    True
    """

    title: str
    x: str = "x"
    y: str = "y"
    log_x: bool = False
    log_y: bool = False
    series: list[tuple[str, list[tuple[float, float]], str]] = field(default_factory=list)
    #: Begins the names inside the picture, so that several fit on one page.
    name: str = field(default_factory=lambda: f"chart{next(_numbers)}")

    def add(self, name: str, points: Iterable[tuple[float, float]], line: str = "solid") -> Chart:
        """Adds points with a name; `line` is 'solid', 'dashed' or 'none'. Returns the chart."""
        self.series.append((name, [(float(x), float(y)) for x, y in points], line))
        return self

    def svg(self) -> str:
        """The picture."""
        return chart_svg(self.title, self.x, self.y, self.series, self.log_x, self.log_y, self.name)

    def _repr_svg_(self) -> str:
        return self.svg()


@dataclass(frozen=True)
class Derivation:
    """Why something is known, down to its sources. Its text is a tree."""

    statement: str
    reason: str
    premises: tuple[Derivation, ...] = ()

    def lines(self) -> Iterator[str]:
        """The tree, line by line."""
        yield f"{self.statement}: {self.reason}"
        for premise in self.premises:
            yield from ("  " + line for line in premise.lines())

    def __str__(self) -> str:
        return "\n".join(self.lines())


def _derivation(found: dict[str, Any]) -> Derivation:
    premises = tuple(_derivation(premise) for premise in found["premises"])
    return Derivation(found["statement"], found["reason"], premises)


@dataclass(frozen=True)
class OpenQuestion:
    """A question without an answer: who wins `board` if `first` begins."""

    board: str
    first: Player
    #: How many further answers follow if the first player wins, and if not.
    if_wins: int
    if_loses: int


class Atlas:
    """Who wins empty rectangles of up to `limit` rows and columns, why, and what is open.

    `level` is what is taken as given: 'bullock' for 2002, 'published', or 'all' with our own results.

    >>> from crosscram import Atlas, V
    >>> atlas = Atlas(limit=30)
    >>> atlas.outcome("6x20"), atlas.winner("8x9", V)
    (Outcome.HORIZONTAL, Player.VERTICAL)
    >>> print(atlas.derivation("4x5", "V").statement)
    V wins 4x5 moving first
    """

    def __init__(self, *, limit: int = 40, level: str = "all", tile: int = 2) -> None:
        self.level, self.tile = level, tile
        self._native = _native.Atlas(limit, level, tile)

    @property
    def limit(self) -> int:
        """The largest side."""
        return self._native.limit

    def possible(self, board: str | tuple[int, int]) -> str:
        """The outcomes that are possible: one code, or several as in '1h'."""
        return self._native.possible(board)

    def outcome(self, board: str | tuple[int, int]) -> Outcome | None:
        """Who wins, if it is known for both first players."""
        one, other = (self.winner(board, first) for first in Player)
        return None if one is None or other is None else Outcome.of(one, other)

    def winner(self, board: str | tuple[int, int], first: Player | str) -> Player | None:
        """Who wins if `first` begins, if it is known."""
        return self._native.winner(board, first)

    def derivation(self, board: str | tuple[int, int], first: Player | str) -> Derivation | None:
        """Why it is known; None if it is not."""
        found = self._native.derivation(board, first)
        return None if found is None else _derivation(found)

    def open_questions(self, rows: int, cols: int) -> list[OpenQuestion]:
        """What is open up to a size, small boards first."""
        return [OpenQuestion(*question) for question in self._native.open_questions(rows, cols)]

    def chart(self, rows: int = 20, cols: int | None = None) -> AtlasChart:
        """A part of the chart."""
        rows, cols = min(rows, self.limit), min(cols or rows, self.limit)
        cells = [[self.possible((row, col)) for col in range(1, cols + 1)] for row in range(1, rows + 1)]
        return AtlasChart(cells)

    def _repr_svg_(self) -> str:
        return self.chart().svg()


@dataclass(frozen=True)
class AtlasChart:
    """Possible outcomes of rectangles, row by row."""

    cells: list[list[str]]

    def svg(self) -> str:
        """The picture."""
        return atlas_svg(self.cells)

    def _repr_svg_(self) -> str:
        return self.svg()

    def to_dataframe(self, library: str | None = None) -> Any:
        """One row for each rectangle."""
        listed = [
            (row, col, code)
            for row, codes in enumerate(self.cells, start=1)
            for col, code in enumerate(codes, start=1)
        ]
        columns = zip(("rows", "cols", "possible"), zip(*listed))
        return frame(dict(columns), library)
