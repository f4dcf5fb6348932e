//! Rules that derive the winner of one board from those of others, each with its argument.

use crosscram_rules::Tile;

crosscram_support::named! {
    /// A rule of inference; all in the order in which they are explained.
    ///
    /// In what follows `m x n` has m rows, G(m,n) is the value of the empty board, Vertical is the
    /// positive player, and k is the length of the tiles. Transposition, G(n,m) = -G(m,n), is not a rule
    /// here but built in: "H moving first on m x n" and "V moving first on n x m" are the same question.
    /// So each rule also holds with rows and columns, and the players, exchanged.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Rule {
        /// Boards too narrow for one player's tiles.
        Narrow = "trivial",
        /// Horizontal never crosses a line between two columns.
        Cut = "cut",
        /// Vertical's tile on k rows leaves two boards.
        Split = "split",
        /// Two squares side by side.
        TwoSquares = "two squares",
        /// A square beside a board that Horizontal wins.
        SquarePlus = "square plus",
        /// A square cannot be won by one player.
        SquareParts = "square parts",
        /// The move on the middle of n x 2n.
        Corner = "corner move",
        /// Bounds of boards by numbers.
        Numbers = "numbers",
        /// The opposite leads to a contradiction.
        CaseSplit = "case split",
    }
}

impl Rule {
    /// What the rule says, and why it is true.
    pub const fn argument(self) -> &'static str {
        match self {
            Rule::Narrow => {
                "With fewer than k rows Vertical has no move and loses moving first, and \
                 Horizontal wins moving first if and only if there are at least k columns."
            }
            Rule::Cut => {
                "Horizontal may decide never to cross the line between columns a and a+1. That takes \
                 moves from Horizontal alone, so G(m,a+b) <= G(m,a) + G(m,b). If Vertical loses both parts \
                 moving first, Vertical loses the whole moving first; if Vertical loses one part moving first and \
                 Horizontal wins the other moving first, Horizontal wins the whole moving first. \
                 Read backwards, what is known of the whole and of one part says something of the \
                 other."
            }
            Rule::Split => {
                "On k rows Vertical's first tile fills a column and leaves the sum of the boards on \
                 its two sides. If Horizontal loses both of them moving first (or a side is empty), \
                 Vertical wins the whole moving first."
            }
            Rule::TwoSquares => {
                "Reflection in a diagonal maps a square to itself and exchanges the players, so \
                 G(n,n) = -G(n,n), and by the cut G(n,2n) <= G(n,n) + G(n,n) = 0: Vertical loses n x 2n \
                 moving first."
            }
            Rule::SquarePlus => {
                "If Horizontal wins n x b whoever begins, Horizontal wins n x (n+b) moving first: whoever \
                 begins, the square is won by the first or by the second player, and both cases \
                 of the cut give the same."
            }
            Rule::SquareParts => {
                "Let a+b = n. If Vertical loses n x a moving first, Horizontal cannot win n x b whoever \
                 begins: by the cut Horizontal would win the square n x n whoever begins, and neither player does."
            }
            Rule::Corner => {
                "Dominoes only: Horizontal moving first wins n x 2n. It covers the two top squares at \
                 the middle line and never crosses that line again. Each half is a square without \
                 a corner, symmetric in the diagonal through that corner, hence of a value A = -A; \
                 the halves are mirror images, so the rest is at most A + A = 0 with Vertical to \
                 move."
            }
            Rule::Numbers => {
                "The cut with numbers: bounds of the parts add up to a bound of the whole. At most u \
                 here and at most v there is at most u+v together; at most u here and Horizontal \
                 winning less f there is Horizontal winning less u+f together. A board at most 0 is \
                 lost for Vertical moving first; below 0, for Vertical whoever begins."
            }
            Rule::CaseSplit => {
                "The opposite, together with what is known, leads to a contradiction by the other \
                 rules."
            }
        }
    }

    /// Returns whether the argument holds for these tiles.
    ///
    /// All hold for all tiles except the corner move: a tile longer than a domino that lies across
    /// the middle leaves no half that is symmetric in a diagonal. (And 1x2 with tiles of three is won
    /// by the second player, not by Horizontal.)
    pub fn holds_for(self, tile: Tile) -> bool {
        match self {
            Rule::Corner => tile == Tile::DOMINO,
            _ => true,
        }
    }
}
