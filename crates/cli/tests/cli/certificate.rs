//! `crosscram prove` and `crosscram verify`.

use crate::journal::claim;
use crate::run::{Run, document, object, program, repository, words};
use crate::scratch::Scratch;
#[cfg(unix)]
use crate::terminal::Session;
use crosscram_certificate::Uncompressed;
use crosscram_rules::Player;
use std::fs;
use std::io::{BufReader, Read};

/// The bytes of a certificate as the checker reads them.
fn uncompressed(scratch: &Scratch, name: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let file = BufReader::new(fs::File::open(scratch.path(name)).unwrap());
    Uncompressed::new(file).read_to_end(&mut bytes).unwrap();
    bytes
}

#[test]
fn proofs_are_confirmed() {
    let scratch = Scratch::new();
    for (board, claim) in [
        (
            "7x7 --first H",
            "7 rows and 7 columns plus the number 0, with tiles of 2 cells, if Horizontal moves first, Horizontal wins.",
        ),
        (
            "5x9 --tile 3",
            "5 rows and 9 columns plus the number 0, with tiles of 3 cells, if Vertical moves first, Horizontal wins.",
        ),
        (
            "'6x7 + -3/8' --first H --regions 10",
            "6 rows and 7 columns plus the number -0.375, with tiles of 2 cells, if Horizontal moves first, Vertical wins.",
        ),
    ] {
        let proven = scratch.good(&format!("prove -q -o proof {board}"));
        let (_, hash) = proven.split_once("blake3 ").unwrap();
        let hash = hash.split_whitespace().next().unwrap();
        assert_eq!(hash.len(), 64);
        scratch.session(&format!(
            "$ verify proof
             ^ Valid
             + {claim}
             + blake3 {hash}"
        ));
    }
}

#[test]
fn certificates_that_are_damaged_or_wrong() {
    let scratch = Scratch::new();
    scratch.good("prove -q 6x8 -o proof");
    let verify = |bytes: &[u8]| scratch.run_with("verify -", bytes);
    let bytes = scratch.bytes("proof");
    // Damaged: the program cannot even read it.
    let mut damaged = bytes.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 4;
    assert_ne!(verify(&damaged).code, Some(0));
    // A claim whose first walk is that of another board: invalid, with the position.
    let wrong = b"\x89CROSS\x0a\x01\x01\x03\x03\x02\0\0\0\x01\0\0\x09\x04\0";
    for (bytes, code, says) in [
        (&bytes[..middle], 2, "ends too early"),
        (wrong, 1, "invalid: "),
    ] {
        let refused = verify(bytes);
        assert_eq!(refused.code, Some(code), "{refused:?}");
        assert!(refused.stderr.contains(says), "{refused:?}");
    }
}

#[test]
fn a_proof_in_words() {
    let scratch = Scratch::new();
    let text = scratch.good("prove 4x4 --regions 4 --text -o -");
    let begin = "certificate 1\nclaim rows 4 columns 4 tile 2 free all";
    assert!(text.starts_with(begin), "{text}");
    let is_short = text.lines().count() < 60;
    assert!(text.ends_with("\nend\n") && is_short, "{text}");
}

/// The built-in checker keeps as many vectors as one allows; where that does not act, it is refused.
#[test]
fn numbers_of_vectors() {
    let scratch = Scratch::new();
    scratch.session(
        "$ prove -q 4x4 --first V -o proof
         $ verify proof --vectors 0 => ! too many different vectors
         $ verify proof --vectors 1M
         $ atlas add --certificate proof --file atlas --vectors 0 => ! too many different vectors
         $ atlas add --certificate proof --file atlas --vectors 1M
         $ atlas add atlas --vectors 1M => ! acts on certificates alone
         $ verify proof --vectors 1M --with verified => ! acts on the built-in checker alone
         $ verify proof --vectors 1M --explain '4x4 V' => ! acts on the built-in checker alone",
    );
}

