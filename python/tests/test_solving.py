"""Who wins, every move, why; certificates."""

from __future__ import annotations

import itertools
import os
import pickle
import random
import re
import signal
import threading
from pathlib import Path

import pytest

import crosscram
from crosscram import (
    Board,
    Certificate,
    CertificateError,
    CrosscramError,
    Game,
    H,
    Move,
    OptionError,
    Outcome,
    Player,
    Position,
    Progress,
    ProofPlayer,
    Solver,
    V,
    analyse,
    explain,
    play_game,
    proof_number_search,
    prove,
    solve,
    verify,
)


def plain_winner(board: Board, to_move: Player, tile: int = 2) -> Player:
    """The rules and nothing else."""
    wins = any(plain_winner(board.play(m, tile=tile), to_move.opponent, tile) is to_move for m in board.moves(to_move, tile=tile))
    return to_move if wins else to_move.opponent


def random_boards(count: int, rows: int, cols: int, seed: int) -> list[Board]:
    chance = random.Random(seed)
    return [Board.from_array([[chance.random() < 0.6 for _ in range(cols)] for _ in range(rows)]) for _ in range(count)]


@pytest.mark.parametrize("engine", [name for name in crosscram.engines() if name != "triomineering-2016"])
def test_engines_agree_with_the_rules(engine: str) -> None:
    solver = Solver(engine, table="2^12")
    for board in random_boards(20, 3, 4, seed=1):
        for first in Player:
            assert solver.solve(board, first=first).winner is plain_winner(board, first), board


def test_tiles_of_three() -> None:
    solver = Solver()
    for board in random_boards(10, 4, 4, seed=2):
        assert solver.solve(board, first="V", tile=3).winner is plain_winner(board, V, tile=3), board
    assert Solver("triomineering-2016").solve("6x6", tile=3).outcome is Outcome.FIRST
    with pytest.raises(OptionError, match="triomineering"):
        Solver("triomineering-2016", memory="1MiB", threads=2)


def test_solutions() -> None:
    solution = solve("4x4")
    assert solution.outcome is Outcome.FIRST and solution.winner is None
    assert solution.report("V").best_move in analyse("4x4 V").side("V").winning_moves
    assert solve("5x5 V").winner is H and solve("5x5 V").outcome is None
    with pytest.raises(KeyError):
        solve("5x5 V").report("H")
    assert solve(Game("4x4 V", ["V1,1"])).reports[0].first is H
    assert solve("2x2 + -1/2").outcome is Outcome.FIRST
    assert solve("3x3 + 2").outcome is Outcome.VERTICAL
    assert pickle.loads(pickle.dumps(solution)) == solution


def subjects() -> list[list[str]]:
    """What can be asked, and what is said of it, as every front end reads it."""
    file = Path(__file__).parents[2] / "crates/workbench/tests/subjects.tsv"
    rows = [line.split("\t") for line in file.read_text().splitlines() if not line.startswith("# ")]
    return rows[1:]


@pytest.mark.parametrize("row", subjects(), ids=lambda row: f"{row[0]}, {row[1]}")
def test_subjects(row: list[str]) -> None:
    subject, tile, vertical, horizontal, message = row
    solver = Solver(table="2^16")
    if message:
        with pytest.raises(CrosscramError, match=re.escape(message)):
            solver.solve(subject, tile=int(tile))
        return
    winners = {report.first: report.winner for report in solver.solve(subject, tile=int(tile)).reports}
    for player, letter in ((V, vertical), (H, horizontal)):
        assert winners.get(player) == (None if letter == "-" else Player(letter)), row


def test_published_node_counts() -> None:
    assert Solver("obsequi").solve("6x6", first=V).nodes == 908
    assert Solver().solve("8x8", first=V).nodes == 24_225


def test_tables_stay_warm() -> None:
    solver = Solver(memory="64MiB", warm=True)
    cold = solver.solve("6x8", first=V).nodes
    assert solver.solve("6x8", first=V).nodes < cold
    assert solver.memory["regions"] > 0
    assert Solver().solve("6x8", first=V).nodes == cold


