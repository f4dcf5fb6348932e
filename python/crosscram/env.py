"""Domineering for reinforcement learning: an environment of PettingZoo, with perfect verdicts as labels.

>>> from crosscram.env import DomineeringEnv
>>> env = DomineeringEnv("4x4", labels=True)
>>> env.reset()
>>> env.agent_selection, env.observe("vertical")["observation"].shape
('vertical', (4, 4, 3))
>>> winning = [action for action, label in env.labels().items() if label == 1]
>>> env.step(winning[0])
>>> set(env.labels().values())  # every answer of Horizontal loses
{-1}
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from crosscram._enums import Player
from crosscram._native import Board, Move, Position, board_svg
from crosscram.game import Game
from crosscram.solving import Solver

AGENTS = {"vertical": Player.VERTICAL, "horizontal": Player.HORIZONTAL}


class DomineeringEnv(AECEnv):  # type: ignore[misc]
    """Two agents, `vertical` and `horizontal`, place tiles in turn; whoever cannot move loses.

    An action is the number of the tile's upper or left cell, row by row. An observation is a dictionary:
    `observation`, an array of shape (rows, columns, 3) with free cells, cells where the agent could place a tile, and
    cells where the opponent could; and `action_mask`. The winner gets the reward 1, the loser -1; an action that is
    masked loses.

    With `labels=True` the `infos` of the agent to move hold `labels`: for every legal action 1 if it wins against
    perfect play, -1 if it loses, 0 if a search of `nodes` nodes did not find it. `labels()` gives them at any time.
    """

    metadata = {"name": "domineering_v0", "render_modes": ["ansi", "svg"], "is_parallelizable": False}

    def __init__(
        self,
        position: Position | Board | str = "8x8",
        *,
        tile: int | None = None,
        first: Player | str | None = None,
        labels: bool = False,
        nodes: int = 1_000_000,
        solver: Solver | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):  # type: ignore[misc]
            raise ValueError(f"render_mode: ansi or svg, not {render_mode!r}")
        self.render_mode = render_mode
        self._start = Game(position, tile=tile, first=first)
        self._solver = solver or Solver(memory="512MiB")
        self._labels, self._nodes = labels, nodes
        board = self._start.board
        self._rows, self._cols = board.rows, board.cols
        cells = self._rows * self._cols
        self.possible_agents = list(AGENTS)
        self.action_spaces = {agent: spaces.Discrete(cells) for agent in AGENTS}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, (self._rows, self._cols, 3), np.int8),
                    "action_mask": spaces.Box(0, 1, (cells,), np.int8),
                }
            )
            for agent in AGENTS
        }
        self._game = self._start.copy()

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        """What the agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        """What the agent can do."""
        return self.action_spaces[agent]

    @property
    def game(self) -> Game:
        """The game now."""
        return self._game.copy()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a new game. `options` may have a `position`, of the same size."""
        self._game = self._start.copy()
        if options and "position" in options:
            game = Game(options["position"], tile=self._start.tile)
            if (game.board.rows, game.board.cols) != (self._rows, self._cols):
                raise ValueError(f"position: a board of {self._rows}x{self._cols} is expected")
            self._game = game
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._mover()
        if self._game.is_over:
            self._finish(self._game.to_move)
        self._inform()

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent sees: it has actions only in its turn."""
        player = AGENTS[agent]
        observation = np.zeros((self._rows, self._cols, 3), np.int8)
        observation[..., 0] = np.asarray(self._game.board)
        mask = np.zeros(self._rows * self._cols, np.int8)
        for layer, side in ((1, player), (2, player.opponent)):
            for move in self._game.board.moves(side, tile=self._game.tile):
                observation[move.row, move.col, layer] = 1
        if self._game.to_move is player:
            mask[:] = observation[..., 1].reshape(-1)
        return {"observation": observation, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Plays the action of the agent to move."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        assert action is not None
        move = Move(AGENTS[agent], int(action) // self._cols, int(action) % self._cols)
        if not self._game.board.is_legal(move, tile=self._game.tile):
            self._finish(AGENTS[agent])
        else:
            self._game.push(move)
            if self._game.is_over:
                self._finish(self._game.to_move)
        self.agent_selection = "horizontal" if agent == "vertical" else "vertical"
        self._accumulate_rewards()
        self._inform()
        if self.render_mode == "ansi":
            print(self.render())

    def labels(self) -> dict[int, int]:
        """Every legal action of the agent to move: 1 if it wins, -1 if it loses, 0 if that is not known."""
        if self._game.is_over:
            return {}
        position, mover = self._game.position, self._game.to_move
        numbers = {move: move.row * self._cols + move.col for move in position.legal_moves}
        whole = self._solver.solve(position, nodes=self._nodes).reports[0]
        if whole.winner is mover.opponent:
            return dict.fromkeys(numbers.values(), -1)
        labels, known = {}, {}
        for move, number in numbers.items():
            after = position.board.play(move, tile=position.tile)
            key = after.canonical()
            if key not in known:
                named = move == whole.best_move
                winner = mover if named else self._winner(after, mover.opponent)
                known[key] = 0 if winner is None else 1 if winner is mover else -1
            labels[number] = known[key]
        return labels

    def _winner(self, board: Board, to_move: Player) -> Player | None:
        return self._solver.solve(board, first=to_move, tile=self._game.tile, nodes=self._nodes).winner

    def render(self) -> str:
        """The board as text, or as SVG with the tiles that were placed."""
        if self.render_mode == "svg":
            return board_svg(self._game.start.board, list(self._game.moves), [], self._game.tile)
        return str(self._game.board).replace("|", "\n")

    def close(self) -> None:
        """Ends it; there is nothing to close."""

    def _mover(self) -> str:
        return "vertical" if self._game.to_move is Player.VERTICAL else "horizontal"

    def _finish(self, loser: Player) -> None:
        for agent, player in AGENTS.items():
            self.rewards[agent] = -1 if player is loser else 1
            self.terminations[agent] = True

    def _inform(self) -> None:
        """Labels for the agent to move, where they are wanted."""
        for agent in self.agents:
            self.infos[agent] = {}
        if self._labels and not any(self.terminations.values()):
            self.infos[self.agent_selection]["labels"] = self.labels()
