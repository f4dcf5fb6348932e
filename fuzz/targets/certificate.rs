//! Certificates, and the compressed files around them.
#![cfg_attr(fuzzing, no_main)]

use crosscram_certificate::{Compressed, Uncompressed};
use crosscram_checker::{Failure, check};
use std::io::{Read, Write};

/// Some short files have very much in them.
const MOST: u64 = 1 << 16;

crosscram_fuzz::fuzz_target!(|input: &[u8]| {
    let mut bytes = Vec::new();
    // Without the hash, which no change would match: what was read up to it counts here.
    let _ = Uncompressed::new(input).take(MOST).read_to_end(&mut bytes);
    for certificate in [input, &bytes] {
        if let Ok(proven) = check(&mut &*certificate) {
            assert!(
                proven
                    .claims
                    .iter()
                    .all(|claim| !claim.to_string().is_empty())
            );
            // It ends where it ends: neither more nor less is accepted.
            let longer = [certificate, &[0]].concat();
            let shorter = &certificate[..certificate.len() - 1];
            for mut other in [&longer[..], shorter] {
                assert!(matches!(check(&mut other), Err(Failure(2, _))));
            }
        }
    }
    let mut file = Compressed::new(Vec::new(), true);
    file.write_all(input).expect("a vector takes it all");
    let (_, _, file) = file.finish().expect("a vector takes it all");
    let mut again = Vec::new();
    let read = Uncompressed::new(&file[..]).read_to_end(&mut again);
    read.expect("what is written can be read");
    assert_eq!(again, input);
});
