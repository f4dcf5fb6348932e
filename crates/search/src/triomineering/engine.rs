//! The solver of 2016 as an engine among the others.

use super::lines::Lines;
use super::{Counts, Key, Limits, Techniques, ordered, search, solve};
use crate::classic;
use crate::control::Control;
use crate::options::{ClassicOptions, OptionError, Program, TriomineeringOptions};
use crate::report::{Ending, Report, Statistics};
use crate::solver::{Engine, Judgement, Run};
use crate::tracer::winner;
use crosscram_rules::{Bits, Bits256, Board, Move, Player, Question, Tile};

/// The engine `triomineering-2016`: all techniques of the paper.
pub(crate) struct Triomineering {
    options: TriomineeringOptions,
}

impl Triomineering {
    pub(crate) fn new(options: TriomineeringOptions) -> Self {
        Triomineering { options }
    }
}

impl Engine for Triomineering {
    fn name(&self) -> &'static str {
        "triomineering-2016"
    }

    fn describe(&self, _: Tile) -> Vec<(&'static str, String)> {
        self.options.describe()
    }

    fn check(&self, question: &Question) -> Result<(), OptionError> {
        self.options.check(question)
    }

    /// Nodes include the root, as in the paper. The table stores as many positions as fit into its bytes.
    fn solve(&self, question: &Question, run: &Run<'_>) -> Report {
        /// A place of a hash table that is at least half full, with the widest set of cells.
        const PLACE: u64 = 2 * (size_of::<(Key<Bits256>, bool)>() as u64 + 1);
        let Question {
            board, tile, first, ..
        } = question;
        let table_bytes = self.table_bytes(board);
        let limits = Limits {
            nodes: u64::MAX,
            entries: table_bytes / PLACE,
        };
        let found = search(board, *tile, *first, Techniques::ALL, limits, run);
        let ending = match found.winner {
            Some(winner) => Ending::Won {
                winner,
                best_move: found.best_move.or_else(|| {
                    (winner == *first).then(|| any_winning(board, *tile, *first, run.control))?
                }),
            },
            None => Ending::Interrupted {
                refuted: found.refuted,
                of: found.of,
            },
        };
        Report {
            question: *question,
            ending,
            nodes: found.nodes,
            elapsed: found.elapsed,
            statistics: Statistics {
                table_entries: limits.entries,
                table_bytes,
                ..found.statistics
            },
        }
    }

    fn judgement(&self, board: &Board, tile: Tile) -> Box<dyn Judgement> {
        Box::new(Static(Lines::new(board, tile)))
    }

    /// As many bytes as the table of DOMI with as many entries.
    fn table_bytes(&self, board: &Board) -> u64 {
        let options = ClassicOptions {
            table: self.options.table,
            ..ClassicOptions::of(Program::Domi)
        };
        classic::table_bytes(board, &options)
    }
}

/// Judges positions as the search does.
struct Static(Lines<Bits256>);

impl Judgement for Static {
    /// Decides by safe and real moves. The program of 2016 searches positions in which the mover has as
    /// many real moves as the opponent has safe ones, although they are lost; so they are not decided
    /// here either.
    fn winner(&mut self, board: &Board, to_move: Player) -> Option<Player> {
        let free = self.0.cells_of(board);
        let counts = Counts::of(&self.0, free, to_move);
        if self.0.starts(free, to_move).is_empty() {
            return Some(to_move.opponent());
        }
        let decided = counts.decided();
        decided.map(|mover_wins| winner(to_move, mover_wins))
    }

    fn moves(&mut self, board: &Board, player: Player) -> Vec<Move> {
        let free = self.0.cells_of(board);
        let starts = self.0.starts(free, player);
        let before = Counts::of(&self.0, free, player);
        let ordered = ordered(&self.0, free, player, before, starts, true);
        let name = |after: Bits256| self.0.move_at((free & !after).first(), player);
        ordered.into_iter().map(name).collect()
    }
}

/// Returns a winning first move where the counts decide at once, by searching each.
fn any_winning(board: &Board, tile: Tile, first: Player, control: &Control) -> Option<Move> {
    let (all, none) = (Techniques::ALL, Limits::NONE);
    board.moves(first, tile).find(|&mov| {
        let after = board.play(mov, tile).expect("a listed move is legal");
        let answer = solve(&after, tile, first.opponent(), all, none, control);
        answer.winner == Some(first)
    })
}
