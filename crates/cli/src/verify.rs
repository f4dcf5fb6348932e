//! `crosscram verify`: check a certificate.

use crate::args::{nodes, threads};
use crate::drawing;
use crate::explain::{svg, write_text};
use crate::failure::{Failure, refused};
use crate::json;
use crate::text::{self, Align};
use clap::Args;
use crosscram_certificate::{
    Checkers, Followed, Node, Opened, Reader, Shelf, Verified, pieces, verify,
};
use crosscram_checker::Failure as Refusal;
use crosscram_rules::{Move, Player, Position, Tile};
use crosscram_search::explain::{Explainer, Explanation, Turn};
use crosscram_search::{Step, Witness};
use crosscram_support::atomic;
use crosscram_support::path::At;
use serde::Serialize;
use std::io::{self, BufRead, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Instant;
use std::{env, thread};

/// Check a certificate
///
/// Prints exactly what is proven. A certificate that rests on others by their hashes is followed into
/// those that lie beside it. The check is that of crosscram-check, a program of the standard
/// library alone that shares nothing with the solver; here the file is decompressed for it, and its
/// hash is compared.
#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    /// The certificate; - for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Where the certificates are on which it rests: a file, or a directory with files *.cert
    ///
    /// All of them have to be there (exit code 1 if not). Without it the directory of FILE is looked
    /// at, and what is not there is named as a condition.
    #[arg(long, value_name = "PATH", conflicts_with_all = ["explain", "with"])]
    pub(crate) certificates: Vec<PathBuf>,

    /// Say why this position of the proof is won ('..#|.#. V'), down to the cut
    ///
    /// The position, or a reflection of it, must be one that the certificate goes through.
    #[arg(long, value_name = "POSITION")]
    pub(crate) explain: Option<String>,

    /// Draw the cut of --explain as SVG into this file
    #[arg(long, value_name = "FILE", requires = "explain")]
    pub(crate) svg: Option<PathBuf>,

    /// Ask another checker, which must be built
    ///
    /// `verified` is crosscram-verified, the checker that is proven correct (`make -C proofs/verified`). It
    /// is looked for beside this program, in the folder proofs/verified of the current one, and on the PATH.
    /// What a certificate rests on is then not followed, but named as a condition.
    #[arg(long, value_name = "CHECKER", value_enum, conflicts_with = "explain")]
    pub(crate) with: Option<OtherChecker>,

    /// How many threads check [default: 1]
    ///
    /// Each reads the whole certificate and does its share of the sums, with tables of its own.
    #[arg(long, value_name = "N", value_parser = threads, conflicts_with_all = ["explain", "with"])]
    pub(crate) threads: Option<usize>,

    #[command(flatten)]
    pub(crate) vectors: VectorsArg,

    /// Print one JSON object
    #[arg(long, conflicts_with = "explain")]
    pub(crate) json: bool,
}

impl VerifyArgs {
    /// How the built-in checker works.
    pub(crate) fn checkers(&self) -> Checkers {
        Checkers {
            threads: self.threads.unwrap_or(1),
            vectors: self.vectors.get(),
        }
    }
}

/// How many vectors of pieces the checker keeps. Not for a checker that has no such limit.
#[derive(Debug, Args)]
pub(crate) struct VectorsArg {
    /// Keep as many vectors of pieces, some 100 bytes each (1048576, 64M), besides four for each byte of the file [default: 1048576]
    ///
    /// The limit guards against hostile files. Certificates with pieces of more than 32 cells need more.
    #[arg(long, value_name = "N", value_parser = nodes)]
    pub(crate) vectors: Option<u64>,
}

impl VectorsArg {
    /// The number.
    pub(crate) fn get(&self) -> usize {
        let few = crosscram_checker::FEW_VECTORS;
        self.vectors.map_or(few, |vectors| {
            usize::try_from(vectors).unwrap_or(usize::MAX)
        })
    }
}

/// A checker that is not built in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum OtherChecker {
    /// The checker that is proven correct
    Verified,
}

pub(crate) fn run(args: &VerifyArgs, out: &mut impl Write) -> Result<(), Failure> {
    if args.vectors.vectors.is_some() && (args.explain.is_some() || args.with.is_some()) {
        fail!("--vectors acts on the built-in checker alone, not with --explain or --with");
    }
    if let Some(position) = &args.explain {
        return explain(args, position, out);
    }
    let started = Instant::now();
    let found = Timed {
        verified: verified(args)?,
        seconds: started.elapsed().as_secs_f64(),
    };
    match args.json {
        true => json::object(out, &found)?,
        false => print(&found, out)?,
    }
    if !args.certificates.is_empty() && !found.verified.rests_on.is_empty() {
        refuse!(
            "{}: not everything that it rests on is in the files of --certificates",
            args.file.display()
        );
    }
    Ok(())
}

