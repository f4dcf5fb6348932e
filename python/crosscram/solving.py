"""Who wins, every move, and why."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any

from crosscram import _native
from crosscram._enums import Outcome, Player
from crosscram._frames import frame
from crosscram._native import Board, Move, OptionError, Position, board_svg
from crosscram._progress import Reporter, native
from crosscram.game import Game
from crosscram.proofs import Certificate

#: What every question takes: a board, a position, a game, or a text of one of these (also a sum, '6x8 + 1/4').
PositionLike = Board | Position | Game | str
#: A player or its letter.
PlayerLike = Player | str


@dataclass(frozen=True)
class Report:
    """The answer to one question: who wins if `first` begins."""

    #: Who begins.
    first: Player
    #: Who wins, or None if a limit was reached.
    winner: Player | None
    #: A winning first move, if the first player wins and one was named.
    best_move: Move | None
    #: Nodes of the search.
    nodes: int
    #: Seconds of the search.
    seconds: float
    #: First moves that are proven to lose, if a limit was reached.
    refuted: list[Move] = field(default_factory=list)
    #: Nodes that needed no search of their moves, by reason.
    leaves: dict[str, int] = field(default_factory=dict)
    #: Nodes by depth.
    nodes_by_depth: list[int] = field(default_factory=list)
    #: Size of the table of positions.
    table_bytes: int = 0
    #: In a sum, the term of `best_move`, counted from 1.
    term: int | None = None


@dataclass(frozen=True)
class Solution:
    """The answers for one or both first players."""

    #: One for each first player that was asked about.
    reports: tuple[Report, ...]

    @property
    def outcome(self) -> Outcome | None:
        """Who wins, if both players were asked about and both answers are known."""
        winners = {report.first: report.winner for report in self.reports}
        one, other = (winners.get(player) for player in Player)
        return None if one is None or other is None else Outcome.of(one, other)

    @property
    def winner(self) -> Player | None:
        """Who wins, if that is the same for all first players that were asked about."""
        winners = {report.winner for report in self.reports}
        return winners.pop() if len(winners) == 1 else None

    @property
    def best_move(self) -> Move | None:
        """A winning first move, if one first player was asked about."""
        return self.reports[0].best_move if len(self.reports) == 1 else None

    @property
    def nodes(self) -> int:
        """Nodes of all searches."""
        return sum(report.nodes for report in self.reports)

    def report(self, first: PlayerLike) -> Report:
        """The answer for one first player."""
        for report in self.reports:
            if report.first == Player(first):
                return report
        raise KeyError(f"{Player(first)} was not asked about")

    def to_dataframe(self, library: str | None = None) -> Any:
        """One row for each first player."""
        names = ("first", "winner", "best_move", "nodes", "seconds")
        rows = self.reports
        return frame({name: [_plain(getattr(row, name)) for row in rows] for name in names}, library)


@dataclass(frozen=True)
class JudgedMove:
    """A legal move and what is proven of it."""

    move: Move
    #: Whether it wins; None if neither bounds nor searches decided it.
    wins: bool | None
    #: What proves it: counts, cover, a level of the cuts, or search.
    reason: str | None
    #: Nodes of the search that decided it.
    nodes: int
    #: A winning reply to a losing move, if one was found.
    refutation: Move | None


@dataclass(frozen=True)
class AnalysedSide:
    """The moves of one player, as if it were that player's turn."""

    first: Player
    winner: Player | None
    #: The bound that decides the position before any move.
    bound: str | None
    moves: tuple[JudgedMove, ...]
    #: Best play, as far as it is known.
    line: tuple[Move, ...]
    line_is_complete: bool

    @property
    def winning_moves(self) -> list[Move]:
        """The moves that are proven to win."""
        return [judged.move for judged in self.moves if judged.wins]


