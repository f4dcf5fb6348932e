//! Work files.
#![no_main]

use crosscram_jobs::legacy::Work;
use libfuzzer_sys::fuzz_target;
use std::path::Path;

fuzz_target!(|input: &[u8]| {
    let Ok(work) = Work::read_from(input, Path::new("input")) else {
        return;
    };
    let mut written = Vec::new();
    work.write_to(&mut written).expect("a vector takes it all");
    // There is one way to write a file.
    assert_eq!(written, input);
    assert!(
        work.positions()
            .all(|leaf| leaf.to_move == Some(work.to_move()))
    );
});
