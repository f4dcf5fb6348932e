"""A game that is being played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from crosscram._enums import Player
from crosscram._native import Board, Move, Position, board_svg


class Game:
    """A game: a first position and the moves since. Moves are made with `push` and taken back with `pop`.

    >>> from crosscram import Game
    >>> game = Game("2x3 V")
    >>> game.push("V1,2")
    Move('V1,2')
    >>> game.to_move, game.is_over, game.winner
    (Player.HORIZONTAL, True, Player.VERTICAL)
    >>> game.pop()
    Move('V1,2')
    >>> game.push("H1,1")
    Traceback (most recent call last):
    ...
    crosscram.IllegalMoveError: H1,1 is a move of Horizontal, not of the player to move
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(
        self,
        position: Position | Board | str = "8x8",
        moves: Iterable[Move | str] = (),
        *,
        tile: int | None = None,
        first: Player | str | None = None,
    ) -> None:
        start = Position(position, tile=tile, to_move=first)
        if start.to_move is None:
            start = start.with_to_move(Player.VERTICAL)
        self._positions = [start]
        self._moves: list[Move] = []
        for move in moves:
            self.push(move)

    @property
    def start(self) -> Position:
        """The first position."""
        return self._positions[0]

    @property
    def position(self) -> Position:
        """The position now."""
        return self._positions[-1]

    @property
    def board(self) -> Board:
        """The board now."""
        return self.position.board

    @property
    def tile(self) -> int:
        """The length of the tiles."""
        return self.position.tile

    @property
    def to_move(self) -> Player:
        """Who is to move."""
        player = self.position.to_move
        assert player is not None
        return player

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves so far."""
        return tuple(self._moves)

    @property
    def legal_moves(self) -> list[Move]:
        """The moves of the player to move."""
        return self.position.legal_moves

    @property
    def is_over(self) -> bool:
        """Returns whether the player to move has no move."""
        return self.position.is_over

    @property
    def winner(self) -> Player | None:
        """Who has won, or None."""
        return self.position.winner

    def push(self, move: Move | str) -> Move:
        """Makes a move. The letter of a text may be left out. An illegal move raises IllegalMoveError."""
        after = self.position.play(move)
        made = Move(self.to_move, *_corner(self.position, after))
        self._positions.append(after)
        self._moves.append(made)
        return made

    def pop(self) -> Move:
        """Takes the last move back."""
        if not self._moves:
            raise IndexError("no move was made")
        self._positions.pop()
        return self._moves.pop()

    def copy(self) -> Game:
        """A game of its own with the same moves."""
        return Game(self.start, self._moves)

    def __len__(self) -> int:
        return len(self._moves)

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.start == other.start and self._moves == other._moves

    def __repr__(self) -> str:
        moves = [str(move) for move in self._moves]
        return f"Game({self.start!r}, {moves})"

    def _repr_svg_(self) -> str:
        return board_svg(self.start.board, list(self._moves), [], self.tile)


def _corner(before: Position, after: Position) -> tuple[int, int]:
    """The upper left of the cells that a move has covered."""
    rest = set(after.board.free_cells())
    return min(cell for cell in before.board.free_cells() if cell not in rest)
