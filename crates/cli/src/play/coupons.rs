//! `crosscram play --coupons`: a game in an environment of coupons.
//!
//! A turn is a tile or the largest coupon. The game ends when the coupons are gone and every region is a number, which then
//! counts as points; who has more points wins. With small steps between the coupons the points that the board
//! is worth approach its mean, and a player who always takes the larger of the hottest region and the coupon
//! loses little: the theory of temperature, to be tried out.

use super::interrupts::Interrupts;
use super::reader::{Conversation, converse, prompt_of};
use super::view::{self, Screen, Tiles};
use crate::failure::Failure;
use crate::play::PlayArgs;
use crate::progress::StatusLine;
use crate::text::Table;
use crate::value::Coupons;
use crosscram_rules::{Board, Dyadic, Move, Player, Tile};
use crosscram_values::games::{GameError, Interrupt};
use crosscram_values::positions::{CouponPosition, CouponTurn, PositionValues};
use std::collections::HashMap;
use std::io::{self, Write};

/// The player that knows coupons.
const MACHINE: &str = "sentestrat";

/// What can be typed and what it does, for `help`.
const HELP: &str = "\
2,3        place a tile at row 2, column 3 (its upper left cell)
coupon     take the largest coupon
hint       what sentestrat would do, and why
values     regions with mean and temperature
moves      list your moves
undo       take back your last turn
board      draw the board again
turns      list all turns
quit       end
Ctrl-C     stops sentestrat, a hint or values; at the prompt, twice ends";

/// Regions of more cells are not valued: that takes minutes.
const LARGEST_REGION: u32 = 30;

pub(super) fn run(args: &PlayArgs, coupons: Coupons, out: &mut impl Write) -> Result<(), Failure> {
    let machine = match args.player.as_ref().map(ToString::to_string) {
        None => None,
        Some(name) if name == MACHINE => Some(args.own.opponent()),
        Some(name) => {
            fail!("--player: with --coupons {MACHINE} can play, not {name}");
        }
    };
    let board = args.board.board;
    let largest = board.regions().iter().map(Board::free_count).max();
    if machine.is_some() && largest > Some(LARGEST_REGION) {
        fail!(
            "--player: {MACHINE} knows values of regions of up to {LARGEST_REGION} cells, and the board has one of {}",
            largest.unwrap_or_default()
        );
    }
    let first = args.first.or(args.board.to_move);
    let first = first.unwrap_or(Player::Vertical);
    let interrupts = Interrupts::catch()?;
    let values = PositionValues::new(args.tile).with_limit(LARGEST_REGION);
    let start = CouponPosition::new(board, first, coupons.first, coupons.step);
    let mut sitting = Sitting {
        out,
        interrupts: &interrupts,
        tile: args.tile,
        machine,
        values,
        start,
        position: start,
        turns: Vec::new(),
        screen: Screen::new(args),
    };
    sitting.show()?;
    converse(&interrupts, &mut sitting)
}

/// A game in progress.
struct Sitting<'a, W> {
    out: &'a mut W,
    interrupts: &'a Interrupts,
    tile: Tile,
    /// The side that is played by sentestrat.
    machine: Option<Player>,
    values: PositionValues,
    start: CouponPosition,
    position: CouponPosition,
    turns: Vec<CouponTurn>,
    screen: Screen,
}

