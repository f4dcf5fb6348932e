//! Thermographs: the value of a game when every move costs a tax.
//!
//! The Left wall at temperature t is the best that Left can get moving first when each move costs t, the
//! Right wall the best for Right moving first; where they meet, the mast begins, at the mean value, and
//! the lowest meeting point is the temperature (Conway 1976, chapter 9; Berlekamp, Conway and
//! Guy 1982, chapter 6). As in CGSuite, thermographs begin at −1, so that integers have
//! temperature −1 and fractions with denominator 2^k have −2^-k.

use crosscram_rules::Dyadic;
use serde::Serialize;
use std::sync::Arc;

use super::{Game, GameError, Games};

/// One wall: its corners as (value, temperature) from temperature −1 upward. Between corners it is
/// straight, above the last it is vertical.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Wall {
    corners: Vec<(Dyadic, Dyadic)>,
}

/// Both walls of a game.
///
/// ```
/// use crosscram_values::games::Games;
///
/// let mut games = Games::new();
/// let game = games.parse("{3/2|*}")?;
/// let thermograph = games.thermograph(game)?;
/// assert_eq!(thermograph.left().to_string(), "(2, -1) (2, -1/2) (3/4, 3/4)");
/// assert_eq!(thermograph.right().to_string(), "(0, -1) (0, 0) (3/4, 3/4)");
/// assert_eq!(thermograph.mean().to_string(), "3/4");
/// assert_eq!(thermograph.temperature().to_string(), "3/4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Thermograph {
    left: Wall,
    right: Wall,
}

impl Wall {
    /// The corners as (value, temperature), at least one; the first has temperature −1.
    pub fn corners(&self) -> &[(Dyadic, Dyadic)] {
        &self.corners
    }

    /// The value at a temperature; below −1, that at −1.
    pub fn at(&self, temperature: Dyadic) -> Result<Dyadic, GameError> {
        Ok(Path::of_wall(self).at(temperature)?.0)
    }
}

impl std::fmt::Display for Wall {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (i, (value, temperature)) in self.corners.iter().enumerate() {
            let blank = if i > 0 { " " } else { "" };
            write!(f, "{blank}({value}, {temperature})")?;
        }
        Ok(())
    }
}

impl Thermograph {
    /// The wall of Left, on the side of the larger values.
    pub fn left(&self) -> &Wall {
        &self.left
    }

    /// The wall of Right.
    pub fn right(&self) -> &Wall {
        &self.right
    }

    /// The mean value: where the mast stands.
    pub fn mean(&self) -> Dyadic {
        self.top().0
    }

    /// The temperature: where the mast begins.
    pub fn temperature(&self) -> Dyadic {
        let (left, right) = (
            self.top().1,
            self.right.corners.last().map(|corner| corner.1),
        );
        // One wall may be vertical from lower down than the other.
        right.map_or(left, |right| left.max(right))
    }

    fn top(&self) -> (Dyadic, Dyadic) {
        *self.left.corners.last().expect("a wall has a corner")
    }

    fn mast(number: Dyadic) -> Thermograph {
        let wall = Wall {
            corners: vec![(number, Dyadic::MINUS_ONE)],
        };
        Thermograph {
            left: wall.clone(),
            right: wall,
        }
    }
}

