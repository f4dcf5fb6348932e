//! The rules as clauses over one boolean per ordered pair of sides.
//!
//! The boolean vF(m,n) says that Vertical wins m x n moving first. By transposition, vF(n,m) says who
//! wins when Horizontal begins, so these booleans describe all outcomes; a square has only one, which
//! is why the first or the second player wins it. Every rule about outcomes is a clause of at most
//! three literals, and its contrapositives are the same clause.

use crosscram_rules::{Player, Tile};

use crate::{Claim, Rule, Size};

/// vF of one pair of sides, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Literal(u32);

impl Literal {
    /// The literal about the boolean number `variable`.
    pub(crate) fn new(variable: usize, value: bool) -> Literal {
        Literal((variable as u32) << 1 | u32::from(!value))
    }

    /// The number of the boolean.
    pub(crate) fn variable(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Returns whether it says that the boolean is true.
    pub(crate) fn value(self) -> bool {
        self.0 & 1 == 0
    }

    /// The opposite.
    pub(crate) fn negated(self) -> Literal {
        Literal(self.0 ^ 1)
    }

    /// A unique number, from 0.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The booleans of all rectangles up to a limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Variables {
    /// The longest side.
    pub(crate) limit: usize,
}

impl Variables {
    /// Number of booleans.
    pub(crate) fn count(self) -> usize {
        self.limit * self.limit
    }

    /// The boolean vF(rows, cols).
    pub(crate) fn variable(self, rows: usize, cols: usize) -> usize {
        (rows - 1) * self.limit + cols - 1
    }

    /// The sides of a boolean.
    pub(crate) fn size(self, variable: usize) -> Size {
        Size::small(variable / self.limit + 1, variable % self.limit + 1)
    }

    /// The literal that says the same as a claim.
    pub(crate) fn literal(self, claim: Claim) -> Literal {
        let size = match claim.first {
            Player::Vertical => claim.size,
            Player::Horizontal => claim.size.transposed(),
        };
        let variable = self.variable(size.rows(), size.cols());
        Literal::new(variable, claim.winner == claim.first)
    }

    /// The claim that a literal makes, stated for the board with `rows` rows if possible; of a square, with
    /// Vertical first.
    pub(crate) fn claim(self, literal: Literal, rows: usize) -> Claim {
        let first = match self.size(literal.variable()).rows() == rows {
            true => Player::Vertical,
            false => Player::Horizontal,
        };
        self.claim_with(literal, first)
    }

    /// The claim that a literal makes about the board on which `first` moves first.
    pub(crate) fn claim_with(self, literal: Literal, first: Player) -> Claim {
        let claim = Claim {
            size: self.size(literal.variable()),
            first: Player::Vertical,
            winner: match literal.value() {
                true => Player::Vertical,
                false => Player::Horizontal,
            },
        };
        match first {
            Player::Vertical => claim,
            Player::Horizontal => claim.transposed(),
        }
    }
}

/// At least one of the literals holds, by a rule about `rows` rows cut into `left` and `right`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clause {
    literals: [Literal; 3],
    /// Who moves first where the rule speaks of each literal. A square has one boolean for both.
    firsts: [Player; 3],
    len: u8,
    pub(crate) rule: Rule,
    pub(crate) rows: u8,
    pub(crate) left: u8,
    pub(crate) right: u8,
}

impl Clause {
    /// Its literals.
    pub(crate) fn literals(&self) -> &[Literal] {
        &self.literals[..usize::from(self.len)]
    }

    /// Who moves first where the rule speaks of the boolean of `literal`, which is one of its own.
    pub(crate) fn first(&self, literal: Literal) -> Player {
        let mut own = self.literals().iter().zip(self.firsts);
        let found = own.find(|(own, _)| own.variable() == literal.variable());
        found.map_or(Player::Vertical, |(_, first)| first)
    }

