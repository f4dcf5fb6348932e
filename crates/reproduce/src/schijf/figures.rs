//! Figures 3.4, 4.2 to 4.5 and 5.7, drawn from searches of the graphs that the text describes.

use crate::options::Options as Asked;
use crate::result::{Reproduction, Row, Verdict};
use crosscram_papers::Number;
use crosscram_papers::schijf1993::{FIG_3_1, FIG_4_2, FIG_4_3, FIG_4_4, FIG_4_5, FIG_5_7};
use crosscram_pn::games::Explicit;
use crosscram_pn::{Algorithm, AnyGame, Drawing, Initial, Options};
use crosscram_search::SearchError;

/// A proof number and a disproof number, if the text has them.
type Pair = Option<[u32; 2]>;

/// The figures: number, graph, and the root's numbers in the text, as the practical algorithm counts
/// them and exactly.
const FIGURES: [(&str, &str, Pair, Pair); 6] = [
    ("3.4", FIG_3_1, Some([2, 2]), Some([2, 2])),
    ("4.2", FIG_4_2, Some([2, 2]), Some([2, 1])),
    ("4.3", FIG_4_3, Some([2, 4]), Some([2, 3])),
    ("4.4", FIG_4_4, None, Some([2, 4])),
    ("4.5", FIG_4_5, None, Some([1, 3])),
    ("5.7", FIG_5_7, None, None),
];

pub(super) fn run(result: &mut Reproduction, _: &Asked<'_>) -> Result<(), SearchError> {
    for (id, text, practical, exact) in FIGURES {
        let game: Explicit = text.parse().expect("a graph that tests read");
        // In Fig. 5.7 these two are not expanded yet.
        let expands = |node: u32| {
            let waits = id == "5.7" && ["d", "g"].contains(&game.name(node));
            !waits && !game.children(node).is_empty()
        };
        // Of these two the text gives disproof numbers only.
        let has_proof = !["4.4", "4.5"].contains(&id);
        for (variant, algorithm, printed) in [
            ("practical", Algorithm::Dcg, practical),
            ("exact", Algorithm::Exact, exact),
        ] {
            let drawing = drawing(&game, algorithm, expands);
            let found = drawing.nodes()[0].numbers;
            let proof = printed.filter(|_| has_proof).map(|[proof, _]| proof);
            for (part, ours, printed) in [
                ("proof", found.proof, proof),
                (
                    "disproof",
                    found.disproof,
                    printed.map(|[_, disproof]| disproof),
                ),
            ] {
                let printed = printed.map(|number| Number::exact(number.into()));
                let row = Row::new(format!("Fig. {id}, {part} number"), printed);
                let mut row = row.variant(variant).measured(ours.into());
                row.faulty = row.verdict() == Verdict::Differs;
                if part == "proof" {
                    row.note = format!("most proving: {}", drawing.path_names().join(" "));
                }
                result.rows.push(row);
            }
            let name = format!("schijf-fig{}-{variant}.svg", id.replace('.', "-"));
            let svg = drawing.to_svg(&format!("Fig. {id}, {variant} numbers"));
            result.pictures.push((name, svg));
        }
    }
    Ok(())
}

fn drawing(game: &Explicit, algorithm: Algorithm, expands: impl Fn(u32) -> bool) -> Drawing {
    let options = Options {
        initial: Initial::One,
        ..algorithm.into()
    };
    let mut search = game.search(&options);
    // One after the other, because the most-proving node of several is the one that was found first.
    for node in (0..game.len() as u32).filter(|&node| expands(node)) {
        let done = search.expand(&|label| label == game.name(node));
        done.expect("every node that is expanded has children");
    }
    search.drawing().expect("a figure is small")
}
