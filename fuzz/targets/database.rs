//! Files of region values.
#![cfg_attr(fuzzing, no_main)]

use crosscram_fuzz::with_checksum;
use crosscram_values::positions::PositionValues;

crosscram_fuzz::fuzz_target!(|input: &[u8]| {
    for file in with_checksum(input) {
        let Ok(database) = PositionValues::from_bytes(&file) else {
            continue;
        };
        let written = bytes(&database);
        let again = PositionValues::from_bytes(&written).expect("what is written can be read");
        assert_eq!(bytes(&again), written);
    }
});

fn bytes(database: &PositionValues) -> Vec<u8> {
    let mut bytes = Vec::new();
    database.write(&mut bytes).expect("a vector takes it all");
    bytes
}
