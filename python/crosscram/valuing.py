"""Values of positions: one, or many at once."""

from __future__ import annotations

import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from crosscram import _native
from crosscram._enums import Outcome, Player
from crosscram._frames import frame
from crosscram._native import Board, CrosscramError, Move, Position, Value, regions_svg, thermograph_svg
from crosscram._progress import Reporter, native
from crosscram.game import Game

#: Corners of a wall, as (value, temperature), from the lowest temperature up.
Wall = tuple[tuple[Fraction, Fraction], ...]

#: Longer texts of values are left out of pictures.
_LONGEST = 40


def _numpy() -> Any:
    """numpy, or None without it."""
    try:
        import numpy
    except ImportError:
        return None
    return numpy


def numbers(data: bytes, dtype: str, code: str) -> Any:
    """Numbers as an array; without numpy as a list."""
    numpy = _numpy()
    return numpy.frombuffer(data, dtype=dtype) if numpy else array.array(code, data).tolist()


def characters(data: bytes) -> Any:
    """Characters as an array; without numpy as a list."""
    numpy = _numpy()
    return numpy.frombuffer(data, dtype="S1").astype("U1") if numpy else list(data.decode("ascii"))


def positions_of(boards: Any, tile: int | None) -> list[Board | Position]:
    """The boards and positions of an iterable, or the boards of an array of shape (boards, rows, columns)."""
    if hasattr(boards, "shape") and hasattr(boards, "astype"):
        if len(boards.shape) != 3:
            raise CrosscramError(f"an array of shape (boards, rows, columns) is expected, not {boards.shape}")
        return [Board.from_array(board) for board in boards.tolist()]
    if isinstance(boards, (str, Board)):
        raise TypeError("an iterable of boards is expected, not one board")
    return [Position(board, tile=tile) if isinstance(board, str) else board for board in boards]


def boards_of(boards: Any) -> list[Board]:
    """The same without who is to move."""
    return [board.board if isinstance(board, Position) else Board(board) for board in positions_of(boards, None)]


@dataclass(frozen=True)
class Thermograph:
    """The thermograph of a game: two walls that meet in a mast.

    >>> from crosscram import Value, thermograph
    >>> graph = thermograph(Value("{2|-1/2}"))
    >>> graph.mean, graph.temperature
    (Fraction(3, 4), Fraction(5, 4))
    >>> graph.at(1)
    (Fraction(1, 1), Fraction(1, 2))
    """

    left: Wall
    right: Wall
    #: What is written above the picture.
    caption: str = ""

    @property
    def mean(self) -> Fraction:
        """The mean: where the mast stands."""
        return self.left[-1][0]

    @property
    def temperature(self) -> Fraction:
        """The temperature: where the mast begins."""
        return max(self.left[-1][1], self.right[-1][1])

    def at(self, temperature: Fraction | int) -> tuple[Fraction, Fraction]:
        """Both walls at a temperature of -1 or more."""
        return _at(self.left, Fraction(temperature)), _at(self.right, Fraction(temperature))

    def svg(self) -> str:
        """The picture."""
        left, right = ([(float(x), float(t)) for x, t in wall] for wall in (self.left, self.right))
        return thermograph_svg(left, right, self.caption)

    def _repr_svg_(self) -> str:
        return self.svg()


def _at(wall: Wall, t: Fraction) -> Fraction:
    if t < -1:
        raise CrosscramError("a thermograph begins at the temperature -1")
    for (x0, t0), (x1, t1) in zip(wall, wall[1:]):
        if t <= t1:
            return x0 if t <= t0 else x0 + (x1 - x0) * (t - t0) / (t1 - t0)
    return wall[-1][0]


def thermograph(value: Value, caption: str | None = None) -> Thermograph:
    """The thermograph of a value."""
    left, right = value.walls()
    text = caption if caption is not None else value.text(limit=_LONGEST) or ""
    return Thermograph(tuple(left), tuple(right), text)


