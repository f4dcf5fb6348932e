//! A game in progress: executes the commands that are typed.

use super::against;
use super::judge::{self, Judged};
use super::order::{self, HELP, Order};
use super::view;
use crate::args::PlayArgs;
use crate::drawing::Colour;
use crate::figure::{self, Format};
use crate::input;
use crate::text::{self, Align};
use crate::watch::Watch;
use crosscram_arena::{SavedGame, Seat};
use crosscram_players::{Claim, Failure, Turn};
use crosscram_proof::certificate::Strategy;
use crosscram_rules::{Cell, Move, Player, Tile};
use crosscram_support::{atomic, random::seed_of};
use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::sync::Arc;

/// The player on the other side of the board.
pub(super) struct Machine {
    pub(super) side: Player,
    pub(super) name: String,
    /// The proof that it plays, if any.
    pub(super) proof: Option<Arc<Strategy>>,
    pub(super) seat: Seat,
    /// Why it could not begin.
    pub(super) failure: Option<Failure>,
}

pub(super) struct Session<'a, W: Write> {
    pub(super) out: W,
    pub(super) args: &'a PlayArgs,
    pub(super) watch: &'a Watch,
    pub(super) game: SavedGame,
    pub(super) machine: Option<Machine>,
    pub(super) seed: u64,
    /// Who has resigned.
    pub(super) given_up: Option<Player>,
    /// The machine has given no move where it should.
    pub(super) failed: bool,
    pub(super) colours: bool,
    pub(super) width: usize,
}

/// Reads a saved game.
pub(super) fn read_game(path: &Path) -> Result<SavedGame, String> {
    let name = path.display();
    let text = fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
    SavedGame::parse(&text).map_err(|error| format!("{name}: {error}"))
}

