//! What section 4.1 says of its tournaments, as numbers.

use crosscram_players::{Kind, Spec};

use super::contest::CrossTable;
use super::ranking::ranks;

/// One thing that the paper says, and the number that shows whether it is so.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Claim {
    /// What the number is.
    pub(super) what: String,
    /// The number.
    pub(super) number: f64,
    /// Whether what the paper says is so.
    pub(super) holds: bool,
    /// What the paper says.
    pub(super) says: &'static str,
}

/// A tournament whose claims are tested.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing<'a> {
    /// The bots as in the paper, without the settings of an interpretation.
    pub(super) specs: &'a [Spec],
    /// Their wins.
    pub(super) wins: &'a [f64],
    /// Who won against whom, if that is known.
    pub(super) table: Option<&'a CrossTable>,
    /// Games for each pairing and role.
    pub(super) games: u64,
}

/// The bots that the paper finds outclassed by the others.
const WORST: [Kind; 4] = [
    Kind::TotalVote,
    Kind::Majority,
    Kind::ProportionalSubgameOnly,
    Kind::ProportionalOverlap,
];
/// The bots that it finds in the upper half.
const UPPER: [Kind; 4] = [
    Kind::ProportionalAbsolute,
    Kind::ProportionalAbsoluteSwap,
    Kind::ProportionalAbsoluteRandom,
    Kind::OrderingAbsoluteSwap,
];

impl Standing<'_> {
    /// The claims about all tournaments of section 4.1.
    pub(super) fn claims(&self) -> Vec<Claim> {
        let claims = [
            self.against_random(),
            self.worst_against_others(),
            self.upper_half(),
            self.ordered_like_swap(),
            self.ordering_against_best(),
            self.odd_against_even(),
        ];
        claims.into_iter().flatten().collect()
    }

    /// The claims about 6x6 alone.
    pub(super) fn claims_of_6x6(&self) -> Vec<Claim> {
        let ranks = ranks(self.wins);
        let count = self.specs.len() as f64;
        let rank = |depth: u32| {
            let found = self.find(Kind::OrderingAbsoluteSwap, depth)?;
            Some(ranks[found])
        };
        let claim = |depth: u32, says: &'static str, holds: &dyn Fn(f64) -> bool| {
            let number = rank(depth)?;
            Some(Claim::new(
                format!("rank of ordering-absolute-swap, depth {depth}"),
                number,
                holds(number),
                says,
            ))
        };
        let middle = |rank: f64| (count / 4.0..=count * 3.0 / 4.0).contains(&rank);
        let claims = [
            claim(1, "first", &|rank| rank == 1.0),
            claim(2, "second worst", &|rank| rank == count - 1.0),
            claim(3, "somewhere in the middle", &middle),
            claim(4, "somewhere in the middle", &middle),
        ];
        claims.into_iter().flatten().collect()
    }

    /// The number of games that each played.
    fn played(&self) -> f64 {
        (2 * self.games * self.specs.len() as u64) as f64
    }

    fn find(&self, kind: Kind, depth: u32) -> Option<usize> {
        let mut all = self.specs.iter();
        all.position(|spec| spec.kind() == kind && spec.settings().depth == depth)
    }

    /// The bots of these kinds; `depth` limits them.
    fn of(&self, kinds: &[Kind], depth: Option<u32>) -> Vec<usize> {
        let is = |spec: &Spec| {
            kinds.contains(&spec.kind()) && depth.is_none_or(|depth| spec.settings().depth == depth)
        };
        (0..self.specs.len())
            .filter(|&i| is(&self.specs[i]))
            .collect()
    }

    fn against_random(&self) -> Option<Claim> {
        let table = self.table?;
        let random = self.find(Kind::Random, 1)?;
        let worst = self.of(&WORST, Some(1));
        let won: u64 = worst.iter().map(|&i| table.between(i, random)).sum();
        let number = 100.0 * won as f64 / (2 * self.games * worst.len() as u64) as f64;
        Some(Claim::new(
            "percent of games that the four worst, depth 1, win against random",
            number,
            number < 65.0,
            "barely stand up against it",
        ))
    }

    /// In Table 2 the four win exactly as many games as they play among themselves.
    fn worst_against_others(&self) -> Option<Claim> {
        let worst = self.of(&WORST, None);
        if self.specs.iter().any(|spec| spec.settings().depth > 1) {
            return None;
        }
        let wins: f64 = worst.iter().map(|&i| self.wins[i]).sum();
        let among = (worst.len() * worst.len()) as f64 * self.games as f64;
        Some(Claim::new(
            "games that the four worst win against the others",
            wins - among,
            wins == among,
            "outclassed",
        ))
    }

    fn upper_half(&self) -> Option<Claim> {
        let ranks = ranks(self.wins);
        let bots = self.of(&UPPER, None);
        let half = (self.specs.len() as f64 + 1.0) / 2.0;
        let above = bots.iter().filter(|&&i| ranks[i] < half).count();
        Some(Claim::new(
            format!(
                "of the {} absolute bots that are not ordered, in the upper half",
                bots.len()
            ),
            above as f64,
            3 * above >= 2 * bots.len(),
            "consistently",
        ))
    }

    /// The depth at which the ordered bot differs most from the one without order, in standard errors of
    /// the difference.
    fn ordered_like_swap(&self) -> Option<Claim> {
        let depths = (1..=4).filter_map(|depth| {
            let ordered = self.wins[self.find(Kind::OrderedAbsoluteSwap, depth)?];
            let swap = self.wins[self.find(Kind::ProportionalAbsoluteSwap, depth)?];
            let share = (ordered + swap) / (2.0 * self.played());
            let error = (2.0 * share * (1.0 - share) * self.played()).sqrt();
            Some((ordered - swap).abs() / error.max(1e-9))
        });
        let number = depths.max_by(f64::total_cmp)?;
        Some(Claim::new(
            "largest difference of ordered- and proportional-absolute-swap, in standard errors",
            rounded(number, 100.0),
            number < 2.5,
            "no significant difference",
        ))
    }

    /// The games that OrderingBot of the same depth wins against the best other bot.
    fn ordering_against_best(&self) -> Option<Claim> {
        let table = self.table?;
        let others = (0..self.specs.len()).filter(|&i| self.specs[i].kind() != Kind::Ordering);
        let best = others.max_by(|&i, &j| self.wins[i].total_cmp(&self.wins[j]))?;
        let ordering = self.of(&[Kind::Ordering], None);
        let ordering = ordering
            .into_iter()
            .max_by(|&i, &j| self.wins[i].total_cmp(&self.wins[j]))?;
        let won = table.between(ordering, best);
        let number = 100.0 * won as f64 / (2 * self.games) as f64;
        Some(Claim::new(
            format!(
                "percent of games that {} wins against {}, the best other bot",
                self.specs[ordering], self.specs[best]
            ),
            number,
            number > 50.0,
            "tends to outperform it",
        ))
    }

    fn odd_against_even(&self) -> Option<Claim> {
        let mean = |odd: bool| {
            let is = |i: &usize| {
                let spec = &self.specs[*i];
                let depth = spec.settings().depth;
                spec.kind() != Kind::Random && (depth % 2 == 1) == odd
            };
            let bots: Vec<usize> = (0..self.specs.len()).filter(is).collect();
            let wins: f64 = bots.iter().map(|&i| self.wins[i]).sum();
            (!bots.is_empty()).then(|| 100.0 * wins / (self.played() * bots.len() as f64))
        };
        let number = mean(true)? - mean(false)?;
        Some(Claim::new(
            "percent of games that odd depths win more than even ones",
            rounded(number, 10.0),
            number > 0.0,
            "seem to outperform",
        ))
    }
}

