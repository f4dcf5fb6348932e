//! `crosscram prove` and `crosscram verify`.

use crate::run::{good, refused, run, run_with};
use crate::scratch::Scratch;
#[cfg(unix)]
use crate::terminal::Session;
use crosscram_certificate::Uncompressed;
use std::fs;
use std::io::{BufReader, Read};
use std::path::Path;

#[test]
fn proofs_are_confirmed() {
    let scratch = Scratch::new();
    let file = &scratch.file("proof");
    for (args, claim) in [
        (
            &["7x7", "--first", "H"][..],
            "7 rows and 7 columns plus the number 0, with tiles of 2 cells, if Horizontal moves first, Horizontal wins.",
        ),
        (
            &["5x9", "--tile", "3"],
            "5 rows and 9 columns plus the number 0, with tiles of 3 cells, if Vertical moves first, Horizontal wins.",
        ),
        (
            &["6x7 + -3/8", "--first", "H", "--regions", "10"],
            "6 rows and 7 columns plus the number -0.375, with tiles of 2 cells, if Horizontal moves first, Vertical wins.",
        ),
    ] {
        let args = [&["prove", "-q", "-o", file], args].concat();
        let proven = good(&args);
        let verified = good(&["verify", file]);
        assert!(
            verified.contains(claim) && verified.starts_with("Valid"),
            "{verified}"
        );
        let hash = |text: &str| {
            let words = text.split_whitespace();
            words
                .skip_while(|&word| word != "blake3")
                .nth(1)
                .map(String::from)
        };
        assert!(hash(&proven).is_some_and(|hash| hash.len() == 64));
        assert_eq!(hash(&proven), hash(&verified));
    }
}

#[test]
fn certificates_that_are_damaged_or_wrong() {
    let scratch = Scratch::new();
    let file = &scratch.file("proof");
    good(&["prove", "-q", "6x8", "-o", file]);
    let bytes = fs::read(file).unwrap();
    // Damaged: the program cannot even read it.
    let mut damaged = bytes.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 4;
    let refused = run_with(&["verify", "-"], &damaged);
    assert!(refused.code != Some(0), "{refused:?}");
    let refused = run_with(&["verify", "-"], &bytes[..middle]);
    assert_eq!(refused.code, Some(2), "{refused:?}");
    assert!(refused.stderr.contains("ends too early"), "{refused:?}");
    // A claim whose first walk is that of another board: invalid, with the position.
    let wrong = b"\x89CROSS\x0a\x01\x01\x03\x03\x02\0\0\0\x01\0\0\x09\x04\0";
    let refused = run_with(&["verify", "-"], wrong);
    assert_eq!(refused.code, Some(1), "{refused:?}");
    assert!(refused.stderr.contains("invalid: "), "{refused:?}");
    let missing = run(&["verify", &scratch.file("none")]);
    assert_eq!(missing.code, Some(2));
    assert!(missing.stderr.contains("none: "), "{missing:?}");
}

#[test]
fn a_proof_in_words() {
    let text = good(&["prove", "4x4", "--regions", "4", "--text", "-o", "-"]);
    assert!(
        text.starts_with("certificate 1\nclaim rows 4 columns 4 tile 2 free all"),
        "{text}"
    );
    assert!(
        text.ends_with("\nend\n") && text.lines().count() < 60,
        "{text}"
    );
}

#[test]
fn what_cannot_be_proven_is_refused_and_leaves_no_file() {
    let scratch = Scratch::new();
    let file = &scratch.file("proof");
    for args in [
        &["prove", "4x4 + 99", "-o", file][..],
        &["prove", "4by4", "-o", file],
        &["prove", "4x4", "-o", "-", "--json"],
        &["prove", "4x4"],
    ] {
        let refused = run(args);
        assert_eq!(refused.code, Some(2), "{args:?} {refused:?}");
        assert!(!Path::new(file).exists());
    }
    let refused = run(&["prove", "4x4", "-o", &scratch.file("no/such/folder")]);
    assert_eq!(refused.code, Some(2), "{refused:?}");
}