/// Several threads say what one says, of a good certificate and of one that is wrong.
#[test]
fn threads_that_check() {
    let scratch = Scratch::new();
    scratch.good("prove -q 6x8 -o proof");
    let found = |threads: u32| {
        let line = format!("verify proof --threads {threads} --json");
        let mut found = scratch.object(&line);
        found["seconds"] = 0.into();
        found
    };
    assert_eq!(found(1), found(3));
    let mut bytes = uncompressed(&scratch, "proof");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    let wrong = |threads| scratch.run_with(&words(threads), &bytes);
    let alone = wrong("verify - --threads 1");
    let is_named = alone.stderr.contains("node");
    assert!(alone.code != Some(0) && is_named, "{alone:?}");
    let three = wrong("verify - --threads 3");
    assert_eq!(format!("{alone:?}"), format!("{three:?}"));
    // A model of a run that has not ended knows nothing of its certificate.
    let unit = "worker\tpositions\tnodes\twriting\tseconds\tchecking\tbytes\tfacts\nx\t1\t2048\t22\t0.5\t0.25\t675\t22\n";
    scratch.write("times.tsv", unit);
    scratch.session(
        "$ verify proof --threads 2 --with verified => ! cannot be used with
         $ verify proof --threads 2 --explain '4x4 V' => ! cannot be used with
         $ verify proof --threads 0 => ! --threads
         $ cluster simulate times.tsv
         $ cluster simulate times.tsv --threads 2 => ! the run is not complete",
    );
}

/// Ctrl-C while it searches: nothing is left behind.
#[cfg(unix)]
#[test]
fn an_interrupted_proof_leaves_no_file() {
    let scratch = Scratch::new();
    let args = ["prove", "10x12", "-o", &scratch.file("proof")];
    let mut session = Session::start(&args, "");
    session.until(&["10x12 V first", " nodes"]);
    let ended = session.end("-INT");
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(130), ""));
    assert_eq!(scratch.entries(), 0);
}

/// Every move on a board, legal or not.
fn orders(rows: u32, cols: u32) -> String {
    let cells = (1..=rows).flat_map(|row| (1..=cols).map(move |col| format!("{row},{col}\n")));
    cells.collect()
}

/// The loser plays its first move every time, and loses, with and without moves taken back.
#[test]
fn a_game_against_a_proof() {
    let scratch = Scratch::new();
    scratch.good("prove -q 6x8 --first H -o proof");
    // Whatever is not legal is refused and changes nothing.
    let typed = format!("1,1\nundo\n{}", orders(6, 8)).repeat(2);
    let typed = typed.replace('\n', "\n< ");
    scratch.session(&format!(
        "$ play --against proof
         < {}
         ^ 6x8: you are Vertical, the proof is Horizontal
         + the proof goes on for at most
         + the proof has ended with a cut
         + Horizontal wins: Vertical has no move left",
        typed.trim_end_matches("\n< ")
    ));
}

#[test]
fn positions_of_a_proof_are_explained() {
    let scratch = Scratch::new();
    // Small pieces, so that there is something to walk through.
    scratch.good("prove -q 7x7 --regions 10 -o proof");
    let root = scratch.good("verify proof --explain '7x7 V'");
    let mov = root.trim_end().rsplit(' ').next().unwrap();
    assert!(root.contains("Vertical plays"), "{root}");
    let position = after(&["......."; 7].join("|"), mov);
    let all = scratch.good(&format!("verify proof --explain '{position} H'"));
    assert!(all.contains("loses with every one of 38 moves"), "{all}");
    let cut = all.lines().find(|line| line.ends_with("a cut")).unwrap();
    let mov = cut.split_whitespace().next().unwrap();
    let position = after(&position, mov);
    scratch.session(&format!(
        "$ verify proof --explain '{position} V' --svg cut.svg => + Vertical wins moving first
         $ verify proof --explain 6x6
         ? 1
         !"
    ));
    assert!(scratch.read("cut.svg").starts_with("<svg"));
}

/// A position after a domino like V1,2.
fn after(position: &str, mov: &str) -> String {
    let mut rows: Vec<Vec<u8>> = position.split('|').map(|row| row.into()).collect();
    let (row, col) = mov[1..].split_once(',').unwrap();
    let (row, col): (usize, usize) = (row.parse().unwrap(), col.parse().unwrap());
    let second = match mov.starts_with('V') {
        true => (row, col - 1),
        false => (row - 1, col),
    };
    for (row, col) in [(row - 1, col - 1), second] {
        assert_eq!(rows[row][col], b'.');
        rows[row][col] = b'#';
    }
    let rows = rows.into_iter().map(|row| String::from_utf8(row).unwrap());
    rows.collect::<Vec<_>>().join("|")
}