/// A piecewise linear function of the temperature from −1 on, with slopes −1, 0 and 1: where each
/// piece begins, its value there and its slope.
#[derive(Clone, Debug)]
struct Path(Vec<Segment>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Segment {
    from: Dyadic,
    value: Dyadic,
    slope: i64,
}

impl Path {
    fn of_wall(wall: &Wall) -> Path {
        let corners = &wall.corners;
        let pieces = corners.iter().enumerate().map(|(i, &(value, from))| {
            let slope = match corners.get(i + 1) {
                None => 0,
                Some((next, _)) => (next.units() - value.units()).signum(),
            };
            Segment { from, value, slope }
        });
        Path(pieces.collect())
    }

    /// Plus `sign` times the temperature: the tax that the mover paid, or earned.
    fn taxed(mut self, sign: i64) -> Result<Path, GameError> {
        for piece in &mut self.0 {
            piece.value = piece.value.plus(times(sign, piece.from)?)?;
            piece.slope += sign;
        }
        Ok(self)
    }

    /// Value at a temperature, and slope from there on.
    fn at(&self, temperature: Dyadic) -> Result<(Dyadic, i64), GameError> {
        let after = self.0.partition_point(|piece| piece.from <= temperature);
        let piece = &self.0[after.saturating_sub(1)];
        let past = temperature.max(piece.from).minus(piece.from)?;
        Ok((piece.value.plus(times(piece.slope, past)?)?, piece.slope))
    }

    /// Temperatures at which either function may have a corner.
    fn corners_of_both(&self, other: &Path) -> Vec<Dyadic> {
        let mut corners: Vec<Dyadic> = self.0.iter().chain(&other.0).map(|p| p.from).collect();
        corners.sort_unstable();
        corners.dedup();
        corners
    }

    /// The larger of both everywhere (`sense` 1), or the smaller (`sense` −1).
    fn envelope(&self, other: &Path, sense: i64) -> Result<Path, GameError> {
        let corners = self.corners_of_both(other);
        let mut pieces: Vec<Segment> = Vec::with_capacity(corners.len() + 2);
        let mut push = |piece: Segment| match pieces.last() {
            Some(last) if last.slope == piece.slope => {}
            _ => pieces.push(piece),
        };
        for (i, &from) in corners.iter().enumerate() {
            let (mut ahead, mut behind) = (self.at(from)?, other.at(from)?);
            let rank = |(value, slope): (Dyadic, i64)| (sense * value.units(), sense * slope);
            if rank(ahead) < rank(behind) {
                std::mem::swap(&mut ahead, &mut behind);
            }
            push(Segment {
                from,
                value: ahead.0,
                slope: ahead.1,
            });
            // Slopes here differ by 0 or 1, so the one behind catches up after as long as it is
            // behind.
            let gain = sense * (behind.1 - ahead.1);
            if gain > 0 {
                let gap = times(sense, ahead.0.minus(behind.0)?)?;
                let (from, value) = (from.plus(gap)?, ahead.0.plus(times(ahead.1, gap)?)?);
                if corners.get(i + 1).is_none_or(|&next| from < next) {
                    push(Segment {
                        from,
                        value,
                        slope: behind.1,
                    });
                }
            }
        }
        Ok(Path(pieces))
    }

    /// The first temperature at which `self` is no longer above `other`, and the value there.
    fn first_meeting(&self, other: &Path) -> Result<(Dyadic, Dyadic), GameError> {
        let corners = self.corners_of_both(other);
        for (i, &from) in corners.iter().enumerate() {
            let ((high, down), (low, up)) = (self.at(from)?, other.at(from)?);
            let gap = high.minus(low)?;
            if gap <= Dyadic::ZERO {
                return Ok((high, from));
            }
            let wait = match up - down {
                ..=0 => continue,
                1 => gap,
                _ => gap.half()?,
            };
            let meeting = from.plus(wait)?;
            if corners.get(i + 1).is_none_or(|&next| meeting <= next) {
                return Ok((high.plus(times(down, wait)?)?, meeting));
            }
        }
        // Left's scaffold falls in the end and Right's rises, so the last piece has a meeting.
        Err(GameError::Overflow)
    }

    /// The function below `temperature`, and the constant `mean` from there on, as a wall.
    fn frozen(&self, mean: Dyadic, temperature: Dyadic) -> Wall {
        let below = self.0.iter().filter(|piece| piece.from < temperature);
        let mut corners: Vec<(Dyadic, Dyadic)> = below.map(|p| (p.value, p.from)).collect();
        let vertical = corners.last().is_some_and(|corner| corner.0 == mean);
        if !vertical {
            corners.push((mean, temperature));
        }
        Wall { corners }
    }
}

fn times(sign: i64, number: Dyadic) -> Result<Dyadic, GameError> {
    Ok(Dyadic::from_units(sign * number.units())?)
}

impl Games {
    /// The thermograph of `game`.
    pub fn thermograph(&mut self, game: Game) -> Result<Arc<Thermograph>, GameError> {
        if let Some(known) = self.thermographs.get(&game) {
            return Ok(Arc::clone(known));
        }
        let number = self.as_number(game);
        let thermograph = match number.filter(|x| x.is_integer()) {
            Some(integer) => Thermograph::mast(integer),
            None => {
                let mut left: Option<Path> = None;
                for option in self.left_options(game)? {
                    let wall = &self.thermograph(option)?.right;
                    let scaffold = Path::of_wall(wall).taxed(-1)?;
                    left = Some(match left {
                        None => scaffold,
                        Some(best) => best.envelope(&scaffold, 1)?,
                    });
                }
                let mut right: Option<Path> = None;
                for option in self.right_options(game)? {
                    let wall = &self.thermograph(option)?.left;
                    let scaffold = Path::of_wall(wall).taxed(1)?;
                    right = Some(match right {
                        None => scaffold,
                        Some(best) => best.envelope(&scaffold, -1)?,
                    });
                }
                // A canonical form that is no integer has options on both sides.
                let left = left.expect("Left has an option");
                let right = right.expect("Right has an option");
                let (mean, temperature) = left.first_meeting(&right)?;
                Thermograph {
                    left: left.frozen(mean, temperature),
                    right: right.frozen(mean, temperature),
                }
            }
        };
        let thermograph = Arc::new(thermograph);
        self.thermographs.insert(game, Arc::clone(&thermograph));
        Ok(thermograph)
    }

    /// The mean value of `game`.
    pub fn mean(&mut self, game: Game) -> Result<Dyadic, GameError> {
        match self.as_number(game) {
            Some(x) => Ok(x),
            None => Ok(self.thermograph(game)?.mean()),
        }
    }

    /// The temperature of `game`.
    pub fn temperature(&mut self, game: Game) -> Result<Dyadic, GameError> {
        match self.as_number(game) {
            Some(x) => Ok(x.temperature()),
            None => Ok(self.thermograph(game)?.temperature()),
        }
    }
}
