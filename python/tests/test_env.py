"""The environment for reinforcement learning."""

from __future__ import annotations

import pytest

pytest.importorskip("pettingzoo")

import numpy as np
from pettingzoo.test import api_test, seed_test

from crosscram import Board, Solver
from crosscram.env import DomineeringEnv


@pytest.mark.parametrize("position", ["4x4", "5x6 H", "..#|...|#.."])
def test_the_interface(position: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(DomineeringEnv(position), num_cycles=300, verbose_progress=False)
    assert "Passed API test" in capsys.readouterr().out


def test_with_labels_and_longer_tiles() -> None:
    api_test(DomineeringEnv("3x4", labels=True), num_cycles=50, verbose_progress=False)
    api_test(DomineeringEnv("5x5", tile=3), num_cycles=50, verbose_progress=False)
    seed_test(lambda: DomineeringEnv("4x4"), num_cycles=20)


def test_labels_are_those_of_the_solver() -> None:
    env, solver = DomineeringEnv("4x5", labels=True), Solver()
    env.reset()
    chance = np.random.default_rng(1)
    while env.agents and not env.terminations[env.agent_selection]:
        observation = env.observe(env.agent_selection)
        labels = env.infos[env.agent_selection]["labels"]
        legal = np.flatnonzero(observation["action_mask"])
        assert sorted(labels) == list(legal)
        game = env.game
        for action, label in labels.items():
            after = game.position.play(next(m for m in game.legal_moves if m.row * 5 + m.col == action))
            assert (solver.solve(after).winner is game.to_move) == (label == 1) and label != 0
        env.step(int(chance.choice(legal)))


def test_following_the_labels_wins() -> None:
    """The first player wins 8x8; whoever follows the labels does, against any play."""
    env = DomineeringEnv("8x8", nodes=200_000)
    env.reset()
    chance = np.random.default_rng(2)
    while not env.terminations[env.agent_selection]:
        mask = env.observe(env.agent_selection)["action_mask"]
        if env.agent_selection == "vertical":
            best = [action for action, label in env.labels().items() if label == 1]
            env.step(best[0])
        else:
            env.step(int(chance.choice(np.flatnonzero(mask))))
    assert env.rewards == {"vertical": 1, "horizontal": -1}


def test_illegal_actions_lose_and_positions_are_checked() -> None:
    env = DomineeringEnv("2x2")
    env.reset()
    env.step(2)
    assert env.rewards == {"vertical": -1, "horizontal": 1} and all(env.terminations.values())
    env.reset(options={"position": ".#|.."})
    assert env.game.board == Board(".#|..")
    with pytest.raises(ValueError, match="2x2 is expected"):
        env.reset(options={"position": "3x3"})
    with pytest.raises(ValueError, match="render_mode"):
        DomineeringEnv("2x2", render_mode="human")
    assert DomineeringEnv("2x2").render() == "..\n.."
