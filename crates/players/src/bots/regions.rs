//! Exact knowledge of regions of any shape, which the paper proposes (its section 5): who wins them,
//! in how many moves, and their values as combinatorial games.
//!
//! Regions do not overlap, so no cell's vote has to be divided among them. Regions up to a number of
//! cells are solved exactly; larger ones are scored by their rectangles, or by real and safe moves.

use std::collections::HashMap;

use crosscram_rules::{Board, Player, Tile};
use crosscram_values::games::Game;
use crosscram_values::positions::PositionValues;

use super::evaluation::{ONE, Score, by_rectangles, ordering_score};
use super::field::Field;
use super::votes::Counter;
use crate::spec::Decimal;

/// How regions are scored.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Use {
    /// Each cell votes for whoever wins its region.
    Winners,
    /// The same, but regions that are won sooner count more.
    Distances,
    /// Means and temperatures; small sums are solved exactly.
    Values,
}

/// What is known of a region.
#[derive(Clone, Copy, Debug)]
struct Facts {
    value: Game,
    /// Who wins, by who begins.
    winners: [Player; 2],
    /// From Vertical's side.
    mean: Score,
    temperature: Score,
}

/// The winner, and the number of moves until the loser cannot move if the winner hurries.
type Ending = (Player, u32);

/// Exact values of regions, kept from one position to the next.
#[derive(Clone)]
pub(super) struct RegionKnowledge {
    tile: Tile,
    /// The maximum number of cells of a known region.
    cells: u32,
    values: PositionValues,
    facts: HashMap<Board, Option<Facts>>,
    endings: HashMap<(Board, Player), Ending>,
}

/// Sums of regions with up to this many cells in all are compared with zero exactly.
const EXACT_SUM_CELLS: u32 = 20;

/// The maximum number of known regions, after which the table is cleared. A region takes about 100 bytes.
const MAX_KNOWN: usize = 2_000_000;

/// The assumed temperature of an unknown region, about that of empty rectangles.
const USUAL_TEMPERATURE: Score = ONE;

/// The score of a sum known to be won: more than any sum of means, less than a won game.
const WON_BY_VALUE: Score = ONE * 1_000_000;

impl RegionKnowledge {
    pub(super) fn new(tile: Tile, cells: u32) -> RegionKnowledge {
        RegionKnowledge {
            tile,
            cells,
            values: PositionValues::new(tile).with_limit(cells),
            facts: HashMap::new(),
            endings: HashMap::new(),
        }
    }

    fn make_room(&mut self) {
        let known = self.values.regions_known() + self.facts.len() + self.endings.len();
        if known > MAX_KNOWN {
            *self = RegionKnowledge::new(self.tile, self.cells);
        }
    }

    /// What is known of a region on a board just large enough; `None` if it is too large.
    fn facts(&mut self, region: &Board) -> Option<Facts> {
        if region.free_count() > self.cells {
            return None;
        }
        if let Some(facts) = self.facts.get(region) {
            return *facts;
        }
        let facts = self.find_facts(region);
        self.facts.insert(*region, facts);
        facts
    }

    fn find_facts(&mut self, region: &Board) -> Option<Facts> {
        let value = self.values.region_value(region).ok()?;
        let games = self.values.games();
        let (mean, temperature) = (games.mean(value).ok()?, games.temperature(value).ok()?);
        let outcome = games.outcome(value);
        // Exact, because the denominators are small powers of two.
        let score = |number: f64| (number * 1024.0).round() as Score * (ONE / 1024);
        Some(Facts {
            value,
            winners: Player::ALL.map(|first| outcome.winner(first)),
            mean: score(mean.to_f64()),
            temperature: score(temperature.to_f64()),
        })
    }

    /// Who wins a region if `mover` begins, and after how many moves: the winner plays the quickest
    /// win, the loser the slowest loss.
    pub(super) fn ending(&mut self, region: &Board, mover: Player) -> Ending {
        if let Some(&ending) = self.endings.get(&(*region, mover)) {
            return ending;
        }
        let opponent = mover.opponent();
        let mut best: Option<Ending> = None;
        for mov in region.moves(mover, self.tile) {
            let after = region.play(mov, self.tile).expect("a listed move is legal");
            let (winner, moves) = self.ending(&after, opponent);
            let found = (winner, moves + 1);
            let better = match best {
                None => true,
                Some((known, _)) if known != winner => winner == mover,
                Some((_, least)) if winner == mover => found.1 < least,
                Some((_, most)) => found.1 > most,
            };
            if better {
                best = Some(found);
            }
        }
        let ending = best.unwrap_or((opponent, 0));
        self.endings.insert((*region, mover), ending);
        ending
    }

