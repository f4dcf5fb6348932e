//! The single results that Table 2 determines, though it prints only sums.
//!
//! Its four worst bots win as many games as they play among themselves, so none against the others. Before
//! section 3.1 they leave nothing to chance, so of ten games of a pairing either all are won or none.
//! Then their sums allow only one table of who beat whom.

use super::PUBLISHED_GAMES;
use super::contest::CrossTable;
use super::papers::Published;

/// The number of bots.
const WORST: usize = 4;

/// Whether the bot of a row wins as Vertical against that of a column.
pub(super) type Results = [[bool; WORST]; WORST];

/// The results of the four worst bots against each other, if their wins allow only one table.
pub(super) fn determined(published: &[Published]) -> Option<Results> {
    let worst = published.get(..WORST)?;
    let fits = |results: &Results| {
        worst.iter().enumerate().all(|(i, bot)| {
            let won = results[i].iter().filter(|won| **won).count() as u64;
            let lost = results.iter().filter(|row| row[i]).count() as u64;
            bot.wins.vertical == PUBLISHED_GAMES * won
                && bot.wins.horizontal == PUBLISHED_GAMES * (WORST as u64 - lost)
        })
    };
    let all = (0u32..1 << (WORST * WORST)).map(|bits| {
        let won = |i: usize, j: usize| bits >> (WORST * i + j) & 1 == 1;
        std::array::from_fn(|i| std::array::from_fn(|j| won(i, j)))
    });
    let mut fitting = all.filter(fits);
    let found = fitting.next()?;
    fitting.next().is_none().then_some(found)
}

/// How many of these results a tournament of ours has, counting a pairing by the majority of its games.
pub(super) fn agreeing(results: &Results, table: &CrossTable) -> usize {
    let pairs = (0..WORST).flat_map(|i| (0..WORST).map(move |j| (i, j)));
    pairs
        .filter(|&(i, j)| results[i][j] == (2 * table.won(i, j) > table.games()))
        .count()
}

#[cfg(test)]
mod tests {
    use super::super::tables::setting;
    use super::*;

    #[test]
    fn table_2_determines_them_and_table_1_does_not() {
        let found = determined(&setting("2").published).unwrap();
        // TotalVote, Majority, SubgameOnly, Overlap.
        let expected = [
            [true, true, false, false],
            [true, true, true, false],
            [true, true, true, false],
            [true, true, true, true],
        ];
        assert_eq!(found, expected);
        assert_eq!(determined(&setting("1").published), None);
    }
}