/// The built-in checker keeps as many vectors as one allows; where that does not act, it is refused.
#[test]
fn numbers_of_vectors() {
    let scratch = Scratch::new();
    let (file, atlas) = (&scratch.file("proof"), &scratch.file("atlas"));
    good(&["prove", "-q", "4x4", "--first", "V", "-o", file]);
    let too_many = "too many different vectors";
    refused(&["verify", file, "--vectors", "0"], too_many);
    good(&["verify", file, "--vectors", "1M"]);
    let add = |vectors| {
        [
            "atlas",
            "add",
            "--certificate",
            file,
            "--file",
            atlas,
            "--vectors",
            vectors,
        ]
    };
    refused(&add("0"), too_many);
    good(&add("1M"));
    refused(
        &["atlas", "add", atlas, "--vectors", "1M"],
        "acts on certificates alone",
    );
    for other in [["--with", "verified"], ["--explain", "4x4 V"]] {
        let args = [&["verify", file, "--vectors", "1M"][..], &other].concat();
        refused(&args, "acts on the built-in checker alone");
    }
}

/// Several threads say what one says, of a good certificate and of one that is wrong.
#[test]
fn threads_that_check() {
    let scratch = Scratch::new();
    let file = &scratch.file("proof");
    good(&["prove", "-q", "6x8", "-o", file]);
    let found = |threads| {
        let text = good(&["verify", file, "--threads", threads, "--json"]);
        let mut found: serde_json::Value = serde_json::from_str(&text).unwrap();
        found["seconds"] = 0.into();
        found
    };
    assert_eq!(found("1"), found("3"));
    let mut bytes = Vec::new();
    let open = BufReader::new(fs::File::open(file).unwrap());
    Uncompressed::new(open).read_to_end(&mut bytes).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    let wrong = |threads| run_with(&["verify", "-", "--threads", threads], &bytes);
    let alone = wrong("1");
    assert!(
        alone.code != Some(0) && alone.stderr.contains("node"),
        "{alone:?}"
    );
    assert_eq!(format!("{alone:?}"), format!("{:?}", wrong("3")));
    for other in [["--with", "verified"], ["--explain", "4x4 V"]] {
        let args = [&["verify", file, "--threads", "2"][..], &other].concat();
        refused(&args, "cannot be used with");
    }
    refused(&["verify", file, "--threads", "0"], "--threads");
    // A model of a run that has not ended knows nothing of its certificate.
    let times = &scratch.file("times.tsv");
    let unit = "worker\tpositions\tnodes\twriting\tseconds\tchecking\tbytes\tfacts\nx\t1\t2048\t22\t0.5\t0.25\t675\t22\n";
    fs::write(times, unit).unwrap();
    good(&["cluster", "simulate", times]);
    refused(
        &["cluster", "simulate", times, "--threads", "2"],
        "the run is not complete",
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
    assert_eq!(fs::read_dir(scratch.directory()).unwrap().count(), 0);
}

/// The loser plays his first move every time, and loses, with and without moves taken back.
#[test]
fn a_game_against_a_proof() {
    let scratch = Scratch::new();
    let file = &scratch.file("proof");
    good(&["prove", "-q", "6x8", "--first", "H", "-o", file]);
    // Whatever is not legal is refused and changes nothing.
    let orders: String = (1..=6)
        .flat_map(|row| (1..=8).map(move |col| format!("{row},{col}\n")))
        .collect();
    let orders = format!("1,1\nundo\n{orders}").repeat(2);
    let played = run_with(&["play", "--against", file], orders.as_bytes());
    assert_eq!(played.code, Some(0));
    let text = &played.stdout;
    assert!(
        text.starts_with("6x8: you are Vertical, the proof is Horizontal"),
        "{text}"
    );
    assert!(text.contains("the proof goes on for at most"), "{text}");
    assert!(text.contains("the proof has ended with a cut"), "{text}");
    assert!(
        text.contains("Horizontal wins: Vertical has no move left"),
        "{text}"
    );
    for args in [&["8x8"][..], &["--player", "random"], &["--as", "V"]] {
        let refused = run(&[&["play", "--against", file], args].concat());
        assert_eq!(refused.code, Some(2), "{args:?}");
    }
}

#[test]
fn positions_of_a_proof_are_explained() {
    let scratch = Scratch::new();
    let (file, drawing) = (&scratch.file("proof"), &scratch.file("cut.svg"));
    // Small pieces, so that there is something to walk through.
    good(&["prove", "-q", "7x7", "--regions", "10", "-o", file]);
    let root = good(&["verify", file, "--explain", "7x7 V"]);
    let mov = root.trim_end().rsplit(' ').next().unwrap();
    assert!(root.contains("Vertical plays"), "{root}");
    let position = after(&["......."; 7].join("|"), mov);
    let all = good(&["verify", file, "--explain", &format!("{position} H")]);
    assert!(all.contains("loses with every one of 38 moves"), "{all}");
    let cut = all.lines().find(|line| line.ends_with("a cut")).unwrap();
    let mov = cut.split_whitespace().next().unwrap();
    let position = format!("{} V", after(&position, mov));
    let explained = good(&["verify", file, "--explain", &position, "--svg", drawing]);
    assert!(
        explained.contains("Vertical wins moving first"),
        "{explained}"
    );
    assert!(fs::read_to_string(drawing).unwrap().starts_with("<svg"));
    let other = run(&["verify", file, "--explain", "6x6"]);
    assert_eq!(other.code, Some(1), "{other:?}");
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
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proofs/certificates");
    let list = fs::read_to_string(directory.join("list.tsv")).unwrap();
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
        let verified = good(&["verify", path.to_str().unwrap(), "--json"]);
        let verified: serde_json::Value = serde_json::from_str(&verified).unwrap();
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
        let again = &scratch.file(file);
        good(&[
            "prove", board, "--tile", tile, "--first", first, "-q", "-o", again,
        ]);
        let committed = fs::read(&path).unwrap();
        assert_eq!(committed.len().to_string(), bytes, "{file}");
        assert!(
            fs::read(again).unwrap() == committed,
            "{file}: run scripts/certificates"
        );
    }
    assert_eq!(fs::read_dir(&directory).unwrap().count(), listed);
}

