//! Smallest hitting sets by branch and bound.

use super::effort::{Cut, Effort};

/// The maximum number of steps in one search.
const MAX_STEPS: u64 = 20_000_000;
/// Sums of fractions are not exact; a bound that is this little above an integer is that integer.
const ROUNDING: f64 = 1e-6;

/// A smallest set of numbers below `count` that has a member in each of `sets`, in increasing order. `start` is one that
/// has, if any is known; if none is smaller, it is the answer.
pub(super) fn smallest_hitting_set(
    sets: &[Vec<usize>],
    count: usize,
    start: Option<&Vec<usize>>,
    effort: &mut Effort<'_>,
) -> Result<Vec<usize>, Cut> {
    let mut hits = vec![vec![0; sets.len().div_ceil(64)]; count];
    for (number, set) in sets.iter().enumerate() {
        for &member in set {
            hits[member][number / 64] |= 1 << (number % 64);
        }
    }
    let mut search = Hitting {
        sets,
        hits,
        banned: vec![false; count],
        used_in: vec![0; count],
        round: 0,
        degrees: vec![0; count],
        stack: Vec::new(),
        best: start.cloned(),
        steps: 0,
    };
    let mut all = vec![u64::MAX; sets.len() / 64];
    if !sets.len().is_multiple_of(64) {
        all.push((1 << (sets.len() % 64)) - 1);
    }
    search.extend(&all, effort)?;
    let mut best = search.best.unwrap_or_default();
    best.sort_unstable();
    Ok(best)
}

/// Removes sets that contain another one, which need no member of their own. The smallest come first afterwards.
pub(super) fn without_supersets(mut sets: Vec<Vec<usize>>, count: usize) -> Vec<Vec<usize>> {
    sets.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    let mut kept: Vec<(Vec<u64>, Vec<usize>)> = Vec::new();
    for set in sets {
        let mut bits = vec![0_u64; count.div_ceil(64)];
        set.iter()
            .for_each(|&member| bits[member / 64] |= 1 << (member % 64));
        let contains = |(smaller, _): &(Vec<u64>, Vec<usize>)| is_within(smaller, &bits);
        if !kept.iter().any(contains) {
            kept.push((bits, set));
        }
    }
    kept.into_iter().map(|(_, set)| set).collect()
}

/// Sets of sets are bits, by their places in the list.
struct Hitting<'a> {
    sets: &'a [Vec<usize>],
    /// The sets that each member hits.
    hits: Vec<Vec<u64>>,
    /// Members of which all hitting sets have been looked at.
    banned: Vec<bool>,
    /// The last round in which a member was used, so that nothing has to be cleared.
    used_in: Vec<u64>,
    round: u64,
    /// How many missed sets each member hits; correct for members of missed sets only.
    degrees: Vec<u32>,
    stack: Vec<usize>,
    best: Option<Vec<usize>>,
    steps: u64,
}

/// What a look at the missed sets says.
enum Look {
    /// A member of this set has to be chosen.
    Branch(usize),
    /// All sets are hit.
    Done,
    /// Nothing better can be found.
    Hopeless,
}

