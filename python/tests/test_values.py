"""Values, thermographs, batches."""

from __future__ import annotations

import copy
import os
import pickle
import random
import signal
import sys
import threading
from fractions import Fraction

import pytest

from crosscram import (
    Board,
    CrosscramError,
    Game,
    LimitError,
    NotationError,
    Outcome,
    Position,
    Progress,
    Solver,
    Value,
    Values,
    forget_values,
    regions,
    thermograph,
    value,
    values,
)


def test_values_of_positions() -> None:
    # Published: Berlekamp, Conway and Guy, Winning Ways, chapter 5.
    for text, expected in [
        ("1x1", "0"),
        ("2x1", "1"),
        ("1x2", "-1"),
        ("2x2", "+-1"),
        ("2x3", "{2|-1/2}"),
        ("3x3", "+-1"),
        ("..|.#", "*"),
    ]:
        assert str(value(text)) == expected, text
    assert value(Position("3x3", tile=3)) == 0 + value("3x3", tile=3)
    assert value(Game("2x2 V", ["V1,1"])) == 1
    assert value("2x3 + 1/4") == value("2x3") + Fraction(1, 4)


def test_a_value_is_that_of_its_options() -> None:
    """The definition, on random boards: all moves of either player, simplified."""
    chance = random.Random(11)
    own = Values()
    for _ in range(40):
        board = Board.from_array([[chance.random() < 0.6 for _ in range(4)] for _ in range(4)])
        left, right = ([own.value(board.play(move)) for move in board.moves(player)] for player in "VH")
        assert own.value(board) == Value.from_options(left, right), board


def test_values_are_compared() -> None:
    zero, star, up = Value(0), Value("*"), Value("^")
    assert up > zero and zero < up and up >= zero and not up <= zero and up != zero
    assert star | zero and not up | zero and up | star and star | 0 and 0 | star
    assert up.is_confused_with(star) and not star.is_confused_with(star)
    assert not (star < 0 or star > 0 or star == 0)
    assert Value("1/2") == Fraction(1, 2) == Value(0.5) and Value(3) == 3 and Value("^") != "^"
    assert up < Value("1/1024")
    with pytest.raises(TypeError):
        up < "^2"  # type: ignore[operator]
    with pytest.raises(TypeError):
        up + "1"  # type: ignore[operator]
    with pytest.raises(NotationError, match="1/3 is not a fraction over a power of two"):
        up + Fraction(1, 3)
    with pytest.raises(LimitError):
        up + 2**70


def test_values_are_added() -> None:
    switch = Value("{2|-1/2}")
    assert switch + switch - switch == switch and -(-switch) == switch and switch - switch == 0
    assert 2 * switch == switch * 2 == switch + switch and -1 * switch == -switch
    assert 1 - switch == -(switch - 1) and 1 + switch == switch + 1
    assert Value.from_options([2], [Fraction(-1, 2)]) == switch
    assert Value.from_options([], []) == 0
    assert switch.left_options == [2] and switch.right_options == [Value("-1/2")]
    assert switch.cooled(1).temperature == switch.temperature - 1
    assert Value("*").ordinal_sum(Value("*")) == Value("*2")
    assert switch.incentives[0][0] == 2 - switch
    assert switch.outcome is Outcome.FIRST and Value("*2").birthday == 2
    assert Value("5").number == 5 and switch.number is None


def test_equal_values_are_equal_keys_wherever_they_come_from() -> None:
    texts = ["2x2", "3x3", "2x3", "4x4", "3x5", "..|.#", "2x1"]
    one, other = Values(), Values()
    for text in texts:
        here, there, shared = one.value(text), other.value(text), value(text)
        assert here == there == shared and hash(here) == hash(there) == hash(shared)
        assert here - there == 0 and not here | there
    assert len({value.value(text) for value in (one, other) for text in texts}) == len({str(value(t)) for t in texts})
    assert {Value(3): "a"}[3] == "a"  # type: ignore[index]
    for text in texts:
        item = value(text)
        again = pickle.loads(pickle.dumps(item))
        assert again == item and hash(again) == hash(item) and copy.deepcopy(item) == item


def test_texts_of_values() -> None:
    for text in ["0", "*", "^", "v*", "{3|-1}", "+-1", "{2|1||0}", "1/4", "{1*|-1*}"]:
        assert Value(str(Value(text))) == Value(text)
    with pytest.raises(NotationError) as caught:
        Value("{1|2")
    assert caught.value.column == 1
    with pytest.raises(NotationError) as caught:
        Value("1 + ?")
    assert caught.value.column == 5
    long = value("4x4")
    assert long.text(limit=10) is None and len(str(long)) > 10
    assert repr(Value("+-1")) == "Value('+-1')"
    assert (Value("+-1")._repr_latex_() or "").startswith("$")


