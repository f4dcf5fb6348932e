//! `crosscram play --coupons`: a game in an environment of coupons.
//!
//! A turn is a tile or the largest coupon. The game ends when the coupons are gone and every region is a number, which then
//! counts as points; who has more points wins. With small steps between the coupons the points that the board
//! is worth approach its mean, and a player who always takes the larger of the hottest region and the coupon
//! loses little: the theory of temperature, to be tried out.

use super::interrupts::Interrupts;
use super::reader::{Reader, Typed};
use super::view;
use crate::args::{OneSide, PlayArgs};
use crate::drawing::{self, Colour};
use crate::failure::Failure;
use crate::progress::StatusLine;
use crate::text::{self, Align};
use crate::value::Coupons;
use crosscram_rules::{Board, Cell, Dyadic, Move, Player, Tile};
use crosscram_values::games::{GameError, Interrupt};
use crosscram_values::positions::{CouponPosition, CouponTurn, PositionValues};
use std::collections::HashMap;
use std::io::{self, Write};

/// The player that knows coupons.
const MACHINE: &str = "sentestrat";

/// What can be typed, for `help`.
const HELP: [(&str, &str); 10] = [
    (
        "2,3",
        "place a tile at row 2, column 3 (its upper left cell)",
    ),
    ("coupon", "take the largest coupon"),
    ("hint", "what sentestrat would do, and why"),
    ("values", "regions with mean and temperature"),
    ("moves", "list your moves"),
    ("undo", "take back your last turn"),
    ("board", "draw the board again"),
    ("turns", "list all turns"),
    ("quit", "end"),
    (
        "Ctrl-C",
        "stops sentestrat, a hint or values; at the prompt, twice ends",
    ),
];

/// Regions of more cells are not valued: that takes minutes.
const LARGEST_REGION: u32 = 30;

/// Runs the command.
pub(super) fn run(args: &PlayArgs, coupons: Coupons, out: &mut impl Write) -> Result<(), Failure> {
    let machine = match args.player.as_ref().map(ToString::to_string) {
        None => None,
        Some(name) if name == MACHINE => Some(args.own.player().opponent()),
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
    let first = args.first.map(OneSide::player).or(args.board.to_move);
    let first = first.unwrap_or(Player::Vertical);
    let interrupts = Interrupts::catch()?;
    let values = PositionValues::new(args.tile).with_limit(LARGEST_REGION);
    let start = CouponPosition::new(board, first, coupons.first(), coupons.step());
    let mut table = Table {
        out,
        interrupts: &interrupts,
        tile: args.tile,
        machine,
        values,
        start,
        position: start,
        turns: Vec::new(),
        width: args.width.map_or_else(view::width, usize::from),
        colours: drawing::has_colours(),
    };
    let reader = Reader::new(&interrupts)?;
    let mut interrupted = false;
    table.show()?;
    loop {
        table.let_machine_move()?;
        if table.end()? {
            break;
        }
        let prompt = format!("{}> ", table.position.to_move.letter());
        let (number, line) = match reader.next(table.out, &prompt)? {
            Typed::Line(number, line) => (number, line),
            Typed::End => break,
            Typed::Interrupted => {
                interrupted = true;
                break;
            }
        };
        match table.obey(&line)? {
            Ok(true) => {}
            Ok(false) => break,
            Err(problem) => writeln!(table.out, "line {number}: {problem}")?,
        }
    }
    table.list_turns()?;
    match interrupted {
        true => Err(Failure::Interrupted),
        false => Ok(()),
    }
}

/// A game in progress.
struct Table<'a, W> {
    out: &'a mut W,
    interrupts: &'a Interrupts,
    tile: Tile,
    /// The side that is played by sentestrat.
    machine: Option<Player>,
    values: PositionValues,
    start: CouponPosition,
    position: CouponPosition,
    turns: Vec<CouponTurn>,
    width: usize,
    colours: bool,
}

