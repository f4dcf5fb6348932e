//! The file of a certificate: zstd frames, then the hash of what is in them.

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::fmt;
use std::io::{self, BufRead, Read, Seek, SeekFrom, Write};

/// A skippable frame of zstd, which programs that only decompress ignore, and the size of ours.
const SKIPPABLE: u32 = 0x184D_2A50;
const TRAILER: u32 = 40;
const NAME: [u8; 8] = *b"blake3\0\0";

/// Uncompressed bytes of a frame.
const FRAME: usize = 4 << 20;

/// The blake3 hash of the uncompressed bytes of a certificate: its name.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// The hash that 64 hexadecimal digits in lower case name.
    pub fn parse(text: &str) -> Option<Hash> {
        let digit = |digit: u8| match digit {
            b'0'..=b'9' => Some(digit - b'0'),
            b'a'..=b'f' => Some(digit - b'a' + 10),
            _ => None,
        };
        let mut hash = [0; 32];
        if text.len() != 2 * hash.len() {
            return None;
        }
        for (byte, digits) in hash.iter_mut().zip(text.as_bytes().chunks(2)) {
            *byte = digit(digits[0])? << 4 | digit(digits[1])?;
        }
        Some(Hash(hash))
    }

    /// The hash with which a file says that it ends; `None` if it is no compressed certificate. Nothing
    /// is compared.
    pub fn at_end(mut file: impl Read + Seek) -> io::Result<Option<Hash>> {
        let mut trailer = [0; 8 + TRAILER as usize];
        if file.seek(SeekFrom::End(0))? < trailer.len() as u64 {
            return Ok(None);
        }
        file.seek(SeekFrom::End(-(trailer.len() as i64)))?;
        file.read_exact(&mut trailer)?;
        let (begin, hash) = trailer.split_at(16);
        let expected = [&SKIPPABLE.to_le_bytes()[..], &TRAILER.to_le_bytes(), &NAME].concat();
        let hash = hash.try_into().map(Hash).ok();
        Ok(hash.filter(|_| begin == expected))
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hash({self})")
    }
}

/// Compresses what is written to it, if it is to be compressed.
pub struct Compressed<O> {
    out: O,
    is_compressed: bool,
    frame: Vec<u8>,
    hasher: blake3::Hasher,
    written: u64,
}

impl<O: Write> Compressed<O> {
    /// A file that is written to `out`: compressed and with its hash at the end, or as it is.
    pub fn new(out: O, is_compressed: bool) -> Self {
        Compressed {
            out,
            is_compressed,
            frame: Vec::with_capacity(FRAME),
            hasher: blake3::Hasher::new(),
            written: 0,
        }
    }

    fn end_frame(&mut self) -> io::Result<()> {
        if self.frame.is_empty() {
            return Ok(());
        }
        let frame = std::mem::take(&mut self.frame);
        self.hasher.update(&frame);
        if self.is_compressed {
            self.write_out(&compress_to_vec(&frame[..], CompressionLevel::Fastest))?;
        } else {
            self.write_out(&frame)?;
        }
        self.frame = frame;
        self.frame.clear();
        Ok(())
    }

    fn write_out(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.written += bytes.len() as u64;
        self.out.write_all(bytes)
    }

    /// Writes the rest, and the hash if it is compressed. Returns the hash, the number of bytes that
    /// were written, and what they were written to.
    pub fn finish(mut self) -> io::Result<(Option<Hash>, u64, O)> {
        self.end_frame()?;
        if !self.is_compressed {
            self.out.flush()?;
            return Ok((None, self.written, self.out));
        }
        let hash = *self.hasher.finalize().as_bytes();
        let mut trailer = Vec::with_capacity(8 + TRAILER as usize);
        trailer.extend(SKIPPABLE.to_le_bytes());
        trailer.extend(TRAILER.to_le_bytes());
        trailer.extend(NAME);
        trailer.extend(hash);
        self.write_out(&trailer)?;
        self.out.flush()?;
        Ok((Some(Hash(hash)), self.written, self.out))
    }
}

