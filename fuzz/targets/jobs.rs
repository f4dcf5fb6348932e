//! Units of work, and segments.
#![cfg_attr(fuzzing, no_main)]

use crosscram_certificate::Compressed;
use crosscram_jobs::{Segment, Unit, check_segment};
use std::io::Write;
use std::path::Path;

crosscram_fuzz::fuzz_target!(|input: &[u8]| {
    let path = Path::new("input");
    if let Ok(unit) = Unit::read(input, path) {
        assert_eq!(unit.to_bytes(), input);
    }
    // As the content of a segment: no change would match the hash of a file.
    let mut file = Compressed::new(Vec::new(), true);
    file.write_all(input).expect("a vector takes it all");
    let (_, _, file) = file.finish().expect("a vector takes it all");
    if let Ok(segment) = Segment::read(&file, path) {
        let again = Segment::read(&segment.to_bytes(), path);
        assert_eq!(again.expect("what is written can be read"), segment);
        let _ = check_segment(&segment);
    }
});
