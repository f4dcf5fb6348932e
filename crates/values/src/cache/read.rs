//! Reading a table.

use super::{BLOCK, CHECKSUM, HEADER, MAGIC, Refused, TableKind, VERSION};
use crate::packed::{Image, ImageSize};
use crate::regions::RegionTable;
use crosscram_rules::{Bits, Bits64, Bits128};
use crosscram_support::checksum::xxh64;
use crosscram_support::memory::atomics::AtomicU64;
use std::io::{self, Read, Seek, SeekFrom};

impl<W: Bits> RegionTable<W> {
    /// Enters what a file written by [`RegionTable::write_to`] holds, after checking all of it.
    /// Returns the number of entries of the file; the table may have room for fewer.
    pub fn read_from(&self, mut file: impl Read + Seek) -> Result<u64, Refused> {
        let (sizes, checksum) = read_header(&mut file, self.kind())?;
        let [narrow, middle, wide] = sizes;
        let words = narrow.words::<Bits64>() + middle.words::<Bits128>() + wide.words::<W>();
        check_length(&mut file, words)?;
        let mut words = Words {
            file,
            left: 8 * words,
            checksum,
            at: (HEADER + CHECKSUM) as u64,
            block: Vec::new(),
            next: 0,
        };
        let images = (
            words.image(narrow)?,
            words.image(middle)?,
            words.image(wide)?,
        );
        let entries = images.0.len() + images.1.len() + images.2.len();
        let fresh = RegionTable::new(self.grid().clone(), self.limit(), u64::MAX);
        fresh.adopt(images);
        fresh.check_sample()?;
        self.adopt(fresh.into_images());
        Ok(entries as u64)
    }
}

/// The sizes of the three maps, and the checksum of the header.
fn read_header(file: &mut impl Read, wanted: TableKind) -> Result<([ImageSize; 3], u64), Refused> {
    let mut header = [0; HEADER + CHECKSUM];
    let length = read_up_to(file, &mut header)?;
    if !header[..length].starts_with(&MAGIC[..length.min(MAGIC.len())]) || length == 0 {
        return Err(Refused::Foreign);
    }
    let number = |i: usize| {
        let bytes = header[8 + 4 * i..].first_chunk();
        u32::from_le_bytes(*bytes.expect("the header has as many numbers"))
    };
    if length >= 12 && number(0) != VERSION {
        return Err(Refused::Version(number(0)));
    }
    if length < header.len() {
        return Err(Refused::Truncated);
    }
    let checksum = xxh64(&header[..HEADER], 0);
    if header[HEADER..] != checksum.to_le_bytes() {
        return Err(Refused::Header);
    }
    let found = TableKind {
        lines: number(1),
        length: number(2),
        tile: number(3),
        limit: number(4),
        bits: number(5),
    };
    if found != wanted {
        return Err(Refused::Kind { found, wanted });
    }
    let sizes = [6, 8, 10].map(|i| ImageSize {
        slots_log2: number(i),
        vectors: number(i + 1),
    });
    match sizes.iter().all(|size| size.is_possible()) {
        true => Ok((sizes, checksum)),
        false => Err(Refused::Entry),
    }
}

/// Checks that a file whose header was read has blocks of so many words behind it.
fn check_length(file: &mut (impl Read + Seek), words: u64) -> Result<(), Refused> {
    let blocks = (8 * words).div_ceil(BLOCK as u64);
    let at = (HEADER + CHECKSUM) as u64;
    let expected = at + 8 * words + CHECKSUM as u64 * blocks;
    let length = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(at))?;
    match length.cmp(&expected) {
        std::cmp::Ordering::Less => Err(Refused::Truncated),
        std::cmp::Ordering::Equal => Ok(()),
        std::cmp::Ordering::Greater => Err(Refused::TooLong),
    }
}

/// The words of a file, each of a block with the right checksum.
struct Words<R> {
    file: R,
    /// Bytes that are in no block read so far, checksums not counted.
    left: u64,
    checksum: u64,
    /// Where the next block begins.
    at: u64,
    block: Vec<u8>,
    /// Where the next word begins in the block.
    next: usize,
}

impl<R: Read> Words<R> {
    fn image<W: Bits>(&mut self, size: ImageSize) -> Result<Image<W>, Refused> {
        Image::read(size, |words| self.fill(words))?.ok_or(Refused::Entry)
    }

    fn fill(&mut self, mut words: &mut [AtomicU64]) -> Result<(), Refused> {
        while !words.is_empty() {
            if self.next == self.block.len() {
                self.read_block()?;
            }
            let known = self.block[self.next..].chunks_exact(8);
            let (now, later) = words.split_at_mut(known.len().min(words.len()));
            for (word, bytes) in now.iter_mut().zip(known) {
                let bytes = bytes.try_into().expect("eight bytes");
                *word = AtomicU64::new(u64::from_le_bytes(bytes));
            }
            self.next += 8 * now.len();
            words = later;
        }
        Ok(())
    }

    #[cold]
    fn read_block(&mut self) -> Result<(), Refused> {
        let length = self.left.min(BLOCK as u64);
        self.block.resize(length as usize + CHECKSUM, 0);
        self.file.read_exact(&mut self.block)?;
        let stated = self.block.split_off(length as usize);
        self.checksum = xxh64(&self.block, self.checksum);
        if stated != self.checksum.to_le_bytes() {
            return Err(Refused::Checksum { at: self.at });
        }
        self.left -= length;
        self.at += length + CHECKSUM as u64;
        self.next = 0;
        Ok(())
    }
}

/// Fills the buffer as far as the file reaches.
fn read_up_to(file: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut length = 0;
    while length < buffer.len() {
        match file.read(&mut buffer[length..]) {
            Ok(0) => break,
            Ok(more) => length += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(length)
}
