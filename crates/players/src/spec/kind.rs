//! The kinds of players and their settings.

use super::decimal::Decimal;
use super::settings::{Key, Settings};

/// The settings of a bot that searches: those of all such bots, and its own.
macro_rules! searching {
    ($($key:ident),*) => {
        &[Key::Depth, $(Key::$key,)* Key::Begins, Key::Even, Key::Listed]
    };
}

/// The settings of a bot of the paper whose rectangles vote.
macro_rules! voting {
    ($($key:ident),*) => {
        searching!($($key,)* Singles)
    };
}

/// Makes [`Kind`] of one list: for each kind its name, its settings and what it does.
macro_rules! kinds {
    ($($kind:ident, $name:literal, $keys:expr, $summary:literal;)+) => {
        /// One kind of player.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum Kind {
            $(#[doc = $summary] $kind,)+
        }

        impl Kind {
            /// All kinds: those of van Daalen's paper in its order, then ours.
            pub const ALL: &'static [Kind] = &[$(Kind::$kind),+];

            /// The name in texts such as `ordering:depth=2`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Kind::$kind => $name,)+
                }
            }

            /// What it does, in one line.
            pub const fn summary(self) -> &'static str {
                match self {
                    $(Kind::$kind => $summary,)+
                }
            }

            /// The settings, in the order in which they are printed.
            pub const fn keys(self) -> &'static [Key] {
                match self {
                    $(Kind::$kind => $keys,)+
                }
            }
        }
    };
}

kinds! {
    Random, "random", &[],
        "any legal move, all equally likely";
    Ordering, "ordering", &[Key::Depth, Key::Lambda, Key::Even, Key::Listed],
        "real and safe moves, its own minus the opponent's";
    TotalVote, "total-vote", voting!(Lambda),
        "for each free cell, its won rectangles minus its lost ones";
    Majority, "majority", voting!(Lambda, Draws),
        "for each free cell, whether most of its rectangles are won";
    Proportional, "proportional", voting!(),
        "for each free cell, share of won minus share of lost rectangles";
    ProportionalOverlap, "proportional-overlap", voting!(Penalty),
        "proportional, minus a penalty where rectangles overlap";
    ProportionalSubgameOnly, "proportional-subgame-only", voting!(Penalty),
        "share of won rectangles, minus the same penalty";
    ProportionalAbsolute, "proportional-absolute", voting!(Gamma),
        "proportional, rectangles one cell wide weighted by gamma";
    ProportionalAbsoluteSwap, "proportional-absolute-swap", voting!(Gamma, Threshold, Ties),
        "the same, at times another of equally good moves";
    ProportionalAbsoluteRandom, "proportional-absolute-random", voting!(Gamma, Threshold),
        "the same, at times a random move";
    OrderedAbsoluteSwap, "ordered-absolute-swap", voting!(Gamma, Threshold, Ties),
        "the swap bot with OrderingBot's order of moves";
    OrderingAbsoluteSwap, "ordering-absolute-swap", voting!(Gamma, Threshold, AbsoluteWeight, OrderingWeight, Ties),
        "weighted sum of the swap bot's and OrderingBot's scores";
    Regions, "regions", searching!(Cells, Gamma),
        "for each free cell, who wins its region, of any shape";
    Distance, "distance", searching!(Cells, Gamma),
        "the same, but regions that are won sooner count more";
    Values, "values", &[Key::Depth, Key::Cells],
        "means and temperatures of regions; small sums solved exactly";
    Hotstrat, "hotstrat", &[Key::Cells],
        "the best move in the hottest region";
    Sentestrat, "sentestrat", &[Key::Cells],
        "an answer to the last threat, or else the hottest region";
    Cover, "cover", &[],
        "Bullock's strategy: answers in the same kind of area of its board cover";
    Perfect, "perfect", &[Key::Budget, Key::Nodes],
        "winning moves, proven by the solver within its budget";
    Level, "level", &[Key::Number],
        "level:1 to level:5, for beginners: at times a random move, in the end perfect";
}

impl Kind {
    /// The default settings: the values of the paper's tables, with the improvements of its section 3.
    pub fn defaults(self) -> Settings {
        let gamma = match self {
            Kind::ProportionalAbsolute | Kind::OrderingAbsoluteSwap => 3,
            _ => 2,
        };
        Settings {
            gamma: Decimal::whole(gamma),
            // The number of moves to win a region is computed by trying all play.
            cells: if self == Kind::Distance { 12 } else { 16 },
            ..Settings::default()
        }
    }

    /// Reads the name of a kind. Capitals, dashes and a final `bot` are ignored, so that the names
    /// of van Daalen's paper are understood.
    pub fn parse(text: &str) -> Option<Kind> {
        let plain = |text: &str| text.replace(['-', '_'], "").to_ascii_lowercase();
        let wanted = plain(text);
        let wanted = wanted.strip_suffix("bot").unwrap_or(&wanted);
        let mut kinds = Kind::ALL.iter().copied();
        kinds.find(|kind| plain(kind.name()) == wanted)
    }
}
