//! `play`: a move of a player of the crate `players`, of the perfect player, of a level for children,
//! or of the proof in a certificate.

use crate::Versioned;
use crate::desk::{Desk, Lent};
use crate::explain::cells;
use crate::request::{About, PlayFields, Refused, mover};
use crate::task::{Event, Progress, Slice, Task};
use crate::verify::Certificate;
use crosscram_players::{Claim, Game, Kind, Spec, Turn};
use crosscram_rules::{Board, Move, Player, Question, Tile};
use crosscram_search::analysis::{Analyser, Limits, Wish};
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

/// Who moves.
enum Mover {
    Bot(Spec),
    Perfect(Box<Thought>),
    Proof(Arc<Certificate>, Box<Thought>),
}

/// The search for a move: a winning one if there is any, else the one that is hardest to refute.
struct Thought {
    solver: Lent,
    analyser: Analyser,
}

struct Play {
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
    let thought = || -> Result<_, Refused> {
        let solver = desk.session(&Question::new(board, place.tile, side))?;
        let limits = Limits {
            nodes: u64::MAX,
            cells: cells(&board),
            time: Some(time),
        };
        let analyser = Analyser::new(&board, place.tile, &[side], &solver, limits);
        Ok(Box::new(Thought {
            solver,
            analyser: analyser.wishing(Wish::Move),
        }))
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
            Mover::Proof(certificate, thought()?)
        }
        None => {
            let named = request.player.parse::<Spec>();
            let mut spec = named.map_err(|error| Refused::at("player", error))?;
            if spec.kind() == Kind::Level {
                (spec, seed) = spec.settings().level.mover(given, played.len());
            }
            match spec.kind() {
                Kind::Perfect => Mover::Perfect(thought()?),
                _ if about.seconds.is_some() => {
                    let message = "only the perfect player and proofs have a time to set";
                    return Err(Refused::at("seconds", message));
                }
                _ => Mover::Bot(spec),
            }
        }
    };
    Ok(Box::new(Play {
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
        let chosen = match &mut self.mover {
            Mover::Proof(certificate, thought) => {
                match certificate.strategy().answer(&self.board) {
                    Some(answer) => Some(Chosen {
                        mov: answer.mov,
                        claim: Some("wins"),
                        by: "proof".to_string(),
                    }),
                    None => thought.go_on(&self.board, self.game.tile, slice),
                }
            }
            Mover::Perfect(thought) => thought.go_on(&self.board, self.game.tile, slice),
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

impl Thought {
    /// The move, once it is found; where the time does not suffice, the one that the solver would try first.
    fn go_on(&mut self, board: &Board, tile: Tile, slice: &Slice) -> Option<Chosen> {
        let (analyser, control) = (&mut self.analyser, slice.control());
        if !analyser.go_on(&self.solver, &control, &mut |_| Wish::Move) {
            return None;
        }
        let side = &analyser.sides()[0];
        let found = side.line.as_ref().and_then(|line| line.moves.first());
        let claim = match side.winner {
            Some(winner) if winner != side.first => Some("loses"),
            _ => found.map(|_| "wins"),
        };
        Some(Chosen {
            mov: match found {
                Some(mov) => *mov,
                None => self.solver.evaluator(board, tile).moves(board, side.first)[0],
            },
            claim,
            by: "solver".to_string(),
        })
    }
}
