//! Levels of knowledge, and the facts of each.

use crosscram_papers::{SolvedBoard, Table, brueggemann2016, bullock2002, rectangles, values};
use crosscram_rules::{Dyadic, Outcome, PartialOutcome, Player, Tile};
use serde::{Serialize, Serializer};

use crate::results::{self, SolvedQuestion};
use crate::{Atlas, Bound, Claim, Contradiction, Fact, Rule, Size, Source, Statement};

/// Results of our own solver, in the format of [`results`].
const SOLVED: &str = include_str!("../data/solved.tsv");

crosscram_support::named! {
    /// How much is taken as given: four levels of which each contains those before it, and the part of the last that is certified.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Level: "level" {
        /// What was known before Obsequi: the searches of DOMI, 9x9 among them, 2x31 by Lachmann et al., and the
        /// rules up to squares.
        Lachmann = "lachmann",
        /// What Bullock's thesis had in 2002: the searches of DOMI and Obsequi, 2x31 by Lachmann et al.,
        /// and the rules up to squares.
        Bullock = "bullock",
        /// Everything published.
        Published = "published",
        /// Everything, with our own results.
        All = "all",
        /// What needs no trust in a publication or a search: our own results that have a certificate, and all rules.
        Certified = "certified",
    }
}

impl Serialize for Level {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl Level {
    /// What is taken as given, in a line.
    pub fn summary(self) -> &'static str {
        match self {
            Level::Lachmann => {
                "What was known before Obsequi: DOMI's searches and the rules of Lachmann et al"
            }
            Level::Bullock => "What Bullock's thesis had in 2002",
            Level::Published => "Everything published",
            Level::All => "Everything, including our own and your results",
            Level::Certified => {
                "Our own and your results that have a certificate, and nothing else"
            }
        }
    }

    /// The rules of the level.
    ///
    /// The thesis had neither the corner move nor numbers nor case splits. (Nor did it apply cuts
    /// backwards or join squares to boards of 13 rows, so the closure says a little more than its
    /// chart.)
    pub fn rules(self) -> Vec<Rule> {
        let known = |rule: &Rule| match rule {
            Rule::Corner | Rule::SquareParts | Rule::CaseSplit => self >= Level::Published,
            Rule::Numbers => self >= Level::All,
            _ => true,
        };
        Rule::ALL.iter().copied().filter(known).collect()
    }

    /// The searches and theorems that the level takes as given for these tiles, up to a limit, the
    /// earliest published first.
    pub fn facts(self, tile: Tile, limit: usize) -> Vec<Fact> {
        let mut facts = Facts {
            limit,
            found: Vec::new(),
        };
        if self == Level::Certified {
            let solved = ours(tile).filter(|result| result.solved.certificate.is_some());
            return solved.map(|result| result.fact()).collect();
        }
        if tile == Tile::DOMINO {
            facts.classes(bullock2002::FIG_1_2, "BUH00");
            if self >= Level::Bullock {
                for table in bullock2002::OBSEQUI {
                    facts.classes(table, "BUL02");
                }
            } else {
                // Solved by DOMI in 2001, as the thesis says below Fig. 6.2.
                facts.class(9, 9, PartialOutcome::from(Outcome::First), "UIT01");
            }
            facts.class(2, 31, PartialOutcome::from(Outcome::Horizontal), "LMR00");
            if self >= Level::Published {
                facts.patterns(rectangles::THEOREMS);
                facts.patterns(rectangles::SEARCHES);
            }
            if self >= Level::All {
                facts.values();
            }
        }
        if tile == Tile::TROMINO && self >= Level::Published {
            facts.classes(brueggemann2016::TABLE_1, "BGWW16");
        }
        if self >= Level::All {
            facts.found.extend(ours(tile).map(|result| result.fact()));
        }
        facts.found
    }
}

/// Our own results with these tiles.
fn ours(tile: Tile) -> impl Iterator<Item = SolvedQuestion> {
    let solved = results::read(SOLVED).expect("a test reads the file");
    solved.into_iter().filter(move |result| result.tile == tile)
}

/// The cells of Bullock's chart. Most follow from searches and are derived; the others are taken as
/// published.
fn chart(limit: usize) -> Vec<Fact> {
    let mut facts = Facts {
        limit,
        found: Vec::new(),
    };
    facts.chart();
    facts.found
}