@dataclass(frozen=True)
class Analysis:
    """Every move of a position, judged."""

    position: Position
    #: One for each player that was asked about.
    sides: tuple[AnalysedSide, ...]
    #: Nodes of all searches.
    nodes: int
    #: Whether the time was over before the end.
    stopped: bool

    def side(self, first: PlayerLike) -> AnalysedSide:
        """The moves of one player."""
        for side in self.sides:
            if side.first == Player(first):
                return side
        raise KeyError(f"{Player(first)} was not asked about")

    def to_dataframe(self, library: str | None = None) -> Any:
        """One row for each move."""
        moves = [judged for side in self.sides for judged in side.moves]
        names = ("move", "wins", "reason", "nodes", "refutation")
        return frame({name: [_plain(getattr(move, name)) for move in moves] for name in names}, library)

    def _repr_svg_(self) -> str:
        verdicts = [(judged.move, judged.wins) for side in self.sides[:1] for judged in side.moves]
        return board_svg(self.position.board, [], verdicts, self.position.tile)


@dataclass(frozen=True)
class Piece:
    """A piece of a cut."""

    name: str
    #: Its cells as (row, column).
    cells: tuple[tuple[int, int], ...]
    #: The number that is added up.
    number: Fraction
    #: Whether that is its worth moving 'first' or 'second'.
    turn: str
    #: With which switches.
    switches: str


@dataclass(frozen=True)
class Cut:
    """The best cut for a player, and what it shows."""

    player: Player
    #: Who begins.
    first: Player
    #: The kind of cut.
    level: str
    #: Whether it proves that the player wins.
    proves: bool
    #: What the pieces add up to; the player wins if it is not negative.
    bound: Fraction
    #: What is missing, if nothing is proven.
    misses_by: Fraction | None
    pieces: tuple[Piece, ...]
    #: Cells on which neither player can move after the cut, and on which neither could before.
    idle: tuple[tuple[int, int], ...]
    dead: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Explanation:
    """Why a position is won, without search."""

    cuts: tuple[Cut, ...]
    svg: str = field(repr=False)

    def winner(self, first: PlayerLike) -> Player | None:
        """Who is proven to win if this player begins."""
        for cut in self.cuts:
            if cut.proves and cut.first == Player(first):
                return cut.player
        return None

    def _repr_svg_(self) -> str:
        return self.svg


def _plain(item: object) -> object:
    """An entry of a table: players and moves as texts."""
    if isinstance(item, Player):
        return item.value
    return str(item) if isinstance(item, Move) else item


_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "ki": 2**10, "mi": 2**20, "gi": 2**30, "ti": 2**40}


def _bytes(memory: int | str | None) -> int | None:
    """A number of bytes, also from a text as in '4GiB'."""
    if memory is None:
        return None
    if isinstance(memory, str):
        match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([kKmMgGtT]?[iI]?)[bB]?\s*", memory)
        unit = match.group(2).lower() if match else "?"
        if match is None or unit not in _UNITS:
            raise OptionError(f"memory: a number of bytes as in '4GiB' is expected, not {memory!r}")
        memory = int(float(match.group(1)) * _UNITS[unit])
    if memory < 2**16:
        raise OptionError(f"memory: at least 64 KiB are needed, not {memory} bytes")
    return memory


def _text(value: object) -> str:
    """The value of an option as text."""
    return str(value).lower() if isinstance(value, bool) else str(value)


