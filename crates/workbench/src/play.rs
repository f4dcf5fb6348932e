//! `play`: a move of a player of the crate `players`, of the perfect player, of a level for children,
//! or of the proof in a certificate.

use crate::Versioned;
use crate::desk::Desk;
use crate::request::{About, PlayFields, Refused, mover};
use crate::search::{Found, Searcher};
use crate::task::{Event, Progress, Slice, Task};
use crate::verify::Certificate;
use crosscram_players::{Claim, Game, Kind, Spec, Turn};
use crosscram_rules::{Board, Move, Player, Position};
use crosscram_support::random::seed_of;
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;

/// A move, and what is said of it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Chosen {
    #[serde(rename = "move")]
    mov: Move,
    /// `wins` or `loses` if that is proven.
    claim: Option<&'static str>,
    /// Where the move is from: the player's name, `proof` or `solver`.
    by: String,
}

/// The time of the perfect player for one move if nothing else is said.
const PATIENCE: Duration = Duration::from_secs(20);

/// Nodes spent on each move of a lost position to see which is hardest to refute.
const RESISTANCE: u64 = 2_000;

/// Who moves.
enum Mover {
    Bot(Spec),
    Perfect(Box<Search>),
    Proof(Arc<Certificate>, Box<Search>),
}

struct Search {
    searcher: Searcher,
    /// The moves of a lost position that were tried, with what they took.
    tried: Vec<(u64, Move)>,
    is_lost: bool,
}

struct Play {
    place: Position,
    game: Game,
    played: Vec<Move>,
    board: Board,
    side: Player,
    seed: u64,
    mover: Mover,
}

pub(crate) fn task(
    desk: &Desk,
    about: &About,
    request: &PlayFields,
) -> Result<Box<dyn Task>, Refused> {
    let (place, played) = about.game(&request.moves, desk.limits())?;
    let game = Game {
        board: place.board,
        tile: place.tile,
        first: mover(&place),
    };
    let (mut board, mut side) = (place.board, mover(&place));
    for &mov in &played {
        board = board.play(mov, place.tile).expect("checked before");
        side = side.opponent();
    }
    if !board.can_move(side, place.tile) {
        return Err(Refused::at(
            "position",
            format!("{side} cannot move: the game is over"),
        ));
    }
    let time = match about.seconds {
        Some(_) => desk.limits().time(about.seconds)?,
        None => desk.limits().time.min(PATIENCE),
    };
    let search = || {
        Box::new(Search {
            searcher: Searcher::new(desk.solver(&place.board, place.tile), time),
            tried: Vec::new(),
            is_lost: false,
        })
    };
    // Chances differ from move to move.
    let given = request.seed.unwrap_or(1);
    let mut seed = seed_of([given, played.len() as u64]);
    let mover = match request.player.strip_prefix("proof:") {
        Some(hash) => {
            let found = desk.certificate(hash);
            let unknown = || Refused::at("player", format!("no certificate {hash} is loaded"));
            let certificate = found.ok_or_else(unknown)?;
            if certificate.strategy().winner() != side {
                let message = format!("the proof plays {}", certificate.strategy().winner());
                return Err(Refused::at("player", message));
            }
            Mover::Proof(certificate, search())
        }
        None => {
            let named = request.player.parse::<Spec>();
            let mut spec = named.map_err(|error| Refused::at("player", error))?;
            if spec.kind() == Kind::Level {
                (spec, seed) = spec.settings().level.mover(given, played.len());
            }
            match spec.kind() {
                Kind::Perfect => Mover::Perfect(search()),
                _ if about.seconds.is_some() => {
                    let message = "only the perfect player and proofs have a time to set";
                    return Err(Refused::at("seconds", message));
                }
                _ => Mover::Bot(spec),
            }
        }
    };
    Ok(Box::new(Play {
        place,
        game,
        played,
        board,
        side,
        seed,
        mover,
    }))
}

impl Task for Play {
    fn step(&mut self, slice: &Slice, events: &mut Vec<Event>) -> Progress {
        let tile = self.place.tile;
        let (board, side) = (self.board, self.side);
        let chosen = match &mut self.mover {
            Mover::Proof(certificate, search) => match certificate.strategy().answer(&board) {
                Some(answer) => Some(Chosen {
                    mov: answer.mov,
                    claim: Some("wins"),
                    by: "proof".to_string(),
                }),
                None => search.go_on(&board, tile, side, slice),
            },
            Mover::Perfect(search) => search.go_on(&board, tile, side, slice),
            Mover::Bot(spec) => {
                let spec = spec.clone();
                events.push(self.ask_bot(&spec));
                return Progress::Done;
            }
        };
        let Some(chosen) = chosen else {
            return Progress::Working;
        };
        events.push(Event::new("answer", &Versioned::from(chosen)));
        Progress::Done
    }
}

impl Play {
    /// A move of a built-in player, which takes one step.
    fn ask_bot(&self, spec: &Spec) -> Event {
        let mut bot = spec.build();
        let turn = Turn {
            game: &self.game,
            played: &self.played,
            board: self.board,
            side: self.side,
            limit: None,
        };
        let begun = bot.begin(&self.game, self.side, self.seed);
        match begun.and_then(|()| bot.choose(&turn)) {
            Ok(choice) => {
                let chosen = Chosen {
                    mov: choice.mov,
                    claim: choice.claim.map(Claim::name),
                    by: spec.to_string(),
                };
                Event::new("answer", &Versioned::from(chosen))
            }
            Err(failure) => Event::new("error", &Refused::at("player", failure)),
        }
    }
}

impl Search {
    /// A winning move if there is one, else the move that is hardest to refute; where the time does
    /// not suffice, the move that the solver would try first.
    fn go_on(
        &mut self,
        board: &Board,
        tile: crosscram_rules::Tile,
        side: Player,
        slice: &Slice,
    ) -> Option<Chosen> {
        let chosen = |mov, claim| Chosen {
            mov,
            claim,
            by: "solver".to_string(),
        };
        let moves = || {
            let mut order = self.searcher.solver().evaluator(board, tile);
            order.moves(board, side)
        };
        if !self.is_lost {
            let moves = moves();
            match self.searcher.solve(board, tile, side, None, slice) {
                Found::NotYet => return None,
                Found::GivenUp => return Some(chosen(moves[0], None)),
                Found::Winner(winner, Some(mov)) if winner == side => {
                    return Some(chosen(mov, Some("wins")));
                }
                Found::Winner(winner, None) if winner == side => {
                    let found = self.searcher.winning_move(board, tile, side, slice);
                    return found.map(|mov| chosen(mov, Some("wins")));
                }
                Found::Winner(..) => self.is_lost = true,
            }
        }
        let moves = {
            let mut order = self.searcher.solver().evaluator(board, tile);
            order.moves(board, side)
        };
        for &mov in &moves[self.tried.len()..] {
            let before = self.searcher.nodes;
            let after = board.play(mov, tile).expect("a listed move is legal");
            let opponent = side.opponent();
            self.searcher
                .solve(&after, tile, opponent, Some(RESISTANCE), slice);
            self.tried.push((self.searcher.nodes - before, mov));
            if slice.is_over() && self.tried.len() < moves.len() {
                return None;
            }
        }
        // The first of those that took most.
        let hardest = self.tried.iter().rev().max_by_key(|(nodes, _)| *nodes);
        hardest.map(|&(_, mov)| chosen(mov, Some("loses")))
    }
}
