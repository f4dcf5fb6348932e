"""The widget's side of Python."""

from __future__ import annotations

import pytest

pytest.importorskip("anywidget")

from crosscram import Game, Move, solve
from crosscram.widget import BoardWidget


def test_clicks_are_moves() -> None:
    widget = BoardWidget("3x3 V")
    assert widget.state["to_move"] == "V" and widget.state["verdicts"]["V1,2"] == "win"
    widget._receive(widget, {"do": "move", "move": "V1,2"}, [])
    assert widget.game.moves == (Move("V1,2"),) and set(widget.state["verdicts"].values()) == {"loss"}
    assert "Vertical wins" in widget.state["says"]
    widget._receive(widget, {"do": "move", "move": "V1,2"}, [])
    widget._receive(widget, {"do": "move", "move": "nonsense"}, [])
    widget._receive(widget, {"do": "dance"}, [])
    assert len(widget.game) == 1
    widget._receive(widget, {"do": "undo"}, [])
    widget._receive(widget, {"do": "undo"}, [])
    assert len(widget.game) == 0
    widget.push("V1,1")
    widget._receive(widget, {"do": "restart"}, [])
    assert widget.game == Game("3x3 V")
    widget.push("V1,1")
    widget.pop()
    assert widget.state["moves"] == []


def test_verdicts_and_values_can_be_switched() -> None:
    widget = BoardWidget("..#|..#|##.|##. H", verdicts=False, values=True)
    assert widget.state["verdicts"] == {} and [r["label"] for r in widget.state["regions"]] == ["+-1", "1"]
    widget._receive(widget, {"do": "values"}, [])
    widget._receive(widget, {"do": "verdicts"}, [])
    assert widget.state["regions"] == [] and len(widget.state["verdicts"]) == 2
    assert "no region has more than" in BoardWidget("6x6", verdicts=False, values=True).state["says"]


def test_verdicts_are_those_of_the_solver_to_the_end() -> None:
    widget = BoardWidget("4x4")
    while not widget.state["over"]:
        game = widget.game
        for text, mark in widget.state["verdicts"].items():
            wins = solve(game.position.play(text)).winner is game.to_move
            assert mark == ("win" if wins else "loss")
        widget.push(game.legal_moves[0])
    assert "has won" in widget.state["says"] and widget.state["verdicts"] == {}
