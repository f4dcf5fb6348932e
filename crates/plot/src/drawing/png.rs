//! Writes PNG files (ISO/IEC 15948) with run-length compression only.

use super::raster::Image;

/// The image as a PNG file.
pub(super) fn encode(image: &Image) -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut header = Vec::new();
    header.extend((image.width as u32).to_be_bytes());
    header.extend((image.height as u32).to_be_bytes());
    // Eight bits per channel; red, green and blue; the only compression, filter and interlacing.
    header.extend([8, 2, 0, 0, 0]);
    chunk(&mut file, b"IHDR", &header);
    chunk(&mut file, b"IDAT", &zlib(&filtered(image)));
    chunk(&mut file, b"IEND", &[]);
    file
}

/// Applies the filter "up" to each row: bytes equal to those of the row above become 0.
fn filtered(image: &Image) -> Vec<u8> {
    let stride = image.width * 3;
    let mut bytes = Vec::with_capacity((stride + 1) * image.height);
    let mut above = vec![0; stride];
    for row in image.rgb.chunks_exact(stride) {
        bytes.push(2);
        bytes.extend(row.iter().zip(&above).map(|(a, b)| a.wrapping_sub(*b)));
        above.copy_from_slice(row);
    }
    bytes
}

fn chunk(file: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    file.extend((data.len() as u32).to_be_bytes());
    let start = file.len();
    file.extend(kind);
    file.extend(data);
    let sum = crc32(&file[start..]);
    file.extend(sum.to_be_bytes());
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| {
            (sum >> 1) ^ if sum & 1 == 1 { 0xedb8_8320 } else { 0 }
        })
    })
}

fn adler32(bytes: &[u8]) -> u32 {
    let (low, high) = bytes.iter().fold((1_u32, 0_u32), |(low, high), &byte| {
        let low = (low + u32::from(byte)) % 65521;
        (low, (high + low) % 65521)
    });
    high << 16 | low
}

/// Returns a zlib stream (RFC 1950) of one block with the fixed code (RFC 1951), in which runs of a
/// byte are written as repetitions of the byte before.
fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut out = Bits {
        bytes: vec![0x78, 0x01],
        pending: 0,
        count: 0,
    };
    // The last block, fixed code.
    out.put(0b011, 3);
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        out.literal(u16::from(byte));
        at += 1;
        loop {
            let run = bytes[at..]
                .iter()
                .take(258)
                .take_while(|&&b| b == byte)
                .count();
            if run < 3 {
                break;
            }
            out.repeat(run as u16);
            at += run;
        }
    }
    out.literal(256);
    let mut stream = out.finish();
    stream.extend(adler32(bytes).to_be_bytes());
    stream
}

/// Bits in the order of RFC 1951: the lowest bit of each byte first.
struct Bits {
    bytes: Vec<u8>,
    pending: u32,
    count: u32,
}

impl Bits {
    fn put(&mut self, bits: u32, count: u32) {
        self.pending |= bits << self.count;
        self.count += count;
        while self.count >= 8 {
            self.bytes.push(self.pending as u8);
            self.pending >>= 8;
            self.count -= 8;
        }
    }

    /// Appends a code word, whose highest bit comes first.
    fn code(&mut self, code: u32, length: u32) {
        self.put(code.reverse_bits() >> (32 - length), length);
    }

    /// Appends a byte or a symbol above 255, in the fixed code of section 3.2.6.
    fn literal(&mut self, symbol: u16) {
        let symbol = u32::from(symbol);
        match symbol {
            0..=143 => self.code(0x30 + symbol, 8),
            144..=255 => self.code(0x190 + symbol - 144, 9),
            256..=279 => self.code(symbol - 256, 7),
            _ => self.code(0xc0 + symbol - 280, 8),
        }
    }

    /// Repeats the byte before `length` times, from 3 to 258.
    fn repeat(&mut self, length: u16) {
        let (symbol, extra, base) = match length {
            258 => (285, 0, 258),
            3..=10 => (257 + length - 3, 0, length),
            _ => {
                // From 11 on four symbols share each number of extra bits.
                let extra = (length - 3).ilog2() as u16 - 2;
                let step = (length - 3) >> extra & 3;
                (
                    257 + 4 * (extra + 1) + step,
                    extra,
                    3 + ((4 + step) << extra),
                )
            }
        };
        self.literal(symbol);
        self.put(u32::from(length - base), u32::from(extra));
        // Distance 1 is symbol 0 of five bits.
        self.code(0, 5);
    }

    fn finish(mut self) -> Vec<u8> {
        if self.count > 0 {
            self.bytes.push(self.pending as u8);
        }
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads what [`zlib`] writes: one block with the fixed code.
    fn inflate(stream: &[u8]) -> Vec<u8> {
        let body = &stream[2..];
        let mut at = 0;
        let mut bit = || {
            let bit = body[at / 8] >> (at % 8) & 1;
            at += 1;
            u32::from(bit)
        };
        assert_eq!([bit(), bit(), bit()], [1, 1, 0]);
        let mut out: Vec<u8> = Vec::new();
        loop {
            let mut code = (0..7).fold(0, |code, _| code << 1 | bit());
            let symbol = if code < 24 {
                256 + code
            } else {
                code = code << 1 | bit();
                match code {
                    0x30..=0xbf => code - 0x30,
                    0xc0..=0xc7 => 280 + code - 0xc0,
                    _ => 144 + (code << 1 | bit()) - 0x190,
                }
            };
            if symbol == 256 {
                return out;
            }
            if symbol < 256 {
                out.push(symbol as u8);
                continue;
            }
            let length = match symbol - 257 {
                28 => 258,
                s @ 0..8 => 3 + s,
                s => {
                    let extra = s / 4 - 1;
                    let more = (0..extra).fold(0, |sum, i| sum | bit() << i);
                    3 + ((4 + s % 4) << extra) + more
                }
            };
            assert_eq!((0..5).map(|_| bit()).sum::<u32>(), 0, "distance 1");
            let last = *out.last().expect("something to repeat");
            out.extend(std::iter::repeat_n(last, length as usize));
        }
    }

    #[test]
    fn streams_hold_what_was_put_in() {
        for run in 0..600 {
            let mut bytes: Vec<u8> = (0..=255).collect();
            bytes.extend(std::iter::repeat_n(7, run));
            bytes.extend([8, 8, 200, 200, 200]);
            let stream = zlib(&bytes);
            assert_eq!(inflate(&stream), bytes, "{run}");
        }
    }

    #[test]
    fn sums_are_those_of_the_standards() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(adler32(b"Wikipedia"), 0x11e6_0398);
    }
}