impl<O: Write> Write for Compressed<O> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(FRAME - self.frame.len());
        let (now, _) = bytes.split_at(taken);
        self.frame.extend_from_slice(now);
        if self.frame.len() == FRAME {
            self.end_frame()?;
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Decompresses a file, and compares its hash when it comes to the end.
pub struct Uncompressed<I> {
    input: I,
    decoder: FrameDecoder,
    place: Place,
    hasher: blake3::Hasher,
    bytes: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    BeforeFrame,
    InFrame,
    End,
}

impl<I: BufRead> Uncompressed<I> {
    /// A file that is read from `input`.
    pub fn new(input: I) -> Self {
        Uncompressed {
            input,
            decoder: FrameDecoder::new(),
            place: Place::BeforeFrame,
            hasher: blake3::Hasher::new(),
            bytes: 0,
        }
    }

    /// The hash of what was read so far.
    pub fn hash(&self) -> Hash {
        Hash(*self.hasher.finalize().as_bytes())
    }

    /// How many uncompressed bytes were read so far.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Enters the next frame, or comes to the end.
    fn enter(&mut self) -> io::Result<()> {
        if self.input.fill_buf()?.is_empty() {
            return Err(damaged("the file ends without its hash"));
        }
        match self.decoder.init(&mut self.input) {
            Ok(()) => self.place = Place::InFrame,
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                magic_number: SKIPPABLE,
                length: TRAILER,
            })) => self.end()?,
            Err(error) => return Err(damaged(&error.to_string())),
        }
        Ok(())
    }

    /// Compares the hash, with which the file ends.
    fn end(&mut self) -> io::Result<()> {
        let mut trailer = [0; TRAILER as usize];
        self.input.read_exact(&mut trailer)?;
        let (name, hash) = trailer.split_at(NAME.len());
        if name != NAME || hash != self.hash().0 {
            return Err(damaged(
                "what is in the file has not the hash with which it ends",
            ));
        }
        if !self.input.fill_buf()?.is_empty() {
            return Err(damaged("something follows the hash"));
        }
        self.place = Place::End;
        Ok(())
    }
}

fn damaged(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

impl<I: BufRead> Read for Uncompressed<I> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.place != Place::End && !buffer.is_empty() {
            if self.place == Place::BeforeFrame {
                self.enter()?;
                continue;
            }
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                let wanted = BlockDecodingStrategy::UptoBytes(buffer.len());
                let decoded = self.decoder.decode_blocks(&mut self.input, wanted);
                decoded.map_err(|error| damaged(&error.to_string()))?;
            }
            let count = self.decoder.read(buffer)?;
            if count > 0 {
                self.hasher.update(&buffer[..count]);
                self.bytes += count as u64;
                return Ok(count);
            }
            if self.decoder.is_finished() {
                self.place = Place::BeforeFrame;
            }
        }
        Ok(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(bytes: &[u8]) -> Vec<u8> {
        let mut file = Compressed::new(Vec::new(), true);
        file.write_all(bytes).unwrap();
        let (_, length, file) = file.finish().unwrap();
        assert_eq!(length, file.len() as u64);
        file
    }

    fn unpacked(file: &[u8]) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        Uncompressed::new(file).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    #[test]
    fn what_was_written_is_read() {
        for length in [0, 1, 1000, FRAME - 1, FRAME, 2 * FRAME + 17] {
            let bytes: Vec<u8> = (0..length).map(|i| (i * i / 7) as u8).collect();
            assert!(unpacked(&packed(&bytes)).unwrap() == bytes, "{length}");
        }
    }

    #[test]
    fn hashes_as_text_and_at_the_end() {
        let hash = Hash(*blake3::hash(b"some bytes").as_bytes());
        assert_eq!(Hash::parse(&hash.to_string()), Some(hash));
        assert_eq!(Hash::parse(&hash.to_string()[1..]), None);
        assert_eq!(Hash::parse(&hash.to_string().replace('a', "A")), None);
        let file = packed(b"some bytes");
        let at_end = |bytes: &[u8]| Hash::at_end(io::Cursor::new(bytes)).unwrap();
        assert_eq!(at_end(&file), Some(hash));
        assert_eq!(at_end(&file[1..]), Some(hash));
        assert_eq!(at_end(&file[..file.len() - 1]), None);
        assert_eq!(at_end(b"short"), None);
    }

    #[test]
    fn damage_is_noticed() {
        let bytes: Vec<u8> = (0..300u32).map(|i| (i * i / 7) as u8).collect();
        let file = packed(&bytes);
        for length in 0..file.len() {
            assert!(unpacked(&file[..length]).is_err(), "{length}");
        }
        let mut same = 0;
        for place in 0..file.len() {
            let mut changed = file.clone();
            changed[place] ^= 1;
            // A header may say the same in other words.
            same += usize::from(unpacked(&changed).is_ok_and(|read| {
                assert_eq!(read, bytes);
                true
            }));
        }
        assert!(same < 5, "{same}");
        let longer = [&file[..], b"x"].concat();
        assert!(unpacked(&longer).is_err());
    }
}