class Solver:
    """An engine with its tables, which stay warm from one question to the next.

    `engine` is one of `engines()`. `memory` bounds the tables, as in '4GiB'. All options of the engine can be given by
    name, `engine_options(engine)` lists them: `threads` that work on one search, or `table`, the size of the table of
    positions instead of `memory`, also in entries as in '2^23'. What `options()` returns can be given again. Tables of
    strips and regions are always kept; with `warm=True` the table of positions is too, so that node counts then depend
    on earlier questions.

    >>> from crosscram import Solver
    >>> solver = Solver(engine="crosscram", memory="256MiB")
    >>> solver.solve("6x7").outcome
    Outcome.VERTICAL
    >>> solver.solve("8x8 V").winner
    Player.VERTICAL
    >>> Solver(engine="obsequi").solve("6x6", first="V").nodes
    908
    >>> Solver(engine="obsequi", threads=2)
    Traceback (most recent call last):
    ...
    crosscram.OptionError: threads: the engine obsequi has no such part
    >>> Solver(engine="obsequi", cover="all without safe", second_upper_bound=True).options()["cover"]
    'all without safe'
    """

    def __init__(
        self, engine: str = "crosscram", *, memory: int | str | None = None, warm: bool = False, **options: object
    ) -> None:
        self.engine = engine
        given = {name: _text(value) for name, value in options.items() if value is not None}
        self._native = _native.Solver(engine, _bytes(memory), warm, **given)

    def options(self, tile: int = 2) -> dict[str, str]:
        """The options that act with tiles of this length."""
        return dict(self._native.options(tile))

    @property
    def memory(self) -> dict[str, int]:
        """Bytes of the tables that are kept."""
        return dict(zip(("positions", "regions", "strips"), self._native.memory()))

    def solve(
        self,
        position: PositionLike,
        *,
        first: PlayerLike | None = None,
        tile: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        progress: Reporter = None,
    ) -> Solution:
        """Proves who wins: if `first` begins, else the player to move, else for both.

        A search ends without an answer at about `nodes` nodes or after `seconds`. Ctrl-C stops it.
        """
        found = self._native.solve(position, first, tile, nodes, seconds, native(progress))
        sides = ((first, found[_key(first)]) for first in Player)
        return Solution(tuple(_report(first, side) for first, side in sides if side is not None))

    def outcome(self, position: PositionLike, *, tile: int | None = None) -> Outcome:
        """Who wins, whoever begins."""
        winners = {first: self.solve(position, first=first, tile=tile).winner for first in Player}
        one, other = winners[Player.VERTICAL], winners[Player.HORIZONTAL]
        assert one is not None and other is not None
        return Outcome.of(one, other)

    def evaluate(self, position: PositionLike, first: PlayerLike, *, tile: int | None = None) -> Player | None:
        """Who wins by the bounds alone, without search; None if they do not decide it."""
        return self._native.evaluate(position, first, tile)

    def ordered_moves(self, position: PositionLike, player: PlayerLike, *, tile: int | None = None) -> list[Move]:
        """The moves that the search would try, best first."""
        return self._native.ordered_moves(position, player, tile)

    def analyse(
        self,
        position: PositionLike,
        *,
        first: PlayerLike | None = None,
        tile: int | None = None,
        nodes: int = 1_000_000,
        seconds: float | None = None,
        progress: Reporter = None,
    ) -> Analysis:
        """Judges every move by bounds and by searches of `nodes` nodes together."""
        found = self._native.analyse(position, first, tile, nodes, seconds, native(progress))
        sides = [_side(first, found[_key(first)]) for first in Player if found[_key(first)] is not None]
        about = position.position if isinstance(position, Game) else Position(position, tile=tile)
        return Analysis(about, tuple(sides), found["nodes"], found["stopped"])

    def prove(
        self,
        position: PositionLike,
        *,
        first: PlayerLike | None = None,
        tile: int | None = None,
        seconds: float | None = None,
        progress: Reporter = None,
    ) -> Certificate:
        """Proves who wins and writes the proof down as a certificate."""
        found = self._native.prove(position, first, tile, False, seconds, native(progress))
        return Certificate(found["data"])

    def solve_many(
        self,
        boards: Iterable[Board | Position | str] | Any,
        first: PlayerLike | None = None,
        *,
        tile: int | None = None,
        nodes: int | None = None,
        progress: Reporter = None,
    ) -> SolvedBatch:
        """Who wins each of many boards: if `first` begins, else the player to move. `boards` is an iterable, or an
        array of shape (boards, rows, columns) whose true cells are free."""
        from crosscram.valuing import boards_of, positions_of

        listed = positions_of(boards, tile)
        winners, counts = self._native.solve_many(listed, first, tile, nodes, native(progress))
        return SolvedBatch(boards_of(listed), None if first is None else Player(first), winners.decode("ascii"), counts)

    def __repr__(self) -> str:
        return f"Solver(engine={self.engine!r})"


@dataclass(frozen=True)
class SolvedBatch:
    """Who wins each of many boards."""

    boards: list[Board]
    #: Who begins; None for the player to move of each.
    first: Player | None
    _winners: str = field(repr=False)
    _nodes: bytes = field(repr=False)

    @property
    def winners(self) -> Any:
        """The winners' letters as an array, `?` where a limit was reached; without numpy as a list."""
        from crosscram.valuing import characters

        return characters(self._winners.encode("ascii"))

    @property
    def nodes(self) -> Any:
        """Nodes of each search as an array; without numpy as a list."""
        from crosscram.valuing import numbers

        return numbers(self._nodes, "uint64", "Q")

    def __len__(self) -> int:
        return len(self.boards)

    def to_dataframe(self, library: str | None = None) -> Any:
        """One row for each board."""
        columns = {"board": [str(board) for board in self.boards], "winner": self.winners, "nodes": self.nodes}
        return frame(columns, library)