impl<W: Write> Conversation<W> for Sitting<'_, W> {
    fn out(&mut self) -> &mut W {
        self.out
    }

    fn prompt(&mut self) -> io::Result<Option<&'static str>> {
        self.let_machine_move()?;
        let prompt = prompt_of(self.position.to_move);
        Ok((!self.end()?).then_some(prompt))
    }

    fn obey(&mut self, line: &str) -> Result<bool, Failure> {
        let side = self.position.to_move;
        match line {
            "" => {}
            "quit" | "exit" | "q" => return Ok(false),
            "help" | "?" => self.screen.help(self.out, HELP)?,
            "board" | "show" => self.show()?,
            "turns" => self.farewell()?,
            "moves" => {
                let board = &self.position.board;
                self.screen.list_moves(self.out, board, side, self.tile)?;
            }
            "coupon" | "c" => match self.position.coupon() {
                Some(worth) => self.play_own(CouponTurn::Coupon(side, worth))?,
                None => fail!("no coupon is left"),
            },
            "undo" | "u" => self.undo()?,
            "hint" => {
                let hint = self.hint().map_err(in_words)?;
                writeln!(self.out, "{hint}")?;
            }
            "values" => {
                let table = self.regions().map_err(in_words)?;
                table.write(self.out, 0)?;
            }
            _ => {
                let mov = Move::parse_for(side, line).map_err(|error| {
                    failure!(
                        "{error}; a turn is a move or coupon, and help lists what else there is"
                    )
                })?;
                let played = self.position.board.play(mov, self.tile);
                played.map_err(Failure::message)?;
                self.play_own(CouponTurn::Move(mov))?;
            }
        }
        Ok(true)
    }

    /// Lists the turns.
    fn farewell(&mut self) -> io::Result<()> {
        let turns: Vec<String> = self.turns.iter().map(CouponTurn::to_string).collect();
        match turns.is_empty() {
            true => Ok(()),
            false => self
                .screen
                .say(self.out, &format!("turns: {}", turns.join(" "))),
        }
    }
}

