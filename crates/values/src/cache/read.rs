//! Reading a table.

use super::{
    BLOCK, CHECKSUM, HEADER, MAGIC, Refused, TableKind, VECTOR, VERSION, entry_bytes, is_least,
};
use crate::regions::RegionTable;
use crosscram_rules::Bits;
use crosscram_support::checksum::xxh64;
use std::io::{Read, Seek, SeekFrom};

/// The number of entries that are recomputed.
const SAMPLE: u64 = 1000;

/// The sample may take one part in this many of the memory of the whole, so that checking a table is
/// quicker than making it.
const SAMPLE_SHARE: u64 = 16;

impl<W: Bits> RegionTable<W> {
    /// Reads a file written by [`RegionTable::write_to`], after checking all of it. Returns the number
    /// of entries read, which is less than in the file if the table becomes full.
    pub fn read_from(&self, mut file: impl Read + Seek) -> Result<u64, Refused> {
        let sample = check(self, Blocks::<W, _>::new(&mut file, self.kind())?)?;
        work_out(self, sample)?;
        file.seek(SeekFrom::Start(0))?;
        let mut read = 0;
        enter(self, &mut file, &mut read).map_err(|refused| match refused {
            Refused::Io(error) => Refused::Io(error),
            _ => Refused::Changed,
        })?;
        Ok(read)
    }
}

/// An entry of the sample.
struct Sampled<W> {
    number: u64,
    shape: W,
    vector: [i8; 16],
}

/// Checks everything except the vectors, and takes a sample spread over the file.
fn check<W: Bits>(
    table: &RegionTable<W>,
    mut blocks: Blocks<W, impl Read>,
) -> Result<Vec<Sampled<W>>, Refused> {
    let grid = table.grid();
    let outside = !W::below(grid.lines() * grid.length());
    let step = blocks.entries.div_ceil(SAMPLE).max(1);
    let (mut number, mut last, mut sample) = (0, W::EMPTY, Vec::new());
    while let Some(block) = blocks.next()? {
        for (shape, vector) in entries::<W>(block) {
            let possible = shape > last
                && shape.word(0) != 0
                && (shape & outside).is_empty()
                && table.is_small(shape, grid)
                && grid.is_normalised(shape)
                && is_least(grid, shape);
            if !possible {
                return Err(Refused::Entry { number });
            }
            if number.is_multiple_of(step) {
                sample.push(Sampled {
                    number,
                    shape,
                    vector,
                });
            }
            last = shape;
            number += 1;
        }
    }
    blocks.end()?;
    Ok(sample)
}

/// Recomputes the vectors of the sample, small regions first, as far as a small table has room.
fn work_out<W: Bits>(table: &RegionTable<W>, mut sample: Vec<Sampled<W>>) -> Result<(), Refused> {
    sample.sort_by_key(|sampled| sampled.shape.count());
    let most = sample.last().map_or(0, |last| last.number) * entry_bytes::<W>() as u64;
    let fresh = RegionTable::new(table.grid().clone(), table.limit(), most / SAMPLE_SHARE);
    for Sampled {
        number,
        shape,
        vector,
    } in sample
    {
        // Nothing is found once the small table is full.
        let found = fresh.region(shape).and_then(|found| found.to_bytes());
        if found.is_some_and(|found| found != vector) {
            return Err(Refused::Vector { number });
        }
    }
    Ok(())
}

fn enter<W: Bits>(table: &RegionTable<W>, file: impl Read, read: &mut u64) -> Result<(), Refused> {
    let mut blocks = Blocks::<W, _>::new(file, table.kind())?;
    while let Some(block) = blocks.next()? {
        for (shape, vector) in entries::<W>(block) {
            if !table.restore(shape, &vector) {
                return Ok(());
            }
            *read += 1;
        }
    }
    Ok(())
}

/// The blocks of a file, each with the right checksum.
struct Blocks<W, R> {
    file: R,
    /// As the header says.
    entries: u64,
    /// Entries that are still to come.
    left: u64,
    checksum: u64,
    /// Where the next block begins.
    at: u64,
    bytes: Vec<u8>,
    sets: std::marker::PhantomData<W>,
}

impl<W: Bits, R: Read> Blocks<W, R> {
    fn new(mut file: R, wanted: TableKind) -> Result<Self, Refused> {
        let mut header = [0; HEADER + CHECKSUM];
        let length = read_up_to(&mut file, &mut header)?;
        if !header[..length].starts_with(&MAGIC[..length.min(MAGIC.len())]) || length == 0 {
            return Err(Refused::Foreign);
        }
        if length >= 12 && number(&header[8..12]) != u64::from(VERSION) {
            return Err(Refused::Version(number(&header[8..12]) as u32));
        }
        if length < header.len() {
            return Err(Refused::Truncated);
        }
        let checksum = xxh64(&header[..HEADER], 0);
        if number(&header[HEADER..]) != checksum {
            return Err(Refused::Header);
        }
        let [lines, length, tile, limit, bits] =
            std::array::from_fn(|i| number(&header[12 + 4 * i..][..4]) as u32);
        let found = TableKind {
            lines,
            length,
            tile,
            limit,
            bits,
        };
        if found != wanted {
            return Err(Refused::Kind { found, wanted });
        }
        let entries = number(&header[32..HEADER]);
        Ok(Blocks {
            file,
            entries,
            left: entries,
            checksum,
            at: (HEADER + CHECKSUM) as u64,
            bytes: Vec::new(),
            sets: std::marker::PhantomData,
        })
    }

    /// The bytes of the entries of the next block.
    fn next(&mut self) -> Result<Option<&[u8]>, Refused> {
        if self.left == 0 {
            return Ok(None);
        }
        let entries = self.left.min(BLOCK as u64);
        let length = entries as usize * entry_bytes::<W>();
        self.bytes.resize(length + CHECKSUM, 0);
        self.file.read_exact(&mut self.bytes)?;
        let (block, stated) = self.bytes.split_at(length);
        self.checksum = xxh64(block, self.checksum);
        if number(stated) != self.checksum {
            return Err(Refused::Checksum { at: self.at });
        }
        self.left -= entries;
        self.at += self.bytes.len() as u64;
        Ok(Some(block))
    }

    /// Checks that the file ends here.
    fn end(mut self) -> Result<(), Refused> {
        match read_up_to(&mut self.file, &mut [0])? {
            0 => Ok(()),
            _ => Err(Refused::TooLong),
        }
    }
}

/// The entries of a block.
fn entries<W: Bits>(block: &[u8]) -> impl Iterator<Item = (W, [i8; 16])> {
    block.chunks_exact(entry_bytes::<W>()).map(|entry| {
        let (shape, numbers) = entry.split_at(W::WORDS * 8);
        let mut vector = [0; VECTOR];
        for (number, byte) in vector.iter_mut().zip(numbers) {
            *number = *byte as i8;
        }
        (W::from_words(shape.chunks_exact(8).map(number)), vector)
    })
}

/// Up to eight bytes as a number, little-endian.
fn number(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .rev()
        .fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// Fills the buffer as far as the file reaches.
fn read_up_to(file: &mut impl Read, buffer: &mut [u8]) -> Result<usize, Refused> {
    let mut length = 0;
    while length < buffer.len() {
        match file.read(&mut buffer[length..]) {
            Ok(0) => break,
            Ok(more) => length += more,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(length)
}
