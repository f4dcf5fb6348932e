"""Boards, moves, positions, games."""

from __future__ import annotations

import copy
import pickle

import pytest

from crosscram import Board, Game, H, IllegalMoveError, Move, NotationError, Outcome, Player, Position, V


def test_boards_are_read_and_printed() -> None:
    board = Board("..#|.#.")
    assert (board.rows, board.cols, board.free) == (2, 3, 4)
    assert str(board) == "..#|.#." and repr(Board("8x8")) == "Board('8x8')"
    assert Board(2, 3) == Board("2x3") == Board("...|...") and Board(board) == board
    assert board == Board("..x-.x.") and board != Board("..#|.##")
    assert board.url_form == "..x-.x."
    assert board.free_cells() == [(0, 0), (0, 1), (1, 0), (1, 2)]
    assert board[0, 0] and not board[1, 1]
    with pytest.raises(IndexError, match="no cell 2, 0"):
        board[2, 0]
    assert board.transpose() == Board("..|.#|#.")
    assert Board("#..").canonical() == Board("..#").canonical()
    assert Board("2x2").blocked([(0, 0)]) == Board("#.|..")
    assert Board.from_array([[1, 0], [True, False]]) == Board(".#|.#")
    assert eval(repr(board)) == board


@pytest.mark.parametrize(
    ("text", "row", "column", "message"),
    [
        ("..|.o", 2, 2, "row 2, column 2: 'o' is neither '.' nor '#'"),
        ("..|.", 2, None, "row 2 has 1 cell, row 1 has 2"),
        ("..||..", 2, None, "row 2 has no cells"),
        ("", None, None, "the text is empty"),
        ("17x17", None, None, "at most 256 squares"),
        ("8y8", None, None, "is not a size"),
    ],
)
def test_errors_name_the_place(text: str, row: int | None, column: int | None, message: str) -> None:
    with pytest.raises(NotationError, match=message) as caught:
        Board(text)
    assert (caught.value.row, caught.value.column) == (row, column)
    assert isinstance(caught.value, ValueError)


def test_what_is_no_board() -> None:
    with pytest.raises(TypeError, match="columns is missing"):
        Board(8)
    with pytest.raises(TypeError, match="is expected"):
        Board(None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="its columns already"):
        Board("8x8", 8)
    with pytest.raises(NotationError, match="row 2 has 1 cells, row 1 has 2"):
        Board.from_array([[1, 1], [1]])
    with pytest.raises(NotationError, match="at least one row"):
        Board.from_array([])


def test_moves() -> None:
    move = Move("V2,3")
    assert (move.player, move.row, move.col) == (V, 1, 2)
    assert move == Move(V, 1, 2) == Move("v2,3") and move != Move("H2,3")
    assert Move("V1,1") < Move("V1,2") and len({move, Move("V2,3")}) == 1
    assert move.cells() == [(1, 2), (2, 2)]
    assert [str(move) for move in Board("2x3").moves("H")] == ["H1,1", "H1,2", "H2,1", "H2,2"]
    assert Board("3x3").moves(V, tile=3) == [Move("V1,1"), Move("V1,2"), Move("V1,3")]
    assert Board("2x2").is_legal("V1,1") and not Board("2x2").is_legal("V2,1")
    with pytest.raises(IllegalMoveError, match="row 3, column 1 lies outside the 2x2 board"):
        Board("2x2").play("V2,1")
    with pytest.raises(NotationError, match="'W1,1' is not a move"):
        Move("W1,1")
    with pytest.raises(NotationError, match="'X' is not a player"):
        Board("2x2").moves("X")


def test_players_and_outcomes() -> None:
    assert V.opponent is H and Player("H") is H and V == "V"
    assert hash(V) == hash("V")
    assert Outcome.of(V, H) is Outcome.FIRST and Outcome.of("H", "V") is Outcome.SECOND
    assert [Outcome.of(p, p) for p in Player] == [Outcome.VERTICAL, Outcome.HORIZONTAL]
    for outcome in Outcome:
        assert Outcome.of(outcome.winner(V), outcome.winner(H)) is outcome
    assert str(Outcome.FIRST) == "the first player wins" and repr(V) == "Player.VERTICAL"


def test_positions() -> None:
    position = Position("2x3 H")
    assert position.to_move is H and position.tile == 2 and position.board == Board("2x3")
    assert len(position.legal_moves) == 4 and len(Position("2x3").legal_moves) == 7
    assert position.play("1,1") == Position("##.|... V")
    assert Position("2x3").play("V1,1").to_move is H
    assert Position(position, to_move=V).to_move is V and position.with_to_move(None) == Position("2x3")
    assert Position("1x1 V").is_over and Position("1x1 V").winner is H and Position("2x1 V").winner is None
    assert repr(Position("3x3 V", tile=3)) == "Position('3x3 V', tile=3)"
    with pytest.raises(IllegalMoveError, match="Horizontal is to move"):
        position.play(Move("V1,1"))
    with pytest.raises(NotationError, match="nobody is said"):
        Position("2x3").is_over
    with pytest.raises(ValueError, match="tiles of 2 cells, not 3"):
        Position(position, tile=3)
    with pytest.raises(ValueError, match="2 to 8 cells, not 9"):
        Position("3x3", tile=9)


def test_games() -> None:
    game = Game("3x3 V")
    for move in ["V1,2", "3,1"]:
        game.push(move)
    assert [str(move) for move in game] == ["V1,2", "H3,1"] and len(game) == 2
    assert game.to_move is V and game.board == Board(".#.|.#.|##.")
    other = game.copy()
    assert other == game
    assert other.pop() == Move("H3,1") and other != game and game.moves[-1] == Move("H3,1")
    other.pop()
    with pytest.raises(IndexError):
        other.pop()
    with pytest.raises(IllegalMoveError):
        game.push("V1,2")
    assert len(game) == 2
    with pytest.raises(TypeError):
        hash(game)
    assert "<svg" in game._repr_svg_()


@pytest.mark.parametrize(
    "item",
    [
        Board("..#|.#."),
        Board("16x16"),
        Move("H12,3"),
        Position("..#|.#. H"),
        Position("3x4", tile=3),
        V,
        Outcome.SECOND,
        Game("4x4 H", ["H1,1", "V3,3"]),
    ],
)
def test_pickling(item: object) -> None:
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(item, protocol))
        assert again == item and type(again) is type(item)
    assert copy.deepcopy(item) == item
    if not isinstance(item, Game):
        assert hash(copy.copy(item)) == hash(item)


def test_nothing_can_be_changed() -> None:
    with pytest.raises(AttributeError):
        Board("2x2").rows = 3  # type: ignore[misc]
    with pytest.raises(AttributeError):
        Move("V1,1").row = 3  # type: ignore[misc]
