//! Which numbers of the pieces add up to the number of the sum.

use super::Turn;
use crosscram_values::switches::{SETS, SwitchVector};

/// The best way to pick numbers so far: their sum, and the picks.
type Pick = Option<(i16, Vec<(Turn, usize)>)>;

/// Chooses a number of each piece such that they add up to the sum's number without switches: the sets of
/// switches cancel, and one number is for moving first if the player moves first, else none. Empty if
/// there are no pieces.
pub(super) fn used(pieces: &[SwitchVector], turn: Turn) -> Vec<(Turn, usize)> {
    // By the number of picks for moving first (none or one) and the switches left over.
    let mut best: [[Pick; SETS]; 2] = Default::default();
    best[0][0] = Some((0, Vec::new()));
    for vector in pieces {
        let mut next: [[Pick; SETS]; 2] = Default::default();
        for (firsts, by_set) in best.iter().enumerate() {
            for (left_over, pick) in by_set.iter().enumerate() {
                let Some((value, picks)) = pick else {
                    continue;
                };
                for set in 0..SETS {
                    let mut try_pick = |firsts: usize, turn: Turn, number: i16| {
                        let entry = &mut next[firsts][left_over ^ set];
                        if entry
                            .as_ref()
                            .is_none_or(|(most, _)| value + number > *most)
                        {
                            let mut picks = picks.clone();
                            picks.push((turn, set));
                            *entry = Some((value + number, picks));
                        }
                    };
                    try_pick(firsts, Turn::Second, vector.second(set));
                    if firsts == 0 {
                        try_pick(1, Turn::First, vector.first(set));
                    }
                }
            }
        }
        best = next;
    }
    let [seconds, with_first] = best;
    let wanted = match turn {
        Turn::First => with_first,
        Turn::Second => seconds,
    };
    let [unswitched, ..] = wanted;
    unswitched.map(|(_, picks)| picks).unwrap_or_default()
}
