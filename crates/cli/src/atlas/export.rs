//! `crosscram atlas export`: a cell of the chart as a certificate.

use super::load;
use crate::atlas::ExportArgs;
use crate::failure::{Failure, refused};
use crate::text;
use crate::watch::Watch;
use crosscram_atlas::{Atlas, Inference, Source, Stated, Step};
use crosscram_certificate::{
    Bundle, Checkers, Compressed, Form, Hash, Opened, Reader, Rectangle, Shelf, Writer,
};
use crosscram_checker::check;
use crosscram_rules::{Board, Player, Question, Tile};
use crosscram_search::{Control, EngineName, Run, Solver};
use crosscram_support::atomic;
use crosscram_support::path::At;
use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

pub(super) fn run(args: &ExportArgs, out: &mut impl Write) -> Result<(), Failure> {
    let atlas = load(&args.known, args.board)?;
    let firsts = match args.first {
        Some(first) => vec![first],
        None => Player::ALL.to_vec(),
    };
    let Some(steps) = atlas.export(args.board, &firsts) else {
        refuse!("{}: who wins is not known", args.board);
    };
    for &first in &firsts {
        if atlas.winner(args.board, first).is_none() {
            writeln!(out, "{} with {first} first is open: left out", args.board)?;
        }
    }
    let watch = Watch::with_signals()?;
    let resolver = Resolver::new(args, &atlas)?;
    let mut bundle = Bundle::default();
    let mut missing = Vec::new();
    resolver.write(&steps, &mut bundle, |stated, source, bundle| {
        let found = watch.run(in_words(stated), |control| {
            resolver.resolve(stated, source, bundle, control)
        });
        match found.ok_or(Failure::Interrupted)?? {
            Some(how) => writeln!(out, "{}: {how}", in_words(stated))?,
            None => missing.push(format!("{}: {source}", in_words(stated))),
        }
        watch.ended()
    })?;
    if !missing.is_empty() {
        refuse!(
            "no certificate, and not proven within {} nodes (--nodes; --certificates names some):\n  {}",
            text::grouped(args.nodes),
            missing.join("\n  ")
        );
    }
    let bytes = bundle.finish();
    // Nothing is written that does not hold.
    let checked = check(&mut &bytes[..]).map_err(|refusal| refusal.1);
    let proven = checked.at(&args.output)?;
    let mut file = Compressed::new(Vec::new(), true);
    file.write_all(&bytes)?;
    let (hash, length, file) = file.finish()?;
    atomic::write(&args.output, file).at(&args.output)?;
    writeln!(
        out,
        "{}: {}, {} of walks, {} bytes",
        args.output.display(),
        text::plural(proven.claims.len() as u64, "claim"),
        text::plural(proven.nodes, "node"),
        text::grouped(length),
    )?;
    if let Some(hash) = hash {
        writeln!(out, "  blake3 {hash}")?;
    }
    for (_, hash) in &proven.rests {
        writeln!(out, "  rests on {hash}")?;
    }
    Ok(())
}

/// A statement, as the atlas prints it.
fn in_words(stated: &Stated) -> String {
    let Stated {
        size,
        number,
        first,
        winner,
    } = stated;
    let order = if first == winner { "first" } else { "second" };
    match number.numerator() {
        0 => format!("{} wins {size} moving {order}", winner.letter()),
        _ => format!("{} wins {size} + {number} moving {order}", winner.letter()),
    }
}

/// Finds a certificate for what is given.
struct Resolver {
    tile: Tile,
    include: bool,
    nodes: u64,
    solver: Solver,
    /// Files with certificates by what they say for Vertical.
    files: HashMap<Stated, PathBuf>,
}

impl Resolver {
    fn new(args: &ExportArgs, atlas: &Atlas) -> Result<Self, Failure> {
        let solver = Solver::new(EngineName::Crosscram.fitted());
        let mut files = HashMap::new();
        for path in Shelf::new(&args.certificates)?.paths() {
            // A bundle says more than one thing; what it rests on is its own business.
            let Ok(reader) = Reader::new(Opened::open(path)?) else {
                continue;
            };
            let Question {
                board,
                tile,
                first,
                number,
            } = *reader.question();
            let size = crosscram_atlas::Size::new(board.rows(), board.cols());
            if let (true, Ok(size)) = (
                tile == atlas.tile() && board.free_count() as usize == board.area(),
                size,
            ) {
                let stated = Stated {
                    size,
                    number,
                    first,
                    winner: reader.winner(),
                };
                files.insert(stated.for_vertical(), path.clone());
            }
        }
        Ok(Resolver {
            tile: atlas.tile(),
            include: args.include,
            nodes: args.nodes,
            solver,
            files,
        })
    }

    fn rectangle(&self, stated: &Stated) -> Rectangle {
        Rectangle {
            rows: stated.size.rows(),
            cols: stated.size.cols(),
            tile: self.tile,
            number: stated.number,
            first: stated.first,
            winner: stated.winner,
        }
    }

