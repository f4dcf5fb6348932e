//! The rules once more, written down from their statements, with a search for models: what the prover
//! claims to follow is compared with what holds in every model.

#![allow(dead_code)] // Each test file uses a part.

use crosscram_atlas::{Claim, Size};
use crosscram_rules::{Player, Tile};

/// vF(rows, cols) is `value`.
pub(crate) type Literal = (usize, usize, bool);

/// The literal that says the same as a claim.
pub(crate) fn literal(claim: Claim) -> Literal {
    let (rows, cols) = (claim.size.rows(), claim.size.cols());
    let value = claim.winner == claim.first;
    match claim.first {
        Player::Vertical => (rows, cols, value),
        Player::Horizontal => (cols, rows, value),
    }
}

/// A board and who moves first, for a literal.
pub(crate) fn question((rows, cols, value): Literal) -> (Size, Player, bool) {
    (Size::new(rows, cols).unwrap(), Player::Vertical, value)
}

/// All that the rules say of boards up to a limit, as clauses. Squares come in by having one boolean
/// only; the rules about squares and their parts follow from that and the cut, and are not stated.
pub(crate) struct Theory {
    limit: usize,
    clauses: Vec<Vec<Literal>>,
    /// By boolean: numbers of the clauses that it is in.
    occurrences: Vec<Vec<usize>>,
}

impl Theory {
    pub(crate) fn new(limit: usize, tile: Tile, corner: bool) -> Theory {
        let k = tile.length() as usize;
        let mut clauses: Vec<Vec<Literal>> = Vec::new();
        // If all of `premises` hold, so does `conclusion`.
        let mut rule = |premises: &[Literal], conclusion: Literal| {
            let mut clause: Vec<Literal> = premises
                .iter()
                .map(|&(m, n, value)| (m, n, !value))
                .collect();
            clause.push(conclusion);
            clauses.push(clause);
        };
        let v_loses = |m, n| (m, n, false);
        let h_loses = |m, n| (n, m, false);
        let v_wins = |m, n| (m, n, true);
        let h_wins = |m, n| (n, m, true);
        for m in 1..=limit {
            for n in 1..=limit {
                if m < k {
                    rule(&[], v_loses(m, n));
                    rule(&[], if n >= k { h_wins(m, n) } else { h_loses(m, n) });
                }
                for a in 1..n {
                    let b = n - a;
                    rule(&[v_loses(m, a), v_loses(m, b)], v_loses(m, n));
                    rule(&[v_loses(m, a), h_wins(m, b)], h_wins(m, n));
                }
                if m == k {
                    for g in 0..n {
                        let sides = [g, n - 1 - g].into_iter().filter(|&side| side > 0);
                        let lost: Vec<_> = sides.map(|side| h_loses(m, side)).collect();
                        rule(&lost, v_wins(m, n));
                    }
                }
            }
            if 2 * m <= limit {
                rule(&[], v_loses(m, 2 * m));
                if corner {
                    rule(&[], h_wins(m, 2 * m));
                }
            }
        }
        let mut occurrences = vec![Vec::new(); limit * limit];
        for (number, clause) in clauses.iter().enumerate() {
            for &(m, n, _) in clause {
                occurrences[(m - 1) * limit + n - 1].push(number);
            }
        }
        Theory {
            limit,
            clauses,
            occurrences,
        }
    }

    /// A model in which all of `given` hold, if there is one. Where there is a choice, the boolean gets
    /// the value that `wish` says.
    pub(crate) fn model(
        &self,
        given: &[Literal],
        wish: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Option<Vec<bool>> {
        let mut values = vec![None; self.limit * self.limit];
        let mut trail = Vec::new();
        for clause in self.clauses.iter().filter(|clause| clause.len() == 1) {
            if !self.set(&mut values, &mut trail, clause[0]) {
                return None;
            }
        }
        for &literal in given {
            if !self.set(&mut values, &mut trail, literal) {
                return None;
            }
        }
        // Decisions: where the trail stood, and the literal that was tried.
        let mut decisions: Vec<(usize, Literal)> = Vec::new();
        loop {
            let Some(open) = values.iter().position(Option::is_none) else {
                return Some(values.into_iter().flatten().collect());
            };
            let (m, n) = (open / self.limit + 1, open % self.limit + 1);
            let mut try_next = (m, n, wish(m, n));
            decisions.push((trail.len(), try_next));
            while !self.set(&mut values, &mut trail, try_next) {
                let (mark, (m, n, tried)) = decisions.pop()?;
                for variable in trail.drain(mark..) {
                    values[variable] = None;
                }
                try_next = (m, n, !tried);
            }
        }
    }

    /// Make a literal true, and what follows clause by clause; false if that cannot be.
    fn set(
        &self,
        values: &mut [Option<bool>],
        trail: &mut Vec<usize>,
        (m, n, value): Literal,
    ) -> bool {
        let place = |m: usize, n: usize| (m - 1) * self.limit + n - 1;
        let mut todo = vec![(place(m, n), value)];
        while let Some((variable, value)) = todo.pop() {
            match values[variable] {
                Some(known) if known == value => continue,
                Some(_) => return false,
                None => {}
            }
            values[variable] = Some(value);
            trail.push(variable);
            for &number in &self.occurrences[variable] {
                let mut open = Vec::new();
                let mut satisfied = false;
                for &(m, n, wanted) in &self.clauses[number] {
                    match values[place(m, n)] {
                        Some(known) => satisfied |= known == wanted,
                        None => open.push((place(m, n), wanted)),
                    }
                }
                open.sort_unstable();
                open.dedup();
                match (satisfied, open.len()) {
                    (true, _) => {}
                    (false, 0) => return false,
                    (false, 1) => todo.push(open[0]),
                    _ => {}
                }
            }
        }
        true
    }

    /// Returns whether `literal` holds in every model of `given`.
    pub(crate) fn entails(&self, given: &[Literal], (m, n, value): Literal) -> bool {
        let mut with_opposite = given.to_vec();
        with_opposite.push((m, n, !value));
        self.model(&with_opposite, &mut |_, _| true).is_none()
    }
}
