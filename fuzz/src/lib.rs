//! What fuzz targets share. A target is a program of `targets/`: under cargo-fuzz it is run on inputs without end; as a test it is
//! run on its seeds in `corpus/`; by itself on the files that it is given.

use crosscram_support::checksum::Fnv1a;
use crosscram_support::random::Random;
use std::fmt::{Debug, Display};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// What is read from a text is printed so that it is read back as the same.
pub fn round_trip<T: FromStr<Err: Display> + Display + PartialEq + Debug>(text: &str) {
    match text.parse::<T>() {
        Ok(value) => {
            let printed = value.to_string();
            match printed.parse::<T>() {
                Ok(again) => assert_eq!(again, value, "{text:?} is printed as {printed:?}"),
                Err(error) => panic!("{text:?} is printed as {printed:?}: {error}"),
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// The input as it is, and with its last eight bytes replaced by the right FNV-1a checksum: no
/// change of the bytes before would get past it otherwise.
pub fn with_checksum(input: &[u8]) -> [Vec<u8>; 2] {
    let content = &input[..input.len().saturating_sub(8)];
    let sum = Fnv1a::of(content).to_le_bytes();
    [input.to_vec(), [content, &sum].concat()]
}

/// A file of this process alone, for readers that want a path; removed when it is dropped.
pub struct TemporaryFile(PathBuf);

impl Deref for TemporaryFile {
    type Target = PathBuf;

    fn deref(&self) -> &PathBuf {
        &self.0
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// A file with this content.
pub fn file_with(content: &[u8]) -> TemporaryFile {
    // In memory where the system has a place for that.
    let memory = Path::new("/dev/shm");
    let directory = match memory.is_dir() {
        true => memory.to_path_buf(),
        false => std::env::temp_dir(),
    };
    let path = directory.join(format!("crosscram-fuzz-{}", std::process::id()));
    std::fs::write(&path, content).expect("a temporary file can be written");
    TemporaryFile(path)
}

/// What a target takes.
pub trait Input {
    /// These bytes, if they are such an input.
    fn of(bytes: &[u8]) -> Option<&Self>;
}

impl Input for [u8] {
    fn of(bytes: &[u8]) -> Option<&[u8]> {
        Some(bytes)
    }
}

impl Input for str {
    fn of(bytes: &[u8]) -> Option<&str> {
        str::from_utf8(bytes).ok()
    }
}

/// Runs a target on one file.
fn run<T: Input + ?Sized>(path: &Path, check: fn(&T)) {
    println!("{}", path.display());
    let bytes = std::fs::read(path).expect("the input can be read");
    T::of(&bytes).into_iter().for_each(check);
}

/// Runs the target of this source file on its seeds and on changed copies of them, always the same ones.
pub fn run_on_seeds<T: Input + ?Sized>(source: &str, check: fn(&T)) {
    let name = Path::new(source).file_stem().expect("a file");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("corpus")
        .join(name);
    let seeds = std::fs::read_dir(folder).expect("there are seeds");
    let mut paths: Vec<PathBuf> = seeds.map(|seed| seed.expect("a seed").path()).collect();
    paths.sort();
    assert!(paths.len() > 1, "{name:?} has {} seeds", paths.len());
    let mut random = Random::new(1);
    for path in paths {
        run(&path, check);
        let seed = std::fs::read(&path).expect("the seed can be read");
        // Large seeds are large because they take long.
        for _ in 0..100_000 / seed.len().max(1000) {
            let mut changed = seed.clone();
            for _ in 0..1 + random.below(3) {
                let at = random.index(changed.len().max(1));
                match random.below(3) {
                    0 if at < changed.len() => changed[at] ^= 1 << random.below(8),
                    1 if at < changed.len() => drop(changed.remove(at)),
                    _ => changed.insert(at, b" 0\n|.#+-9z\0\xff"[random.index(12)]),
                }
            }
            T::of(&changed).into_iter().for_each(check);
        }
    }
}

/// Runs a target on the files that the command line names.
pub fn run_on_arguments<T: Input + ?Sized>(check: fn(&T)) {
    std::env::args_os()
        .skip(1)
        .for_each(|path| run(Path::new(&path), check));
}

/// The property that a target states of every input.
#[macro_export]
macro_rules! fuzz_target {
    (|$input:ident: &$type:ty| $body:block) => {
        #[cfg(fuzzing)]
        libfuzzer_sys::fuzz_target!(|$input: &$type| $body);

        #[cfg(not(fuzzing))]
        fn holds($input: &$type) $body

        #[cfg(not(fuzzing))]
        fn main() {
            $crate::run_on_arguments::<$type>(holds);
        }

        #[cfg(not(fuzzing))]
        #[test]
        fn seeds() {
            $crate::run_on_seeds::<$type>(file!(), holds);
        }
    };
}