    /// Adds the steps of a derivation. `given` adds what it takes as given.
    fn write(
        &self,
        steps: &[Step],
        bundle: &mut Bundle,
        mut given: impl FnMut(&Stated, &Source, &mut Bundle) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        for step in steps {
            let (stated, inference) = match step {
                Step::Suppose(stated) => {
                    bundle.suppose(&self.rectangle(stated));
                    continue;
                }
                Step::Contradiction(one, other) => {
                    bundle.contradiction(*one, *other);
                    continue;
                }
                Step::Claim(stated, inference) => (stated, inference),
            };
            let claim = self.rectangle(stated);
            match inference {
                Inference::Add(squares, premises) => bundle.add(&claim, *squares, premises),
                Inference::Split(premises) => bundle.split(&claim, premises),
                Inference::Corner => bundle.corner(&claim),
                Inference::Narrow => bundle.narrow(&claim),
                Inference::Given(source) => given(stated, source, bundle)?,
            }
        }
        Ok(())
    }

    /// Adds a claim with its proof, or with the hash of a certificate. Says which; `None` if there is
    /// neither.
    fn resolve(
        &self,
        stated: &Stated,
        source: &Source,
        bundle: &mut Bundle,
        control: &Control,
    ) -> Result<Option<String>, Failure> {
        if let Some(path) = self.files.get(&stated.for_vertical()) {
            return self.cite(stated, path, bundle).map(Some);
        }
        if let Source::Solved(solved) = source
            && let Some(hash) = &solved.certificate
        {
            let hash = Hash::parse(hash).ok_or_else(|| failure!("'{hash}' is not a hash"))?;
            bundle.rest(&self.rectangle(stated), hash);
            return Ok(Some(format!("by the certificate {hash}, not looked at")));
        }
        self.search(stated, bundle, control)
            .map_err(Failure::message)
    }

    fn cite(&self, stated: &Stated, path: &Path, bundle: &mut Bundle) -> Result<String, Failure> {
        let name = path.display();
        let mut opened = Opened::open(path)?;
        if self.include {
            let mut all = Vec::new();
            opened.read_to_end(&mut all).at(path)?;
            if !bundle.include(&all) {
                fail!("{name}: not a single claim");
            }
            return Ok(format!("included from {name}"));
        }
        let checked = opened.check(Checkers::default());
        let (_, hash) = checked.at(path).map_err(refused)?;
        let hash = hash.ok_or("not compressed, so it has no hash").at(path)?;
        bundle.rest(&self.rectangle(stated), hash);
        Ok(format!(
            "by the certificate {hash} of {name}, which is valid"
        ))
    }

    fn search(
        &self,
        stated: &Stated,
        bundle: &mut Bundle,
        control: &Control,
    ) -> io::Result<Option<String>> {
        let Ok(board) = Board::empty(stated.size.rows(), stated.size.cols()) else {
            return Ok(None);
        };
        let question = Question::new(board, self.tile, stated.first).plus(stated.number);
        control.limit_next(self.nodes);
        let mut writer = Writer::new(Vec::new(), Form::Binary, &question);
        let report = self
            .solver
            .prove(&question, &Run::new(control), &mut writer)?;
        control.lift_limit();
        let nodes = writer.nodes();
        match report.winner() {
            Some(winner) if winner == stated.winner => {
                let is_one = bundle.include(&writer.finish()?);
                assert!(is_one, "the writer writes one claim");
                let nodes = text::plural(nodes, "node");
                Ok(Some(format!("proven here, {nodes}, included")))
            }
            Some(_) => Err(io::Error::other(format!(
                "{}: a search says the opposite",
                in_words(stated)
            ))),
            None => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscram_atlas::Level;

    /// Every answer of the charts, with all that is given taken from certificates: the checker accepts
    /// the derivation, and the last claim is the answer.
    #[test]
    fn every_derivation_is_valid() {
        let mut blocks = 0;
        for (tile, limit) in [(Tile::DOMINO, 31), (Tile::TROMINO, 24)] {
            let atlas = Atlas::known(Level::All, tile, 40, &[]).expect("no contradiction");
            let resolver = Resolver {
                tile,
                include: false,
                nodes: 1,
                solver: Solver::new(EngineName::Crosscram),
                files: HashMap::new(),
            };
            for size in atlas.sizes(limit, limit) {
                for first in Player::ALL {
                    let Some(steps) = atlas.export(size, &[first]) else {
                        continue;
                    };
                    let mut bundle = Bundle::default();
                    let suppositions = steps.iter().filter(|step| matches!(step, Step::Suppose(_)));
                    blocks += suppositions.count();
                    let written = resolver.write(&steps, &mut bundle, |stated, _, bundle| {
                        bundle.rest(&resolver.rectangle(stated), Hash([7; 32]));
                        Ok(())
                    });
                    assert!(written.is_ok());
                    let bytes = bundle.finish();
                    let proven = check(&mut &bytes[..]);
                    let proven = proven.unwrap_or_else(|refusal| {
                        panic!("{size} {first}: {refusal:?}\n{steps:#?}")
                    });
                    let winner = atlas.winner(size, first).expect("it was exported");
                    let claim = proven.claims.last().expect("a claim").to_string();
                    let (rows, cols) = (size.rows(), size.cols());
                    let says = format!("board of {rows} rows and {cols} columns plus the number 0");
                    let wins = format!("if {first} moves first, {winner} wins.");
                    assert!(claim.contains(&says) && claim.contains(&wins), "{claim}");
                }
            }
        }
        assert!(blocks > 100, "{blocks}");
    }
}
