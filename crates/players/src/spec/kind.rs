//! The kinds of players and their settings.

use super::decimal::Decimal;
use super::settings::{Key, Settings};

/// One kind of player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Kind {
    /// RandomBot.
    Random,
    /// OrderingBot.
    Ordering,
    /// TotalVoteBot.
    TotalVote,
    /// MajorityBot.
    Majority,
    /// ProportionalBot.
    Proportional,
    /// ProportionalOverlapBot.
    ProportionalOverlap,
    /// ProportionalSubgameOnlyBot.
    ProportionalSubgameOnly,
    /// ProportionalAbsoluteBot.
    ProportionalAbsolute,
    /// ProportionalAbsoluteSwapBot.
    ProportionalAbsoluteSwap,
    /// ProportionalAbsoluteRandomBot.
    ProportionalAbsoluteRandom,
    /// OrderedAbsoluteSwapBot.
    OrderedAbsoluteSwap,
    /// OrderingAbsoluteSwapBot.
    OrderingAbsoluteSwap,
    /// Votes of regions of any shape.
    Regions,
    /// The same, quick wins preferred.
    Distance,
    /// Means and temperatures of regions.
    Values,
    /// Hotstrat.
    Hotstrat,
    /// Sentestrat.
    Sentestrat,
    /// The strategy of Bullock's board cover.
    Cover,
    /// Proven moves, as far as the solver gets.
    Perfect,
    /// A level for children and beginners.
    Level,
}

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

impl Kind {
    /// All kinds: those of van Daalen's paper in its order, then ours.
    pub const ALL: &'static [Kind] = &[
        Kind::Random,
        Kind::Ordering,
        Kind::TotalVote,
        Kind::Majority,
        Kind::Proportional,
        Kind::ProportionalOverlap,
        Kind::ProportionalSubgameOnly,
        Kind::ProportionalAbsolute,
        Kind::ProportionalAbsoluteSwap,
        Kind::ProportionalAbsoluteRandom,
        Kind::OrderedAbsoluteSwap,
        Kind::OrderingAbsoluteSwap,
        Kind::Regions,
        Kind::Distance,
        Kind::Values,
        Kind::Hotstrat,
        Kind::Sentestrat,
        Kind::Cover,
        Kind::Perfect,
        Kind::Level,
    ];

    /// The name in texts such as `ordering:depth=2`.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Random => "random",
            Kind::Ordering => "ordering",
            Kind::TotalVote => "total-vote",
            Kind::Majority => "majority",
            Kind::Proportional => "proportional",
            Kind::ProportionalOverlap => "proportional-overlap",
            Kind::ProportionalSubgameOnly => "proportional-subgame-only",
            Kind::ProportionalAbsolute => "proportional-absolute",
            Kind::ProportionalAbsoluteSwap => "proportional-absolute-swap",
            Kind::ProportionalAbsoluteRandom => "proportional-absolute-random",
            Kind::OrderedAbsoluteSwap => "ordered-absolute-swap",
            Kind::OrderingAbsoluteSwap => "ordering-absolute-swap",
            Kind::Regions => "regions",
            Kind::Distance => "distance",
            Kind::Values => "values",
            Kind::Hotstrat => "hotstrat",
            Kind::Sentestrat => "sentestrat",
            Kind::Cover => "cover",
            Kind::Perfect => "perfect",
            Kind::Level => "level",
        }
    }

    /// What it does, in one line.
    pub const fn summary(self) -> &'static str {
        match self {
            Kind::Random => "any legal move, all equally likely",
            Kind::Ordering => "real and safe moves, its own minus the opponent's",
            Kind::TotalVote => "for each free cell, its won rectangles minus its lost ones",
            Kind::Majority => "for each free cell, whether most of its rectangles are won",
            Kind::Proportional => "for each free cell, share of won minus share of lost rectangles",
            Kind::ProportionalOverlap => "proportional, minus a penalty where rectangles overlap",
            Kind::ProportionalSubgameOnly => "share of won rectangles, minus the same penalty",
            Kind::ProportionalAbsolute => {
                "proportional, rectangles one cell wide weighted by gamma"
            }
            Kind::ProportionalAbsoluteSwap => "the same, at times another of equally good moves",
            Kind::ProportionalAbsoluteRandom => "the same, at times a random move",
            Kind::OrderedAbsoluteSwap => "the swap bot with OrderingBot's order of moves",
            Kind::OrderingAbsoluteSwap => "weighted sum of the swap bot's and OrderingBot's scores",
            Kind::Regions => "for each free cell, who wins its region, of any shape",
            Kind::Distance => "the same, but regions that are won sooner count more",
            Kind::Values => "means and temperatures of regions; small sums solved exactly",
            Kind::Hotstrat => "the best move in the hottest region",
            Kind::Sentestrat => "an answer to the last threat, or else the hottest region",
            Kind::Cover => {
                "Bullock's strategy: answers in the same kind of area of its board cover"
            }
            Kind::Perfect => "winning moves, proven by the solver within its budget",
            Kind::Level => {
                "level:1 to level:5, for beginners: at times a random move, in the end perfect"
            }
        }
    }

    /// The settings, in the order in which they are printed.
    pub const fn keys(self) -> &'static [Key] {
        match self {
            Kind::Random | Kind::Cover => &[],
            Kind::Ordering => &[Key::Depth, Key::Lambda, Key::Even, Key::Listed],
            Kind::TotalVote => voting!(Lambda),
            Kind::Majority => voting!(Lambda, Draws),
            Kind::Proportional => voting!(),
            Kind::ProportionalOverlap | Kind::ProportionalSubgameOnly => voting!(Penalty),
            Kind::ProportionalAbsolute => voting!(Gamma),
            Kind::ProportionalAbsoluteRandom => voting!(Gamma, Threshold),
            Kind::ProportionalAbsoluteSwap | Kind::OrderedAbsoluteSwap => {
                voting!(Gamma, Threshold, Ties)
            }
            Kind::OrderingAbsoluteSwap => {
                voting!(Gamma, Threshold, AbsoluteWeight, OrderingWeight, Ties)
            }
            Kind::Regions | Kind::Distance => searching!(Cells, Gamma),
            Kind::Values => &[Key::Depth, Key::Cells],
            Kind::Hotstrat | Kind::Sentestrat => &[Key::Cells],
            Kind::Perfect => &[Key::Budget, Key::Nodes],
            Kind::Level => &[Key::Number],
        }
    }

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