/// Checks it, and what it rests on, where that can be found.
fn verified(args: &VerifyArgs) -> Result<Verified, Failure> {
    let shelf = match args.certificates.is_empty() {
        false => Shelf::new(&args.certificates)?,
        true if args.file == Path::new("-") => Shelf::default(),
        true => Shelf::beside(&args.file),
    };
    match args.with {
        None => verify(&args.file, &shelf, args.checkers()).map_err(refused),
        Some(OtherChecker::Verified) => check_by_other(&args.file),
    }
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Timed {
    #[serde(flatten)]
    verified: Verified,
    seconds: f64,
}

fn print(found: &Timed, out: &mut impl Write) -> Result<(), Failure> {
    let Timed { verified, seconds } = found;
    let nodes = text::plural(verified.nodes, "node");
    writeln!(out, "Valid: {nodes} in {}", text::seconds(*seconds))?;
    if let Some(hash) = &verified.hash {
        writeln!(out, "blake3 {hash}")?;
    }
    for Followed { hash, file, nodes } in &verified.followed {
        let nodes = text::plural(*nodes, "node");
        writeln!(out, "It rests on {hash}, which is valid: {file}, {nodes}")?;
    }
    for (hash, statement) in &verified.rests_on {
        writeln!(
            out,
            "Provided that the certificate {hash} proves: {statement}"
        )?;
    }
    for claim in &verified.claims {
        writeln!(out, "Proven: {claim}")?;
    }
    Ok(())
}

/// Says why a position of a proof is won.
fn explain(args: &VerifyArgs, position: &str, out: &mut impl Write) -> Result<(), Failure> {
    let name = args.file.display();
    let wanted: Position = position
        .parse()
        .map_err(|error| failure!("--explain: {error}"))?;
    let mut reader = Reader::new(Opened::open(&args.file)?).at(&args.file)?;
    let key = wanted.board.canonical();
    let is_wanted = |node: &Node| {
        let same_player = wanted.to_move.is_none_or(|player| player == node.to_move);
        same_player && node.board.canonical() == key && node.step != Step::Known
    };
    let found = loop {
        match reader.next_node().at(&args.file)? {
            None => break None,
            Some(node) if is_wanted(&node) => break Some(node),
            Some(_) => {}
        }
    };
    let Some(node) = found else {
        refuse!("{name}: the proof does not go through this position");
    };
    let winner = reader.winner();
    writeln!(
        out,
        "{}, {} to move, {} from the beginning: {winner} wins",
        node.board.name(),
        node.to_move,
        text::plural(node.depth as u64, "move"),
    )?;
    if node.number != 0.into() {
        writeln!(out, "beside the board lies the number {}", node.number)?;
    }
    if args.svg.is_some() && !matches!(node.step, Step::Cut(_)) {
        fail!("--svg: there is no cut at this position");
    }
    match node.step {
        Step::Cut(witness) => show_cut(args, &node, winner, &witness, reader.question().tile, out),
        Step::Count => Ok(writeln!(
            out,
            "{winner} has more safe moves than {} has moves",
            winner.opponent()
        )?),
        Step::Move(cell) => {
            let cell = reader.cell_of(cell.into()).at(&args.file)?;
            let mov = Move::new(winner, cell);
            Ok(writeln!(out, "{winner} plays {mov}")?)
        }
        Step::Number => Ok(writeln!(out, "{winner} moves in the number")?),
        Step::All | Step::Known => {
            let mut answers = Vec::new();
            while let Some(child) = reader.next_node().at(&args.file)? {
                if child.depth <= node.depth {
                    break;
                }
                if child.depth == node.depth + 1 {
                    answers.push(answer(&child, &reader).at(&args.file)?);
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
            Ok(text::columns(
                out,
                2,
                &[Align::Left, Align::Left],
                &answers,
            )?)
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
        failure!(
            "a piece of the cut has more than {} cells",
            Explainer::MAX_CELLS
        )
    })?;
    let position = Position {
        board,
        tile,
        to_move: Some(node.to_move),
    };
    let explanation = Explanation::of(&position, Explainer::MAX_CELLS, [claim]);
    if let Some(file) = &args.svg {
        atomic::write(file, svg(&explanation)).at(file)?;
    }
    Ok(write_text(out, &explanation, drawing::has_colours())?)
}

/// Its name, with the ending that programs have here.
fn program() -> String {
    format!("crosscram-verified{}", env::consts::EXE_SUFFIX)
}

/// Where it is: beside this program, in the folder `proofs/verified` here, or on the PATH.
fn find() -> Result<PathBuf, Failure> {
    let beside = env::current_exe().ok();
    let beside = beside.and_then(|path| path.parent().map(Path::to_path_buf));
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = beside.into_iter().chain([PathBuf::from("proofs/verified")]);
    folders
        .chain(env::split_paths(&path))
        .map(|folder| folder.join(program()))
        .find(|file| file.is_file())
        .ok_or_else(|| {
            failure!("--with verified: crosscram-verified is not built (make -C proofs/verified)")
        })
}

/// Checks a certificate by it.
fn check_by_other(path: &Path) -> Result<Verified, Failure> {
    let mut opened = Opened::open(path)?;
    let mut verified = ask(&mut opened)?.at(path).map_err(refused)?;
    verified.hash = opened.finish().at(path)?;
    Ok(verified)
}

/// Gives it the bytes of a certificate. What it refuses is a refusal; that it cannot be asked, a failure.
fn ask(bytes: &mut dyn BufRead) -> Result<Result<Verified, Refusal>, Failure> {
    let file = find()?;
    let name = file.display();
    let mut child = Command::new(&file)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .at(&file)?;
    let input = child.stdin.take();
    // What it prints is read meanwhile, so that neither waits for the other.
    let reader = thread::spawn(|| child.wait_with_output());
    let sent = input.map_or(Ok(0), |mut input| io::copy(bytes, &mut input));
    let ended = reader.join();
    let ended = ended.map_err(|_| failure!("the thread that reads has panicked"))?;
    let Output {
        status,
        stdout,
        stderr,
    } = ended.at(&file)?;
    let (output, errors) = (
        String::from_utf8_lossy(&stdout),
        String::from_utf8_lossy(&stderr),
    );
    match (status.code(), sent) {
        (Some(0), Ok(_)) => found(&output)
            .map(Ok)
            .ok_or_else(|| failure!("{name} does not say what it has proven")),
        (Some(code @ (1 | 2)), Ok(_)) => Ok(Err(Refusal(code as u8, errors.trim().into()))),
        // It may stop reading where it refuses; a file that cannot be read is another matter.
        (Some(code @ (1 | 2)), Err(error)) if error.kind() == ErrorKind::BrokenPipe => {
            Ok(Err(Refusal(code as u8, errors.trim().into())))
        }
        (_, Err(error)) => Ok(Err(Refusal(2, error.to_string()))),
        (_, Ok(_)) => Err(failure!("{name} ended with {status}: {}", errors.trim())),
    }
}

/// What it prints: the nodes, what it rests on, what is proven. Other lines draw the board before them.
fn found(text: &str) -> Option<Verified> {
    let mut lines = text.lines();
    let nodes = lines.next()?.strip_prefix("Valid, ")?;
    let mut found = Verified {
        valid: true,
        nodes: nodes.strip_suffix(" nodes.")?.parse().ok()?,
        ..Verified::default()
    };
    for line in lines {
        if let Some(claim) = line.strip_prefix("Proven: ") {
            found.claims.push(claim.into());
        } else if let Some(rest) = line.strip_prefix("Provided that the certificate ") {
            let (hash, statement) = rest.split_once(" proves: ")?;
            found.rests_on.push((hash.into(), statement.into()));
        } else {
            let rest = found.rests_on.last_mut().map(|(_, statement)| statement);
            let last = found.claims.last_mut().or(rest)?;
            last.push('\n');
            last.push_str(line);
        }
    }
    (!found.claims.is_empty()).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_it_prints_is_understood() {
        let text = "Valid, 7 nodes.\nProvided that the certificate ab proves: on a\n.#\n\
                    Proven: on b\n#.\n..\nProven: on c\n";
        let expected = Verified {
            valid: true,
            claims: vec!["on b\n#.\n..".into(), "on c".into()],
            rests_on: vec![("ab".into(), "on a\n.#".into())],
            nodes: 7,
            ..Verified::default()
        };
        assert_eq!(found(text), Some(expected));
        for bad in [
            "",
            "Valid",
            "Valid, 7 nodes.\n",
            "Valid, x nodes.\nProven: a\n",
        ] {
            assert_eq!(found(bad), None, "{bad}");
        }
    }
}