def engines() -> dict[str, str]:
    """The engines and what each of them is.

    >>> from crosscram import engines
    >>> sorted(engines())
    ['crosscram', 'domi', 'obsequi', 'obsequi-2014', 'triomineering-2016']
    """
    return dict(_native.engines())


def engine_options(engine: str) -> dict[str, dict[str, str]]:
    """The options of an engine by name: the values that change it, and what each of them does.

    >>> from crosscram import engine_options
    >>> engine_options("triomineering-2016")["cutoffs"]
    {'off': 'Do not decide positions by safe and real moves'}
    """
    options: dict[str, dict[str, str]] = {}
    for name, values, what in _native.engine_options(engine):
        options.setdefault(name, {})[values] = what
    return options


@lru_cache(maxsize=1)
def shared_solver() -> Solver:
    """The solver of the functions `solve`, `analyse` and `prove`."""
    return Solver()




def solve(
    position: PositionLike,
    *,
    first: PlayerLike | None = None,
    tile: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    progress: Reporter = None,
) -> Solution:
    """Proves who wins, with a solver that all calls share; see `Solver.solve`.

    >>> from crosscram import solve
    >>> solve("5x5").outcome
    Outcome.SECOND
    >>> solve("9x9", tile=3, first="V").winner
    Player.VERTICAL
    >>> solve("..|.. + -1/4").outcome
    Outcome.FIRST
    """
    return shared_solver().solve(
        position, first=first, tile=tile, nodes=nodes, seconds=seconds, progress=progress
    )


def analyse(
    position: PositionLike,
    *,
    first: PlayerLike | None = None,
    tile: int | None = None,
    nodes: int = 1_000_000,
    seconds: float | None = None,
    progress: Reporter = None,
) -> Analysis:
    """Judges every move of a position; see `Solver.analyse`.

    >>> from crosscram import analyse
    >>> [str(move) for move in analyse("3x3 V").side("V").winning_moves]
    ['V1,2', 'V2,2']
    """
    return shared_solver().analyse(
        position, first=first, tile=tile, nodes=nodes, seconds=seconds, progress=progress
    )


def explain(
    position: PositionLike,
    *,
    first: PlayerLike | None = None,
    tile: int | None = None,
    cells: int = 16,
) -> Explanation:
    """The cuts of a board that show who wins without search, or by how much the best of them miss it.

    Regions of up to `cells` cells are taken uncut.

    >>> from crosscram import explain
    >>> explanation = explain("6x7")
    >>> explanation.winner("V"), explanation.winner("H")
    (Player.VERTICAL, Player.VERTICAL)
    >>> explanation.cuts[0].bound >= 0
    True
    """
    found, svg = _native.explain(position, first, tile, cells)
    return Explanation(tuple(_cut(cut) for cut in found["cuts"]), svg)


def _key(first: Player) -> str:
    """Where answers say what is so if this player begins."""
    return f"{first.name.lower()}_first"


def _player(letter: str | None) -> Player | None:
    return None if letter is None else Player(letter)


def _move(text: str | dict[str, Any] | None) -> Move | None:
    """A move; of a sum it is one of a term."""
    name = text["move"] if isinstance(text, dict) else text
    return None if name is None else Move(name)


def _report(first: Player, data: dict[str, Any]) -> Report:
    """The answer of the native module for one first player."""
    statistics = data["statistics"]
    return Report(
        first=first,
        winner=_player(data["winner"]),
        best_move=_move(data["best_move"]),
        nodes=data["nodes"],
        seconds=data["seconds"],
        refuted=[Move(text) for text in data.get("refuted", [])],
        leaves={reason: count for reason, count in statistics["leaves"].items() if count > 0},
        nodes_by_depth=statistics["nodes_by_depth"],
        table_bytes=statistics["table_bytes"],
        term=data["best_move"]["term"] if isinstance(data["best_move"], dict) else None,
    )


