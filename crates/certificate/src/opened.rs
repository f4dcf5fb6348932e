//! A certificate that somebody has: opened, compared with its hash, checked, followed to what it rests on.

use crate::{Checkers, Hash, Uncompressed, check_beside};
use crosscram_checker::{Failure, Proven, check_share};
use crosscram_support::path::{At, PathError};
use crosscram_support::stop::Stop;
use serde::{Serialize, Serializer};
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

/// Bytes with which a compressed file begins.
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// Bytes that are read at a time.
const BUFFER: usize = 1 << 16;

/// The uncompressed bytes of a certificate, which ends with an error where its hash is another.
pub struct Opened<'a>(BufReader<Guarded<'a>>);

/// Fails when it has to stop, so that whoever reads does.
struct Guarded<'a> {
    bytes: Bytes<'a>,
    stop: Stop,
    left: u64,
}

type Input<'a> = BufReader<Box<dyn Read + 'a>>;

enum Bytes<'a> {
    Compressed(Box<Uncompressed<Input<'a>>>),
    Plain(Input<'a>),
}

impl Read for Guarded<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.stop.is_requested() {
            return Err(io::Error::other("stopped"));
        }
        let read = match &mut self.bytes {
            Bytes::Compressed(bytes) => bytes.read(buffer),
            Bytes::Plain(bytes) => bytes.read(buffer),
        }?;
        // A small file may hold a proof of any length.
        let left = self.left.checked_sub(read as u64);
        let too_long = || io::Error::other("more uncompressed bytes than are taken here");
        self.left = left.ok_or_else(too_long)?;
        Ok(read)
    }
}

impl<'a> Opened<'a> {
    /// A certificate in binary form, compressed or not.
    pub fn new(input: impl Read + 'a) -> io::Result<Opened<'a>> {
        let mut input = BufReader::with_capacity(BUFFER, Box::new(input) as Box<dyn Read>);
        let begins = input.fill_buf()?;
        if begins.starts_with(b"certificate") {
            let message = "the text form is for people and for proofs/check.py";
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        let bytes = match begins.starts_with(&ZSTD) {
            true => Bytes::Compressed(Box::new(Uncompressed::new(input))),
            false => Bytes::Plain(input),
        };
        let guarded = Guarded {
            bytes,
            stop: Stop::new(),
            left: u64::MAX,
        };
        Ok(Opened(BufReader::with_capacity(BUFFER, guarded)))
    }

    /// The certificate in a file; `-` is standard input.
    pub fn open(path: &Path) -> Result<Opened<'static>, PathError> {
        let opened = match path == Path::new("-") {
            true => Opened::new(io::stdin().lock()),
            false => File::open(path).and_then(Opened::new),
        };
        opened.at(path)
    }

    /// The same, with an error when it has to stop.
    #[must_use]
    pub fn until(mut self, stop: &Stop) -> Self {
        self.0.get_mut().stop = stop.clone();
        self
    }

    /// The same, with an error behind so many uncompressed bytes.
    #[must_use]
    pub fn limited(mut self, bytes: u64) -> Self {
        self.0.get_mut().left = bytes;
        self
    }

    /// Reads what is left, so that the hash at the end is compared. Returns it if it is compressed.
    pub fn finish(mut self) -> io::Result<Option<Hash>> {
        io::copy(&mut self, &mut io::sink())?;
        Ok(match &self.0.get_ref().bytes {
            Bytes::Compressed(bytes) => Some(bytes.hash()),
            Bytes::Plain(_) => None,
        })
    }

    /// Checks it. Returns what it proves, and its hash if it is compressed.
    pub fn check(mut self, checkers: Checkers) -> Result<(Proven, Option<Hash>), Failure> {
        let unreadable = |error: io::Error| Failure(2, error.to_string());
        let proven = match checkers.threads {
            0 => check_share(&mut self, checkers.vectors, (0, 1))?,
            _ => {
                let sent = check_beside(checkers, |mut sending| {
                    io::copy(&mut self, &mut sending)?;
                    sending.flush()
                });
                let sent = sent.map_err(unreadable)?;
                match (sent.written, sent.checked) {
                    (Ok(()), Some(checked)) => checked?,
                    (Err(_), Some(Err(refusal))) => return Err(refusal),
                    (Err(error), _) => {
                        let reason =
                            format!("unreadable: it is damaged or ends too early: {error}");
                        return Err(Failure(2, reason));
                    }
                    (Ok(()), None) => unreachable!("all bytes were sent"),
                }
            }
        };
        // The hash comes after the last byte that the checker wants.
        Ok((proven, self.finish().map_err(unreadable)?))
    }
}

impl Read for Opened<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

impl BufRead for Opened<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.0.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.0.consume(count);
    }
}

impl Serialize for Hash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Hash {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Hash".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "string", "pattern": "^[0-9a-f]{64}$"})
    }
}

/// What a certificate proves, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Verified {
    /// Whether it is accepted.
    pub valid: bool,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What is proven.
    pub claims: Vec<String>,
    /// What is taken from other certificates that were not looked at, with their hashes.
    pub rests_on: Vec<(String, String)>,
    /// The other certificates that were checked too.
    pub followed: Vec<Followed>,
    /// Nodes of the proof.
    pub nodes: u64,
    /// The blake3 hash of its uncompressed bytes, its name; only of a compressed one.
    pub hash: Option<Hash>,
}

