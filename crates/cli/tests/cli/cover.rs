//! `crosscram explain --cover`: the board cover of Bullock's thesis.

use crate::run::{document, good, object};
use crate::scratch::Scratch;
use crate::session::session;

/// Chapter 3's worked example: a 6x10 position whose cover has every number that the thesis prints of
/// Figs 3.3 and 3.7. The figures are drawings; docs/cover.md says how this position was found.
pub(crate) const EXAMPLE: &str =
    ".##..#....|.##..#....|..##.#....|.#.#.#....|.#.#....#.|.....##.#.";

#[test]
fn the_worked_example_of_chapter_3() {
    session(&format!(
        r"$ explain {EXAMPLE} --cover --first H --json
          @ /covers/0/player V
          @ /covers/0/counts/protective 3
          @ /covers/0/counts/vulnerable2 4
          @ /covers/0/counts/vulnerable2_protected 0
          @ /covers/0/counts/vulnerable1 2
          @ /covers/0/counts/vulnerable1_protected 1
          @ /covers/0/counts/safe 5
          @ /covers/0/counts/unavailable 0
          @ /covers/0/counts/options [2, 1, 0]
          # After an odd protective area became two vulnerable ones of type 2.
          @ /covers/0/second/terms/areas/protective 2
          @ /covers/0/second/terms/areas/vulnerable2 6
          @ /covers/0/second/terms/lower/protective 2
          @ /covers/0/second/terms/lower/vulnerable2 2
          @ /covers/0/second/terms/lower/vulnerable1 1
          @ /covers/0/second/terms/lower/safe 5
          @ /covers/0/second/terms/lower/remainders 0
          @ /covers/0/second/terms/upper/protected2 0
          @ /covers/0/second/terms/upper/protected1 0
          @ /covers/0/second/terms/upper/remainders 0
          @ /covers/0/second/terms/upper/odd_option 0
          @ /covers/0/second/terms/upper/dead 0
          @ /covers/0/second/terms/upper/unavailable 0
          @ /covers/0/second/terms/upper/options [0, 0, 1]
          @ /covers/0/second/terms/squares 22
          @ /covers/0/second/terms/available 21
          @ /covers/0/second/terms/moves 10
          @ /covers/0/second/terms/opponent_moves 10
          @ /covers/0/proves/horizontal_first true
          @ /covers/0/domi_proves/horizontal_first false
          # Breuker's bounds of the same position.
          @ /covers/0/safe 5
          @ /covers/0/opponent_real 15
          $ explain {EXAMPLE} --cover --first H
          + Horizontal first: Vertical wins
          + moves(V) = 2⌊2/2⌋ + ⌊6/3⌋ + ⌊2/2⌋ + 5 + f = 2 + 2 + 1 + 5 + 0 = 10
          + avail(H) = squares 22 - unavail 0 - unplayable 1 = 21, at most 10 moves
          + DOMI's bounds: Vertical has at least 5 (safe moves), Horizontal at most 15 (real moves)"
    ));
    let text = good(&["explain", EXAMPLE, "--cover", "--first", "H"]);
    let page = document("docs/cover.md");
    let shown = text.split("\nHorizontal's cover").next().unwrap();
    let is_shown = page.contains(EXAMPLE) && page.contains(shown.trim_end());
    assert!(is_shown, "docs/cover.md shows:\n{shown}");
}

/// Fig. 4.4: on 6x4 with Horizontal first the tie-break leads two lines of play into one position.
#[test]
fn reflections_break_ties_as_in_figure_4_4() {
    let after = |moves: &str| object(&format!("explain 6x4 --cover --json --after {moves}"));
    // Vertical's tiles are reflections of each other by the middle between rows 3 and 4.
    for moves in ["H2,1 V2,3", "H2,1 V4,3"] {
        let found = after(moves);
        let listed = found["moves"].as_array().unwrap();
        let find = |name: &str| listed.iter().find(|mov| mov["move"] == name).unwrap();
        let reflection = find("H5,1");
        assert_eq!(reflection["reflected"], 1);
        let place = reflection["thesis_order"].as_u64();
        let rivals = listed.iter().filter(|mov| {
            mov["stage"] == "scored"
                && mov["score"] == reflection["score"]
                && mov["reflected"].is_null()
        });
        let mut number = 0;
        for rival in rivals {
            assert!(rival["thesis_order"].as_u64() > place, "{rival}");
            number += 1;
        }
        assert!(number > 0, "no ties");
    }
    let canonical = |moves: &str| {
        let found = after(&format!("{moves} H5,1"));
        let shown = object(&["show", found["position"].as_str().unwrap(), "--json"]);
        shown["canonical"].clone()
    };
    assert_eq!(canonical("H2,1 V2,3"), canonical("H2,1 V4,3"));
}

#[test]
fn drawings_and_batches() {
    let scratch = Scratch::new();
    scratch.session(
        "$ explain ..#.|....|.#.. --cover --svg cover.svg
         + Vertical's cover
         + Horizontal's cover
         + Moves of Vertical
         + Moves of Horizontal
         # A board without moves, one square, and a large one.
         $ explain # --cover
         $ explain 1x1 --cover
         $ explain 16x16 --cover",
    );
    let svg = scratch.read("cover.svg");
    let named = ["Vertical&#39;s cover", "Vertical's cover"];
    assert!(svg.starts_with("<svg") && named.iter().any(|name| svg.contains(name)));
}