/// A number in parts of one over `unit`.
pub(super) fn rounded(number: f64, unit: f64) -> f64 {
    (unit * number).round() / unit
}

impl Claim {
    pub(super) fn new(
        what: impl Into<String>,
        number: f64,
        holds: bool,
        says: &'static str,
    ) -> Claim {
        let what = what.into();
        Claim {
            what,
            number,
            holds,
            says,
        }
    }

    /// The claim as a sentence.
    pub(super) fn sentence(&self) -> String {
        let holds = if self.holds { "holds" } else { "does not hold" };
        format!(
            "{}: {} ('{}' {holds})",
            self.what,
            rounded(self.number, 100.0),
            self.says
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::tables::setting;
    use super::*;

    fn claims(id: &str) -> Vec<Claim> {
        let setting = setting(id);
        let (specs, wins) = (setting.specs(), setting.totals());
        let standing = Standing {
            specs: &specs,
            wins: &wins,
            table: None,
            games: 10,
        };
        standing.claims()
    }

    /// What the paper says of its tables agrees with them.
    #[test]
    fn claims_hold_as_printed() {
        for id in ["1", "2"] {
            let claims = claims(id);
            assert!(claims.len() >= 3, "{claims:?}");
            assert!(claims.iter().all(|claim| claim.holds), "{claims:?}");
        }
        let text: Vec<String> = claims("2").iter().map(Claim::sentence).collect();
        assert_eq!(
            text[0],
            "games that the four worst win against the others: 0 ('outclassed' holds)"
        );
    }

    /// The sums on which the claims are computed, by hand: two bots, one game for each pairing and role.
    #[test]
    fn ranks_of_6x6() {
        let specs: Vec<Spec> = [
            "ordering-absolute-swap",
            "ordering-absolute-swap:depth=2",
            "random",
        ]
        .iter()
        .map(|text| text.parse().unwrap())
        .collect();
        let standing = Standing {
            specs: &specs,
            wins: &[5.0, 1.0, 0.0],
            table: None,
            games: 1,
        };
        let claims = standing.claims_of_6x6();
        let found: Vec<_> = claims.iter().map(|one| (one.number, one.holds)).collect();
        assert_eq!(found, [(1.0, true), (2.0, true)]);
    }
}