    /// A clause without repeated literals; `None` if it is a tautology.
    fn new(
        rule: Rule,
        rows: usize,
        left: usize,
        right: usize,
        given: &[(Literal, Player)],
    ) -> Option<Self> {
        let mut literals = [Literal(0); 3];
        let mut firsts = [Player::Vertical; 3];
        let mut len = 0;
        for &(literal, first) in given {
            if literals[..len].contains(&literal.negated()) {
                return None;
            }
            if !literals[..len].contains(&literal) {
                (literals[len], firsts[len]) = (literal, first);
                len += 1;
            }
        }
        Some(Clause {
            literals,
            firsts,
            len: len as u8,
            rule,
            rows: rows as u8,
            left: left as u8,
            right: right as u8,
        })
    }

    /// The rule with the boards it was applied to; `concluded` is what followed.
    pub(crate) fn describe(&self, variables: Variables, concluded: Option<Literal>) -> String {
        let (rows, left, right) = (self.rows, self.left, self.right);
        let whole = usize::from(left) + usize::from(right);
        match self.rule {
            Rule::Split => {
                let part = |cols: u8| match cols {
                    0 => String::new(),
                    cols => format!(" + {rows}x{cols}"),
                };
                let parts = part(left) + &part(right);
                format!("split {rows}x{} = {rows}x1{parts}", whole + 1)
            }
            Rule::SquarePlus => format!("square {rows}x{left} plus {rows}x{right}"),
            Rule::SquareParts => format!("square {rows}x{whole} = {rows}x{left} + {rows}x{right}"),
            _ => {
                let rows = usize::from(rows);
                let about_whole = concluded.is_none_or(|literal| {
                    let size = variables.claim(literal, rows).size;
                    size.cols() == whole
                });
                let backwards = if about_whole { "" } else { ", read backwards" };
                format!("cut {rows}x{whole} = {rows}x{left} + {rows}x{right}{backwards}")
            }
        }
    }
}

/// All clauses of `rules` up to the limit.
pub(crate) fn clauses(variables: Variables, tile: Tile, rules: &[Rule]) -> Vec<Clause> {
    let has = |rule: Rule| rules.contains(&rule) && rule.holds_for(tile);
    let limit = variables.limit;
    // V and H win rows x cols moving first, or lose it.
    let v = |rows, cols| {
        let literal = Literal::new(variables.variable(rows, cols), true);
        (literal, Player::Vertical)
    };
    let h = |rows, cols| {
        let literal = Literal::new(variables.variable(cols, rows), true);
        (literal, Player::Horizontal)
    };
    let not = |(literal, first): (Literal, Player)| (literal.negated(), first);
    let mut found = Vec::new();
    for rows in 1..=limit {
        let mut add = |rule, left, right, literals: &[(Literal, Player)]| {
            found.extend(Clause::new(rule, rows, left, right, literals));
        };
        if has(Rule::Cut) {
            for whole in 2..=limit {
                for left in 1..whole {
                    let right = whole - left;
                    if left <= right {
                        let neither = [v(rows, left), v(rows, right), not(v(rows, whole))];
                        add(Rule::Cut, left, right, &neither);
                    }
                    let beats = [v(rows, left), not(h(rows, right)), h(rows, whole)];
                    add(Rule::Cut, left, right, &beats);
                }
            }
        }
        if has(Rule::SquarePlus) {
            for right in 1..=limit - rows {
                let lost = [v(rows, right), not(h(rows, right))];
                let whole = h(rows, rows + right);
                add(Rule::SquarePlus, rows, right, &[lost[0], lost[1], whole]);
            }
        }
        if has(Rule::SquareParts) {
            for left in 1..rows {
                let right = rows - left;
                let parts = [v(rows, left), v(rows, right), not(h(rows, right))];
                add(Rule::SquareParts, left, right, &parts);
            }
        }
        if has(Rule::Split) && rows == tile.length() as usize {
            for whole in 1..=limit {
                for left in 0..=(whole - 1) / 2 {
                    let right = whole - 1 - left;
                    let sides = [left, right].into_iter().filter(|&side| side > 0);
                    let mut literals: Vec<_> = sides.map(|side| h(rows, side)).collect();
                    literals.push(v(rows, whole));
                    add(Rule::Split, left, right, &literals);
                }
            }
        }
    }
    found
}
