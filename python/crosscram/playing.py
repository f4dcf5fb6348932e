"""Players, games between them, tournaments."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol, Union

from crosscram import _native
from crosscram._enums import Player
from crosscram._frames import frame
from crosscram._native import Board, Bot, IllegalMoveError, Move, NotationError, Position, cross_table_svg
from crosscram._progress import Reporter, native
from crosscram.game import Game


@dataclass(frozen=True)
class PlayerKind:
    """A kind of built-in player."""

    name: str
    summary: str
    #: What can be set, as in `ordering:depth=2`.
    settings: tuple[str, ...]


def players() -> list[PlayerKind]:
    """The built-in players.

    >>> from crosscram import players
    >>> [kind.name for kind in players()][:3], players()[-1].name
    (['random', 'ordering', 'total-vote'], 'level')
    """
    return [PlayerKind(name, summary, tuple(keys)) for name, summary, keys in _native.player_kinds()]


class Chooser(Protocol):
    """Whoever chooses moves, as `Bot` and `ProofPlayer` do: a move, and what is proven of it."""

    def choose(self, position: Position, /) -> tuple[Move, str | None]:
        """Chooses a move of the player to move."""


#: A player: the text of a built-in one, an object that chooses, or a function of a game that returns a move.
PlayerLike = Union[str, Chooser, Callable[[Game], Union[Move, str]]]


@dataclass(frozen=True)
class GameRecord:
    """A finished game."""

    board: Board
    first: Player
    winner: Player
    moves: tuple[Move, ...]
    #: Why it ended.
    ending: str
    #: What the players claimed to have proven with each move: 'wins', 'loses' or None.
    claims: tuple[str | None, ...] = ()
    #: Names of the players, if they have any.
    vertical: str = ""
    horizontal: str = ""
    tile: int = 2

    def game(self) -> Game:
        """The game, to look at its positions."""
        return Game(self.board, self.moves, first=self.first, tile=self.tile)

    def _repr_svg_(self) -> str:
        return self.game()._repr_svg_()


def play_game(
    vertical: PlayerLike,
    horizontal: PlayerLike,
    position: Position | Board | str = "8x8",
    *,
    tile: int | None = None,
    first: Player | str | None = None,
    seed: int = 0,
) -> GameRecord:
    """Plays a game. Players are texts such as 'ordering:depth=2', objects that choose, or functions of a game.

    >>> from crosscram import play_game
    >>> record = play_game("perfect", "random", "4x4", seed=7)
    >>> record.winner, record.ending
    (Player.VERTICAL, 'no move left')
    >>> play_game(lambda game: game.legal_moves[0], "ordering", "3x3").vertical
    '<lambda>'
    """
    sides = {Player.VERTICAL: _seat(vertical), Player.HORIZONTAL: _seat(horizontal)}
    game = Game(position, tile=tile, first=first)
    claims: list[str | None] = []
    ending, loser = "no move left", None
    while not game.is_over:
        try:
            move, claim = sides[game.to_move].choose(game, seed)
            game.push(move)
            claims.append(claim)
        except (IllegalMoveError, NotationError) as error:
            ending, loser = str(error), game.to_move
            break
    loser = loser or game.to_move
    return GameRecord(
        board=game.start.board,
        first=game.start.to_move or Player.VERTICAL,
        winner=loser.opponent,
        moves=game.moves,
        ending=ending,
        claims=tuple(claims),
        vertical=sides[Player.VERTICAL].name,
        horizontal=sides[Player.HORIZONTAL].name,
        tile=game.tile,
    )


@dataclass(frozen=True)
class _Seat:
    name: str
    choose: Callable[[Game, int], tuple[Move | str, str | None]]


def _seat(player: PlayerLike) -> _Seat:
    if isinstance(player, str):
        player = Bot(player)
    if isinstance(player, Bot):
        bot = player
        # Another seed for each move: the same one would give the same random number again and again.
        return _Seat(
            bot.name,
            lambda game, seed: bot.choose(game.position, played=list(game.moves), seed=seed * 1009 + len(game)),
        )
    if hasattr(player, "choose"):
        chooser: Chooser = player
        return _Seat(getattr(player, "name", type(player).__name__), lambda game, _: chooser.choose(game.position))
    if callable(player):
        function = player
        return _Seat(getattr(player, "__name__", "function"), lambda game, _: (function(game), None))
    raise TypeError("a player is a text, an object that chooses, or a function of a game")


@dataclass(frozen=True)
class Tournament:
    """The results of a tournament."""

    names: tuple[str, ...]
    #: Wins and games of each player against each other.
    scores: tuple[tuple[tuple[int, int], ...], ...]
    #: Ratings on Elo's scale with their error bars, or None for players without games.
    ratings: tuple[tuple[float, float] | None, ...]
    #: Whether somebody won or lost everything, so that ratings are drawn towards 0.
    shrunken: bool
    games: tuple[GameRecord, ...]

    def to_dataframe(self, library: str | None = None) -> Any:
        """One row for each player."""
        totals = [[sum(score[part] for score in row) for part in (0, 1)] for row in self.scores]
        return frame(
            {
                "player": self.names,
                "wins": [wins for wins, _ in totals],
                "games": [games for _, games in totals],
                "rating": [rating[0] if rating else None for rating in self.ratings],
                "error": [rating[1] if rating else None for rating in self.ratings],
            },
            library,
        )

    def _repr_svg_(self) -> str:
        rows = []
        for name, scores, rating in zip(self.names, self.scores, self.ratings):
            cells = [score if score[1] else None for score in scores]
            rows.append((name, cells, rating))
        return cross_table_svg("Wins of games", rows)


def tournament(
    players: Iterable[str],
    boards: Iterable[Board | Position | str],
    *,
    games: int = 4,
    tile: int = 2,
    opening: int = 0,
    seed: int = 1,
    threads: int = 1,
    seconds: float | None = None,
    progress: Reporter = None,
) -> Tournament:
    """Plays a tournament: every player against every other, `games` games on each board, either side beginning.

    Players are texts: built-in ones, or `cmd:` and a command for a program that speaks the line protocol. The games
    depend on the seed alone, not on the number of threads. `opening` random moves come first; `seconds` is the time
    for a move.

    >>> from crosscram import tournament
    >>> result = tournament(["random", "perfect"], ["4x4"], games=8)
    >>> result.scores[1][0][0] > result.scores[0][1][0]
    True
    """
    found = _native.tournament(
        list(players), list(boards), games, tile, opening, seed, threads, seconds, native(progress)
    )
    names = tuple(found["names"])
    records = []
    for game in found["games"]:
        vertical, horizontal = names[game.pop("vertical")], names[game.pop("horizontal")]
        moves = tuple(game.pop("moves"))
        records.append(GameRecord(**game, moves=moves, vertical=vertical, horizontal=horizontal, tile=tile))
    return Tournament(
        names=names,
        scores=tuple(tuple(row) for row in found["scores"]),
        ratings=tuple(found["ratings"]),
        shrunken=found["shrunken"],
        games=tuple(records),
    )
