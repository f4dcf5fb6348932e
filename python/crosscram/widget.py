"""A board to play on in a notebook: the page's board, with verdicts and values from Python."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anywidget
import traitlets

from crosscram._enums import Player
from crosscram._native import Board, CrosscramError, Move, Position
from crosscram.game import Game
from crosscram.solving import Solver
from crosscram.valuing import Values

_STATIC = Path(__file__).parent / "static"

#: Larger regions are not valued while somebody waits.
_VALUED_CELLS = 20


class BoardWidget(anywidget.AnyWidget):  # type: ignore[misc]
    """A board in a notebook: click to move, see every move judged and every region valued.

    >>> from crosscram.widget import BoardWidget
    >>> widget = BoardWidget("4x4")
    >>> widget.push("V1,2")
    >>> widget.game.moves
    (Move('V1,2'),)
    >>> widget.state["verdicts"]["H1,3"]
    'loss'

    `nodes` is what the verdicts of one position may cost. `game` is the game that is played, at any time; `push` and
    `pop` do what clicks do.
    """

    _esm = _STATIC / "widget.js"
    _css = _STATIC / "widget.css"

    state = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        position: Position | Board | Game | str = "8x8",
        *,
        tile: int | None = None,
        first: Player | str | None = None,
        verdicts: bool = True,
        values: bool = False,
        nodes: int = 50_000,
        solver: Solver | None = None,
    ) -> None:
        super().__init__()
        self._game = position.copy() if isinstance(position, Game) else Game(position, tile=tile, first=first)
        self._verdicts, self._regions, self._nodes = verdicts, values, nodes
        self._solver = solver or Solver(memory="512MiB", warm=True)
        self._values = Values(tile=self._game.tile, shared=True)
        self.on_msg(self._receive)
        self._show()

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._game.copy()

    def push(self, move: Move | str) -> None:
        """Makes a move."""
        self._game.push(move)
        self._show()

    def pop(self) -> None:
        """Takes the last move back."""
        self._game.pop()
        self._show()

    def _receive(self, _: Any, content: dict[str, Any], __: Any) -> None:
        """What was clicked. Whatever the rules forbid is ignored: the picture may be older than the game."""
        wanted = content.get("do")
        if wanted == "move":
            try:
                self._game.push(str(content.get("move")))
            except CrosscramError:
                return
        elif wanted == "undo" and len(self._game) > 0:
            self._game.pop()
        elif wanted == "restart":
            self._game = Game(self._game.start)
        elif wanted == "verdicts":
            self._verdicts = not self._verdicts
        elif wanted == "values":
            self._regions = not self._regions
        else:
            return
        self._show()

    def _show(self) -> None:
        game = self._game
        verdicts, says = self._judge() if self._verdicts else ({}, [])
        regions, worth = self._value() if self._regions else ([], [])
        if game.winner is not None:
            says = [f"{game.winner} has won: {game.to_move} cannot move."]
        self.state = {
            "board": str(game.board),
            "start": str(game.start.board),
            "tile": game.tile,
            "moves": [str(move) for move in game.moves],
            "to_move": game.to_move.value,
            "over": game.is_over,
            "verdicts_on": self._verdicts,
            "values_on": self._regions,
            "verdicts": verdicts,
            "regions": regions,
            "says": "\n".join([f"{game.to_move} to move.", *says, *worth] if not game.is_over else [*says, *worth]),
        }

    def _judge(self) -> tuple[dict[str, str], list[str]]:
        """Who wins, and every move; what is not found within the nodes stays unknown."""
        if self._game.is_over:
            return {}, []
        mover = self._game.to_move
        whole = self._solver.solve(self._game, nodes=self._nodes).reports[0]
        side = self._solver.analyse(self._game, nodes=self._nodes).sides[0]
        lost = whole.winner is mover.opponent
        marks = {}
        for judged in side.moves:
            wins = False if lost else True if judged.move == whole.best_move else judged.wins
            marks[str(judged.move)] = "unknown" if wins is None else "win" if wins else "loss"
        winner = whole.winner or side.winner
        if winner is None:
            return marks, ["Nobody knows yet who wins."]
        return marks, [f"{winner} wins with best play."]

    def _value(self) -> tuple[list[dict[str, Any]], list[str]]:
        """The regions with their values, and the value of all of them."""
        board = self._game.board
        largest = max((region.free for region in board.regions()), default=0)
        if largest > _VALUED_CELLS:
            return [], [f"Values are shown once no region has more than {_VALUED_CELLS} cells."]
        regions = [
            {"cells": [list(cell) for cell in region.cells], "label": region.value.text(limit=12) or "…"}
            for region in self._values.regions(board)
        ]
        value = self._values.value(board)
        text = value.text(limit=40) or "a long value"
        return regions, [f"Value {text}: mean {value.mean}, temperature {value.temperature}."]