impl Hitting<'_> {
    /// Adds members until all of `missed` are hit.
    fn extend(&mut self, missed: &[u64], effort: &mut Effort<'_>) -> Result<(), Cut> {
        self.steps += 1;
        effort.step()?;
        if self.steps > MAX_STEPS {
            return Err(Cut::TooLarge);
        }
        let branch = match self.look(missed) {
            Look::Hopeless => return Ok(()),
            Look::Done => {
                self.best = Some(self.stack.clone());
                return Ok(());
            }
            Look::Branch(branch) => branch,
        };
        // The member that hits most first.
        let members = self.sets[branch].iter().copied();
        let mut order: Vec<usize> = members.filter(|&member| !self.banned[member]).collect();
        order.sort_by_key(|&member| (std::cmp::Reverse(self.degrees[member]), member));
        let mut tried: Vec<(usize, Vec<u64>)> = Vec::new();
        let mut cut = Ok(());
        for member in order {
            let hit = self.hits[member].iter().zip(missed);
            let hit: Vec<u64> = hit.map(|(hits, missed)| hits & missed).collect();
            // Whoever hits no more than a member that was tried can be exchanged for it.
            if tried.iter().any(|(_, more)| is_within(&hit, more)) {
                continue;
            }
            let rest: Vec<u64> = missed
                .iter()
                .zip(&hit)
                .map(|(all, hit)| all & !hit)
                .collect();
            self.stack.push(member);
            cut = self.extend(&rest, effort);
            self.stack.pop();
            // All sets with this member have been looked at.
            self.banned[member] = true;
            tried.push((member, hit));
            if cut.is_err() {
                break;
            }
        }
        for (member, _) in tried {
            self.banned[member] = false;
        }
        cut
    }

    /// Counts what the members hit, and computes two lower bounds of the members that are needed.
    fn look(&mut self, missed: &[u64]) -> Look {
        let best = self.best.as_ref().map_or(usize::MAX, Vec::len);
        for number in members(missed) {
            let set = &self.sets[number];
            set.iter().for_each(|&member| self.degrees[member] = 0);
        }
        // The set with the fewest members that are left.
        let (mut branch, mut fewest) = (None, usize::MAX);
        // Sets without a common member need one member each.
        let mut disjoint = 0;
        self.round += 1;
        for number in members(missed) {
            let (mut left, mut is_disjoint) = (0, true);
            for &member in &self.sets[number] {
                if !self.banned[member] {
                    left += 1;
                    self.degrees[member] += 1;
                    is_disjoint &= self.used_in[member] != self.round;
                }
            }
            if left == 0 {
                return Look::Hopeless;
            }
            if left < fewest {
                (branch, fewest) = (Some(number), left);
            }
            if is_disjoint {
                disjoint += 1;
                let set = &self.sets[number];
                set.iter()
                    .for_each(|&member| self.used_in[member] = self.round);
            }
        }
        let chosen = self.stack.len();
        let Some(branch) = branch else {
            return match chosen < best {
                true => Look::Done,
                false => Look::Hopeless,
            };
        };
        if chosen + disjoint >= best {
            return Look::Hopeless;
        }
        // Every set shares one member with as many sets at most as its best member hits, so these shares of a
        // member add up to no more than the members that are needed.
        let mut shares = 0.0;
        for number in members(missed) {
            let degrees = self.sets[number]
                .iter()
                .filter(|&&member| !self.banned[member])
                .map(|&member| self.degrees[member]);
            shares += 1.0 / f64::from(degrees.max().unwrap_or(1));
        }
        if chosen + (shares - ROUNDING).ceil() as usize >= best {
            return Look::Hopeless;
        }
        Look::Branch(branch)
    }
}

/// Returns whether all bits of the first are set in the second.
fn is_within(few: &[u64], many: &[u64]) -> bool {
    few.iter().zip(many).all(|(few, many)| few & !many == 0)
}

/// The numbers of the bits that are set, in increasing order.
fn members(bits: &[u64]) -> impl Iterator<Item = usize> {
    bits.iter().enumerate().flat_map(|(word, &bits)| {
        let rest = std::iter::successors(Some(bits), |bits| Some(bits & bits.wrapping_sub(1)));
        let places = rest.take_while(|&bits| bits != 0).map(u64::trailing_zeros);
        places.map(move |place| 64 * word + place as usize)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscram_support::random::Random;

    /// The size of a smallest hitting set, by looking at all sets of members.
    fn by_definition(sets: &[Vec<usize>], count: usize) -> u32 {
        let hits = |chosen: u32| {
            let hit = |set: &Vec<usize>| set.iter().any(|&member| chosen >> member & 1 == 1);
            sets.iter().all(hit)
        };
        let chosen = (0..1_u32 << count).filter(|&chosen| hits(chosen));
        chosen.map(u32::count_ones).min().expect("no set is empty")
    }

    #[test]
    fn as_small_as_the_definition_says() {
        let mut random = Random::new(17);
        for round in 0..600 {
            let count = 3 + random.index(9);
            let number = 1 + random.index(if round % 10 == 0 { 90 } else { 14 });
            let sets = (0..number).map(|_| {
                let size = 1 + random.index(4);
                let mut set: Vec<usize> = (0..size).map(|_| random.index(count)).collect();
                set.sort_unstable();
                set.dedup();
                set
            });
            let sets: Vec<Vec<usize>> = sets.collect();
            let wanted = by_definition(&sets, count) as usize;
            let everything: Vec<usize> = (0..count).collect();
            let few = without_supersets(sets.clone(), count);
            for (sets, start) in [(&sets, None), (&few, None), (&few, Some(&everything))] {
                let mut goes_on = || true;
                let effort = &mut Effort::new(&mut goes_on);
                let found = smallest_hitting_set(sets, count, start, effort).unwrap();
                assert_eq!(found.len(), wanted, "{sets:?}");
            }
            let mut goes_on = || true;
            let effort = &mut Effort::new(&mut goes_on);
            let found = smallest_hitting_set(&few, count, None, effort).unwrap();
            let hit = |set: &Vec<usize>| set.iter().any(|member| found.contains(member));
            assert!(sets.iter().all(hit), "{sets:?} {found:?}");
        }
    }
}
