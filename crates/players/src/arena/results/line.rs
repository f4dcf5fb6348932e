//! The lines of a file of results.

use crate::{Claim, Ending, Failure, Game, Record};
use crosscram_rules::{Player, Tile};
use serde::{Deserialize, Serialize};

use crate::arena::SavedGame;
use crate::arena::plan::{Fixture, Plan};

/// Version of the file; raised when a key changes its meaning or goes away.
const SCHEMA: u32 = 1;

/// The first line: what the tournament is. Two tournaments are the same if this is.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Header {
    schema: u32,
    kind: String,
    players: Vec<String>,
    boards: Vec<String>,
    tile: u32,
    games: usize,
    opening: usize,
    seed: u64,
    limit_ms: Option<u64>,
    start_limit_ms: u64,
    program_limit_ms: u64,
}

impl Header {
    pub(super) fn new(plan: &Plan) -> Header {
        let milliseconds = |time: std::time::Duration| time.as_millis() as u64;
        Header {
            schema: SCHEMA,
            kind: "crosscram tournament".to_string(),
            players: plan.names(),
            boards: plan.boards.iter().map(ToString::to_string).collect(),
            tile: plan.tile.length(),
            games: plan.games,
            opening: plan.opening,
            seed: plan.seed,
            limit_ms: plan.limit.map(milliseconds),
            start_limit_ms: milliseconds(plan.programs.start),
            program_limit_ms: milliseconds(plan.programs.turn),
        }
    }

    pub(super) fn text(&self) -> String {
        let text = serde_json::to_string(self).expect("a header has only texts as keys");
        text + "\n"
    }

    /// Returns whether `bytes` are a beginning of this line.
    pub(super) fn starts_with(&self, bytes: &[u8]) -> bool {
        self.text().as_bytes().starts_with(bytes)
    }

    /// Returns an error that names the first difference if the file is of another tournament.
    pub(super) fn check(&self, bytes: &[u8]) -> Result<(), String> {
        let Ok(found) = serde_json::from_slice::<serde_json::Value>(bytes) else {
            return Err("this is not a file of results".to_string());
        };
        let own = serde_json::to_value(self).expect("a header has only texts as keys");
        let own = own.as_object().expect("a header is an object");
        for (key, wanted) in own {
            let found = &found[key.as_str()];
            if found != wanted {
                return Err(format!(
                    "this is the file of another tournament: {key} is {found}, not {wanted}"
                ));
            }
        }
        Ok(())
    }
}

/// How a game ended, in a word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// The loser had no move.
    NoMove,
    /// The loser tried an illegal move.
    Illegal,
    /// The loser answered too late.
    Late,
    /// The loser gave up.
    Resigned,
    /// The loser's program ended or answered nonsense.
    Broken,
}

impl Ended {
    /// Converts the ending of a game that was not called off.
    fn of(ending: &Ending) -> Ended {
        match ending {
            Ending::NoMove => Ended::NoMove,
            Ending::Illegal { .. } => Ended::Illegal,
            Ending::Failed(Failure::Late { .. }) => Ended::Late,
            Ending::Failed(Failure::Resigned) => Ended::Resigned,
            Ending::Failed(_) => Ended::Broken,
        }
    }
}

/// One game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultLine {
    /// Its number, from 1.
    pub game: usize,
    /// The position at the beginning.
    pub board: String,
    /// Who moved first.
    pub first: Player,
    /// Who played Vertical.
    pub vertical: String,
    /// Who played Horizontal.
    pub horizontal: String,
    /// The seed of the game.
    pub seed: u64,
    /// Who won.
    pub winner: Player,
    /// How the game ended.
    pub ended: Ended,
    /// Why the game was lost, if not by having no move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The moves, separated by blanks.
    pub moves: String,
    /// One character per move: `+` if its player claimed to win, `-` if it claimed that the position
    /// was lost, `.` for no claim. Absent if there are no claims.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claims: Option<String>,
}

impl ResultLine {
    /// Makes the line of a record.
    pub fn new(fixture: &Fixture, record: &Record, names: &[String]) -> ResultLine {
        let moves: Vec<String> = record.moves().map(|mov| mov.to_string()).collect();
        let claims: String = record
            .played
            .iter()
            .map(|played| match played.claim {
                Some(Claim::Wins) => '+',
                Some(Claim::Loses) => '-',
                None => '.',
            })
            .collect();
        let ended = Ended::of(&record.ending);
        ResultLine {
            game: fixture.number + 1,
            board: fixture.game.board.to_string(),
            first: fixture.game.first,
            vertical: names[fixture.sides[0]].clone(),
            horizontal: names[fixture.sides[1]].clone(),
            seed: fixture.seed,
            winner: record.winner,
            ended,
            reason: (ended != Ended::NoMove).then(|| record.ending.to_string()),
            moves: moves.join(" "),
            claims: claims.contains(['+', '-']).then_some(claims),
        }
    }

    /// Returns whether a player claimed to win and then had no move left.
    pub fn has_broken_claim(&self) -> bool {
        let claims = self.claims.as_deref().unwrap_or_default();
        let by_rule = self.ended == Ended::NoMove;
        let mut moves = self.moves.split(' ').zip(claims.chars());
        by_rule && moves.any(|(mov, claim)| claim == '+' && !mov.starts_with(self.winner.letter()))
    }

    pub(super) fn text(&self) -> String {
        let text = serde_json::to_string(self).expect("a line has only texts as keys");
        text + "\n"
    }

    /// Reads the line of a fixture and checks it.
    pub(super) fn read(
        bytes: &[u8],
        fixture: &Fixture,
        names: &[String],
    ) -> Result<ResultLine, String> {
        let line: ResultLine = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        let game = &fixture.game;
        let same = line.game == fixture.number + 1
            && line.board.parse() == Ok(game.board)
            && line.first == game.first
            && line.vertical == names[fixture.sides[0]]
            && line.horizontal == names[fixture.sides[1]]
            && line.seed == fixture.seed;
        if !same {
            return Err(format!(
                "this is not game {} of the plan",
                fixture.number + 1
            ));
        }
        line.check_moves(game)?;
        Ok(line)
    }

    /// The game move by move, with tiles of this length. An error if it is not one by the rules.
    pub fn replay(&self, tile: Tile) -> Result<SavedGame, String> {
        let board = self.board.parse();
        let board = board.map_err(|error| format!("board: {error}"))?;
        let mut game = SavedGame::new(Game {
            board,
            tile,
            first: self.first,
        });
        game.play_all(self.moves.split_terminator(' '))?;
        Ok(game)
    }

    /// Checks that the moves are legal and lead to the result.
    fn check_moves(&self, game: &Game) -> Result<(), String> {
        let played = self.replay(game.tile)?;
        let count = played.moves().len();
        let over = played.winner().is_some();
        if over != (self.ended == Ended::NoMove) && !(over && count == 0) {
            return Err("the moves do not lead to the end of the game".to_string());
        }
        let claims = self.claims.as_ref();
        let claimed = claims.is_none_or(|text| {
            text.chars().count() == count && text.chars().all(|c| "+-.".contains(c))
        });
        if !claimed {
            return Err("the claims do not fit the moves".to_string());
        }
        // A program that cannot be started loses even if its opponent is to move.
        let before_any_move = count == 0 && self.ended == Ended::Broken;
        match self.winner == played.side().opponent() || before_any_move {
            true => Ok(()),
            false => Err(format!(
                "the moves do not make {} win",
                self.winner.letter()
            )),
        }
    }
}
