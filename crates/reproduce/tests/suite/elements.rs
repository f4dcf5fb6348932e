//! The list of elements: complete, in step with the experiments and with the page made from it.

use crosscram_reproduce::PAPERS;
use crosscram_reproduce::elements::{Element, State, elements, find, markdown, of_paper};
use std::collections::HashSet;
use std::path::Path;
use std::{env, fs};

/// `UPDATE_SNAPSHOTS=1` writes the page anew.
#[test]
fn the_page_is_made_from_the_list() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/elements.md");
    if env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(&page, markdown()).unwrap();
    }
    let written = fs::read_to_string(&page).unwrap_or_default();
    let is_same = written == markdown();
    assert!(
        is_same,
        "docs/elements.md differs; run with UPDATE_SNAPSHOTS=1"
    );
}

#[test]
fn each_element_is_complete() {
    for element in elements() {
        let name = format!("{} {}", element.paper, element.heading());
        let mut papers = PAPERS.iter();
        assert!(papers.any(|paper| paper.name == element.paper), "{name}");
        for text in [element.shows, element.result] {
            assert!(
                !text.is_empty() && text != "-" && text.trim() == text,
                "{name}"
            );
        }
        // Whoever names a command says what its smallest form prints, and the other way round.
        let has_small = element.small.is_some();
        assert_eq!(has_small, !element.prints.is_empty(), "{name}");
        assert_eq!(has_small, element.command.is_some(), "{name}");
    }
}

/// Every number finds its element, alone or with its kind, and no two elements share a name.
#[test]
fn names_are_unique() {
    for paper in PAPERS {
        let own: Vec<&Element> = of_paper(paper.name).collect();
        for element in &own {
            let found = find(paper.name, &element.heading(), paper.kind());
            assert_eq!(found, Some(*element));
            for name in &element.also {
                let found = find(paper.name, name, paper.kind());
                assert_eq!(found, Some(*element), "{} {name}", paper.name);
            }
            let same = own.iter().filter(|other| {
                (other.kind, other.number.to_lowercase())
                    == (element.kind, element.number.to_lowercase())
            });
            assert_eq!(same.count(), 1, "{} {}", paper.name, element.heading());
        }
    }
}

#[test]
fn every_experiment_is_an_element_and_every_named_experiment_exists() {
    for paper in PAPERS {
        for element in of_paper(paper.name) {
            if let Some(id) = element.experiment() {
                assert!(paper.experiment(id).is_some(), "{}", element.heading());
            }
        }
        for experiment in paper.experiments {
            let named =
                of_paper(paper.name).any(|element| element.experiment() == Some(experiment.id));
            assert!(named, "{} {}", paper.name, experiment.id);
        }
    }
}

/// An audit of the papers found 62, 55 and 58 elements; claims are counted more finely here.
#[test]
fn the_list_is_as_long_as_the_audit() {
    let count = |name| of_paper(name).count();
    assert!(count("bullock") >= 62);
    assert!(count("schijf") >= 55);
    assert!(count("brueggemann") + count("vandaalen") >= 58);
}

/// What the list calls equal is equal: the states of experiments whose smallest form compares numbers.
#[test]
fn agreeing_experiments_do_not_fail() {
    for result in crate::runs::small() {
        let id = result.experiment.id;
        let mut shown = of_paper("bullock").filter(|element| element.experiment() == Some(id));
        let agrees = shown.all(|element| element.state == State::Agrees);
        assert!(!agrees || !result.failed(), "{id}");
    }
}

/// A number that the list gives as a result is written down where it was measured, in a document or in the data of the
/// papers, so that neither changes without the other. Those of the papers are in what an element shows.
#[test]
fn numbers_of_results_are_recorded() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut recorded = HashSet::new();
    for folder in ["docs", "crates/papers/data"] {
        add_numbers(&root.join(folder), &mut recorded);
    }
    assert!(recorded.len() > 1_500, "{}", recorded.len());
    let mut quoted = 0;
    for element in elements() {
        let shown = numbers(element.shows).chain(element.prints.iter().flat_map(|p| numbers(p)));
        let shown: HashSet<String> = shown.collect();
        for number in numbers(element.result) {
            quoted += 1;
            let is_known = recorded.contains(&number) || shown.contains(&number);
            let name = format!("{} {}", element.paper, element.heading());
            assert!(is_known, "{name}: {number} is recorded nowhere");
        }
    }
    assert!(quoted > 100, "{quoted}");
}

/// The numbers of all documents and tables in a folder, but for the page that is made from the list.
fn add_numbers(folder: &Path, found: &mut HashSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            add_numbers(&path, found);
            continue;
        }
        let kind = path.extension().and_then(|kind| kind.to_str());
        let is_page = path.ends_with("elements.md");
        if matches!(kind, Some("md" | "txt" | "tsv")) && !is_page {
            found.extend(numbers(&fs::read_to_string(&path).unwrap()));
        }
    }
}

/// The numbers of four digits and more and those with a fraction, without the commas between their digits.
fn numbers(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !(c.is_ascii_digit() || c == ',' || c == '.'));
    let words = words.map(|word| word.trim_matches([',', '.']).replace(',', ""));
    words.filter(|word| {
        let digits = word.split('.').next().unwrap_or_default().len();
        let points = word.matches('.').count();
        points == 1 || points == 0 && digits >= 4
    })
}
