//! A custom engine: plain depth-first search that orders moves by an evaluation.
//!
//! Replace [`evaluation`] by your own and compare the number of nodes:
//!
//! ```sh
//! cargo run --release -p crosscram-search --example own_engine 4x5
//! ```

use crosscram_rules::{Board, Move, Player, Question, Tile};
use crosscram_search::{Control, Ending, Engine, EngineName, Report, Run, Solver};
use std::collections::HashMap;
use std::time::Instant;

/// Scores a position for the player who has just moved; larger is tried earlier. Here: the player's moves
/// minus the opponent's.
fn evaluation(board: &Board, tile: Tile, player: Player) -> i32 {
    board.moves(player, tile).len() as i32 - board.moves(player.opponent(), tile).len() as i32
}

/// The search was stopped.
struct Stopped;

/// One search: its table and its cost.
struct Search<'a> {
    tile: Tile,
    control: &'a Control,
    known: HashMap<(Board, Player), Option<Move>>,
    nodes: u64,
}

impl Search<'_> {
    /// Returns a winning move, if there is one.
    fn best(&mut self, board: &Board, player: Player) -> Result<Option<Move>, Stopped> {
        if let Some(&known) = self.known.get(&(*board, player)) {
            return Ok(known);
        }
        self.nodes += 1;
        self.control.report_nodes(self.nodes);
        if self.control.is_stopped() {
            return Err(Stopped);
        }
        let moves = board.moves(player, self.tile);
        let play = |mov| board.play(mov, self.tile).expect("a listed move is legal");
        let mut moves: Vec<(Move, Board)> = moves.map(|mov| (mov, play(mov))).collect();
        moves.sort_by_key(|(_, after)| -evaluation(after, self.tile, player));
        let mut best = None;
        for (mov, after) in moves {
            if self.best(&after, player.opponent())?.is_none() {
                best = Some(mov);
                break;
            }
        }
        self.known.insert((*board, player), best);
        Ok(best)
    }
}

struct Student;

impl Engine for Student {
    fn name(&self) -> &'static str {
        "student"
    }

    fn solve(&self, question: &Question, run: &Run<'_>) -> Report {
        let started = Instant::now();
        let mut search = Search {
            tile: question.tile,
            control: run.control,
            known: HashMap::new(),
            nodes: 0,
        };
        let (board, first) = (&question.board, question.first);
        let (refuted, of) = (Vec::new(), board.moves(first, question.tile).len());
        let ending = match search.best(board, first) {
            Err(Stopped) => Ending::Interrupted { refuted, of },
            Ok(best_move) => Ending::Won {
                winner: best_move.map_or(first.opponent(), |_| first),
                best_move,
            },
        };
        Report::new(question, ending, search.nodes, started)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args().nth(1).unwrap_or("4x5".to_string());
    let student = Solver::with_engine(Box::new(Student));
    for solver in [student, Solver::new(EngineName::Obsequi)] {
        for first in Player::ALL {
            let question = Question::new(text.parse()?, Tile::DOMINO, first);
            let report = solver.solve(&question, &Control::new());
            let winner = report.winner().ok_or("stopped")?;
            let (name, nodes) = (solver.engine().name(), report.nodes);
            println!("{name}: {text}, {first} first: {winner} wins, {nodes} nodes");
        }
    }
    Ok(())
}
