//! Files of atlas results.
#![cfg_attr(fuzzing, no_main)]

use crosscram_atlas::results::{HEADER, read};

crosscram_fuzz::fuzz_target!(|text: &str| {
    // Few inputs begin with the right header by chance.
    for text in [text.to_string(), format!("{HEADER}{text}")] {
        match read(&text) {
            Ok(answers) => {
                let lines: String = answers.iter().map(|answer| format!("{answer}\n")).collect();
                let printed = format!("{HEADER}{lines}");
                assert_eq!(read(&printed).as_ref(), Ok(&answers), "{printed}");
                for answer in answers {
                    assert_eq!(answer.transposed().transposed(), answer);
                    assert_eq!(answer.agrees(&answer), Some(true));
                }
            }
            Err(error) => assert!(error.line <= text.lines().count().max(1)),
        }
    }
});