/// The certificates of the repository are valid, prove what their list says, and are what the program writes;
/// `scripts/certificates` writes them anew.
#[test]
fn certificates_of_the_repository() {
    let directory = repository("proofs/certificates");
    let list = document("proofs/certificates/list.tsv");
    let scratch = Scratch::new();
    let mut listed: usize = 1;
    for line in list.lines().skip(1) {
        let [file, board, tile, first, winner, nodes, bytes, hash] =
            line.split('\t').collect::<Vec<_>>()[..]
        else {
            panic!("{line}");
        };
        listed += 1;
        let path = directory.join(file);
        let verified = object(&["verify", path.to_str().unwrap(), "--json"]);
        assert_eq!(verified["hash"], hash, "{file}");
        assert_eq!(verified["nodes"].to_string(), nodes, "{file}");
        let claim = verified["claims"][0].as_str().unwrap();
        let name = |player: &str| match player {
            "V" => "Vertical",
            _ => "Horizontal",
        };
        let says = format!(
            "with tiles of {tile} cells, if {} moves first, {} wins.",
            name(first),
            name(winner)
        );
        assert!(claim.ends_with(&says), "{file}: {claim}");
        scratch.good(&format!(
            "prove '{board}' --tile {tile} --first {first} -q -o {file}"
        ));
        let committed = fs::read(&path).unwrap();
        assert_eq!(committed.len().to_string(), bytes, "{file}");
        let is_same = scratch.bytes(file) == committed;
        assert!(is_same, "{file}: run scripts/certificates");
    }
    assert_eq!(fs::read_dir(&directory).unwrap().count(), listed);
}

/// What a journal says guides the proof; a lie in it is found out.
#[test]
fn journals_are_hints() {
    let scratch = Scratch::new();
    scratch.good("prove 6x8 -q -o proof --journal journal");
    let first = scratch.bytes("proof");
    scratch.session("$ prove 6x8 -q -o proof --journal journal\n$ verify proof");
    claim(
        &scratch.path("lie"),
        "6x8",
        Player::Vertical,
        Player::Vertical,
    );
    scratch.write("proof", &first);
    scratch.session("$ prove 6x8 -q -o proof --journal lie => ? 2 => ! the journal is wrong");
    assert_eq!(scratch.bytes("proof"), first);
}

/// A journal that is only read gives hints; if it lies, the proof does without it.
#[test]
fn hints_from_a_journal() {
    let scratch = Scratch::new();
    scratch.good("solve 6x8 --first V -q --journal journal");
    let segments = || {
        fs::read_dir(scratch.path("journal/segments"))
            .unwrap()
            .count()
    };
    let before = segments();
    scratch.session("$ prove 6x8 -q -o proof --from-journal journal\n$ verify proof");
    assert_eq!(segments(), before);
    claim(
        &scratch.path("lie"),
        "6x8",
        Player::Vertical,
        Player::Vertical,
    );
    fs::remove_file(scratch.path("proof")).unwrap();
    scratch.session(
        "$ prove 6x8 -q -o proof --from-journal lie
         ? 0
         ! the journal is wrong
         $ verify proof => + Horizontal wins.
         $ prove 6x8 -q -o proof --from-journal journal --journal journal => !
         $ prove 6x8 -q -o proof --from-journal journal --tile 3 => !
         $ prove 6x8 -o proof --from-journal none => !",
    );
}

/// A checked certificate is recorded with its hash, also beside an answer without one.
#[test]
fn certificates_in_the_atlas() {
    let scratch = Scratch::new();
    scratch.write("json", scratch.good("solve 6x8 --json -q"));
    scratch.good("atlas add json --file results.tsv");
    assert!(!scratch.read("results.tsv").contains("blake3"));
    let proven = scratch.object("prove 6x8 -q -o proof --json");
    let hash = proven["hash"].as_str().unwrap();
    scratch.session(
        "$ atlas add --certificate proof --file results.tsv
         + 6x8, V first: H wins: recorded already, now with its certificate",
    );
    let text = scratch.read("results.tsv");
    let certified: Vec<&str> = text.lines().filter(|line| line.ends_with(hash)).collect();
    let [line] = certified[..] else {
        panic!("{text}")
    };
    assert!(line.contains("6x8\tV\tH\tcrosscram\t"), "{text}");
    scratch.session(
        "$ atlas add --certificate proof --file results.tsv => + recorded already, solved here
         # Alone, into a new file.
         $ prove 5x5 -q -o proof
         $ atlas add --certificate proof --file other.tsv => + 5x5, V first: H wins: added",
    );
    // What does not hold is not recorded.
    let mut bytes = scratch.bytes("proof");
    *bytes.last_mut().unwrap() ^= 1;
    scratch.write("proof", bytes);
    scratch.session(
        "$ atlas add --certificate proof --file results.tsv => !
         $ prove ..#|... -q -o proof
         $ atlas add --certificate proof --file results.tsv => ! empty rectangles only",
    );
    assert_eq!(scratch.read("results.tsv"), text);
}

