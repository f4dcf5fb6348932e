//! The solver of 2016 as an engine among the others.

use super::known::Key;
use super::lines::Lines;
use super::{Counts, Limits, Techniques, ordered, search, solve};
use crate::classic;
use crate::control::Control;
use crate::options::{
    ClassicOptions, KnownValues, OptionError, Options, Program, Replacement, TableSize,
    TriomineeringOptions,
};
use crate::report::{Ending, Report};
use crate::solver::{Engine, Judgement, Run};
use crate::tracer::winner;
use crosscram_rules::{Bits, Bits256, Board, Move, Player, Question, Tile};

/// The engine `triomineering-2016`, with the techniques of its options.
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

    fn describe(&self, tile: Tile) -> Vec<(&'static str, String)> {
        Options::from(self.options.clone()).describe(tile)
    }

    fn check(&self, question: &Question) -> Result<(), OptionError> {
        self.options.check(question)
    }

    /// Nodes include the root, as in the paper. The table stores as many positions as fit into its bytes.
    fn solve(&self, question: &Question, run: &Run<'_>) -> Report {
        /// A place of a hash table that is at least half full, with the widest set of cells.
        const PLACE: u64 = 2 * (size_of::<(Key<Bits256>, bool)>() as u64 + 1);
        let board = &question.board;
        let table_bytes = self.table_bytes(board);
        let techniques = self.options.techniques;
        let limits = Limits {
            nodes: u64::MAX,
            entries: match (techniques.table, techniques.replacement) {
                (false, _) => 0,
                (true, None) => table_bytes / PLACE,
                (true, Some(scheme)) => self.entries(board, scheme),
            },
        };
        let known = self.options.database.as_ref().map(KnownValues::values);
        let mut report = search(question, techniques, limits, known, run);
        if let Ending::Failed(_) = report.ending {
            return report;
        }
        if let Ending::Won { winner, best_move } = &mut report.ending
            && *winner == question.first
        {
            *best_move = best_move.or_else(|| any_winning(question, run.control));
        }
        report.statistics.table_entries = limits.entries;
        report.statistics.table_bytes = table_bytes;
        report
    }

    fn judgement(&self, board: &Board, tile: Tile) -> Box<dyn Judgement> {
        Box::new(Static {
            lines: Lines::new(board, tile),
            techniques: self.options.techniques,
        })
    }

    /// As many bytes as the table of DOMI with as many entries; none without a table.
    fn table_bytes(&self, board: &Board) -> u64 {
        let techniques = self.options.techniques;
        let domi = ClassicOptions::of(Program::Domi);
        let options = ClassicOptions {
            table: self.options.table,
            replacement: techniques.replacement.unwrap_or(domi.replacement),
            ..domi
        };
        match techniques.table {
            true => classic::table_bytes(board, &options),
            false => 0,
        }
    }
}

impl Triomineering {
    /// Entries of a table with a replacement scheme.
    fn entries(&self, board: &Board, scheme: Replacement) -> u64 {
        match self.options.table {
            TableSize::Entries(entries) => entries,
            TableSize::Bytes(bytes) => {
                let one = ClassicOptions {
                    table: TableSize::Entries(4),
                    replacement: scheme,
                    ..ClassicOptions::of(Program::Domi)
                };
                // Four entries are a whole number of groups in every scheme.
                bytes / (classic::table_bytes(board, &one) / 4).max(1)
            }
        }
    }
}

/// Judges positions as the search does.
struct Static {
    lines: Lines<Bits256>,
    techniques: Techniques,
}

impl Judgement for Static {
    /// Decides by safe and real moves. The program of 2016 searches positions in which the mover has as
    /// many real moves as the opponent has safe ones, although they are lost; so they are not decided
    /// here either.
    fn winner(&mut self, board: &Board, to_move: Player) -> Option<Player> {
        let free = self.lines.cells_of(board);
        if self.lines.starts(free, to_move).is_empty() {
            return Some(to_move.opponent());
        }
        let counts = Counts::of(&self.lines, free, to_move);
        let decided = counts.decided().filter(|_| self.techniques.cutoffs);
        decided.map(|mover_wins| winner(to_move, mover_wins))
    }

    fn moves(&mut self, board: &Board, player: Player) -> Vec<Move> {
        let lines = &self.lines;
        let free = lines.cells_of(board);
        let starts = lines.starts(free, player);
        let before = Counts::of(lines, free, player);
        let by_counts = self.techniques.ordering;
        let ordered = ordered(lines, free, player, before, starts, by_counts);
        let name = |after: Bits256| lines.move_at((free & !after).first(), player);
        ordered.into_iter().map(name).collect()
    }
}

/// Returns a winning first move where the counts decide at once, by searching each.
fn any_winning(question: &Question, control: &Control) -> Option<Move> {
    let Question {
        board, tile, first, ..
    } = *question;
    board.moves(first, tile).find(|&mov| {
        let after = board.play(mov, tile).expect("a listed move is legal");
        let question = Question::new(after, tile, first.opponent());
        let report = solve(&question, Techniques::ALL, Limits::NONE, control);
        report.winner() == Some(first)
    })
}
