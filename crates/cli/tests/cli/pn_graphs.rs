//! `crosscram pn` on graphs from files: the figures of Schijf's thesis.

use crate::run::repository;
use crate::scratch::Scratch;
use crate::session::session;

/// The path of a graph of the thesis.
pub(crate) fn figure(name: &str) -> String {
    let papers = repository("crates/papers/data/schijf1993");
    papers.join(name).to_str().unwrap().to_string()
}

/// Fig. 5.7: with the nodes of the figure expanded, the practical algorithm for cycles calls a won
/// position lost, and says that it is not sure.
#[test]
fn the_missed_win() {
    let file = figure("fig5_7.graph");
    let missed = "--algorithm dcg --initial one --expand a,b,c,e,f,h";
    session(&format!(
        "$ pn graph {file} => + : win with c
         $ pn graph {file} --algorithm tree => + : win
         $ pn graph {file} {missed} => + not solved (lost, but not proven
         $ pn graph {file} {missed} --json
         @ /value null
         @ /proof null
         @ /disproof 0
         # A graph with cycles is not one for the algorithm without.
         $ pn graph {file} --algorithm dag => ! here is one: e h e"
    ));
}

/// Figs. 2.1 to 5.6 as files: what the text says of them. Nodes are listed from the root on.
#[test]
fn static_graphs() {
    let whole = |name: &str, says: &str| {
        let file = figure(&format!("fig{name}.graph"));
        session(&format!("$ pn graph {file} --expand-all --json\n{says}"));
    };
    whole(
        "4_3",
        r#"@ /nodes/[name=a]/practical [2, 4]
           @ /nodes/[name=a]/exact [2, 3]
           @ /nodes/[name=a]/disproof_sets/0 ["i", "j", "k"]
           @ /practical_path ["a", "b", "d", "g"]
           @ /most_proving i"#,
    );
    // g is a leaf, so f is the only node with a dependency number.
    whole(
        "4_5",
        "@ /nodes/[name=f]/disproof_form [3] v [g 2]
         @ /nodes/[name=a]/disproof_form [3] v [f 1] v [f,g]
         @ /nodes/[name=f]/dependency 1
         @ /nodes/[name=g]/transposition true",
    );
    whole("4_1", "@ /nodes/[name=T]/transposition true");
    whole(
        "4_11",
        "@ /nodes/[name=b]/exact [null, 0]
         @ /nodes/[name=c]/exact [2, 1]",
    );
    whole(
        "5_6",
        "@ /nodes/[name=a]/derived [2, 1]
         @ /nodes/[name=b]/derived [1, 2]",
    );
    for name in ["5_1", "5_2", "5_5", "5_6"] {
        whole(name, "@ /cycles true");
    }
    let [fig2_1, fig4_2, fig4_10] =
        ["2_1", "4_2", "4_10"].map(|n| figure(&format!("fig{n}.graph")));
    session(&format!(
        "# A game tree with draws has a value, which the three leftmost ends prove.
         $ pn graph {fig2_1} --value --json => @ /value 1
         # Symmetric positions are one node, or two.
         $ pn graph {fig4_10} --algorithm dag --json => @ /nodes 4
         $ pn graph {fig4_10} --algorithm dag --json --no-symmetry => @ /nodes 5
         $ pn graph {fig4_2} --expand-all => + disproof sets: {{f}}\\s"
    ));
}

/// The converted graph has no cycles, and reading it again gives the numbers of the original.
#[test]
fn converted_graphs() {
    let (scratch, file) = (Scratch::new(), figure("fig5_2.graph"));
    let line = format!("pn graph {file} --expand-all --json --convert converted.graph");
    let original = scratch.object(&line);
    scratch.session(&format!(
        "$ pn graph converted.graph --expand-all --json
         @ /cycles false
         @ /nodes/0/exact {}
         @ /most_proving {}",
        original["nodes"][0]["exact"], original["most_proving"]
    ));
}
