//! The theory of short partizan games: values in canonical form, and their properties.
//!
//! A game is written {its Left options | its Right options}; Left is Vertical. Two games are equal
//! if they behave alike in every sum, and each class of equal games has one smallest member, its
//! canonical form (Conway, *On Numbers and Games*, 1976; Siegel, *Combinatorial Game Theory*,
//! 2013, chapter II). [`Games`] keeps canonical forms only, each once, and names it by a small
//! [`Game`]: equality of games is equality of names.
//!
//! ```
//! use crosscram_values::games::Games;
//!
//! let mut games = Games::new();
//! let up = games.parse("{0|*}")?;
//! let sum = games.parse("{1|-1} + {1|-1} + ^")?;
//! assert_eq!(up, sum);
//! assert_eq!(games.text(up), "^");
//! # Ok::<(), crosscram_values::games::ValueTextError>(())
//! ```
//!
//! | file | what is there |
//! |---|---|
//! | `stop.rs` | the numbers where play stops |
//! | `arena.rs`, `cache.rs` | games by name; bounded caches of results |
//! | `canonical.rs`, `compare.rs`, `sum.rs` | canonical forms, comparison, sum and negation |
//! | `build.rs` | nimbers, ups, tinies, switches, ordinal sum, cooling and heating |
//! | `thermograph.rs` | walls, mean, temperature |
//! | `reduced.rs`, `atomic.rs` | games up to infinitesimals; atomic weights of infinitesimals |
//! | `analysis.rs` | outcome, birthday, incentives |
//! | `form.rs`, `print.rs`, `latex.rs` | names of well-known games, and their text |
//! | `expression.rs`, `parse.rs`, `evaluate.rs`, `text_error.rs` | sums, differences and comparisons as text |

mod analysis;
mod arena;
mod atomic;
mod build;
mod cache;
mod canonical;
mod compare;
mod error;
mod evaluate;
mod expression;
mod form;
mod latex;
mod parse;
mod print;
mod reduced;
mod stop;
mod sum;
mod text_error;
mod thermograph;

pub use analysis::Incentives;
pub use arena::{Game, Games, Interrupt, MAX_DEPTH};
pub use compare::Comparison;
pub use error::GameError;
pub(crate) use evaluate::{Evaluator, atom as evaluate_atom, sum as evaluate};
pub use expression::{Atom, Expression, Relation, Statement, Term};
pub use form::Form;
pub use text_error::ValueTextError;
pub use thermograph::{Thermograph, Wall};