impl<W: Write> Sitting<'_, W> {
    /// Asks for values; Ctrl-C ends that with [`GameError::Interrupted`].
    fn ask<T>(
        &mut self,
        question: impl FnOnce(&mut PositionValues, &CouponPosition) -> Result<T, GameError>,
    ) -> Result<T, GameError> {
        let (values, position) = (&mut self.values, &self.position);
        let mut status = StatusLine::new(false);
        let (answer, _) = self.interrupts.during(|stop| {
            status.show(|| "thinking (Ctrl-C stops it)".to_string());
            let stop = stop.clone();
            values.set_interrupt(Some(Interrupt::new(move || stop.is_requested())));
            question(values, position)
        });
        answer
    }

    /// Plays a turn of a person.
    fn play_own(&mut self, turn: CouponTurn) -> Result<(), Failure> {
        match self.machine == Some(self.position.to_move) {
            true => fail!("it is the turn of {MACHINE}"),
            false => self.play(turn),
        }
    }

    fn play(&mut self, turn: CouponTurn) -> Result<(), Failure> {
        let taken = self.position.take(turn, self.tile);
        taken.map_err(Failure::message)?;
        self.turns.push(turn);
        Ok(self.show()?)
    }

    /// Takes back turns up to the last one of a person.
    fn undo(&mut self) -> Result<(), Failure> {
        let by_person = |index: &usize| {
            let player = match index % 2 {
                0 => self.start.to_move,
                _ => self.start.to_move.opponent(),
            };
            self.machine != Some(player)
        };
        let Some(index) = (0..self.turns.len()).rev().find(by_person) else {
            fail!("there is no turn of yours to take back");
        };
        self.turns.truncate(index);
        self.position = self.start;
        for turn in &self.turns {
            let taken = self.position.take(*turn, self.tile);
            taken.expect("it was taken before");
        }
        Ok(self.show()?)
    }

    /// Draws the board and says what both have.
    fn show(&mut self) -> io::Result<()> {
        let placed = |turn: &CouponTurn| match turn {
            CouponTurn::Move(mov) => Some(*mov),
            CouponTurn::Coupon(..) => None,
        };
        let tiles = Tiles {
            board: self.start.board,
            tile: self.tile,
            moves: self.turns.iter().filter_map(placed).collect(),
            last: self.turns.last().and_then(placed),
        };
        view::draw(self.out, &tiles, &HashMap::new(), self.screen)?;
        let lead = lead(self.position.score, "by coupons");
        match self.position.coupon() {
            Some(coupon) => writeln!(self.out, "{lead}; the next coupon is {coupon}"),
            None => writeln!(self.out, "{lead}; no coupon is left"),
        }
    }

    /// Lets sentestrat play its turns.
    fn let_machine_move(&mut self) -> io::Result<()> {
        while self.machine == Some(self.position.to_move) {
            let turn = match self.ask(PositionValues::coupon_turn) {
                Ok(Some(turn)) => turn,
                Ok(None) => break,
                Err(problem) => {
                    let why = describe(problem);
                    writeln!(
                        self.out,
                        "{MACHINE} gives no turn: {why}\nany line lets it try again"
                    )?;
                    break;
                }
            };
            writeln!(self.out, "{MACHINE} plays {turn}")?;
            match self.play(turn) {
                Err(Failure::Output(error)) => return Err(error),
                Err(_) => break,
                Ok(()) => {}
            }
        }
        Ok(())
    }

    /// Says who wins if the game is over.
    fn end(&mut self) -> io::Result<bool> {
        if self.position.coupon().is_some() {
            return Ok(false);
        }
        // With a region that is too large to be valued it goes on, as long as there are moves.
        let over = match self.ask(PositionValues::coupon_turn) {
            Ok(turn) => turn.is_none(),
            Err(_) => false,
        };
        let stuck = !self
            .position
            .board
            .can_move(self.position.to_move, self.tile);
        if !over && !stuck {
            return Ok(false);
        }
        let score = match self.ask(PositionValues::coupon_score) {
            Ok(score) => score,
            Err(GameError::Interrupted) => return Ok(false),
            Err(_) => {
                writeln!(
                    self.out,
                    "the game ends: what is left of the board is too large to be counted"
                )?;
                return Ok(true);
            }
        };
        let coupons = self.position.score;
        let board = score.minus(coupons).map_or(String::new(), |board| {
            format!(" (for Vertical: coupons {coupons}, board {board})")
        });
        writeln!(
            self.out,
            "the game is over: {}{board}",
            lead(score, "in all")
        )?;
        Ok(true)
    }

    /// What sentestrat would do, and why.
    fn hint(&mut self) -> Result<String, GameError> {
        let turn = self.ask(PositionValues::coupon_turn)?;
        let reports = self.ask(|values, position| values.region_reports(&position.board))?;
        let hottest = reports.iter().map(|report| report.temperature).max();
        let heat = match hottest.filter(|&hottest| hottest >= Dyadic::ZERO) {
            Some(hottest) => format!("the hottest region has temperature {hottest}"),
            None => "every region is a number".to_string(),
        };
        let coupon = match self.position.coupon() {
            Some(coupon) => format!("the coupon is worth {coupon}"),
            None => "no coupon is left".to_string(),
        };
        let turn = turn.map_or("the game is over".to_string(), |turn| turn.to_string());
        Ok(format!("{turn}: {heat}, {coupon}"))
    }

    /// The regions as rows of a table.
    fn regions(&mut self) -> Result<Table, GameError> {
        let reports = self.ask(|values, position| values.region_reports(&position.board))?;
        let mut table = Table::new("<<<<", "region|cells|mean|temperature");
        for report in reports {
            let mean = self.values.games().mean(report.value)?;
            let corner = report.board.free_cells().next();
            table.add(cells![
                corner.map_or(String::new(), |cell| cell.to_string()),
                report.board.free_count(),
                mean,
                report.temperature,
            ]);
        }
        Ok(table)
    }
}

/// Who leads by how much.
fn lead(score: Dyadic, by: &str) -> String {
    match score {
        score if score > Dyadic::ZERO => format!("Vertical leads by {score} {by}"),
        score if score < Dyadic::ZERO => format!("Horizontal leads by {} {by}", score.negated()),
        _ => format!("nobody leads {by}"),
    }
}

fn in_words(error: GameError) -> Failure {
    Failure::Message(describe(error))
}

fn describe(error: GameError) -> String {
    match error {
        GameError::RegionTooLarge { cells, .. } => {
            format!("a region of {cells} cells is too large to be valued (up to {LARGEST_REGION})")
        }
        GameError::Interrupted => "stopped".to_string(),
        error => error.to_string(),
    }
}
