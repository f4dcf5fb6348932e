//! The winner's strategy that a certificate contains.

use super::reader::{Node, Reader};
use crosscram_rules::{Board, Cell, Move, Player, Question, Tile};
use crosscram_search::Step;
use std::collections::HashMap;
use std::io::{self, BufRead};

/// The winner's moves of a certificate, by position.
pub struct Strategy {
    question: Question,
    winner: Player,
    answers: HashMap<Board, Countermove>,
}

/// What to play in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Countermove {
    /// The move.
    pub mov: Move,
    /// Maximum number of moves until a cut or the rules end the proof.
    pub reach: usize,
}

/// A node on the line of play whose children are not all read yet.
struct Open {
    node: Node,
    /// The winner's move there.
    mov: Option<Move>,
    /// Depth of the deepest node below.
    deepest: usize,
}

/// What was read so far.
#[derive(Default)]
struct Reading {
    line: Vec<Open>,
    answers: HashMap<Board, Countermove>,
    /// How far the proof goes from positions with the loser to move, the same for all reflections.
    reaches: HashMap<Board, usize>,
}

impl Reading {
    /// Closes the nodes of the line from `depth` on.
    fn close(&mut self, depth: usize) {
        while let Some(open) = self.line.pop_if(|open| open.node.depth >= depth) {
            let reach = open.deepest - open.node.depth;
            match open.mov {
                Some(mov) => {
                    self.answers
                        .insert(open.node.board, Countermove { mov, reach });
                }
                None => {
                    self.reaches.insert(open.node.board.canonical(), reach);
                }
            }
            self.deepen(open.deepest);
        }
    }

    /// Something below the last node of the line has this depth.
    fn deepen(&mut self, depth: usize) {
        if let Some(open) = self.line.last_mut() {
            open.deepest = open.deepest.max(depth);
        }
    }
}

impl Strategy {
    /// Reads a certificate to its end. One with a number beside the board is refused: a game has
    /// none.
    pub fn read(input: impl BufRead) -> io::Result<Strategy> {
        let mut reader = Reader::new(input)?;
        if reader.question().number != 0.into() {
            let message = "the certificate is about a board plus a number, which no game has";
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        let mut reading = Reading::default();
        while let Some(node) = reader.next_node()? {
            reading.close(node.depth);
            let open = |mov| Open {
                node,
                mov,
                deepest: node.depth,
            };
            match node.step {
                Step::Move(cell) => {
                    let mov = Move::new(reader.winner(), reader.cell_of(cell.into())?);
                    reading.line.push(open(Some(mov)));
                }
                Step::All => reading.line.push(open(None)),
                Step::Known => {
                    let reach = reading.reaches.get(&node.board.canonical());
                    reading.deepen(node.depth + reach.unwrap_or(&0));
                }
                Step::Number | Step::Count | Step::Cut(_) => reading.deepen(node.depth),
            }
        }
        reading.close(0);
        Ok(Strategy {
            question: *reader.question(),
            winner: reader.winner(),
            answers: reading.answers,
        })
    }

    /// What the certificate is about.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// Who wins.
    pub fn winner(&self) -> Player {
        self.winner
    }

    /// What the winner plays in a position with the winner to move; `None` where the proof has ended.
    pub fn answer(&self, board: &Board) -> Option<Countermove> {
        let tile = self.question.tile;
        let flips = [(false, false), (true, false), (false, true), (true, true)];
        let mut images = board.reflections().into_iter().zip(flips);
        images.find_map(|(image, flips)| {
            let answer = self.answers.get(&image)?;
            Some(Countermove {
                mov: reflected(answer.mov, board, tile, flips),
                ..*answer
            })
        })
    }
}

/// The move in the mirror: rows, columns or both in reverse order.
pub fn reflected(mov: Move, board: &Board, tile: Tile, (rows, cols): (bool, bool)) -> Move {
    let cells = mov.cells(tile).map(|cell| {
        let row = if rows {
            board.rows() - 1 - cell.row()
        } else {
            cell.row()
        };
        let col = if cols {
            board.cols() - 1 - cell.col()
        } else {
            cell.col()
        };
        (row, col)
    });
    let (row, col) = cells.min().expect("a tile has cells");
    Move::new(mov.player(), Cell::new(row, col))
}