/// A strip of tiles of four in lines of eleven cells would have more cells than a piece may have.
#[test]
fn long_tiles_in_long_lines() {
    Scratch::new().session(
        "$ prove 4x11 --tile 4 -q -o proof
         $ verify proof => ^ Valid
         $ prove 5x11 --tile 4 -q -o proof
         $ verify proof => ^ Valid
         $ prove 5x12 --tile 4 --regions 50 -o proof => ! 50 is not in 1..=40",
    );
}

/// Proves, checks, plays against and changes some boards: what a reader would do with a certificate.
#[test]
fn prove_check_play_and_mutate() {
    let scratch = Scratch::new();
    let [mut same, mut invalid, mut unreadable] = [0; 3];
    for (board, tile, rows, cols) in [
        ("4x4", 2, 4, 4),
        ("6x6", 2, 6, 6),
        ("7x7", 2, 7, 7),
        ("5x9", 3, 5, 9),
    ] {
        scratch.good(&format!("prove {board} --tile {tile} -q -o proof"));
        let verified = scratch.good("verify proof");
        let proven = |text: &str| {
            let lines = text.lines().filter(|line| line.starts_with("Proven: "));
            lines.map(String::from).collect::<Vec<_>>()
        };
        assert_eq!(proven(&verified).len(), 1, "{verified}");
        // Every move of the loser, legal or not, until the game is over.
        let typed = orders(rows, cols).repeat(2);
        let played = scratch.run_with("play --against proof", typed.as_bytes());
        assert_eq!(played.code, Some(0), "{board}: {played:?}");
        let winner = match verified.contains("Vertical wins.") {
            true => "Vertical wins: Horizontal has no move left",
            false => "Horizontal wins: Vertical has no move left",
        };
        assert!(played.stdout.contains(winner), "{board}: {}", played.stdout);
        // The uncompressed bytes, changed one by one.
        let bytes = uncompressed(&scratch, "proof");
        for number in 0..24 {
            let place = number * 7919 % bytes.len();
            let mut changed = bytes.clone();
            changed[place] ^= 1 << (number % 8);
            let checked = scratch.run_with("verify -", &changed);
            match checked.code {
                Some(0) if proven(&checked.stdout) == proven(&verified) => same += 1,
                // A changed header may claim something else; the tests of `certificate` show that it is true.
                Some(0) => assert!(place < 20, "{board}, byte {place}: {}", checked.stdout),
                Some(1) => invalid += 1,
                _ => {
                    assert_eq!(checked.code, Some(2), "{board}, byte {place}");
                    unreadable += 1;
                }
            }
        }
    }
    println!("{same} still prove it, {invalid} are invalid, {unreadable} unreadable");
    assert!(invalid > 0 && unreadable > 0);
}