impl Verified {
    /// What was found proven, without following what it rests on.
    pub fn new(proven: &Proven, hash: Option<Hash>) -> Verified {
        let rests = proven.rests.iter();
        Verified {
            valid: true,
            claims: proven.claims.iter().map(ToString::to_string).collect(),
            rests_on: rests
                .map(|(statement, hash)| (hash.clone(), statement.to_string()))
                .collect(),
            nodes: proven.nodes,
            hash,
            ..Verified::default()
        }
    }

    /// It is not accepted, for this reason.
    pub fn refused(reason: String) -> Verified {
        Verified {
            reason: Some(reason),
            ..Verified::default()
        }
    }
}

/// A certificate on which another one rests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Followed {
    /// Its hash.
    pub hash: String,
    /// Where it is.
    pub file: String,
    /// Nodes of its proof.
    pub nodes: u64,
}

/// Checks the certificate in a file, and those on which it rests as far as they are on the shelf.
pub fn verify(
    path: &Path,
    shelf: &Shelf,
    checkers: Checkers,
) -> Result<Verified, PathError<Failure>> {
    let (proven, hash) = check(path, checkers)?;
    let mut verified = Verified::new(&proven, hash);
    verified.rests_on.clear();
    verified.follow(&proven, shelf, checkers)?;
    Ok(verified)
}

fn check(path: &Path, checkers: Checkers) -> Result<(Proven, Option<Hash>), PathError<Failure>> {
    let opened = Opened::open(path).map_err(|unread| Failure(2, unread.error.to_string()));
    opened.and_then(|opened| opened.check(checkers)).at(path)
}

impl Verified {
    /// Checks what a certificate rests on, and what that rests on.
    fn follow(
        &mut self,
        proven: &Proven,
        shelf: &Shelf,
        checkers: Checkers,
    ) -> Result<(), PathError<Failure>> {
        for (statement, hash) in &proven.rests {
            let Some(path) = shelf.find(hash) else {
                let missing = (hash.clone(), statement.to_string());
                if !self.rests_on.contains(&missing) {
                    self.rests_on.push(missing);
                }
                continue;
            };
            // No certificate can rest on itself: its hash would have to be among its bytes.
            let (other, found) = check(path, checkers)?;
            let refused = |code, reason: String| Err(Failure(code, reason)).at(path);
            if found.is_none_or(|found| found.to_string() != *hash) {
                return refused(2, "it has another hash".into());
            }
            if !other.claims.iter().any(|claim| claim.agrees(statement)) {
                return refused(1, format!("it does not prove: {statement}"));
            }
            if !self.followed.iter().any(|known| known.hash == *hash) {
                self.follow(&other, shelf, checkers)?;
                self.followed.push(Followed {
                    hash: hash.clone(),
                    file: path.display().to_string(),
                    nodes: other.nodes,
                });
            }
        }
        Ok(())
    }
}

/// Files that may be certificates.
#[derive(Debug, Default)]
pub struct Shelf {
    paths: Vec<PathBuf>,
}

impl Shelf {
    /// Files, and all files of folders whose names end with `.cert`.
    pub fn new<P: AsRef<Path>>(places: &[P]) -> Result<Shelf, PathError> {
        let mut paths = Vec::new();
        for place in places.iter().map(AsRef::as_ref) {
            if !fs::metadata(place).at(place)?.is_dir() {
                paths.push(place.to_path_buf());
                continue;
            }
            let listed = fs::read_dir(place).and_then(Iterator::collect::<io::Result<Vec<_>>>);
            let listed = listed.at(place)?.into_iter().map(|entry| entry.path());
            let is_named = |path: &PathBuf| path.extension().is_some_and(|end| end == "cert");
            let mut found: Vec<PathBuf> = listed.filter(is_named).collect();
            found.sort();
            paths.extend(found);
        }
        Ok(Shelf { paths })
    }

    /// All files beside a certificate; none if they cannot be listed.
    pub fn beside(path: &Path) -> Shelf {
        let directory = match path.parent() {
            Some(parent) if parent != Path::new("") => parent,
            _ => Path::new("."),
        };
        Shelf::new(&[directory]).unwrap_or_default()
    }

    /// The files.
    pub fn paths(&self) -> &[PathBuf] {
        &self.paths
    }

    /// The file that says that it has this hash.
    pub fn find(&self, hash: &str) -> Option<&Path> {
        let mut paths = self.paths.iter();
        paths
            .find(|path| hash_of(path).is_some_and(|found| found.to_string() == hash))
            .map(PathBuf::as_path)
    }

    /// The files by the hashes that they say they have.
    pub fn by_hash(self) -> HashMap<String, PathBuf> {
        let named = |path: PathBuf| Some((hash_of(&path)?.to_string(), path));
        self.paths.into_iter().filter_map(named).collect()
    }
}

/// The hash with which a file says that it ends.
fn hash_of(path: &Path) -> Option<Hash> {
    File::open(path).and_then(Hash::at_end).ok().flatten()
}