impl<W: Write> Table<'_, W> {
    /// Executes a line. Returns false if it ends the game, or what is wrong with it.
    fn obey(&mut self, line: &str) -> io::Result<Result<bool, String>> {
        let side = self.position.to_move;
        match line {
            "" => {}
            "quit" | "exit" | "q" => return Ok(Ok(false)),
            "help" | "?" => view::help(self.out, &HELP, self.width)?,
            "board" | "show" => self.show()?,
            "turns" => self.list_turns()?,
            "moves" => {
                let moves = self.position.board.moves(side, self.tile);
                let moves: Vec<String> = moves.map(|mov| mov.to_string()).collect();
                let lines = text::wrapped(&moves.join(" "), self.width);
                writeln!(self.out, "{}", lines.join("\n"))?;
            }
            "coupon" | "c" => {
                let Some(worth) = self.position.coupon() else {
                    return Ok(Err("no coupon is left".to_string()));
                };
                return self.play_own(CouponTurn::Coupon(side, worth));
            }
            "undo" | "u" => return self.undo(),
            "hint" => {
                let hint = self.hint();
                match hint {
                    Ok(hint) => writeln!(self.out, "{hint}")?,
                    Err(problem) => return Ok(Err(problem)),
                }
            }
            "values" => {
                let rows = self.regions();
                match rows {
                    Ok(rows) => text::columns(self.out, 0, &[Align::Left; 4], &rows)?,
                    Err(problem) => return Ok(Err(problem)),
                }
            }
            _ => {
                let mov = Move::parse_for(side, line).map_err(|error| {
                    format!(
                        "{error}; a turn is a move or coupon, and help lists what else there is"
                    )
                });
                let mov = match mov {
                    Ok(mov) => mov,
                    Err(problem) => return Ok(Err(problem)),
                };
                if let Err(error) = self.position.board.play(mov, self.tile) {
                    return Ok(Err(error.to_string()));
                }
                return self.play_own(CouponTurn::Move(mov));
            }
        }
        Ok(Ok(true))
    }

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
    fn play_own(&mut self, turn: CouponTurn) -> io::Result<Result<bool, String>> {
        match self.machine == Some(self.position.to_move) {
            true => Ok(Err(format!("it is the turn of {MACHINE}"))),
            false => self.play(turn),
        }
    }

    fn play(&mut self, turn: CouponTurn) -> io::Result<Result<bool, String>> {
        if let Err(error) = self.position.take(turn, self.tile) {
            return Ok(Err(error.to_string()));
        }
        self.turns.push(turn);
        self.show()?;
        Ok(Ok(true))
    }

    /// Takes back turns up to the last one of a person.
    fn undo(&mut self) -> io::Result<Result<bool, String>> {
        let by_person = |(index, _): &(usize, &CouponTurn)| {
            let player = match index % 2 {
                0 => self.start.to_move,
                _ => self.start.to_move.opponent(),
            };
            self.machine != Some(player)
        };
        let last = self.turns.iter().enumerate().rev().find(by_person);
        let Some((index, _)) = last else {
            return Ok(Err("there is no turn of yours to take back".to_string()));
        };
        self.turns.truncate(index);
        self.position = self.start;
        for turn in &self.turns {
            let taken = self.position.take(*turn, self.tile);
            taken.expect("it was taken before");
        }
        self.show()?;
        Ok(Ok(true))
    }

    /// Draws the board and says what both have.
    fn show(&mut self) -> io::Result<()> {
        let board = self.start.board;
        let mut letters: HashMap<Cell, Player> = HashMap::new();
        let mut last = Vec::new();
        for turn in &self.turns {
            last.clear();
            if let CouponTurn::Move(mov) = turn {
                last.extend(mov.cells(self.tile));
                letters.extend(mov.cells(self.tile).map(|cell| (cell, mov.player())));
            }
        }
        drawing::draw(self.out, &board, self.colours, |cell| {
            let letter = letters.get(&cell).map(|player| player.letter());
            let colour = match letter {
                Some(_) if last.contains(&cell) => Some(Colour::Yellow),
                Some('V') => Some(Colour::Cyan),
                Some(_) => Some(Colour::Magenta),
                None => None,
            };
            let free = if board.is_free(cell) { '.' } else { '#' };
            (letter.unwrap_or(free).to_string(), colour)
        })?;
        let coupon = match self.position.coupon() {
            Some(coupon) => format!("the next coupon is {coupon}"),
            None => "no coupon is left".to_string(),
        };
        writeln!(
            self.out,
            "{}; {coupon}",
            lead(self.position.score, "by coupons")
        )
    }

    /// Lets sentestrat play its turns.
    fn let_machine_move(&mut self) -> io::Result<()> {
        while self.machine == Some(self.position.to_move) {
            let turn = match self.ask(PositionValues::coupon_turn) {
                Ok(Some(turn)) => turn,
                Ok(None) => break,
                Err(problem) => {
                    writeln!(self.out, "{MACHINE} gives no turn: {}", in_words(problem))?;
                    writeln!(self.out, "any line lets it try again")?;
                    break;
                }
            };
            writeln!(self.out, "{MACHINE} plays {turn}")?;
            if self.play(turn)?.is_err() {
                break;
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
    fn hint(&mut self) -> Result<String, String> {
        let turn = self.ask(PositionValues::coupon_turn).map_err(in_words)?;
        let reports = self.ask(|values, position| values.region_reports(&position.board));
        let reports = reports.map_err(in_words)?;
        let hottest = reports.iter().map(|report| report.temperature).max();
        let heat = match hottest.filter(|&hottest| hottest >= Dyadic::ZERO) {
            Some(hottest) => format!("the hottest region has temperature {hottest}"),
            None => "every region is a number".to_string(),
        };
        let coupon = match self.position.coupon() {
            Some(coupon) => format!("the coupon is worth {coupon}"),
            None => "no coupon is left".to_string(),
        };
        Ok(match turn {
            Some(turn) => format!("{turn}: {heat}, {coupon}"),
            None => format!("the game is over: {heat}, {coupon}"),
        })
    }

    /// The regions as rows of a table.
    fn regions(&mut self) -> Result<Vec<Vec<String>>, String> {
        let reports = self.ask(|values, position| values.region_reports(&position.board));
        let mut rows = vec![
            ["region", "cells", "mean", "temperature"]
                .map(String::from)
                .to_vec(),
        ];
        for report in reports.map_err(in_words)? {
            let mean = self.values.games().mean(report.value).map_err(in_words)?;
            let corner = report.board.free_cells().next();
            rows.push(vec![
                corner.map_or(String::new(), |cell| cell.to_string()),
                report.board.free_count().to_string(),
                mean.to_string(),
                report.temperature.to_string(),
            ]);
        }
        Ok(rows)
    }

    fn list_turns(&mut self) -> io::Result<()> {
        let turns: Vec<String> = self.turns.iter().map(CouponTurn::to_string).collect();
        if turns.is_empty() {
            return Ok(());
        }
        let lines = text::wrapped(&format!("turns: {}", turns.join(" ")), self.width);
        writeln!(self.out, "{}", lines.join("\n"))
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

fn in_words(error: GameError) -> String {
    match error {
        GameError::RegionTooLarge { cells, .. } => {
            format!("a region of {cells} cells is too large to be valued (up to {LARGEST_REGION})")
        }
        GameError::Interrupted => "stopped".to_string(),
        error => error.to_string(),
    }
}
