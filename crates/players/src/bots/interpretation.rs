//! What the paper leaves open, and faults that its tables suggest.
//!
//! The first value of each choice is the definition, or what is sound where there is none.

use crosscram_rules::Player;
use crosscram_support::named;

use super::evaluation::Score;

named! {
    /// Who is assumed to begin in every subgame, which the paper leaves open where it matters.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum Begins {
        /// Whoever is to move in the position.
        #[default]
        Mover = "mover",
        /// The player who evaluates, as in the values that the paper gives for its Figure 1.
        Evaluator = "evaluator",
    }
}

named! {
    /// How a subgame votes in which neither player can move: with dominoes, a single free cell.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum Singles {
        /// For the second player, who wins it by the rules.
        #[default]
        Second = "second",
        /// For neither player. Section 2.1 says that single cells are not worth looking at.
        Nobody = "nobody",
    }
}

named! {
    /// What is done with the penalty for overlap.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum Penalty {
        /// Subtracted, as section 2.3 says and as the values of Figure 1 show.
        #[default]
        Subtracted = "subtracted",
        /// Added: a negative penalty that is subtracted.
        Added = "added",
    }
}

named! {
    /// What a cell with as many won as lost subgames counts for MajorityBot.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum Draws {
        /// As won (section 2.3).
        #[default]
        Won = "won",
        /// Nothing, which the footnote of section 2.3 supposes to be a little better.
        Nothing = "nothing",
    }
}

named! {
    /// Which moves count as equally good where a bot chooses among them randomly.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum Ties {
        /// Moves with the same score.
        #[default]
        Exact = "exact",
        /// Also moves that alpha-beta has only shown to be no better. A search does this if it compares
        /// the bound it returns with the best score; deeper searches then play worse.
        Bound = "bound",
    }
}

named! {
    /// The order in which moves are listed, which decides among equally good ones and is not published.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum Listed {
        /// Row by row.
        #[default]
        Rows = "rows",
        /// Column by column.
        Columns = "columns",
    }
}

named! {
    /// What the positions at the end of an even search depth are worth.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum Even {
        /// What the searching player's evaluation says.
        #[default]
        Plain = "plain",
        /// The opposite: an error of sign. The published results of even depths are worse than random.
        Negated = "negated",
        /// What the evaluation says to whoever moved last, taken for the searching player's, which it is at
        /// odd depths only. The formula of section 3.1 has the players exchanged in just this way.
        LastMover = "last-mover",
    }
}

impl Even {
    /// The score of a position for `root`, who searches, with `mover` to move; `evaluate` gives it for
    /// a player.
    pub(super) fn score(
        self,
        root: Player,
        mover: Player,
        evaluate: impl FnOnce(Player) -> Score,
    ) -> Score {
        // With the searching player to move, the depth is even.
        match self {
            Even::Negated if mover == root => -evaluate(root),
            Even::LastMover => evaluate(mover.opponent()),
            Even::Plain | Even::Negated => evaluate(root),
        }
    }
}
