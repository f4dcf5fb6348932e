"""Players and outcomes. The native module makes them by their codes."""

from __future__ import annotations

import enum


class Player(str, enum.Enum):
    """One of the players. Every function also takes the letters 'V' and 'H'.

    >>> from crosscram import H, Player, V
    >>> V.opponent is H, Player("V") is V, str(V)
    (True, True, 'Vertical')
    """

    VERTICAL = "V"
    HORIZONTAL = "H"

    @property
    def opponent(self) -> Player:
        """The other player."""
        return Player.HORIZONTAL if self is Player.VERTICAL else Player.VERTICAL

    def __str__(self) -> str:
        return self.name.capitalize()

    def __repr__(self) -> str:
        return f"Player.{self.name}"


class Outcome(str, enum.Enum):
    """Who wins a position: one of the players whoever begins, the first player, or the second.

    >>> from crosscram import Outcome, V
    >>> Outcome.FIRST.winner(V), Outcome.SECOND.winner(V)
    (Player.VERTICAL, Player.HORIZONTAL)
    """

    VERTICAL = "V"
    HORIZONTAL = "H"
    FIRST = "1"
    SECOND = "2"

    def winner(self, first: Player | str) -> Player:
        """Who wins if `first` begins."""
        player = Player(first)
        if self is Outcome.FIRST:
            return player
        if self is Outcome.SECOND:
            return player.opponent
        return Player(self.value)

    @staticmethod
    def of(vertical_first: Player | str, horizontal_first: Player | str) -> Outcome:
        """The outcome by who wins if Vertical begins and if Horizontal begins."""
        one, other = Player(vertical_first), Player(horizontal_first)
        if one is other:
            return Outcome(one.value)
        return Outcome.FIRST if one is Player.VERTICAL else Outcome.SECOND

    def __str__(self) -> str:
        return {
            "V": "Vertical wins, whoever begins",
            "H": "Horizontal wins, whoever begins",
            "1": "the first player wins",
            "2": "the second player wins",
        }[self.value]

    def __repr__(self) -> str:
        return f"Outcome.{self.name}"


V = Player.VERTICAL
H = Player.HORIZONTAL
