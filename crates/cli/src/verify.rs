//! `crosscram verify`: check a certificate.

use crate::args::{OtherChecker, VerifyArgs};
use crate::certificate::{Bytes, Shelf};
use crate::drawing;
use crate::explain::{svg, title, write_text};
use crate::failure::Failure;
use crate::input;
use crate::json;
use crate::text::{self, Align};
use crate::verified;
use crosscram_certificate::{Checkers, Hash, Node, Reader, pieces};
use crosscram_checker::Proven;
use crosscram_rules::{Move, Player, Position, Tile};
use crosscram_search::explain::{Explainer, Turn};
use crosscram_search::{Step, Witness};
use crosscram_support::atomic;
use serde::Serialize;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::time::Instant;

/// Run the command.
pub(crate) fn run(args: &VerifyArgs, out: &mut impl Write) -> Result<(), Failure> {
    if args.vectors.vectors.is_some() && (args.explain.is_some() || args.with.is_some()) {
        return Err(Failure::message(
            "--vectors acts on the built-in checker alone, not with --explain or --with",
        ));
    }
    if let Some(position) = &args.explain {
        return explain(args, position, out);
    }
    let started = Instant::now();
    let bytes = Bytes::open(&args.file)?;
    let (found, hash) = match args.with {
        None => {
            let (proven, hash) = bytes.check_with(&args.file, args.checkers())?;
            (follow(&proven, args)?, hash)
        }
        Some(OtherChecker::Verified) => bytes.check_by(&args.file, verified::check)?,
    };
    let summary = Summary::new(found, hash, started.elapsed().as_secs_f64());
    match args.json {
        true => json::write(out, &summary)?,
        false => summary.print(out)?,
    }
    if !args.certificates.is_empty() && !summary.rests_on.is_empty() {
        crate::remark(format_args!(
            "{}: not everything that it rests on is in the files of --certificates",
            args.file.display()
        ));
        return Err(Failure::No);
    }
    Ok(())
}

/// Checks what a certificate rests on too, where that can be found.
fn follow(proven: &Proven, args: &VerifyArgs) -> Result<Found, Failure> {
    let shelf = match args.certificates.is_empty() {
        false => Shelf::new(&args.certificates)?,
        true if proven.rests.is_empty() || args.file == Path::new("-") => Shelf::default(),
        true => Shelf::beside(&args.file),
    };
    let mut following = Following::default();
    following.follow(proven, &shelf, args.checkers())?;
    Ok(Found {
        claims: proven.claims.iter().map(ToString::to_string).collect(),
        rests_on: following.missing,
        followed: following.followed,
        nodes: proven.nodes,
    })
}

/// The certificates on which another one rests, directly or not.
#[derive(Default)]
struct Following {
    /// Those that were found and are valid.
    followed: Vec<Followed>,
    /// Hashes of those that were not found, with what they have to prove.
    missing: Vec<(String, String)>,
}

/// A certificate on which another one rests.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Followed {
    hash: String,
    file: String,
    nodes: u64,
}

impl Following {
    /// Checks what a certificate rests on, and what that rests on.
    fn follow(
        &mut self,
        proven: &Proven,
        shelf: &Shelf,
        checkers: Checkers,
    ) -> Result<(), Failure> {
        for (statement, hash) in &proven.rests {
            let Some(path) = shelf.find(hash) else {
                let missing = (hash.clone(), statement.to_string());
                if !self.missing.contains(&missing) {
                    self.missing.push(missing);
                }
                continue;
            };
            let name = path.display();
            // No certificate can rest on itself: its hash would have to be among its bytes.
            let (other, found) = Bytes::open(path)?.check_with(path, checkers)?;
            if found.is_none_or(|found| found.to_string() != *hash) {
                return Err(Failure::message(format_args!(
                    "{name}: it has another hash"
                )));
            }
            if !other.claims.iter().any(|claim| claim.agrees(statement)) {
                crate::remark(format_args!("{name} does not prove: {statement}"));
                return Err(Failure::No);
            }
            if !self.followed.iter().any(|known| known.hash == *hash) {
                self.follow(&other, shelf, checkers)?;
                self.followed.push(Followed {
                    hash: hash.clone(),
                    file: name.to_string(),
                    nodes: other.nodes,
                });
            }
        }
        Ok(())
    }
}

/// One object.
#[derive(Serialize)]
struct Summary {
    schema: u32,
    valid: bool,
    claims: Vec<String>,
    /// What is taken from other certificates that were not found, with their hashes.
    rests_on: Vec<(String, String)>,
    /// The other certificates that were found.
    followed: Vec<Followed>,
    nodes: u64,
    hash: Option<String>,
    seconds: f64,
}

/// What a checker found proven, in words.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) claims: Vec<String>,
    /// What is taken from other certificates, with their hashes.
    pub(crate) rests_on: Vec<(String, String)>,
    /// Other certificates that were found and checked.
    pub(crate) followed: Vec<Followed>,
    pub(crate) nodes: u64,
}

impl Summary {
    fn new(found: Found, hash: Option<Hash>, seconds: f64) -> Self {
        Summary {
            schema: json::SCHEMA,
            valid: true,
            claims: found.claims,
            rests_on: found.rests_on,
            followed: found.followed,
            nodes: found.nodes,
            hash: hash.map(|hash| hash.to_string()),
            seconds,
        }
    }

