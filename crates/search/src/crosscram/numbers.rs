//! The number that is played along with a board.

use crosscram_rules::Dyadic;

/// A number and all numbers that moves in it can lead to.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    list: Vec<NumberMoves>,
}

#[derive(Clone, Copy, Debug)]
struct NumberMoves {
    number: Dyadic,
    /// By player index: a number of quarters that it is worth to the player at least.
    quarters: [i16; 2],
    /// By player index: where the player's move leads.
    after: [Option<usize>; 2],
}

impl Numbers {
    /// The number and what can become of it.
    pub(super) fn new(number: Dyadic) -> Self {
        let mut found = vec![number];
        let mut list = Vec::new();
        while let Some(&number) = found.get(list.len()) {
            let after = [number.left_option(), number.right_option()].map(|option| {
                let option = option?;
                Some(
                    found
                        .iter()
                        .position(|&known| known == option)
                        .unwrap_or_else(|| {
                            found.push(option);
                            found.len() - 1
                        }),
                )
            });
            let quarters = [floor_quarters(number, 1), floor_quarters(number, -1)];
            list.push(NumberMoves {
                number,
                quarters,
                after,
            });
        }
        Numbers { list }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// The number with an index.
    pub(super) fn number(&self, index: usize) -> Dyadic {
        self.list[index].number
    }

    /// The index of a number.
    pub(super) fn index(&self, number: Dyadic) -> Option<usize> {
        self.list.iter().position(|entry| entry.number == number)
    }

    /// What a number is at least worth to a player, in quarters.
    #[inline]
    pub(super) fn quarters(&self, number: usize, player: usize) -> i16 {
        self.list[number].quarters[player]
    }

    /// The number after a move of a player in it.
    #[inline]
    pub(super) fn after(&self, number: usize, player: usize) -> Option<usize> {
        self.list[number].after[player]
    }
}

/// The largest number of quarters that is not above the number times `sign`.
fn floor_quarters(number: Dyadic, sign: i128) -> i16 {
    let quarters = sign * i128::from(number.numerator()) * 4;
    let floor = quarters >> number.log2_denominator();
    i16::try_from(floor).expect("numbers beyond the size of the board are left out")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_their_options() {
        let numbers = Numbers::new("3/8".parse().expect("a number"));
        // 3/8, 1/4, 1/2, 0, 1.
        assert_eq!(numbers.len(), 5);
        let values: Vec<_> = (0..5).map(|i| numbers.quarters(i, 0)).collect();
        assert_eq!(values, [1, 1, 2, 0, 4]);
        assert_eq!(numbers.quarters(0, 1), -2);
        assert_eq!(numbers.after(0, 0), Some(1));
        assert_eq!(numbers.after(0, 1), Some(2));
        assert_eq!(numbers.after(3, 0), None);
        assert_eq!(numbers.after(4, 1), None);
        assert_eq!(Numbers::new("-3".parse().expect("a number")).len(), 4);
    }
}
