"""Players, tournaments, the atlas, charts."""

from __future__ import annotations

import pickle
import xml.etree.ElementTree as xml

import pytest

from crosscram import (
    Atlas,
    Board,
    Bot,
    Chart,
    Game,
    H,
    IllegalMoveError,
    NotationError,
    OptionError,
    Outcome,
    Player,
    Position,
    Solver,
    V,
    analyse,
    explain,
    play_game,
    players,
    regions,
    thermograph,
    tournament,
    value,
)


def test_every_player_plays() -> None:
    for kind in players():
        move, claim = Bot(kind.name).choose("3x4 H")
        assert Board("3x4").is_legal(move) and move.player is H and claim in (None, "wins", "loses")
    assert {"random", "ordering", "perfect"} <= {kind.name for kind in players()}


def test_bots() -> None:
    bot = Bot("ordering:depth=2")
    assert bot.name == "ordering:depth=2" and bot == Bot("Ordering:depth=2") and bot != Bot("random")
    assert pickle.loads(pickle.dumps(bot)) == bot and hash(bot) == hash(Bot("ordering:depth=2"))
    assert Bot("random").choose("8x8 V", seed=4) == Bot("random").choose("8x8 V", seed=4)
    assert len({Bot("random").choose("8x8 V", seed=seed)[0] for seed in range(20)}) > 5
    assert bot.evaluate("3x3", V) is not None and Bot("random").evaluate("3x3", V) is None
    with pytest.raises(NotationError, match="character"):
        Bot("ordering:depth=deep")
    with pytest.raises(NotationError, match="who is to move"):
        bot.choose("3x3")
    with pytest.raises(IllegalMoveError, match="Vertical has no move"):
        bot.choose("1x3 V")


def test_games_between_players() -> None:
    record = play_game("perfect", "random", "6x6", seed=3)
    assert record.winner is V and record.game().winner is V and record.vertical == "perfect"
    assert record == play_game("perfect", "random", "6x6", seed=3)
    assert record.moves != play_game("perfect", "random", "6x6", seed=4).moves
    cheat = play_game(lambda game: "V1,1", "random", "4x4")
    assert cheat.winner is H and "illegal" in cheat.ending
    with pytest.raises(TypeError):
        play_game(3, "random")  # type: ignore[arg-type]
    assert play_game("random", "random", Position("5x5 H", tile=3)).first is H


def test_tournaments() -> None:
    result = tournament(["random", "ordering", "perfect"], ["4x4", "3x5 H"], games=8, seed=2)
    again = tournament(["random", "ordering", "perfect"], ["4x4", "3x5 H"], games=8, seed=2, threads=2)
    assert result == again and pickle.loads(pickle.dumps(result)) == result
    assert result.names == ("random", "ordering", "perfect") and len(result.games) == 3 * 16
    for game in result.games:
        assert game.game().winner is game.winner
    wins = sum(row[0] for row in result.scores[2])
    assert wins == sum(1 for game in result.games if "perfect" == (game.vertical if game.winner is V else game.horizontal))
    assert result.ratings[2] is not None and "perfect" in result._repr_svg_()
    with pytest.raises(OptionError, match="multiple of 4"):
        tournament(["random", "random"], ["4x4"], games=3)
    with pytest.raises(OptionError, match="only 1"):
        tournament(["random"], ["4x4"])
    with pytest.raises(NotationError):
        tournament(["random", "nobody"], ["4x4"])


def test_the_atlas() -> None:
    atlas = Atlas(limit=20)
    solver = Solver()
    for board in ["4x4", "5x5", "6x7", "3x8"]:
        assert atlas.outcome(board) is solver.solve(board).outcome
    assert atlas.possible((2, 2)) == "1" and atlas.winner("8x8", "H") is H
    derivation = atlas.derivation("6x12", V)
    assert derivation is not None and "6x12" in str(derivation)
    with pytest.raises(OptionError, match="beyond this atlas"):
        atlas.outcome("21x4")
    with pytest.raises(NotationError, match="not a size"):
        atlas.outcome("big")
    with pytest.raises(OptionError, match="level"):
        Atlas(level="best")
    chart = atlas.chart(5, 7)
    assert [len(row) for row in chart.cells] == [7] * 5 and chart.cells[1][1] == "1"
    older = Atlas(limit=12, level="bullock")
    questions = older.open_questions(12, 12)
    assert questions and all(older.winner(q.board, q.first) is None for q in questions)


def test_pictures_are_well_formed() -> None:
    pictures = [
        Board("..#|.#."),
        Position("4x4 V"),
        Game("4x4 V", ["V1,1", "H1,2"]),
        regions("..#....|..#....|..#...."),
        explain("6x7"),
        analyse("4x4 V"),
        thermograph(value("2x3")),
        Chart("A < B", log_y=True).add("a", [(1, 2), (2, 30)]).add("b", [(1, 5)], line="dashed"),
        Atlas(limit=8),
        tournament(["random", "ordering"], ["3x3"]),
        play_game("random", "random", "4x4"),
    ]
    for picture in pictures:
        root = xml.fromstring(picture._repr_svg_())  # type: ignore[attr-defined]
        assert root.tag.endswith("svg") and len(root) > 1, picture
    with pytest.raises(OptionError, match="line"):
        Chart("x").add("a", [(1, 1)], line="wavy").svg()


def test_atlas_agrees_for_both_players() -> None:
    atlas = Atlas(limit=6)
    for rows in range(1, 6):
        for cols in range(1, 6):
            one, other = atlas.outcome((rows, cols)), atlas.outcome((cols, rows))
            swapped = {Outcome.VERTICAL: Outcome.HORIZONTAL, Outcome.HORIZONTAL: Outcome.VERTICAL}
            assert one is not None and other is swapped.get(one, one)
            for first in Player:
                assert atlas.winner((rows, cols), first) is one.winner(first)
