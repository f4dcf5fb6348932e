//! Positions.

use crate::board::PyBoard;
use crate::convert::{Side, position_of};
use crate::errors::{self, IllegalMoveError};
use crate::moves::{PyMove, read_move};
use crate::pictures;
use crosscram_rules::{Player, Position, Tile};
use pyo3::prelude::*;
use pyo3::types::PyType;

/// A board, the length of the tiles, and who is to move, if that is said.
///
/// >>> from crosscram import Position
/// >>> position = Position("...|... V")
/// >>> position.to_move, len(position.legal_moves)
/// (Player.VERTICAL, 3)
/// >>> position.play("V1,2")
/// Position('.#.|.#. H')
/// >>> Position("5x5", tile=3, to_move="H").to_move
/// Player.HORIZONTAL
#[pyclass(module = "crosscram", name = "Position", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PyPosition(pub(crate) Position);

/// What a position is made again with: a function, and its class, its text and its tile.
type Pickled<'py> = (Bound<'py, PyAny>, (Bound<'py, PyType>, String, u32));

#[pymethods]
impl PyPosition {
    #[new]
    #[pyo3(signature = (position, *, tile = None, to_move = None))]
    fn new(
        position: &Bound<'_, PyAny>,
        tile: Option<u8>,
        to_move: Option<Side>,
    ) -> PyResult<PyPosition> {
        let own = position_of(position, tile)?;
        Ok(PyPosition(Position {
            to_move: to_move.map(|side| side.0).or(own.to_move),
            ..own
        }))
    }

    /// The board.
    #[getter]
    fn board(&self) -> PyBoard {
        PyBoard(self.0.board)
    }

    /// The length of the tiles.
    #[getter]
    fn tile(&self) -> u32 {
        self.0.tile.length()
    }

    /// Who is to move, or None.
    #[getter(to_move)]
    fn player(&self) -> Option<Side> {
        self.0.to_move.map(Side)
    }

    /// The moves of the player to move, or of both players if neither is said to be.
    #[getter]
    fn legal_moves(&self) -> Vec<PyMove> {
        self.moves()
    }

    /// Returns whether the player to move has no move, and so has lost.
    #[getter]
    fn is_over(&self) -> PyResult<bool> {
        let player = self.mover()?;
        Ok(!self.0.board.can_move(player, self.0.tile))
    }

    /// The winner if the game is over, else None.
    #[getter]
    fn winner(&self) -> PyResult<Option<Side>> {
        let loser = self.mover()?;
        let over = !self.0.board.can_move(loser, self.0.tile);
        Ok(over.then(|| Side(loser.opponent())))
    }

    /// The position after a move. The other player is then to move.
    fn play(&self, mov: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
        let Position {
            board,
            tile,
            to_move,
        } = self.0;
        let mov = read_move(mov, to_move)?;
        if let Some(player) = to_move.filter(|&player| player != mov.player()) {
            let message = format!("{mov} is illegal: {player} is to move");
            return Err(IllegalMoveError::new_err(message));
        }
        let after = board.play(mov, tile);
        let board = after.map_err(|error| IllegalMoveError::new_err(error.to_string()))?;
        Ok(PyPosition(Position {
            board,
            tile,
            to_move: Some(mov.player().opponent()),
        }))
    }

    /// The same with another player to move, or with none.
    #[pyo3(signature = (player))]
    fn with_to_move(&self, player: Option<Side>) -> PyPosition {
        PyPosition(Position {
            to_move: player.map(|side| side.0),
            ..self.0
        })
    }

    fn __str__(&self) -> String {
        self.text(self.0.board.to_string())
    }

    fn __repr__(&self) -> String {
        let text = self.text(self.0.board.name());
        match self.0.tile == Tile::DOMINO {
            true => format!("Position('{text}')"),
            false => format!("Position('{text}', tile={})", self.0.tile.length()),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Pickled<'py>> {
        let make = slf.py().import("crosscram._pickles")?.getattr("position")?;
        let own = slf.get();
        let text = own.text(own.0.board.to_string());
        Ok((make, (slf.get_type(), text, own.0.tile.length())))
    }

    fn _repr_svg_(&self) -> String {
        pictures::plain_board(&self.0.board)
    }
}

impl PyPosition {
    fn text(&self, board: String) -> String {
        match self.0.to_move {
            Some(player) => format!("{board} {}", player.letter()),
            None => board,
        }
    }

    fn mover(&self) -> PyResult<Player> {
        let nobody = || errors::notation("nobody is said to be to move");
        self.0.to_move.ok_or_else(nobody)
    }

    fn moves(&self) -> Vec<PyMove> {
        let players: Vec<Player> = match self.0.to_move {
            Some(player) => vec![player],
            None => Player::ALL.to_vec(),
        };
        let moves = players.into_iter();
        let moves = moves.flat_map(|player| self.0.board.moves(player, self.0.tile));
        moves.map(PyMove).collect()
    }
}
