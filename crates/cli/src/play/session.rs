//! A game in progress: executes the commands that are typed.

use super::against;
use super::interrupts::Interrupts;
use super::judge::{self, Depth, Judge, Judgement};
use super::keeper::Keeper;
use super::order::{self, HELP, Order};
use super::reader::{Conversation, prompt_of};
use super::view::{self, Screen};
use crate::drawing::Colour;
use crate::failure::Failure;
use crate::figure::{self, Format};
use crate::input;
use crate::play::PlayArgs;
use crate::progress::StatusLine;
use crate::review::{self, Record};
use crate::text;
use crosscram_certificate::Strategy;
use crosscram_players::arena::SavedGame;
use crosscram_players::{Claim, Contestant, Failure as NoMove, Turn};
use crosscram_rules::{Move, Player};
use crosscram_search::analysis::JudgedMove;
use crosscram_support::{atomic, path::At, random::seed_of};
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
    pub(super) player: Box<dyn Contestant>,
    /// Why it could not begin.
    pub(super) failure: Option<NoMove>,
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
    pub(super) screen: Screen,
}

impl<W: Write> Conversation<W> for Session<'_, W> {
    fn out(&mut self) -> &mut W {
        &mut self.out
    }

    /// Lets the machine move, and keeps the game before the user thinks.
    fn prompt(&mut self) -> io::Result<Option<&'static str>> {
        self.let_machine_move()?;
        self.keep();
        Ok(Some(match self.is_over() {
            true => "over> ",
            false => prompt_of(self.game.side()),
        }))
    }

    fn obey(&mut self, line: &str) -> Result<bool, Failure> {
        let order = order::read(line, self.game.side()).map_err(Failure::Message)?;
        let goes_on = order != Order::Quit;
        self.carry_out(order)?;
        Ok(goes_on)
    }

    /// Prints position and moves, so that the game can be continued later.
    fn farewell(&mut self) -> io::Result<()> {
        self.keep();
        if self.is_over() {
            return Ok(());
        }
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

impl<W: Write> Session<'_, W> {
    /// Announces the game and draws it.
    pub(super) fn begin(&mut self) -> io::Result<()> {
        let start = self.game.start();
        let (board, tile) = (start.board.name(), start.tile);
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
        let tiles = text::tiles(tile);
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
            // A player that cannot begin cannot move either; the error is shown then.
            let player = &mut machine.player;
            let begun = player.begin(self.game.start(), machine.side, chances);
            machine.failure = begun.err();
        }
    }

    fn draw(&mut self) -> io::Result<()> {
        let marks = HashMap::new();
        writeln!(self.out)?;
        let tiles = (&self.game).into();
        view::draw(&mut self.out, &tiles, &marks, self.screen)?;
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
            machine.player.end(winner, reason);
        }
        writeln!(self.out, "{winner} wins: {} {reason}", winner.opponent())
    }

    /// Lets the machine move if it is its turn.
    fn let_machine_move(&mut self) -> io::Result<()> {
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
                machine.player.heed(stop);
                machine.player.choose(&turn)
            }),
        };
        drop(status);
        let choice = match answer {
            Ok(choice) => choice,
            Err(NoMove::Interrupted) => {
                return self.fail("was stopped and has not moved");
            }
            Err(NoMove::Resigned) => {
                self.given_up = Some(side);
                return self.say_if_over();
            }
            Err(failure) => return self.fail(&format!("gives no move: {failure}")),
        };
        let mov = choice.mov;
        let played = match mov.player() == side {
            true => self.game.play(mov).map_err(|error| error.to_string()),
            false => Err(format!("{mov} is illegal: {side} is to move")),
        };
        if let Err(error) = played {
            return self.fail(&format!("gives no move: {error}"));
        }
        let claim = match choice.claim {
            Some(_) if reach.is_some() => "",
            Some(Claim::Wins) => " and has proven that it wins",
            Some(Claim::Loses) => " and has proven that it cannot win against best play",
            None if stopped => ", stopped before it was sure",
            None => "",
        };
        writeln!(self.out, "{name} plays {mov}{claim}")?;
        if let Some(reach) = reach {
            writeln!(self.out, "{reach}")?;
        }
        self.draw()
    }

    /// Says why the machine has not moved.
    fn fail(&mut self, why: &str) -> io::Result<()> {
        self.failed = true;
        let name = self.machine.as_ref().map_or("", |machine| &machine.name);
        writeln!(self.out, "{name} {why}\nretry lets it try again")
    }

    /// Keeps the game on disk, so that no move is lost, whatever happens while the user thinks.
    fn keep(&mut self) {
        match self.is_over() {
            true => self.keeper.forget(),
            false => self.keeper.keep(&self.game),
        }
    }

    fn carry_out(&mut self, order: Order) -> Result<(), Failure> {
        match order {
            Order::Nothing | Order::Quit => {}
            Order::Help => self.screen.help(&mut self.out, HELP)?,
            Order::Board => self.draw()?,
            Order::Position => writeln!(self.out, "{}", self.game.position())?,
            Order::Move(mov) => self.play(mov)?,
            Order::Undo(count) => self.undo(count)?,
            Order::Moves => {
                let (board, tile) = (self.game.board(), self.game.start().tile);
                let (out, side) = (&mut self.out, self.game.side());
                self.screen.list_moves(out, &board, side, tile)?;
            }
            Order::Hint => self.hint()?,
            Order::Review => self.review()?,
            Order::Values { all } => self.values(all)?,
            Order::Why(mov) => self.why(mov)?,
            Order::Save { path, overwrite } => {
                save(&path, &self.game, overwrite)?;
                writeln!(self.out, "saved in {}", path.display())?;
            }
            Order::Load(path) => self.replace(input::game(&path)?)?,
            Order::New => {
                let game = SavedGame::new(*self.game.start());
                self.seed = seed_of([self.seed, 1]) >> 34;
                self.replace(game)?;
            }
            Order::Retry if !self.failed => fail!("no player has failed to move"),
            Order::Retry => self.restart(),
            Order::Resign => {
                self.refuse_if_over()?;
                self.given_up = Some(self.game.side());
                self.say_if_over()?;
            }
        }
        Ok(())
    }

    fn refuse_if_over(&self) -> Result<(), Failure> {
        match self.is_over() {
            true => fail!("the game is over"),
            false => Ok(()),
        }
    }

    /// Goes on with another game; undo brings this one back.
    fn replace(&mut self, game: SavedGame) -> io::Result<()> {
        let before = std::mem::replace(&mut self.game, game);
        self.replaced = (!before.moves().is_empty()).then_some(before);
        self.restart();
        self.draw()
    }

    fn play(&mut self, mov: Move) -> Result<(), Failure> {
        if self.is_over() {
            fail!("the game is over; undo takes back a move, new begins again");
        }
        if self.failed {
            let side = self.game.side();
            fail!("{side} is to move, which is not you; retry lets it try again");
        }
        self.game.play(mov).map_err(Failure::message)?;
        self.replaced = None;
        Ok(self.draw()?)
    }

    /// Takes back `count` moves; with 0, all moves since the user's last one, and that move.
    fn undo(&mut self, count: usize) -> Result<(), Failure> {
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
                None => {
                    let Some(before) = self.replaced.take() else {
                        fail!("there is no move of yours to take back");
                    };
                    self.game = before;
                    self.restart();
                    writeln!(self.out, "the game before continues")?;
                    return Ok(self.draw()?);
                }
            },
            (count, _) => count,
        };
        if wanted > played {
            fail!(
                "only {} can be taken back",
                text::plural(played as u64, "move")
            );
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
        Ok(self.draw()?)
    }

    /// Judges the moves, if there are any. Who wins is printed as soon as it is known.
    fn judged(&mut self, depth: Depth) -> Result<Judgement, Failure> {
        self.refuse_if_over()?;
        self.out.flush()?;
        let (mut printed, side) = (Ok(()), self.game.side());
        let out = &mut self.out;
        let judgement = self.judge.judge(&self.game, depth, |winner, best| {
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
        if judgement.stopped {
            writeln!(self.out, "stopped; this is what is known")?;
        }
        Ok(judgement)
    }

    fn hint(&mut self) -> Result<(), Failure> {
        let judgement = self.judged(Depth::Winner)?;
        match judge::hint(&self.game, &judgement) {
            Some(hint) => Ok(self.say(&hint)?),
            None => fail!("no move comes to mind"),
        }
    }

    /// Says which moves so far gave the win away.
    fn review(&mut self) -> Result<(), Failure> {
        if self.game.moves().is_empty() {
            fail!("there are no moves yet");
        }
        self.out.flush()?;
        let Some(review) = self.judge.review(&self.game) else {
            fail!("stopped");
        };
        let record = Record::from(self.game.clone());
        Ok(review::print(
            &mut self.out,
            &record,
            &review,
            self.screen.width,
        )?)
    }

    /// Prints a text in lines of the window's width.
    fn say(&mut self, text: &str) -> io::Result<()> {
        self.screen.say(&mut self.out, text)
    }

    /// Explains why a move wins or loses, or who wins now.
    fn why(&mut self, mov: Option<Move>) -> Result<(), Failure> {
        let mut game = self.game.clone();
        if let Some(mov) = mov {
            game.play(mov).map_err(Failure::message)?;
        }
        self.refuse_if_over()?;
        self.out.flush()?;
        let text = match game.winner() {
            Some(winner) => format!("{winner} wins: {} has no move left", winner.opponent()),
            None => judge::reasons(&self.judge.judge(&game, Depth::Line, |_, _| ())),
        };
        let after = mov.map_or(String::new(), |mov| format!("after {mov}: "));
        Ok(self.say(&(after + &text))?)
    }

    /// Prints the moves with their verdicts, and below them the board, which stays on the screen.
    fn values(&mut self, all: bool) -> Result<(), Failure> {
        let mut judgement = self.judged(Depth::AllMoves)?;
        let (board, tile) = (self.game.board(), self.game.start().tile);
        if !judgement.stopped {
            self.judge.add_values(&mut judgement, &board, tile);
        }
        let mark = |judged: &JudgedMove| match judged.wins() {
            Some(true) => ('+', Colour::Green),
            Some(false) => ('-', Colour::Red),
            None => ('?', Colour::Yellow),
        };
        let moves = &judgement.found.moves;
        let marks = moves.iter().map(|judged| (judged.mov.cell(), mark(judged)));
        let mut drawn = Vec::new();
        view::draw(
            &mut drawn,
            &(&self.game).into(),
            &marks.collect(),
            self.screen,
        )?;
        // Below the list come the board, its legend of at most three lines, and the prompt.
        let board_lines = drawn.iter().filter(|&&byte| byte == b'\n').count();
        let room = self.screen.height.filter(|_| !all);
        let room = room.map(|height| height.saturating_sub(board_lines + 5).max(2));
        let listed = judge::listed(&judgement);
        view::list(&mut self.out, &listed, self.screen.width, room)?;
        self.out.write_all(&drawn)?;
        let count = |wins: Option<bool>| {
            let same = moves.iter().filter(|judged| judged.wins() == wins);
            same.count()
        };
        let explained = match judgement.values.is_empty() {
            true => "",
            false => "; (..) the value after the move",
        };
        let legend = format!(
            "+ {} win, - {} lose (to the answer shown), ? {} unknown{explained}; why 2,3 says more",
            count(Some(true)),
            count(Some(false)),
            count(None)
        );
        Ok(self.say(&legend)?)
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
    if args.own == Player::Horizontal {
        command += " --as H";
    }
    command
}

/// Writes a game to a file, atomically, or a picture of it if the ending of the name says so. An existing file is
/// replaced only if `overwrite` is set.
fn save(path: &Path, game: &SavedGame, overwrite: bool) -> Result<(), Failure> {
    let name = path.display();
    let bytes = match Format::of(path) {
        Some(format) => figure::bytes(format, &figure::game(game)),
        None => format!("{game}\n").into_bytes(),
    };
    if !overwrite {
        let file = OpenOptions::new().write(true).create_new(true).open(path);
        if matches!(&file, Err(error) if error.kind() == ErrorKind::AlreadyExists) {
            fail!("{name} exists already; save! {name} overwrites it");
        }
        return Ok(file.and_then(|mut file| file.write_all(&bytes)).at(path)?);
    }
    if path.is_dir() {
        fail!("{name} is a directory");
    }
    Ok(atomic::write(path, bytes).at(path)?)
}