def test_values_agree_with_the_solver() -> None:
    chance = random.Random(3)
    solver, own = Solver(), Values()
    for _ in range(60):
        board = Board.from_array([[chance.random() < 0.7 for _ in range(4)] for _ in range(4)])
        assert own.value(board).outcome is solver.outcome(board), board
        for player in "VH":
            winning = set(own.winning_moves(board, player))
            assert bool(winning) == (solver.solve(board, first=player).winner == player)


def test_thermographs() -> None:
    graph = thermograph(Value("{3/2|*}"))
    assert (graph.mean, graph.temperature) == (Fraction(3, 4), Fraction(3, 4))
    assert graph.at(0) == (Fraction(3, 2), Fraction(0)) and graph.at(100) == (graph.mean, graph.mean)
    assert "<svg" in graph._repr_svg_() and "{3/2|*}" in graph.svg()
    item = value("2x3")
    graph = thermograph(item)
    assert (graph.mean, graph.temperature) == (item.mean, item.temperature)
    assert graph.at(0) == (item.left_stop, item.right_stop)
    with pytest.raises(CrosscramError):
        graph.at(-2)


def test_regions() -> None:
    found = regions("..#|..#|##.|##.")
    assert [str(region.value) for region in found] == ["+-1", "1"]
    assert found.regions[1].cells == ((2, 2), (3, 2))
    assert "<svg" in found._repr_svg_()
    assert Values().advice("..#|..#|##.|##.", "V") is not None and Values().advice("1x1", "V") is None


def test_batches() -> None:
    texts = ["2x2", "2x3", "1x2", "2x2", "..|.#"]
    batch = values(texts)
    singles = [value(text) for text in texts]
    assert list(batch) == singles and [batch[i] for i in range(len(batch))] == singles
    assert [float(x) for x in batch.mean] == [float(item.mean) for item in singles]
    assert [float(x) for x in batch.temperature] == [float(item.temperature) for item in singles]
    assert [float(x) for x in batch.left_stop] == [float(item.left_stop) for item in singles]
    assert [float(x) for x in batch.right_stop] == [float(item.right_stop) for item in singles]
    assert [str(code) for code in batch.outcome] == [item.outcome.value for item in singles]
    assert len(batch.distinct) == 4 and len(values([])) == 0
    told: list[Progress] = []
    values(texts, progress=told.append)
    assert told[-1] == Progress(5, 5, 0)
    with pytest.raises(NotationError):
        values(["2x2", "nonsense"])


def test_arrays_in_and_out() -> None:
    numpy = pytest.importorskip("numpy")
    chance = numpy.random.default_rng(5)
    cells = chance.random((50, 3, 4)) < 0.7
    batch = values(cells)
    boards = [Board.from_array(board) for board in cells]
    assert [str(item) for item in batch] == [str(value(board)) for board in boards]
    assert batch.mean.dtype == numpy.float64 and batch.mean.shape == (50,)
    assert numpy.array_equal(numpy.asarray(boards[0]), cells[0])
    assert numpy.asarray(boards[0], dtype="int8").dtype == numpy.int8
    solved = Solver().solve_many(cells, "V")
    assert [str(letter) for letter in solved.winners] == [item.outcome.winner("V").value for item in batch]
    with pytest.raises(CrosscramError, match="shape"):
        values(cells[0])
    with pytest.raises(CrosscramError, match="at most 256"):
        values(numpy.ones((1, 20, 20), dtype=bool))


def test_lists_without_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    batch = values(["2x2", "1x2"])
    assert batch.mean == [0.0, -1.0] and batch.outcome == ["1", "H"] and batch.index == [0, 1]


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_tables(library: str) -> None:
    pytest.importorskip(library)
    table = values(["2x2", "1x2"]).to_dataframe(library)
    assert list(table["value"]) == ["+-1", "-1"] and list(table["board"]) == ["..|..", ".."]
    with pytest.raises(ValueError, match="pandas or polars"):
        values([]).to_dataframe("excel")


def test_ctrl_c_stops_a_value() -> None:
    own = Values()
    calls = threading.Event()

    def interrupt() -> None:
        calls.wait()
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        own.values(["7x7"], progress=lambda _: calls.set())
    thread.join()
    assert str(own.value("2x2")) == "+-1"


def test_values_can_be_forgotten() -> None:
    item = value("3x4")
    forget_values()
    again = value("3x4")
    assert item == again and hash(item) == hash(again)
    assert Values().size["regions"] == 0


def test_threads_share_values() -> None:
    own = Values()
    results: list[str] = []
    threads = [threading.Thread(target=lambda: results.append(str(own.value("4x4").mean))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == ["0"] * 4