/// What a journal says guides the proof; a lie in it is found out.
#[test]
fn journals_are_hints() {
    use crosscram_jobs::legacy::journal::Game;
    use crosscram_rules::Tile;
    let scratch = Scratch::new();
    let (file, journal) = (&scratch.file("proof"), &scratch.file("journal"));
    let prove = ["prove", "6x8", "-q", "-o", file, "--journal", journal];
    good(&prove);
    let first = fs::read(file).unwrap();
    good(&prove);
    good(&["verify", file]);
    let game = Game {
        rows: 6,
        cols: 8,
        tile: Tile::DOMINO,
    };
    let lie = [
        ["........"; 6].join("|"),
        " V V 100000 1.000000".to_string(),
    ]
    .concat();
    let header = "crosscram journal 2\nsize 6x8\ntile 2\n";
    fs::write(journal, format!("{header}{}", game.line(lie))).unwrap();
    fs::write(file, &first).unwrap();
    let refused = run(&prove);
    assert_eq!(refused.code, Some(2), "{refused:?}");
    assert!(
        refused.stderr.contains("the journal is wrong"),
        "{refused:?}"
    );
    assert_eq!(fs::read(file).unwrap(), first);
}

/// A checked certificate is recorded with its hash, also beside an answer without one.
#[test]
fn certificates_in_the_atlas() {
    let scratch = Scratch::new();
    let (proof, results) = (&scratch.file("proof"), &scratch.file("results.tsv"));
    let json = scratch.file("json");
    let solved = good(&["solve", "6x8", "--json", "-q"]);
    fs::write(&json, solved).unwrap();
    good(&["atlas", "add", &json, "--file", results]);
    assert!(!fs::read_to_string(results).unwrap().contains("blake3"));
    let proven = good(&["prove", "6x8", "-q", "-o", proof, "--json"]);
    let proven: serde_json::Value = serde_json::from_str(&proven).unwrap();
    let hash = proven["hash"].as_str().unwrap();
    let add = ["atlas", "add", "--certificate", proof, "--file", results];
    let added = good(&add);
    assert!(
        added.contains("6x8, V first: H wins: recorded already, now with its certificate"),
        "{added}"
    );
    let text = fs::read_to_string(results).unwrap();
    let certified: Vec<&str> = text.lines().filter(|line| line.ends_with(hash)).collect();
    assert!(
        certified.len() == 1 && certified[0].contains("6x8\tV\tH\tcrosscram\t"),
        "{text}"
    );
    assert!(good(&add).contains("recorded already, solved here"));
    assert_eq!(fs::read_to_string(results).unwrap(), text);
    // Alone, into a new file; and the atlas shows it.
    let other = &scratch.file("other.tsv");
    good(&["prove", "5x5", "-q", "-o", proof]);
    let added = good(&["atlas", "add", "--certificate", proof, "--file", other]);
    assert!(added.contains("5x5, V first: H wins: added"), "{added}");
    // What does not hold is not recorded.
    let mut bytes = fs::read(proof).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(proof, bytes).unwrap();
    let refused = run(&["atlas", "add", "--certificate", proof, "--file", results]);
    assert_eq!(refused.code, Some(2), "{refused:?}");
    good(&["prove", "..#|...", "-q", "-o", proof]);
    let refused = run(&["atlas", "add", "--certificate", proof, "--file", results]);
    assert!(
        refused.stderr.contains("empty rectangles only"),
        "{refused:?}"
    );
    assert_eq!(fs::read_to_string(results).unwrap(), text);
}