impl Atlas {
    /// The closure of the facts of a level and of further `facts`.
    pub fn known(
        level: Level,
        tile: Tile,
        limit: usize,
        more: &[Fact],
    ) -> Result<Atlas, Contradiction> {
        let rules = level.rules();
        let mut facts = without_premises(limit, tile, &rules);
        facts.extend(level.facts(tile, limit));
        facts.extend_from_slice(more);
        let mut atlas = Atlas::from_facts(limit, tile, &rules, &facts)?;
        if tile == Tile::DOMINO && matches!(level, Level::Published | Level::All) {
            atlas.add(&chart(limit))?;
        }
        Ok(atlas)
    }
}

/// The facts that the rules give without premises.
pub(crate) fn without_premises(limit: usize, tile: Tile, rules: &[Rule]) -> Vec<Fact> {
    let has = |rule: Rule| rules.contains(&rule) && rule.holds_for(tile);
    let length = tile.length() as usize;
    let mut found = Vec::new();
    let mut add = |rule, rows, cols, first, winner| {
        let claim = Claim::new(Size::small(rows, cols), first, winner);
        found.push(Fact::wins(claim, Source::Rule(rule)));
    };
    use Player::{Horizontal, Vertical};
    if has(Rule::Narrow) {
        for rows in 1..length.min(limit + 1) {
            for cols in 1..=limit {
                add(Rule::Narrow, rows, cols, Vertical, Horizontal);
                let winner = if cols >= length { Horizontal } else { Vertical };
                add(Rule::Narrow, rows, cols, Horizontal, winner);
            }
        }
    }
    for rows in 1..=limit / 2 {
        if has(Rule::TwoSquares) {
            add(Rule::TwoSquares, rows, 2 * rows, Vertical, Horizontal);
        }
        if has(Rule::Corner) {
            add(Rule::Corner, rows, 2 * rows, Horizontal, Horizontal);
        }
    }
    found
}

struct Facts {
    limit: usize,
    found: Vec<Fact>,
}

impl Facts {
    fn claim(
        &mut self,
        rows: usize,
        cols: usize,
        first: Player,
        winner: Player,
        key: &'static str,
    ) {
        if rows <= self.limit && cols <= self.limit {
            let claim = Claim::new(Size::small(rows, cols), first, winner);
            self.found.push(Fact::wins(claim, Source::Published(key)));
        }
    }

    fn class(&mut self, rows: usize, cols: usize, known: PartialOutcome, key: &'static str) {
        for first in Player::ALL {
            if let Some(winner) = known.winner(first) {
                self.claim(rows, cols, first, winner, key);
            }
        }
    }

    /// Adds a table of outcomes.
    fn classes(&mut self, table: Table<SolvedBoard>, key: &'static str) {
        for row in table.rows() {
            self.class(row.rows, row.cols, row.outcome.into(), key);
        }
    }

    /// Adds Bullock's chart, whose last column stands for all larger sizes.
    fn chart(&mut self) {
        const LAST: usize = 28;
        for row in bullock2002::FIG_6_5.rows() {
            let most = if row.cols == LAST {
                self.limit
            } else {
                row.cols
            };
            for cols in row.cols..=most {
                self.class(row.rows, cols, row.outcome, "BUL02");
            }
        }
    }

    /// Adds a table of claims about sizes or patterns of sizes.
    fn patterns(&mut self, table: Table<rectangles::Claim>) {
        for row in table.rows() {
            for rows in row.rows.up_to(self.limit) {
                for cols in row.cols.up_to(self.limit) {
                    self.claim(rows, cols, row.first, row.winner, row.source);
                }
            }
        }
    }

    /// Adds exact values that are numbers, or infinitesimally close to one, as bounds from both sides.
    fn values(&mut self) {
        for row in values::RECTANGLES.rows() {
            let Ok(size) = row.shape.parse::<Size>() else {
                continue;
            };
            if size.rows().max(size.cols()) > self.limit {
                continue;
            }
            let (mean, temperature) = (row.mean, row.temperature);
            let zero = Dyadic::ZERO;
            let bound = |number| match temperature < zero {
                true => Bound::exact(number),
                false => Bound::nearly(number),
            };
            if temperature <= zero {
                for (size, number) in [(size, mean), (size.transposed(), mean.negated())] {
                    self.found.push(Fact {
                        statement: Statement::AtMost(size, bound(number)),
                        source: Source::Value(format!(
                            "of {}: mean {mean}, temperature {temperature}",
                            row.shape
                        )),
                    });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_publication_is_known() {
        for tile in [Tile::DOMINO, Tile::TROMINO] {
            for fact in Level::All.facts(tile, 60) {
                if let Source::Published(_) = fact.source {
                    assert!(fact.source.citation().is_some(), "{fact:?}");
                }
            }
        }
    }
}