def test_limits_and_options() -> None:
    report = solve("10x10", first=V, nodes=5_000).reports[0]
    assert report.winner is None and report.nodes >= 5_000
    assert solve("10x10", first=V, seconds=0.05).winner is None
    assert Solver(threads=2, memory="4GiB").options()["threads"] == "2"
    for options, message in [
        ({"engine": "deep"}, "engine"),
        ({"memory": "4 apples"}, "memory"),
        ({"memory": 5}, "at least 64 KiB"),
        ({"table": "lots"}, "table size"),
        ({"table": "2^20", "memory": "1GiB"}, "only one"),
        ({"threads": 0}, "threads"),
        ({"engine": "domi", "threads": 2}, "threads"),
        ({"engine": "domi", "bounds": "rows"}, "bounds"),
        ({"bounds": "everything"}, "everything"),
        ({"ordering": "best"}, "best"),
        ({"engine": "obsequi", "formula": "new"}, "formula: .*thesis"),
        ({"depth": 3}, "depth: the engine crosscram has no such part"),
    ]:
        with pytest.raises(OptionError, match=message):
            Solver(**options)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="not a time"):
        solve("8x8", seconds=-1)
    with pytest.raises(TypeError, match="a board, a position, a game or a text"):
        solve(8)  # type: ignore[arg-type]


def test_every_option_by_name() -> None:
    solver = Solver("obsequi", cover="none", safe_moves="played", table=2**12, shift_dominance=True)
    options = solver.options()
    assert (options["cover"], options["safe_moves"], options["table"]) == ("none", "played", "2^12")
    assert Solver("obsequi", **options).options() == options  # type: ignore[arg-type]
    assert solver.solve("4x5").outcome == solve("4x5").outcome
    for engine in crosscram.engines():
        names = crosscram.engine_options(engine)
        assert "table" in names and set(Solver(engine).options()) <= names.keys() | {"cover"}


def test_progress_is_told_and_may_stop() -> None:
    told: list[Progress] = []
    solve("9x9", first=V, nodes=200_000, progress=told.append)
    assert told and told[-1].nodes >= 200_000 and told[-1].total == 1

    class Enough(Exception):
        pass

    def stop(_: Progress) -> None:
        raise Enough

    with pytest.raises(Enough):
        solve("10x10", first=V, progress=stop)
    with pytest.raises(TypeError, match="progress"):
        solve("4x4", progress=3)

    class Bar:
        n = 0.0
        total = 0.0

        def update(self, by: float) -> None:
            self.n += by

    bar = Bar()
    solve("8x8", first=V, progress=bar)
    assert bar.n == bar.total == 1


def test_ctrl_c_stops_a_search() -> None:
    """The signal arrives once the search reports progress, from a thread that runs meanwhile."""
    begun = threading.Event()

    def interrupt() -> None:
        begun.wait()
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        solve("11x11", first=V, progress=lambda _: begun.set())
    thread.join()


def test_other_threads_run_meanwhile() -> None:
    counted = 0
    done = threading.Event()

    def count() -> None:
        nonlocal counted
        while not done.is_set():
            counted += 1

    thread = threading.Thread(target=count)
    thread.start()
    before = counted
    solve("10x10", first=V, seconds=0.2)
    after = counted
    done.set()
    thread.join()
    assert after > before + 100


def test_analysis() -> None:
    analysis = analyse("4x4")
    assert [side.first for side in analysis.sides] == [V, H]
    for side in analysis.sides:
        assert side.winner is side.first
        for judged in side.moves:
            after = Board("4x4").play(judged.move)
            winner = solve(after, first=side.first.opponent).winner
            assert judged.wins is (winner is side.first)
            if judged.refutation is not None:
                reply = after.play(judged.refutation)
                assert solve(reply, first=side.first).winner is side.first.opponent
        game = Game("4x4", side.line, first=side.first)
        assert side.line_is_complete and game.winner is side.winner
    assert "<svg" in analysis._repr_svg_()


def test_bounds() -> None:
    solver = Solver()
    assert solver.evaluate("6x7", "V") is V
    assert solver.evaluate("8x8", "V") is None
    assert set(solver.ordered_moves("3x3", "V")) <= set(Board("3x3").moves("V"))


def test_explanations() -> None:
    explanation = explain("6x7")
    for first in Player:
        assert explanation.winner(first) is V
    cut = next(cut for cut in explanation.cuts if cut.proves)
    assert cut.bound >= 0 and cut.misses_by is None
    cells = [cell for piece in cut.pieces for cell in piece.cells]
    assert set(cells) | set(cut.idle) | set(cut.dead) == set(Board("6x7").free_cells())
    assert "<svg" in explanation._repr_svg_()
    assert explain("8x8 V").winner("V") is None
    with pytest.raises(OptionError, match="at most 28 cells"):
        explain("4x4", cells=64)