/// A cell of the atlas as a certificate: by a case split, by hash, included, and not at all.
#[test]
fn cells_of_the_atlas_as_certificates() {
    let (scratch, other) = (Scratch::new(), Scratch::new());
    let claim = "with tiles of 2 cells, if Horizontal moves first, Horizontal wins.";
    scratch.session(&format!(
        "# A case split, everything included.
         $ atlas export 11x17 --nodes 100k -o cell.cert => + with Vertical first is open
         $ verify cell.cert
         . \\nProven: on the board of 11 rows and 17 columns plus the number 0, {claim}\\n"
    ));
    fs::remove_file(scratch.path("cell.cert")).unwrap();
    scratch.session(
        "# A part by its hash, which is followed beside the file and where --certificates says.
         $ prove 6x6 -q -o part.cert
         $ atlas export 6x18 --first H -o cell.cert --certificates . => + which is valid
         $ verify cell.cert => + It rests on => + part.cert => - Provided that
         $ verify cell.cert --certificates part.cert",
    );
    let alone = other.file("alone.cert");
    fs::copy(scratch.path("cell.cert"), &alone).unwrap();
    scratch.session(&format!(
        "$ verify {alone} => + Provided that the certificate
         $ verify {alone} --certificates {alone} => ? 1 => !
         # Another proof under the same name, or one with the wrong claim, does not count.
         $ prove 4x4 -q -o part.cert
         $ verify cell.cert => + Provided that the certificate
         # Included, it needs nothing else.
         $ prove 6x6 -q -o part.cert
         $ atlas export 6x18 --first H -o cell.cert --certificates part.cert --include
         $ verify cell.cert => - It rests on"
    ));
    fs::remove_file(scratch.path("cell.cert")).unwrap();
    scratch.session(
        "# What has no certificate is named.
         $ atlas export 8x12 --first V --nodes 1k -o cell.cert => ? 1 => ! H wins 8x12 moving second
         $ atlas export 10x12 -o cell.cert => ? 1 => !
         # What the answers rest on.
         $ atlas 6x18 => + rests on 1 certified, 1 computed as values here
         $ atlas 6x14 --tile 3 => + rests on 1 solved here without a certificate",
    );
    assert!(!scratch.path("cell.cert").exists());
}

/// Asks a program in the place of crosscram-verified, which prints what it is told after reading everything; without a
/// script there is none.
#[cfg(unix)]
fn with_checker(script: Option<&str>, options: &str) -> Run {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::new();
    let mut path = scratch.directory().display().to_string();
    if let Some(script) = script {
        scratch.write("crosscram-verified", format!("#!/bin/sh\n{script}\n"));
        let file = scratch.path("crosscram-verified");
        fs::set_permissions(file, fs::Permissions::from_mode(0o755)).unwrap();
        path += ":/usr/bin:/bin";
    }
    let file = repository("proofs/certificates/7x7-V.cert");
    let mut program = program(&["verify", file.to_str().unwrap(), "--with", "verified"]);
    program.args(options.split_whitespace()).env("PATH", path);
    program.output().unwrap().into()
}

#[cfg(unix)]
#[test]
fn another_checker_is_asked() {
    // It gets the uncompressed bytes, and its words are printed with the hash.
    let counting =
        "echo \"Valid, $(wc -c | tr -d ' ') nodes.\"; echo 'Proven: on the board.'; echo '.#'";
    let said = with_checker(Some(counting), "");
    assert_eq!(said.code, Some(0), "{said:?}");
    assert!(said.stdout.starts_with("Valid: 27 nodes"), "{said:?}");
    assert!(said.stdout.contains("\nblake3 9e1b8d80"), "{said:?}");
    let end = "\nProven: on the board.\n.#\n";
    assert!(said.stdout.ends_with(end), "{said:?}");
    let brief = "cat >/dev/null; echo 'Valid, 3 nodes.'; echo 'Proven: on the board.'";
    let json = with_checker(Some(brief), "--json").stdout;
    assert!(json.contains("\"claims\":[\"on the board.\"]"), "{json}");
    // Its refusals are this program's, also if it does not read to the end; what is no answer is an error.
    for (script, code, reason) in [
        ("cat >/dev/null; echo 'invalid: so' >&2; exit 1", 1, "so"),
        ("echo 'unreadable: so' >&2; exit 2", 2, "so"),
        ("cat >/dev/null; echo 'Fatal: so' >&2; exit 3", 2, "so"),
        ("cat >/dev/null; echo Valid", 2, "does not say"),
    ] {
        let refused = with_checker(Some(script), "");
        assert_eq!(refused.code, Some(code), "{refused:?}");
        assert!(refused.stderr.contains(reason), "{refused:?}");
        assert_eq!(refused.stdout, "");
    }
}

#[cfg(unix)]
#[test]
fn another_checker_must_be_built() {
    for (options, reason) in [
        ("", "make -C proofs/verified"),
        ("--explain 7x7", "cannot be used with"),
    ] {
        let refused = with_checker(None, options);
        assert_eq!(refused.code, Some(2), "{refused:?}");
        assert!(refused.stderr.contains(reason), "{refused:?}");
    }
}