    fn print(&self, out: &mut impl Write) -> Result<(), Failure> {
        writeln!(
            out,
            "Valid: {} in {}",
            text::plural(self.nodes, "node"),
            text::seconds(self.seconds)
        )?;
        if let Some(hash) = &self.hash {
            writeln!(out, "blake3 {hash}")?;
        }
        for Followed { hash, file, nodes } in &self.followed {
            let nodes = text::plural(*nodes, "node");
            writeln!(out, "It rests on {hash}, which is valid: {file}, {nodes}")?;
        }
        for (hash, statement) in &self.rests_on {
            writeln!(
                out,
                "Provided that the certificate {hash} proves: {statement}"
            )?;
        }
        for claim in &self.claims {
            writeln!(out, "Proven: {claim}")?;
        }
        Ok(())
    }
}

/// Says why a position of a proof is won.
fn explain(args: &VerifyArgs, position: &str, out: &mut impl Write) -> Result<(), Failure> {
    let name = args.file.display();
    let failed = |error: io::Error| Failure::message(format_args!("{name}: {error}"));
    let wanted: Position = position
        .parse()
        .map_err(|error| Failure::message(format_args!("--explain: {error}")))?;
    let mut bytes = Bytes::open(&args.file)?;
    let mut reader = Reader::new(bytes.reader()).map_err(failed)?;
    let key = wanted.board.canonical();
    let is_wanted = |node: &Node| {
        let same_player = wanted.to_move.is_none_or(|player| player == node.to_move);
        same_player && node.board.canonical() == key && node.step != Step::Known
    };
    let found = loop {
        match reader.next_node().map_err(failed)? {
            None => break None,
            Some(node) if is_wanted(&node) => break Some(node),
            Some(_) => {}
        }
    };
    let Some(node) = found else {
        crate::remark(format_args!(
            "{name}: the proof does not go through this position"
        ));
        return Err(Failure::No);
    };
    let winner = reader.winner();
    writeln!(
        out,
        "{}, {} to move, {} from the beginning: {winner} wins",
        input::name(&node.board),
        node.to_move,
        text::plural(node.depth as u64, "move"),
    )?;
    if node.number != 0.into() {
        writeln!(out, "beside the board lies the number {}", node.number)?;
    }
    if args.svg.is_some() && !matches!(node.step, Step::Cut(_)) {
        return Err(Failure::message("--svg: there is no cut at this position"));
    }
    match node.step {
        Step::Cut(witness) => show_cut(args, &node, winner, &witness, reader.question().tile, out),
        Step::Count => Ok(writeln!(
            out,
            "{winner} has more safe moves than {} has moves",
            winner.opponent()
        )?),
        Step::Move(cell) => {
            let cell = reader.cell_of(cell.into()).map_err(failed)?;
            let mov = Move::new(winner, cell);
            Ok(writeln!(out, "{winner} plays {mov}")?)
        }
        Step::Number => Ok(writeln!(out, "{winner} moves in the number")?),
        Step::All | Step::Known => {
            let mut answers = Vec::new();
            while let Some(child) = reader.next_node().map_err(failed)? {
                if child.depth <= node.depth {
                    break;
                }
                if child.depth == node.depth + 1 {
                    answers.push(answer(&child, &reader).map_err(failed)?);
                }
            }
            let moves = answers.len() as u64;
            let loser = winner.opponent();
            if moves == 0 {
                return Ok(writeln!(out, "{loser} cannot move")?);
            }
            writeln!(
                out,
                "{loser} loses with every one of {}",
                text::plural(moves, "move")
            )?;
            let rows: Vec<Vec<String>> = answers.into_iter().map(Vec::from).collect();
            Ok(text::columns(out, 2, &[Align::Left, Align::Left], &rows)?)
        }
    }
}

/// A move of the loser, and what comes of it.
fn answer<R: BufRead>(child: &Node, reader: &Reader<R>) -> io::Result<[String; 2]> {
    let by = child.by.map_or("in the number".into(), |by| by.to_string());
    let answer = match child.step {
        Step::Move(cell) => {
            let cell = reader.cell_of(cell.into())?;
            Move::new(reader.winner(), cell).to_string()
        }
        Step::Number => "a move in the number".to_string(),
        Step::Known => "known from before".to_string(),
        Step::Count => "safe moves suffice".to_string(),
        Step::Cut(_) => "a cut".to_string(),
        Step::All => String::new(),
    };
    Ok([by, answer])
}

fn show_cut(
    args: &VerifyArgs,
    node: &Node,
    winner: Player,
    witness: &Witness,
    tile: Tile,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let board = node.board;
    let turn = match winner == node.to_move {
        true => Turn::First,
        false => Turn::Second,
    };
    let length = match winner {
        Player::Vertical => board.cols(),
        Player::Horizontal => board.rows(),
    };
    let mut explainer = Explainer::new(&board, tile, Explainer::MAX_CELLS);
    let pieces = pieces(witness, length as u32);
    let claim = explainer.cut(&board, winner, turn, pieces);
    let claim = claim.ok_or_else(|| {
        Failure::message(format_args!(
            "a piece of the cut has more than {} cells",
            Explainer::MAX_CELLS
        ))
    })?;
    let position = Position {
        board,
        tile,
        to_move: Some(node.to_move),
    };
    let claims = [claim];
    let cells = Explainer::MAX_CELLS;
    if let Some(file) = &args.svg {
        let drawn = svg(&title(&position, &claims), &position, &claims, cells);
        atomic::write(file, drawn)
            .map_err(|error| Failure::message(format_args!("{}: {error}", file.display())))?;
    }
    Ok(write_text(
        out,
        &position,
        &claims,
        cells,
        drawing::has_colours(),
    )?)
}