def _judged(data: dict[str, Any]) -> JudgedMove:
    """A judged move of the native module."""
    return JudgedMove(
        move=Move(data["move"]),
        wins={"wins": True, "loses": False}.get(data["result"]),
        reason=data["shown_by"],
        nodes=data["nodes"] or 0,
        refutation=_move(data["refutation"]),
    )


def _side(first: Player, data: dict[str, Any]) -> AnalysedSide:
    """The moves of one player of the native module."""
    line = data["line"] or {"moves": [], "complete": False}
    return AnalysedSide(
        first=first,
        winner=_player(data["winner"]),
        bound=data["bound"],
        moves=tuple(_judged(move) for move in data["moves"]),
        line=tuple(Move(text) for text in line["moves"]),
        line_is_complete=line["complete"],
    )


def _cells(texts: list[str]) -> tuple[tuple[int, int], ...]:
    """Cells as (row, column) from 0."""
    places = (text.split(",") for text in texts)
    return tuple((int(row) - 1, int(col) - 1) for row, col in places)


def _piece(data: dict[str, Any]) -> Piece:
    """A piece of the native module."""
    switches = data["switches"].strip("∅")
    return Piece(data["name"], _cells(data["cells"]), Fraction(data["number"]), data["turn"], switches)


def _cut(data: dict[str, Any]) -> Cut:
    """A cut of the native module."""
    return Cut(
        player=Player(data["player"]),
        first=Player(data["first"]),
        level=data["level"],
        proves=data["proves"],
        bound=Fraction(data["bound"]),
        misses_by=None if data["misses_by"] is None else Fraction(data["misses_by"]),
        pieces=tuple(_piece(piece) for piece in data["pieces"]),
        idle=_cells(data["idle"]),
        dead=_cells(data["dead"]),
    )


def prove(
    position: PositionLike,
    *,
    first: PlayerLike | None = None,
    tile: int | None = None,
    seconds: float | None = None,
    progress: Reporter = None,
) -> Certificate:
    """Proves who wins and writes the proof down as a certificate, which anybody can check.

    >>> from crosscram import prove, verify
    >>> certificate = prove("4x4 V")
    >>> certificate.winner, verify(certificate).nodes > 0
    (Player.VERTICAL, True)
    """
    return shared_solver().prove(position, first=first, tile=tile, seconds=seconds, progress=progress)


@dataclass(frozen=True)
class ProofNumberReport:
    """The answer of a proof-number search."""

    #: Who begins.
    first: Player
    #: Who wins, or None if the search was given up.
    winner: Player | None
    #: A winning first move, if the first player wins and the search names one.
    best_move: Move | None
    #: Why the search ended.
    ending: str
    #: Proof and disproof number of the position; None is infinity.
    proof: int | None
    disproof: int | None
    nodes: int
    bytes: int
    seconds: float


def proof_number_search(
    position: PositionLike,
    *,
    first: PlayerLike | None = None,
    algorithm: str = "df-pn",
    leaves: str = "plain",
    tile: int | None = None,
    nodes: int | None = None,
    progress: Reporter = None,
    **options: object,
) -> ProofNumberReport:
    """Searches who wins by proof numbers, to compare that with the engines.

    Unless `first` is given, the player to move begins, or Vertical. `algorithm` and further options are those of
    `crosscram pn`, with underscores (`initial="one"`, `no_symmetry=True`); `leaves` is what judges leaves, 'plain' for
    the rules alone. The search is given up at about `nodes` nodes.

    >>> from crosscram import proof_number_search
    >>> proof_number_search("4x4 H").winner
    Player.HORIZONTAL
    >>> proof_number_search("4x4", algorithm="tree", initial="one").proof
    0
    """
    changes = {name.replace("_", "-"): str(value) for name, value in options.items() if value is not False}
    data = _native.proof_number_search(
        position, first, algorithm, leaves, tile, nodes, native(progress), changes
    )
    winner, best = data["winner"], data["best_move"]
    return ProofNumberReport(
        first=Player(data["first"]),
        winner=None if winner is None else Player(winner),
        best_move=None if best is None else Move(best),
        **{key: data[key] for key in ["ending", "proof", "disproof", "nodes", "bytes", "seconds"]},
    )
