//! Games as plain trees, with the definitions and nothing else.

use crosscram_rules::{Board, Player, Tile};
use crosscram_values::games::{Game, Games};

/// A game by its options.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Naive {
    pub(crate) left: Vec<Naive>,
    pub(crate) right: Vec<Naive>,
}

impl Naive {
    pub(crate) fn integer(n: i64) -> Naive {
        let before = |m| vec![Naive::integer(m)];
        Naive {
            left: if n > 0 { before(n - 1) } else { Vec::new() },
            right: if n < 0 { before(n + 1) } else { Vec::new() },
        }
    }

    pub(crate) fn of_board(board: &Board, tile: Tile) -> Naive {
        let after = |player| {
            let moves = board.moves(player, tile);
            moves
                .map(|mov| Naive::of_board(&board.play(mov, tile).unwrap(), tile))
                .collect()
        };
        Naive {
            left: after(Player::Vertical),
            right: after(Player::Horizontal),
        }
    }

    pub(crate) fn at_most(&self, other: &Naive) -> bool {
        !self.left.iter().any(|option| other.at_most(option))
            && !other.right.iter().any(|option| option.at_most(self))
    }

    pub(crate) fn negative(&self) -> Naive {
        let all = |options: &[Naive]| options.iter().map(Naive::negative).collect();
        Naive {
            left: all(&self.right),
            right: all(&self.left),
        }
    }

    pub(crate) fn sum(&self, other: &Naive) -> Naive {
        let side = |mine: &[Naive], theirs: &[Naive]| {
            let mine = mine.iter().map(|option| option.sum(other));
            mine.chain(theirs.iter().map(|option| self.sum(option)))
                .collect()
        };
        Naive {
            left: side(&self.left, &other.left),
            right: side(&self.right, &other.right),
        }
    }

    /// The canonical form: options in canonical form, then dominated ones dropped and reversible
    /// ones bypassed, one at a time, until nothing is left to do.
    pub(crate) fn canonical(&self) -> Naive {
        let all = |options: &[Naive]| options.iter().map(Naive::canonical).collect();
        let mut game = Naive {
            left: all(&self.left),
            right: all(&self.right),
        };
        while game.simplify_left() || {
            let mut turned = game.negative();
            let changed = turned.simplify_left();
            game = turned.negative();
            changed
        } {}
        game.left.sort();
        game.right.sort();
        game
    }

    fn simplify_left(&mut self) -> bool {
        for i in 0..self.left.len() {
            let option = &self.left[i];
            let dominated = (0..self.left.len()).any(|j| j != i && option.at_most(&self.left[j]));
            if dominated {
                self.left.remove(i);
                return true;
            }
            if let Some(through) = option.right.iter().find(|through| through.at_most(self)) {
                let instead = through.left.clone();
                self.left.remove(i);
                self.left.extend(instead);
                return true;
            }
        }
        false
    }

    /// The same game in an arena.
    pub(crate) fn build(&self, games: &mut Games) -> Game {
        let [left, right] = [&self.left, &self.right].map(|options| -> Vec<Game> {
            options.iter().map(|option| option.build(games)).collect()
        });
        games.construct(&left, &right).unwrap()
    }

    /// The canonical form of a game of an arena, as a tree.
    pub(crate) fn of_game(games: &mut Games, game: Game) -> Naive {
        let left = games.left_options(game).unwrap();
        let right = games.right_options(game).unwrap();
        let mut all = |options: Vec<Game>| {
            let trees = options
                .into_iter()
                .map(|option| Naive::of_game(games, option));
            let mut trees: Vec<Naive> = trees.collect();
            trees.sort();
            trees
        };
        Naive {
            left: all(left),
            right: all(right),
        }
    }
}