    /// Evaluates the position for the evaluator among `players`.
    pub(super) fn score(
        &mut self,
        field: &Field,
        what: Use,
        counter: &mut Counter,
        gamma: Decimal,
        players: Players,
    ) -> Score {
        self.make_room();
        let board = field.board();
        let regions = board.regions_in_place().into_iter().filter(|region| {
            let tile = self.tile;
            Player::ALL
                .iter()
                .any(|&player| region.can_move(player, tile))
        });
        let regions: Vec<Board> = regions.collect();
        match what {
            Use::Values => self.by_values(&regions, players),
            Use::Winners | Use::Distances => {
                let scores = regions.iter().map(|region| {
                    self.vote(region, what, players).unwrap_or_else(|| {
                        let field = Field::new(region, self.tile);
                        by_rectangles(counter, &field, gamma, players.evaluator, players.first)
                    })
                });
                scores.sum()
            }
        }
    }

    /// The votes of the cells of a region that is known.
    fn vote(&mut self, region: &Board, what: Use, players: Players) -> Option<Score> {
        let cropped = region.cropped();
        let facts = self.facts(&cropped)?;
        let cells = Score::from(cropped.free_count());
        let winner = facts.winners[players.first.index()];
        let weight = match what {
            Use::Distances => {
                let (by_play, moves) = self.ending(&cropped, players.first);
                debug_assert_eq!(by_play, winner);
                ONE + ONE / Score::from(moves + 1)
            }
            _ => ONE,
        };
        Some(match winner == players.evaluator {
            true => cells * weight,
            false => -cells * weight,
        })
    }

    /// Adds the means of the regions and half the highest temperature for the player to move; if the
    /// sum is small enough, computes who wins.
    fn by_values(&mut self, regions: &[Board], players: Players) -> Score {
        let (mut mean, mut hottest, mut cells) = (0, 0, 0);
        let mut all = Some(Game::ZERO);
        for region in regions {
            cells += region.free_count();
            let cropped = region.cropped();
            let (own, temperature) = match self.facts(&cropped) {
                Some(facts) => {
                    let games = self.values.games();
                    all = all
                        .filter(|_| cells <= EXACT_SUM_CELLS)
                        .and_then(|sum| games.sum(sum, facts.value).ok());
                    (facts.mean, facts.temperature)
                }
                None => {
                    all = None;
                    let field = Field::new(&cropped, self.tile);
                    let lead = ordering_score(&field, Player::Vertical);
                    (lead * ONE / 2, USUAL_TEMPERATURE)
                }
            };
            mean += own;
            hottest = hottest.max(temperature);
        }
        let for_vertical = match players.mover {
            Player::Vertical => mean + hottest / 2,
            Player::Horizontal => mean - hottest / 2,
        };
        let decided = all.map(|sum| self.values.games().outcome(sum).winner(players.mover));
        let won = match decided {
            None => 0,
            Some(winner) if winner == players.evaluator => WON_BY_VALUE,
            Some(_) => -WON_BY_VALUE,
        };
        won + match players.evaluator {
            Player::Vertical => for_vertical,
            Player::Horizontal => -for_vertical,
        }
    }
}

/// Whose point of view an evaluation takes, and who begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Players {
    pub(super) evaluator: Player,
    /// Who begins in each region.
    pub(super) first: Player,
    /// Who is to move on the whole board.
    pub(super) mover: Player,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscram_rules::{Bits, Bits256, reference};

    /// Winners by values and by play agree with the rules on all regions of up to 3x4, and the
    /// number of moves is what play gives.
    #[test]
    fn regions_are_known_rightly() {
        let mut knowledge = RegionKnowledge::new(Tile::DOMINO, 12);
        let mut solver = reference::Solver::new(Tile::DOMINO);
        for free in 0..1u32 << 12 {
            let board = Board::from_free_bits(3, 4, Bits256::from_field(free, 0)).unwrap();
            let facts = knowledge.facts(&board).unwrap();
            for first in Player::ALL {
                let winner = solver.winner(&board, first);
                assert_eq!(facts.winners[first.index()], winner, "{board}");
                let (by_play, moves) = knowledge.ending(&board, first);
                assert_eq!(by_play, winner, "{board}");
                // Who is to move at the end, and cannot, has lost.
                let last = if moves % 2 == 0 {
                    first
                } else {
                    first.opponent()
                };
                assert_eq!(last.opponent(), winner, "{board}");
            }
        }
    }

    #[test]
    fn distances_of_known_regions() {
        let mut knowledge = RegionKnowledge::new(Tile::DOMINO, 12);
        let mut check = |text: &str, first: Player, expected: Ending| {
            let ending = knowledge.ending(&text.parse().unwrap(), first);
            assert_eq!(ending, expected, "{text} {first}");
        };
        // Nothing to move: lost at once.
        check(".#|#.", Player::Vertical, (Player::Horizontal, 0));
        check("..", Player::Vertical, (Player::Horizontal, 0));
        check("..", Player::Horizontal, (Player::Horizontal, 1));
        check("..|..", Player::Vertical, (Player::Vertical, 1));
        // One of two moves is enough: the opponent has none.
        check("....", Player::Horizontal, (Player::Horizontal, 1));
    }

    #[test]
    fn larger_regions_are_left_to_others() {
        let mut knowledge = RegionKnowledge::new(Tile::DOMINO, 5);
        assert!(knowledge.facts(&"...|...".parse().unwrap()).is_none());
        assert!(knowledge.facts(&"..#|...".parse().unwrap()).is_some());
    }
}
