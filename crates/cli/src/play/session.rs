//! A game in progress: executes the commands that are typed.

use super::against;
use super::interrupts::Interrupts;
use super::judge::{self, Depth, Judge, Judgement};
use super::keeper::Keeper;
use super::order::{self, HELP, Order};
use super::view;
use crate::args::PlayArgs;
use crate::drawing::Colour;
use crate::figure::{self, Format};
use crate::input;
use crate::progress::StatusLine;
use crate::review;
use crate::text;
use crosscram_certificate::Strategy;
use crosscram_players::arena::{SavedGame, Seat};
use crosscram_players::{Claim, Failure, Turn};
use crosscram_rules::{Cell, Move, Player, Tile};
use crosscram_support::{atomic, random::seed_of};
use std::collections::HashMap;
use std::fs::OpenOptions;
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
    pub(super) interrupts: &'a Interrupts,
    pub(super) judge: Judge<'a>,
    pub(super) keeper: Keeper,
    pub(super) game: SavedGame,
    /// The game that `new` or `load` has replaced, as long as nothing is played after it.
    pub(super) replaced: Option<SavedGame>,
    pub(super) machine: Option<Machine>,
    pub(super) seed: u64,
    /// Who has resigned.
    pub(super) given_up: Option<Player>,
    /// The machine has given no move where it should.
    pub(super) failed: bool,
    pub(super) colours: bool,
    pub(super) width: usize,
    /// Lines of the window, if they are known.
    pub(super) height: Option<usize>,
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
        let mut status = StatusLine::new(false);
        let (answer, stopped) = match machine.failure.take() {
            Some(failure) => (Err(failure), false),
            None => self.interrupts.during(|stop| {
                // From here on Ctrl-C does what the line says.
                status.show(|| format!("{name} is thinking (Ctrl-C stops it)"));
                let contestant = machine.seat.contestant();
                contestant.heed(stop);
                contestant.choose(&turn)
            }),
        };
        drop(status);
        let choice = match answer {
            Ok(choice) => choice,
            Err(Failure::Interrupted) => {
                self.failed = true;
                writeln!(self.out, "{name} was stopped and has not moved")?;
                return writeln!(self.out, "retry lets it try again");
            }
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
            None if stopped => ", stopped before it was sure",
            None => "",
        };
        writeln!(self.out, "{name} plays {}{claim}", choice.mov)?;
        if let Some(reach) = reach {
            writeln!(self.out, "{reach}")?;
        }
        self.draw()
    }

    /// Keeps the game on disk, so that no move is lost, whatever happens while the user thinks.
    fn keep(&mut self) {
        match self.is_over() {
            true => self.keeper.forget(),
            false => self.keeper.keep(&self.game),
        }
    }

    /// Keeps the game before the user thinks, and returns the prompt.
    pub(super) fn prompt(&mut self) -> &'static str {
        self.keep();
        match (self.is_over(), self.game.side()) {
            (true, _) => "over> ",
            (false, Player::Vertical) => "V> ",
            (false, Player::Horizontal) => "H> ",
        }
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
            Order::Help => view::help(&mut self.out, &HELP, self.width)?,
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
            Order::Review => return self.review(),
            Order::Values { all } => return self.values(all),
            Order::Why(mov) => return self.why(mov),
            Order::Save { path, overwrite } => {
                let saved = save(&path, &self.game, overwrite);
                if saved.is_ok() {
                    writeln!(self.out, "saved in {}", path.display())?;
                }
                return Ok(saved);
            }
            Order::Load(path) => match input::game(&path) {
                Err(problem) => return Ok(Err(problem.to_string())),
                Ok(game) => self.replace(game)?,
            },
            Order::New => {
                let game = SavedGame::new(*self.game.start());
                self.seed = seed_of([self.seed, 1]) >> 34;
                self.replace(game)?;
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

    /// Goes on with another game; undo brings this one back.
    fn replace(&mut self, game: SavedGame) -> io::Result<()> {
        let before = std::mem::replace(&mut self.game, game);
        self.replaced = (!before.moves().is_empty()).then_some(before);
        self.restart();
        self.draw()
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
        self.replaced = None;
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
                None if self.replaced.is_some() => {
                    let before = self.replaced.take().expect("there is one");
                    self.game = before;
                    self.restart();
                    writeln!(self.out, "the game before continues")?;
                    self.draw()?;
                    return Ok(Ok(()));
                }
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

    /// Judges the moves, if there are any. Who wins is printed as soon as it is known.
    fn judged(&mut self, depth: Depth) -> io::Result<Result<Judgement, String>> {
        if self.is_over() {
            return Ok(Err("the game is over".to_string()));
        }
        self.out.flush()?;
        let (mut printed, side) = (Ok(()), self.game.side());
        let out = &mut self.out;
        let found = self.judge.judge(&self.game, depth, |winner, best| {
            if depth == Depth::AllMoves {
                let how = match best {
                    Some(mov) => format!(", for instance with {mov}"),
                    None if winner != side => ", whatever you play".to_string(),
                    None => String::new(),
                };
                printed = writeln!(out, "{winner} wins{how}").and_then(|()| out.flush());
            }
        });
        printed?;
        if found.stopped {
            writeln!(self.out, "stopped; this is what is known")?;
        }
        Ok(Ok(found))
    }

    fn hint(&mut self) -> io::Result<Result<(), String>> {
        let found = match self.judged(Depth::Winner)? {
            Ok(found) => found,
            Err(problem) => return Ok(Err(problem)),
        };
        let Some(hint) = judge::hint(&self.game, &found) else {
            return Ok(Err("no move comes to mind".to_string()));
        };
        self.say(&format!("{}: {}", hint.mov, hint.why))?;
        Ok(Ok(()))
    }

    /// Says which moves so far gave the win away.
    fn review(&mut self) -> io::Result<Result<(), String>> {
        if self.game.moves().is_empty() {
            return Ok(Err("there are no moves yet".to_string()));
        }
        self.out.flush()?;
        let Some(review) = self.judge.review(&self.game) else {
            return Ok(Err("stopped".to_string()));
        };
        review::print(&mut self.out, &self.game, &review, self.width)?;
        Ok(Ok(()))
    }

    /// Prints a text in lines of the window's width.
    fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{}", text::wrapped(text, self.width).join("\n"))
    }

    /// Explains why a move wins or loses, or who wins now.
    fn why(&mut self, mov: Option<Move>) -> io::Result<Result<(), String>> {
        let mut game = self.game.clone();
        if let Some(mov) = mov
            && let Err(error) = game.play(mov)
        {
            return Ok(Err(error.to_string()));
        }
        if self.is_over() {
            return Ok(Err("the game is over".to_string()));
        }
        self.out.flush()?;
        let text = match game.winner() {
            Some(winner) => format!("{winner} wins: {} has no move left", winner.opponent()),
            None => {
                let found = self.judge.judge(&game, Depth::Line, |_, _| ());
                judge::reasons(&found)
            }
        };
        match mov {
            Some(mov) => self.say(&format!("after {mov}: {text}"))?,
            None => self.say(&text)?,
        }
        Ok(Ok(()))
    }

    /// Prints the moves with their verdicts, and below them the board, which stays on the screen.
    fn values(&mut self, all: bool) -> io::Result<Result<(), String>> {
        let mut found = match self.judged(Depth::AllMoves)? {
            Ok(found) => found,
            Err(problem) => return Ok(Err(problem)),
        };
        let (board, tile) = (self.game.board(), self.game.start().tile);
        if !found.stopped {
            self.judge.add_values(&mut found.moves, &board, tile);
        }
        let mark = |wins: Option<bool>| match wins {
            Some(true) => ('+', Colour::Green),
            Some(false) => ('-', Colour::Red),
            None => ('?', Colour::Yellow),
        };
        let marks: HashMap<Cell, _> = found
            .moves
            .iter()
            .map(|judged| (judged.mov.cell(), mark(judged.wins())))
            .collect();
        let mut drawn = Vec::new();
        view::draw(&mut drawn, &self.game, &marks, self.width, self.colours)?;
        // Below the list come the board, its legend of at most three lines, and the prompt.
        let board_lines = drawn.iter().filter(|&&byte| byte == b'\n').count();
        let room = self.height.filter(|_| !all);
        let room = room.map(|height| height.saturating_sub(board_lines + 5).max(2));
        view::list(&mut self.out, &judge::listed(&found), self.width, room)?;
        self.out.write_all(&drawn)?;
        let count = |wins: Option<bool>| {
            let same = found.moves.iter().filter(|judged| judged.wins() == wins);
            same.count()
        };
        let explained = match found.moves.iter().any(|judged| judged.value.is_some()) {
            true => "; (..) the value after the move",
            false => "",
        };
        let legend = format!(
            "+ {} win, - {} lose (to the answer shown), ? {} unknown{explained}; why 2,3 says more",
            count(Some(true)),
            count(Some(false)),
            count(None)
        );
        self.say(&legend)?;
        Ok(Ok(()))
    }

    /// Prints position and moves, so that the game can be continued later.
    pub(super) fn farewell(&mut self) -> io::Result<()> {
        if self.is_over() {
            self.keep();
            return Ok(());
        }
        self.keep();
        writeln!(self.out, "position: {}", self.game.position())?;
        if self.game.moves().is_empty() {
            return Ok(());
        }
        let moves: Vec<String> = self.game.moves().iter().map(ToString::to_string).collect();
        self.say(&format!("moves: {}", moves.join(" ")))?;
        if self.keeper.has_kept(&self.game) {
            let command = resuming(self.args);
            self.say(&format!("{command} continues this game"))?;
        }
        Ok(())
    }
}

/// The command that continues a game against the same player.
fn resuming(args: &PlayArgs) -> String {
    let mut command = "crosscram play --resume".to_string();
    match (&args.player, args.level) {
        (Some(player), _) => command += &format!(" --player '{player}'"),
        (None, Some(level)) => command += &format!(" --level {}", level.number()),
        (None, None) => return command,
    }
    if args.own.player() == Player::Horizontal {
        command += " --as H";
    }
    command
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