def test_pieces_have_letters() -> None:
    # A row of 14 cells has five regions.
    row, between = "..#..#..#..#..", "#" * 14
    board = f"|{between}|".join([row] * 6)
    names = [piece.name for piece in explain(board, first="V").cuts[0].pieces]
    assert names[25:28] == ["Z", "AA", "AB"]


def test_solved_batches() -> None:
    boards = [Board(text) for text in ["4x4", "5x5", "2x3", "#"]]
    batch = Solver().solve_many(boards, "V")
    assert [str(letter) for letter in batch.winners] == ["V", "H", "V", "H"]
    assert len(batch.nodes) == len(batch) == 4
    sides = Solver().solve_many([Position("4x4 V"), Position("4x4 H"), "5x5 V", "4x4 H"])
    assert [str(letter) for letter in sides.winners] == ["V", "H", "H", "H"]
    with pytest.raises(OptionError, match="first"):
        Solver().solve_many(["4x4"])
    with pytest.raises(TypeError, match="not one board"):
        Solver().solve_many("4x4", "V")


def test_proof_numbers() -> None:
    algorithms = ["tree", "pn2", "dag", "base-twin", "df-pn", "pds", "alpha-beta"]
    for algorithm, leaves in itertools.product(algorithms, ["plain", "cover"]):
        report = proof_number_search("3x4", first="H", algorithm=algorithm, leaves=leaves)
        assert report.winner is plain_winner(Board("3x4"), H)
    assert proof_number_search("8x8", first="V", nodes=1_000).winner is None
    # The side in the text begins, unless another is given.
    for text, first in [("3x4 V", V), ("3x4 H", H), ("3x4", V)]:
        report = proof_number_search(text)
        assert report.first is first and report.winner is plain_winner(Board("3x4"), first)
    assert proof_number_search("3x4 H", first="V").first is V
    one = proof_number_search("4x4", algorithm="tree", initial="one", no_symmetry=False)
    assert (one.proof, one.disproof, one.ending) == (0, None, "solved") and one.best_move is not None
    with pytest.raises(OptionError, match="--epsilon: does nothing with --algorithm tree"):
        proof_number_search("3x4", algorithm="tree", epsilon=1)
    with pytest.raises(OptionError, match="algorithm"):
        proof_number_search("3x4", first="H", algorithm="best")
    with pytest.raises(OptionError, match="leaves"):
        proof_number_search("3x4", first="H", leaves="best")


def test_certificates(tmp_path: Path) -> None:
    certificate = prove("6x6 V")
    checked = verify(certificate)
    assert "6 rows and 6 columns" in checked.claims[-1] and "Vertical wins" in checked.claims[-1]
    assert checked.hash is not None and len(checked.hash) == 64 and checked.rests_on == ()
    file = tmp_path / "6x6.cert"
    certificate.save(file)
    assert verify(file) == verify(str(file)) == verify(certificate.data) == checked
    assert Certificate.load(file) == certificate == pickle.loads(pickle.dumps(certificate))
    assert list(tmp_path.iterdir()) == [file]
    with pytest.raises(OptionError, match="first"):
        prove("6x6")
    with pytest.raises(CertificateError):
        verify(certificate.data[:-40])
    changed = bytearray(certificate.data)
    changed[len(changed) // 2] ^= 1
    with pytest.raises(CertificateError):
        verify(bytes(changed))
    with pytest.raises(FileNotFoundError):
        verify(tmp_path / "none")
    with pytest.raises(TimeoutError):
        prove("10x10 V", seconds=0.05)


def test_a_proof_plays() -> None:
    certificate = prove("5x5 V")
    assert certificate.winner is H and certificate.position == Position("5x5 V")
    proof = ProofPlayer(certificate)
    for seed in range(5):
        record = play_game("random", proof, "5x5", seed=seed)
        assert record.winner is H and record.ending == "no move left", record
        assert all(claim == "wins" for claim in record.claims[1::2])
    with pytest.raises(CertificateError, match="the proof plays Horizontal"):
        proof.choose(Position("5x5 V"))
