//! `crosscram reproduce` as a list, and the smallest form of every command in it.

use crate::run::{good, objects, program, repository, run};
use crate::scratch::Scratch;
use crate::session::session;
use crosscram_players::arena::CommandLine;
use crosscram_reproduce::elements::elements;
use std::collections::HashMap;

/// Runs the smallest form of each element once, from the root of the repository, and looks for the texts
/// that it must print.
#[test]
fn smallest_forms() {
    let scratch = Scratch::new();
    let mut printed: HashMap<&str, String> = HashMap::new();
    let mut faults = Vec::new();
    for element in elements() {
        let Some(small) = element.small else { continue };
        let name = format!("{} {}: {small}", element.paper, element.heading());
        let text = printed.entry(small).or_insert_with(|| {
            let file = scratch.file(&format!("file{}", name.len()));
            let line = CommandLine::parse(&small.replace("{tmp}", &file)).unwrap();
            let output = program(line.words())
                .current_dir(repository(""))
                .output()
                .unwrap();
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
    assert_eq!(all, good("reproduce --list"));
    let own = good(&["reproduce", "bullock"]);
    assert!(all.contains(&own) && all.len() > own.len());
    for number in ["Figure 6.5", "Theorem 3.5.1", "Claim 5.4b", "Wish 7a"] {
        assert!(own.lines().any(|line| line.starts_with(number)), "{number}");
    }
    for part in ["run      crosscram reproduce bullock 6.1\n", "article16"] {
        assert!(own.contains(part), "{own}");
    }
    let rows = objects(&good("reproduce --list --json"));
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
        let text = good(&format!("reproduce {numbers}{limit}"));
        let is_heading = |line: &&str| line.contains(": ") && !line.starts_with(' ');
        let headings: Vec<&str> = text.lines().filter(is_heading).collect();
        assert_eq!(headings.len(), 1, "{numbers}: {text}");
        assert!(headings[0].starts_with(heading), "{numbers}: {text}");
    }
}

/// What is not an experiment is printed as an entry, and `--list` runs nothing.
#[test]
fn entries() {
    session(
        r"$ reproduce bullock theorem4.3.1
          + Theorem 4.3.1 (article-theorem3)
          + 1 element: 1 agrees
          $ reproduce brueggemann --list 1 fig1
          + \nTable 1\n
          + \nFigure 1\n",
    );
}

/// An option that acts on none of the experiments is refused; with one more experiment it acts.
#[test]
fn options_that_do_nothing() {
    let scratch = Scratch::new();
    scratch.write("mine", "; two lines\n\n5x5 V\n");
    let own = "reproduce bullock 4.3 --positions mine";
    let text = scratch.good(&format!("{own} --tables 2^6 --schemes two-big new"));
    let heads = text.lines().nth(1).unwrap().split_whitespace();
    assert_eq!(heads.collect::<Vec<_>>()[3..], ["two-big", "new"], "{text}");
    scratch.session(&format!(
        "$ {own} --up-to 9 => ! --up-to: the positions
         $ reproduce bullock 6.5 8.10 --up-to 10 --threads 2"
    ));
}

/// All experiments of a paper at once; rows come one by one in the paper's order.
#[test]
fn all_experiments() {
    let text = good("reproduce bullock all --up-to 10");
    let figures = text.lines().filter(|line| line.starts_with("Figure "));
    assert!(figures.count() >= 13);
    let mut rows = text
        .lines()
        .skip_while(|line| !line.starts_with("Figure 6.1"));
    let heads =
        [rows.nth(2), rows.next()].map(|row| row.and_then(|row| row.split_whitespace().next()));
    assert_eq!(heads, [Some("2x2"), Some("2x3")]);
    let run = run("reproduce brueggemann 1 --up-to 10 --json");
    assert_eq!(objects(&run.stdout).len(), 35);
}
