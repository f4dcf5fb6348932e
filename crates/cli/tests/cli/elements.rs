//! `crosscram reproduce` as a list, and the smallest form of every command in it.

use crate::run::{good, objects, program, refused, run, words};
use crate::scratch::Scratch;
use crosscram_players::arena::CommandLine;
use crosscram_reproduce::elements::elements;
use std::collections::HashMap;
use std::path::Path;

/// Runs the smallest form of each element once, from the root of the repository, and looks for the texts
/// that it must print.
#[test]
fn smallest_forms() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let scratch = Scratch::new();
    let mut printed: HashMap<&str, String> = HashMap::new();
    let mut faults = Vec::new();
    for element in elements() {
        let Some(small) = element.small else { continue };
        let name = format!("{} {}: {small}", element.paper, element.heading());
        let text = printed.entry(small).or_insert_with(|| {
            let file = scratch.file(&format!("file{}", name.len()));
            let line = CommandLine::parse(&small.replace("{tmp}", &file)).unwrap();
            let words: Vec<&str> = line.words().iter().map(String::as_str).collect();
            let output = program(&words).current_dir(&root).output().unwrap();
            if !output.status.success() {
                let error = String::from_utf8_lossy(&output.stderr);
                faults.push(format!("{name}: {:?} {error}", output.status.code()));
            }
            String::from_utf8(output.stdout).unwrap()
        });
        for part in &element.prints {
            if !text.contains(part) {
                faults.push(format!("{name} does not print '{part}' but:\n{text}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn without_numbers_everything_is_listed() {
    let all = good(&["reproduce"]);
    assert_eq!(all, good(&words("reproduce --list")));
    let own = good(&["reproduce", "bullock"]);
    assert!(all.contains(&own) && all.len() > own.len());
    for number in ["Figure 6.5", "Theorem 3.5.1", "Claim 5.4b", "Wish 7a"] {
        assert!(own.lines().any(|line| line.starts_with(number)), "{number}");
    }
    assert!(
        own.contains("run      crosscram reproduce bullock 6.1\n"),
        "{own}"
    );
    assert!(own.contains("article16"));
    let rows = objects(&good(&words("reproduce --list --json")));
    assert_eq!(rows.len(), elements().len());
    assert!(rows.iter().all(|row| row["schema"] == 2));
    assert!(rows.iter().all(|row| row["state"].is_string()));
}

/// Graphs, articles and words name what they show.
#[test]
fn other_numbers() {
    for (numbers, heading) in [
        ("bullock 6.3", "Figure 6.4: "),
        ("bullock 4.5", "Figure 4.6: "),
        ("bullock 8.1", "Figure 8.2: "),
        ("bullock article12", "Figure 6.1: "),
        ("bullock fig6.1 6.1 figure6.1", "Figure 6.1: "),
        ("brueggemann 9", "Table 3: "),
        ("brueggemann values", "Section 8: "),
        ("schijf fig4.3", "Figures: "),
    ] {
        let limit = if numbers.starts_with("schijf") {
            ""
        } else {
            " --up-to 100"
        };
        let text = good(&words(&format!("reproduce {numbers}{limit}")));
        let headings = text
            .lines()
            .filter(|line| line.contains(": ") && !line.starts_with(' '));
        let headings: Vec<&str> = headings.collect();
        assert_eq!(headings.len(), 1, "{numbers}: {text}");
        assert!(headings[0].starts_with(heading), "{numbers}: {text}");
    }
}

/// What is not an experiment is printed as an entry, and `--list` runs nothing.
#[test]
fn entries() {
    let text = good(&words("reproduce bullock theorem4.3.1"));
    assert!(text.contains("Theorem 4.3.1 (article-theorem3)"), "{text}");
    assert!(text.contains("1 element: 1 agrees"), "{text}");
    let text = good(&words("reproduce brueggemann --list 1 fig1"));
    assert!(
        text.contains("\nTable 1\n") && text.contains("\nFigure 1\n"),
        "{text}"
    );
}

/// An option that acts on none of the experiments is refused; with one more experiment it acts.
#[test]
fn options_that_do_nothing() {
    let scratch = Scratch::new();
    let file = scratch.file("mine");
    std::fs::write(&file, "; two lines\n\n5x5 V\n").unwrap();
    let own = format!("reproduce bullock 4.3 --positions {file}");
    refused(
        &words(&format!("{own} --up-to 9")),
        "--up-to: the positions",
    );
    let text = good(&words(&format!("{own} --tables 2^6 --schemes two-big new")));
    let heads = text.lines().nth(1).unwrap().split_whitespace();
    assert_eq!(heads.collect::<Vec<_>>()[3..], ["two-big", "new"], "{text}");
    good(&words("reproduce bullock 6.5 8.10 --up-to 10 --threads 2"));
}

/// All experiments of a paper at once; rows come one by one in the paper's order.
#[test]
fn all_experiments() {
    let text = good(&words("reproduce bullock all --up-to 10"));
    let figures = text.lines().filter(|line| line.starts_with("Figure "));
    assert!(figures.count() >= 13);
    let rows: Vec<&str> = text
        .lines()
        .skip_while(|line| !line.starts_with("Figure 6.1"))
        .skip(2)
        .take(2)
        .collect();
    let head = |row: &str| row.split_whitespace().next().map(str::to_string);
    assert_eq!(
        rows.iter().map(|row| head(row)).collect::<Vec<_>>(),
        [Some("2x2".to_string()), Some("2x3".to_string())]
    );
    let run = run(&words("reproduce brueggemann 1 --up-to 10 --json"));
    assert_eq!(objects(&run.stdout).len(), 35);
}