impl<W: Write> Session<'_, W> {
    /// Announces the game and draws it.
    pub(super) fn begin(&mut self) -> io::Result<()> {
        let start = self.game.start();
        let (board, tile) = (input::name(&start.board), start.tile);
        let players = match &self.machine {
            None => "two people".to_string(),
            Some(machine) => format!(
                "you are {}, {} is {} (seed {})",
                machine.side.opponent(),
                machine.name,
                machine.side,
                self.seed
            ),
        };
        // A long position is drawn below anyway.
        let board = match board.len() {
            0..=20 => board,
            _ => format!("{}x{}", start.board.rows(), start.board.cols()),
        };
        let tiles = match tile {
            Tile::DOMINO => String::new(),
            tile => format!(", tiles of {}", tile.length()),
        };
        writeln!(self.out, "{board}{tiles}: {players}")?;
        writeln!(self.out, "type a move (2,3) or help")?;
        self.restart();
        self.draw()
    }

    /// Tells the machine that a game begins, or continues from another position.
    fn restart(&mut self) {
        (self.given_up, self.failed) = (None, false);
        if let Some(machine) = &mut self.machine {
            let chances = seed_of([self.seed, machine.side.index() as u64]);
            let contestant = machine.seat.contestant();
            // A player that cannot begin cannot move either; the error is shown then.
            let begun = contestant.begin(self.game.start(), machine.side, chances);
            machine.failure = begun.err();
        }
    }

    fn draw(&mut self) -> io::Result<()> {
        let marks = HashMap::new();
        writeln!(self.out)?;
        view::draw(&mut self.out, &self.game, &marks, self.width, self.colours)?;
        self.say_if_over()
    }

    fn is_over(&self) -> bool {
        self.given_up.is_some() || self.game.winner().is_some()
    }

    /// If the game is over, announces it and tells the player.
    fn say_if_over(&mut self) -> io::Result<()> {
        let (winner, reason) = match (self.given_up, self.game.winner()) {
            (Some(loser), _) => (loser.opponent(), "has resigned"),
            (None, Some(winner)) => (winner, "has no move left"),
            (None, None) => return Ok(()),
        };
        if let Some(machine) = &mut self.machine {
            machine.seat.end(winner, reason);
        }
        writeln!(self.out, "{winner} wins: {} {reason}", winner.opponent())
    }

    /// Lets the machine move if it is its turn.
    pub(super) fn let_machine_move(&mut self) -> io::Result<()> {
        let side = self.game.side();
        if self.is_over() || self.failed {
            return Ok(());
        }
        let Some(machine) = self.machine.as_mut().filter(|machine| machine.side == side) else {
            return Ok(());
        };
        let turn = Turn {
            game: self.game.start(),
            played: self.game.moves(),
            board: self.game.board(),
            side,
            limit: self.args.limit,
        };
        let name = &machine.name;
        let proof = machine.proof.as_ref();
        let reach = proof.map(|proof| against::reach(proof, &turn.board));
        let answer = match machine.failure.take() {
            Some(failure) => Err(failure),
            None => machine.seat.contestant().choose(&turn),
        };
        let choice = match answer {
            Ok(choice) => choice,
            Err(Failure::Interrupted) => return Ok(()),
            Err(Failure::Resigned) => {
                self.given_up = Some(side);
                return self.say_if_over();
            }
            Err(failure) => {
                self.failed = true;
                writeln!(self.out, "{name} gives no move: {failure}")?;
                return writeln!(self.out, "retry lets it try again");
            }
        };
        let legal = choice.mov.player() == side;
        let played = match legal {
            true => self
                .game
                .play(choice.mov)
                .map_err(|error| error.to_string()),
            false => Err(format!("{} is illegal: {side} is to move", choice.mov)),
        };
        if let Err(error) = played {
            self.failed = true;
            writeln!(self.out, "{name} gives no move: {error}")?;
            return writeln!(self.out, "retry lets it try again");
        }
        let claim = match choice.claim {
            Some(_) if reach.is_some() => "",
            Some(Claim::Wins) => " and has proven that it wins",
            Some(Claim::Loses) => " and has proven that it cannot win against best play",
            None => "",
        };
        writeln!(self.out, "{name} plays {}{claim}", choice.mov)?;
        if let Some(reach) = reach {
            writeln!(self.out, "{reach}")?;
        }
        self.draw()
    }

    /// Prints the prompt.
    pub(super) fn prompt(&mut self) -> io::Result<()> {
        match self.is_over() {
            true => write!(self.out, "over> ")?,
            false => write!(self.out, "{}> ", self.game.side().letter())?,
        }
        self.out.flush()
    }

    /// Executes a line. Returns false if it ends the game. A wrong line does not change the game.
    pub(super) fn obey(&mut self, number: u64, line: &str) -> io::Result<bool> {
        let done = match order::read(line, self.game.side()) {
            Ok(Order::Quit) => return Ok(false),
            Ok(order) => self.carry_out(order)?,
            Err(problem) => Err(problem),
        };
        if let Err(problem) = done {
            writeln!(self.out, "line {number}: {problem}")?;
        }
        Ok(true)
    }

    fn carry_out(&mut self, order: Order) -> io::Result<Result<(), String>> {
        match order {
            Order::Nothing | Order::Quit => {}
            Order::Help => writeln!(self.out, "{HELP}")?,
            Order::Board => self.draw()?,
            Order::Position => writeln!(self.out, "{}", self.game.position())?,
            Order::Move(mov) => return self.play(mov),
            Order::Undo(count) => return self.undo(count),
            Order::Moves => {
                let moves = self
                    .game
                    .board()
                    .moves(self.game.side(), self.game.start().tile);
                let moves: Vec<String> = moves.map(|mov| mov.to_string()).collect();
                writeln!(
                    self.out,
                    "{}",
                    text::wrapped(&moves.join(" "), self.width).join("\n")
                )?;
            }
            Order::Hint => return self.hint(),
            Order::Values => return self.values(),
            Order::Save { path, overwrite } => {
                let saved = save(&path, &self.game, overwrite);
                if saved.is_ok() {
                    writeln!(self.out, "saved in {}", path.display())?;
                }
                return Ok(saved);
            }
            Order::Load(path) => match read_game(&path) {
                Err(problem) => return Ok(Err(problem)),
                Ok(game) => {
                    self.game = game;
                    self.restart();
                    self.draw()?;
                }
            },
            Order::New => {
                self.game = SavedGame::new(*self.game.start());
                self.seed = seed_of([self.seed, 1]) >> 34;
                self.restart();
                self.draw()?;
            }
            Order::Retry => {
                if !self.failed {
                    return Ok(Err("no player has failed to move".to_string()));
                }
                self.restart();
            }
            Order::Resign => {
                if self.is_over() {
                    return Ok(Err("the game is over".to_string()));
                }
                self.given_up = Some(self.game.side());
                self.say_if_over()?;
            }
        }
        Ok(Ok(()))
    }

    fn play(&mut self, mov: Move) -> io::Result<Result<(), String>> {
        if self.is_over() {
            return Ok(Err(
                "the game is over; undo takes back a move, new begins again".to_string(),
            ));
        }
        if self.failed {
            let side = self.game.side();
            return Ok(Err(format!(
                "{side} is to move, which is not you; retry lets it try again"
            )));
        }
        if let Err(error) = self.game.play(mov) {
            return Ok(Err(error.to_string()));
        }
        self.draw()?;
        Ok(Ok(()))
    }

    /// Takes back `count` moves; with 0, all moves since the user's last one, and that move.
    fn undo(&mut self, count: usize) -> io::Result<Result<(), String>> {
        let played = self.game.moves().len();
        let own = |mov: &Move| {
            let machine = self.machine.as_ref().map(|machine| machine.side);
            machine != Some(mov.player())
        };
        let wanted = match (count, self.given_up) {
            // Takes back the resignation.
            (0, Some(side)) if self.machine.as_ref().is_none_or(|m| m.side != side) => 0,
            (0, _) => match self.game.moves().iter().rposition(own) {
                Some(index) => played - index,
                None => return Ok(Err("there is no move of yours to take back".to_string())),
            },
            (count, _) => count,
        };
        if wanted > played {
            return Ok(Err(format!(
                "only {} can be taken back",
                text::plural(played as u64, "move")
            )));
        }
        let mut taken: Vec<String> = Vec::new();
        for _ in 0..wanted {
            taken.extend(self.game.undo().map(|mov| mov.to_string()));
        }
        self.restart();
        match taken.is_empty() {
            true => writeln!(self.out, "the game continues")?,
            false => writeln!(self.out, "taken back: {}", taken.join(" "))?,
        }
        self.draw()?;
        Ok(Ok(()))
    }

    /// Judges the moves, if there are any.
    fn judged(&mut self) -> io::Result<Result<Vec<Judged>, String>> {
        if self.is_over() {
            return Ok(Err("the game is over".to_string()));
        }
        self.out.flush()?;
        let judged = judge::judge(&self.game, self.args, self.watch);
        Ok(judged.ok_or_else(|| "stopped".to_string()))
    }

    fn hint(&mut self) -> io::Result<Result<(), String>> {
        let judged = match self.judged()? {
            Ok(judged) => judged,
            Err(problem) => return Ok(Err(problem)),
        };
        let Some(hint) = judge::hint(&self.game, &judged) else {
            return Ok(Err("no move comes to mind".to_string()));
        };
        writeln!(self.out, "{}: {}", hint.mov, hint.why)?;
        Ok(Ok(()))
    }

    fn values(&mut self) -> io::Result<Result<(), String>> {
        let mut judged = match self.judged()? {
            Ok(judged) => judged,
            Err(problem) => return Ok(Err(problem)),
        };
        let (board, tile) = (self.game.board(), self.game.start().tile);
        judge::add_values(&mut judged, &board, tile, self.args.seconds);
        let mark = |wins: Option<bool>| match wins {
            Some(true) => ('+', Colour::Green),
            Some(false) => ('-', Colour::Red),
            None => ('?', Colour::Yellow),
        };
        let marks: HashMap<Cell, _> = judged
            .iter()
            .map(|judged| (judged.mov.cell(), mark(judged.wins)))
            .collect();
        view::draw(&mut self.out, &self.game, &marks, self.width, self.colours)?;
        let mut rows: Vec<Vec<String>> = Vec::new();
        // Unknown moves are shown on the map only.
        let known = |judged: &&Judged| judged.wins.is_some() || judged.value.is_some();
        for judged in judged.iter().filter(known) {
            let result = match judged.wins {
                Some(true) => "wins",
                Some(false) => "loses",
                None => "unknown",
            };
            let mut row = vec![judged.mov.to_string(), result.to_string()];
            row.push(judged.by.to_string());
            row.extend(judged.value.as_ref().map(|value| format!("to {value}")));
            rows.push(row);
        }
        let align = [Align::Left; 4];
        text::columns(&mut self.out, 0, &align, &rows)?;
        let count = |wins: Option<bool>| {
            let same = judged.iter().filter(|judged| judged.wins == wins);
            same.count()
        };
        writeln!(
            self.out,
            "+ {} win, - {} lose, ? {} unknown; to: the value after the move",
            count(Some(true)),
            count(Some(false)),
            count(None)
        )?;
        Ok(Ok(()))
    }

    /// Prints the position, so that the game can be continued later.
    pub(super) fn farewell(&mut self) -> io::Result<()> {
        match self.is_over() {
            true => Ok(()),
            false => writeln!(self.out, "position: {}", self.game.position()),
        }
    }
}

/// Writes a game to a file, atomically, or a picture of it if the ending of the name says so. An existing file is
/// replaced only if `overwrite` is set.
fn save(path: &Path, game: &SavedGame, overwrite: bool) -> Result<(), String> {
    let name = path.display();
    let failed = |error: io::Error| format!("{name}: {error}");
    let bytes = match Format::of(path) {
        Some(format) => figure::bytes(format, &figure::game(game)),
        None => format!("{game}\n").into_bytes(),
    };
    if !overwrite {
        let file = OpenOptions::new().write(true).create_new(true).open(path);
        let mut file = file.map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => {
                format!("{name} exists already; save! {name} overwrites it")
            }
            _ => failed(error),
        })?;
        return file.write_all(&bytes).map_err(failed);
    }
    if path.is_dir() {
        return Err(format!("{name} is a directory"));
    }
    atomic::write(path, bytes).map_err(failed)
}
