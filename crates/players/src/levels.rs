//! Levels for children and beginners: another player, and now and then a random move.

use crosscram_rules::Player;
use crosscram_support::random::{Random, seed_of};
use crosscram_support::stop::Stop;

use crate::contestant::{Choice, Contestant, Failure, Game, Turn};
use crate::spec::Spec;

/// A level from 1, which just moves, to 5, which never errs. `crosscram play` and the page have the same ones.
///
/// ```
/// use crosscram_players::Level;
///
/// assert_eq!(Level::ALL.len(), 5);
/// assert_eq!(Level::new(2).unwrap().summary(), "beginner");
/// assert!(Level::new(6).is_none());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// How many moves in a hundred are random, who makes the others, and what it is like.
const LEVELS: [(u64, &str, &str); 5] = [
    (100, "random", "just learnt it"),
    (60, "ordering", "beginner"),
    (30, "ordering", "careful"),
    (8, "ordering:depth=2", "strong"),
    (0, "perfect", "perfect"),
];

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; 5] = [Level(1), Level(2), Level(3), Level(4), Level(5)];

    /// The level of this number, from 1 to 5.
    pub fn new(number: u32) -> Option<Level> {
        Level::ALL
            .into_iter()
            .find(|level| level.number() == number)
    }

    /// Its number.
    pub fn number(self) -> u32 {
        self.0.into()
    }

    /// What it is like, in a word or two.
    pub fn summary(self) -> &'static str {
        self.row().2
    }

    /// Who chooses the move with this number, from 0, in a game with this seed, and the seed of that choice.
    pub fn mover(self, seed: u64, played: usize) -> (Spec, u64) {
        let (chance, name, _) = self.row();
        let by_chance = Random::new(seed_of([seed, played as u64, 0])).below(100) < *chance;
        let name = if by_chance { "random" } else { name };
        let spec = name.parse().expect("the table names players");
        // Another seed: the chance must not say which of the moves is chosen.
        (spec, seed_of([seed, played as u64, 1]))
    }

    fn row(self) -> &'static (u64, &'static str, &'static str) {
        &LEVELS[usize::from(self.0) - 1]
    }
}

/// A level as a player.
pub(crate) struct LevelPlayer {
    name: String,
    level: Level,
    game: Option<(Game, Player)>,
    seed: u64,
    stop: Stop,
    /// The players of the level that have moved before; the perfect one keeps its tables.
    movers: Vec<(Spec, Box<dyn Contestant>)>,
}

impl LevelPlayer {
    pub(crate) fn new(name: String, level: Level) -> LevelPlayer {
        LevelPlayer {
            name,
            level,
            game: None,
            seed: 0,
            stop: Stop::new(),
            movers: Vec::new(),
        }
    }

    fn player(&mut self, spec: Spec) -> &mut dyn Contestant {
        let known = self.movers.iter().position(|(other, _)| *other == spec);
        let index = known.unwrap_or_else(|| {
            self.movers.push((spec.clone(), spec.build()));
            self.movers.len() - 1
        });
        &mut *self.movers[index].1
    }
}

impl Contestant for LevelPlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn begin(&mut self, game: &Game, side: Player, seed: u64) -> Result<(), Failure> {
        self.game = Some((*game, side));
        self.seed = seed;
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Failure> {
        let (spec, seed) = self.level.mover(self.seed, turn.played.len());
        let (game, side) = self.game.unwrap_or((*turn.game, turn.side));
        let stop = self.stop.clone();
        let player = self.player(spec);
        player.heed(&stop);
        player.begin(&game, side, seed)?;
        player.choose(turn)
    }

    fn heed(&mut self, stop: &Stop) {
        self.stop = stop.clone();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::play_game;
    use crosscram_rules::Board;

    /// Random moves come from the whole board, whatever the chance of making them.
    #[test]
    fn chances_do_not_choose_the_place() {
        let game = Game::new(Board::empty(8, 8).unwrap());
        let turn = Turn::first(&game);
        for level in [2, 3, 4] {
            let level = Level::new(level).unwrap();
            let (mut random, mut low) = (0_usize, 0_usize);
            for seed in 0..4_000 {
                let (spec, seed) = level.mover(seed, 0);
                if spec.to_string() == "random" {
                    let mut player = spec.build();
                    player.begin(&game, turn.side, seed).unwrap();
                    let mov = player.choose(&turn).unwrap().mov;
                    random += 1;
                    low += usize::from(mov.cell().row() >= 4);
                }
            }
            let expected = 40 * level.row().0 as usize;
            assert!(random.abs_diff(expected) < 150, "{level:?}: {random}");
            // Upright tiles begin in seven rows, three of them below the middle.
            assert!(
                (low as f64 / random as f64 - 3.0 / 7.0).abs() < 0.1,
                "{level:?}: {low}"
            );
        }
    }

    /// Every level beats the one two below more often than not.
    #[test]
    fn higher_levels_are_stronger() {
        let game = Game::new(Board::empty(5, 5).unwrap());
        for pair in Level::ALL.windows(3) {
            let [weak, _, strong] = pair else {
                unreachable!()
            };
            let text = |level: &Level| format!("level:{}", level.number());
            let player = |level| text(level).parse::<Spec>().unwrap().build();
            let mut won = 0;
            for seed in 0..40 {
                let strong_first = seed % 2 == 0;
                let (mut one, mut other) = match strong_first {
                    true => (player(strong), player(weak)),
                    false => (player(weak), player(strong)),
                };
                let record = play_game([&mut *one, &mut *other], &game, seed, None);
                won += usize::from((record.winner == Player::Vertical) == strong_first);
            }
            assert!(won > 20, "{strong:?} wins {won} of 40 against {weak:?}");
        }
    }
}