@dataclass(frozen=True)
class RegionValue:
    """A region in which somebody can move."""

    #: Its cells as (row, column).
    cells: tuple[tuple[int, int], ...]
    value: Value


@dataclass(frozen=True)
class Regions:
    """The regions of a position with their values, and a picture of them."""

    board: Board
    regions: tuple[RegionValue, ...]

    def __len__(self) -> int:
        return len(self.regions)

    def __iter__(self) -> Iterator[RegionValue]:
        return iter(self.regions)

    def _repr_svg_(self) -> str:
        parts = [
            (list(region.cells), region.value.text(limit=6) or "…", f"t={region.value.temperature}")
            for region in self.regions
        ]
        return regions_svg(self.board, "Regions, their values and temperatures", parts)


class Values:
    """Values of positions with tiles of one length, together with everything that was computed for them.

    All calls of `value` and `values` share one; a `Values` of one's own can be forgotten by itself.

    >>> from crosscram import Values
    >>> values = Values()
    >>> values.value("2x2"), values.value("3x3").text()
    (Value('+-1'), '+-1')
    >>> [str(move) for move in values.winning_moves("3x3", "V")]
    ['V1,2', 'V2,2']
    """

    def __init__(self, *, tile: int = 2, shared: bool = False) -> None:
        self._native = _native.Values(tile, shared)

    @property
    def tile(self) -> int:
        """The length of the tiles."""
        return self._native.tile

    @property
    def size(self) -> dict[str, int]:
        """Bytes, regions and games that are kept."""
        return dict(zip(("bytes", "regions", "games"), self._native.size()))

    def value(self, position: Board | Position | Game | str) -> Value:
        """The value of a position, or of a sum of boards and numbers. Ctrl-C stops it."""
        return self._native.value(position)

    def regions(self, position: Board | Position | Game | str) -> Regions:
        """The regions in which somebody can move, with their values."""
        found = self._native.regions(position)
        about = position.board if isinstance(position, (Game, Position)) else Position(position).board
        return Regions(about, tuple(RegionValue(tuple(cells), value) for cells, value in found))

    def winning_moves(self, position: Board | Position | Game | str, player: Player | str) -> list[Move]:
        """All first moves of a player that win."""
        return self._native.winning_moves(position, player)

    def advice(self, position: Board | Position | Game | str, player: Player | str) -> dict[str, Move] | None:
        """Where Hotstrat and Sentestrat would move; None if there is no move."""
        found = self._native.advice(position, player)
        return None if found is None else dict(zip(("hotstrat", "sentestrat"), found))

    def values(
        self, boards: Iterable[Board | Position | str] | Any, *, progress: Reporter = None
    ) -> ValueBatch:
        """Values of many boards: an iterable, or an array of shape (boards, rows, columns) whose true cells are
        free."""
        if hasattr(boards, "shape") and hasattr(boards, "astype"):
            if len(boards.shape) != 3:
                raise CrosscramError(f"an array of shape (boards, rows, columns) is expected, not {boards.shape}")
            _, rows, cols = boards.shape
            data = boards.astype(bool).tobytes()
            index, distinct = self._native.many_cells(data, rows, cols, native(progress))
            return ValueBatch(index, distinct, _Array(boards))
        listed = boards_of(boards)
        index, distinct = self._native.many(listed, native(progress))
        return ValueBatch(index, distinct, listed)

    def __repr__(self) -> str:
        return f"Values(tile={self.tile})"


class _Array:
    """Boards of an array, made when they are looked at."""

    def __init__(self, cells: Any) -> None:
        self._cells = cells

    def __len__(self) -> int:
        return len(self._cells)

    def __iter__(self) -> Iterator[Board]:
        return (Board.from_array(cells) for cells in self._cells.tolist())