/// A strip of tiles of four in lines of eleven cells would have more cells than a piece may have.
#[test]
fn long_tiles_in_long_lines() {
    let scratch = Scratch::new();
    let file = &scratch.file("proof");
    for board in ["4x11", "5x11"] {
        good(&["prove", board, "--tile", "4", "-q", "-o", file]);
        assert!(good(&["verify", file]).starts_with("Valid"), "{board}");
    }
    let largest = [
        "prove",
        "5x12",
        "--tile",
        "4",
        "--regions",
        "50",
        "-o",
        file,
    ];
    refused(&largest, "50 is not in 1..=40");
}

/// Proves, checks, plays against and changes some boards: what a reader would do with a certificate.
#[test]
fn prove_check_play_and_mutate() {
    let scratch = Scratch::new();
    let file = &scratch.file("proof");
    let [mut same, mut invalid, mut unreadable] = [0; 3];
    for (board, tile, rows, cols) in [
        ("4x4", "2", 4, 4),
        ("6x6", "2", 6, 6),
        ("7x7", "2", 7, 7),
        ("5x9", "3", 5, 9),
    ] {
        good(&["prove", board, "--tile", tile, "-q", "-o", file]);
        let verified = good(&["verify", file]);
        let proven = |text: &str| {
            let lines = text.lines().filter(|line| line.starts_with("Proven: "));
            lines.map(String::from).collect::<Vec<_>>()
        };
        assert_eq!(proven(&verified).len(), 1, "{verified}");
        // Every move of the loser, legal or not, until the game is over.
        let orders: String = (1..=rows)
            .flat_map(|row| (1..=cols).map(move |col| format!("{row},{col}\n")))
            .collect();
        let played = run_with(&["play", "--against", file], orders.repeat(2).as_bytes());
        assert_eq!(played.code, Some(0), "{board}: {played:?}");
        let winner = match verified.contains("Vertical wins.") {
            true => "Vertical wins: Horizontal has no move left",
            false => "Horizontal wins: Vertical has no move left",
        };
        assert!(played.stdout.contains(winner), "{board}: {}", played.stdout);
        // The uncompressed bytes, changed one by one.
        let mut bytes = Vec::new();
        let mut packed = Uncompressed::new(BufReader::new(fs::File::open(file).unwrap()));
        packed.read_to_end(&mut bytes).unwrap();
        for number in 0..24 {
            let place = number * 7919 % bytes.len();
            let mut changed = bytes.clone();
            changed[place] ^= 1 << (number % 8);
            let checked = run_with(&["verify", "-"], &changed);
            match checked.code {
                Some(0) if proven(&checked.stdout) == proven(&verified) => same += 1,
                // A changed header may claim something else; the tests of `proof` show that it is true.
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

/// A journal that is only read gives hints; if it lies, the proof does without it.
#[test]
fn hints_from_a_journal() {
    use crosscram_jobs::legacy::journal::Game;
    use crosscram_rules::Tile;
    let scratch = Scratch::new();
    let (file, journal) = (&scratch.file("proof"), &scratch.file("journal"));
    good(&["solve", "6x8", "--first", "V", "-q", "--journal", journal]);
    let before = fs::read(journal).unwrap();
    let prove = ["prove", "6x8", "-q", "-o", file, "--from-journal", journal];
    good(&prove);
    good(&["verify", file]);
    assert_eq!(fs::read(journal).unwrap(), before);
    let game = Game {
        rows: 6,
        cols: 8,
        tile: Tile::DOMINO,
    };
    let lie = ["........"; 6].join("|") + " V V 100000 1.000000";
    let header = "crosscram journal 2\nsize 6x8\ntile 2\n";
    fs::write(journal, format!("{header}{}", game.line(lie))).unwrap();
    fs::remove_file(file).unwrap();
    let proven = run(&prove);
    assert_eq!(proven.code, Some(0), "{proven:?}");
    assert!(proven.stderr.contains("the journal is wrong"), "{proven:?}");
    assert!(good(&["verify", file]).contains("Horizontal wins."));
    for wrong in [&["--journal", journal][..], &["--tile", "3"]] {
        let refused = run(&[&prove[..], wrong].concat());
        assert_eq!(refused.code, Some(2), "{refused:?}");
    }
    let refused = run(&["prove", "6x8", "-o", file, "--from-journal", "none"]);
    assert_eq!(refused.code, Some(2), "{refused:?}");
}

/// A cell of the atlas as a certificate: by a case split, by hash, included, and not at all.
#[test]
fn cells_of_the_atlas_as_certificates() {
    let scratch = Scratch::new();
    let (file, part) = (&scratch.file("cell.cert"), &scratch.file("part.cert"));
    let parts = scratch.directory().to_str().unwrap();
    // A case split, everything included.
    let exported = good(&["atlas", "export", "11x17", "--nodes", "100k", "-o", file]);
    assert!(
        exported.contains("with Vertical first is open"),
        "{exported}"
    );
    let verified = good(&["verify", file]);
    let last = verified.lines().last().unwrap();
    let claim = "Proven: on the board of 11 rows and 17 columns plus the number 0, with tiles of 2 \
                 cells, if Horizontal moves first, Horizontal wins.";
    assert_eq!(last, claim);
    fs::remove_file(file).unwrap();
    // A part by its hash, which is followed beside the file and where --certificates says.
    good(&["prove", "6x6", "-q", "-o", part]);
    let export = ["atlas", "export", "6x18", "--first", "H", "-o", file];
    let exported = good(&[&export[..], &["--certificates", parts]].concat());
    assert!(exported.contains("which is valid"), "{exported}");
    let verified = good(&["verify", file]);
    assert!(
        verified.contains("It rests on") && verified.contains("part.cert"),
        "{verified}"
    );
    assert!(!verified.contains("Provided that"), "{verified}");
    good(&["verify", file, "--certificates", part]);
    let other = Scratch::new();
    let alone = &other.file("alone.cert");
    fs::copy(file, alone).unwrap();
    assert!(good(&["verify", alone]).contains("Provided that the certificate"));
    let missing = run(&["verify", alone, "--certificates", alone]);
    assert_eq!(missing.code, Some(1), "{missing:?}");
    // Another proof under the same name, or one with the wrong claim, does not count.
    good(&["prove", "4x4", "-q", "-o", part]);
    assert!(good(&["verify", file]).contains("Provided that the certificate"));
    // Included, it needs nothing else.
    good(&["prove", "6x6", "-q", "-o", part]);
    good(&[&export[..], &["--certificates", part, "--include"]].concat());
    assert!(!good(&["verify", file]).contains("It rests on"));
    // What has no certificate is named.
    fs::remove_file(file).unwrap();
    let export = [
        "atlas", "export", "8x12", "--first", "V", "--nodes", "1k", "-o", file,
    ];
    let refused = run(&export);
    assert_eq!(refused.code, Some(1), "{refused:?}");
    assert!(
        refused.stderr.contains("H wins 8x12 moving second"),
        "{refused:?}"
    );
    assert!(!Path::new(file).exists());
    let open = run(&["atlas", "export", "10x12", "-o", file]);
    assert_eq!(open.code, Some(1), "{open:?}");
    // What the answers rest on.
    for (board, tile, words) in [
        (
            "6x18",
            "2",
            "rests on 1 certified, 1 computed as values here",
        ),
        ("6x14", "3", "rests on 1 solved here without a certificate"),
    ] {
        let cell = good(&["atlas", board, "--tile", tile]);
        assert!(cell.contains(words), "{cell}");
    }
}

/// A program in the place of crosscram-verified: prints what it is told after reading everything.
#[cfg(unix)]
fn with_checker(script: &str, args: &[&str]) -> crate::run::Run {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::new();
    let file = scratch.file("crosscram-verified");
    fs::write(&file, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    let folder = Path::new(&file).parent().unwrap();
    let path = format!("{}:/usr/bin:/bin", folder.display());
    let output = crate::run::program(args).env("PATH", path).output();
    output.unwrap().into()
}

#[cfg(unix)]
#[test]
fn another_checker_is_asked() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let file = repository.join("proofs/certificates/7x7-V.cert");
    let args = ["verify", file.to_str().unwrap(), "--with", "verified"];
    // It gets the uncompressed bytes, and its words are printed with the hash.
    let said = with_checker(
        "echo \"Valid, $(wc -c | tr -d ' ') nodes.\"; echo 'Proven: on the board.'; echo '.#'",
        &args,
    );
    assert_eq!(said.code, Some(0), "{said:?}");
    assert!(said.stdout.starts_with("Valid: 27 nodes"), "{said:?}");
    assert!(said.stdout.contains("\nblake3 9e1b8d80"), "{said:?}");
    assert!(
        said.stdout.ends_with("\nProven: on the board.\n.#\n"),
        "{said:?}"
    );
    let json = with_checker(
        "cat >/dev/null; echo 'Valid, 3 nodes.'; echo 'Proven: on the board.'",
        &[&args[..], &["--json"]].concat(),
    );
    assert!(
        json.stdout.contains("\"claims\":[\"on the board.\"]"),
        "{json:?}"
    );
    // Its refusals are this program's, also if it does not read to the end; what is no answer is an error.
    for (script, code) in [
        ("cat >/dev/null; echo 'invalid: so' >&2; exit 1", 1),
        ("echo 'unreadable: so' >&2; exit 2", 2),
        ("cat >/dev/null; echo 'Fatal: so' >&2; exit 3", 2),
        ("cat >/dev/null; echo Valid", 2),
    ] {
        let refused = with_checker(script, &args);
        assert_eq!(refused.code, Some(code), "{refused:?}");
        let reason = if script.ends_with("Valid") {
            "does not say"
        } else {
            "so"
        };
        assert!(refused.stderr.contains(reason), "{refused:?}");
        assert_eq!(refused.stdout, "");
    }
}

#[test]
fn another_checker_must_be_built() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let file = repository.join("proofs/certificates/7x7-V.cert");
    let args = ["verify", file.to_str().unwrap(), "--with", "verified"];
    let scratch = Scratch::new();
    let folder = Path::new(&scratch.file("none"))
        .parent()
        .unwrap()
        .to_path_buf();
    let output = crate::run::program(&args).env("PATH", folder).output();
    let refused = crate::run::Run::from(output.unwrap());
    assert_eq!(refused.code, Some(2), "{refused:?}");
    assert!(
        refused.stderr.contains("make -C proofs/verified"),
        "{refused:?}"
    );
    let both = run(&[&args[..], &["--explain", "7x7"]].concat());
    assert_eq!(both.code, Some(2), "{both:?}");
}