class ValueBatch:
    """Values of many boards as arrays; without numpy as lists.

    >>> from crosscram import values
    >>> batch = values(["2x2", "2x3", "1x2", "2x2"])
    >>> [str(value) for value in batch]
    ['+-1', '{2|-1/2}', '-1', '+-1']
    >>> [float(t) for t in batch.temperature], [str(code) for code in batch.outcome]
    ([1.0, 1.25, -1.0, 1.0], ['1', '1', 'H', '1'])
    >>> len(batch.distinct)
    3
    """

    def __init__(self, index: bytes, distinct: list[Value], boards: Any) -> None:
        self._index = index
        self._boards = boards
        #: The distinct values, in the order in which they appear.
        self.distinct = distinct

    @cached_property
    def _columns(self) -> dict[str, bytes]:
        return _native.Values.columns(self.distinct)

    def _column(self, name: str) -> Any:
        column, index = numbers(self._columns[name], "float64", "d"), self.index
        return [column[number] for number in index] if isinstance(column, list) else column[index]

    @property
    def mean(self) -> Any:
        """Mean values."""
        return self._column("mean")

    @property
    def temperature(self) -> Any:
        """Temperatures."""
        return self._column("temperature")

    @property
    def left_stop(self) -> Any:
        """Left stops."""
        return self._column("left_stop")

    @property
    def right_stop(self) -> Any:
        """Right stops."""
        return self._column("right_stop")

    @property
    def outcome(self) -> Any:
        """Codes of outcomes: V, H, 1, 2."""
        column, index = characters(self._columns["outcome"]), self.index
        return [column[number] for number in index] if isinstance(column, list) else column[index]

    @property
    def index(self) -> Any:
        """Which of the distinct values each board has."""
        return numbers(self._index, "uint32", "I")

    def __len__(self) -> int:
        return len(self._index) // 4

    def __getitem__(self, at: int) -> Value:
        number: int = self.index[at]
        return self.distinct[number]

    def __iter__(self) -> Iterator[Value]:
        return (self.distinct[number] for number in self.index)

    def to_dataframe(self, library: str | None = None) -> Any:
        """One row for each board."""
        texts = [value.text(limit=200) for value in self.distinct]
        return frame(
            {
                "board": [str(board) for board in self._boards],
                "value": [texts[number] for number in self.index],
                "mean": self.mean,
                "temperature": self.temperature,
                "left_stop": self.left_stop,
                "right_stop": self.right_stop,
                "outcome": self.outcome,
            },
            library,
        )


def value(position: Board | Position | Game | str, *, tile: int | None = None) -> Value:
    """The value of a position, or of a sum of boards and numbers.

    >>> from crosscram import value
    >>> value("2x3"), value("2x3").mean
    (Value('{2|-1/2}'), Fraction(3, 4))
    >>> value("2x2") + value("2x2") == 0
    True
    >>> value("2x3 + 1/2")
    Value('{5/2|0}')
    >>> value("..|.#"), value("..|.#").outcome
    (Value('*'), Outcome.FIRST)
    """
    return Values(tile=_tile_of(position, tile), shared=True).value(position)


def values(
    boards: Iterable[Board | Position | str] | Any, *, tile: int = 2, progress: Reporter = None
) -> ValueBatch:
    """Values of many boards at once; see `Values.values`."""
    return Values(tile=tile, shared=True).values(boards, progress=progress)


def regions(position: Board | Position | Game | str, *, tile: int | None = None) -> Regions:
    """The regions of a position with their values.

    >>> from crosscram import regions
    >>> [str(region.value) for region in regions("..#|..#|##.|##.")]
    ['+-1', '1']
    """
    return Values(tile=_tile_of(position, tile), shared=True).regions(position)


def forget_values() -> None:
    """Forgets what the calls of `value` and `values` share, to free its memory."""
    _native.Values.forget()


def _tile_of(position: object, tile: int | None) -> int:
    if tile is None:
        return position.tile if isinstance(position, (Position, Game)) else 2
    return tile


def outcome_of(code: str) -> Outcome:
    """The outcome with a code of `ValueBatch.outcome`."""
    return Outcome(str(code))
