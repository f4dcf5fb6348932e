//! The searches by name, and what each of them can do.

use crate::names::named;

named! {
    /// A search.
    #[derive(Default, Hash)]
    Algorithm, "algorithm" {
        Tree = "tree", "Best first on a tree (Schijf, chapter 3)";
        Pn2 = "pn2", "Best first on a tree whose leaves are judged by trees of their own (PN², Breuker 1998)";
        Dag = "dag", "Best first, equal positions share a node (section 4.4)";
        Dcg = "dcg", "The same where positions can repeat (section 5.4); some losses are not proven";
        /// No cycle can arise, and a repetition is one on every path, so losses are right too.
        Converting = "converting", "Best first, positions share a node only after converting moves (section 5.4, second method)";
        BaseTwin = "base-twin", "Best first, right where positions repeat (Breuker et al. 2001)";
        /// From where the forms are too large, by smallest sets. The selection of Fig. 4.9 is examined by the definition of
        /// a most-proving node, and another leaf is taken where it is wrong. A graph with cycles ends the search.
        DagExact = "dag-exact", "Exact numbers by disjunctive normal forms (section 4.3); small graphs without cycles";
        /// By the forms alone, as in Fig. 4.9. That selection is almost always right; a test has a graph where it is wrong.
        DagExactAsPrinted = "dag-exact-as-printed", "The same with the selection as printed, which is not always right";
        DcgExact = "dcg-exact", "Exact numbers by complete proof sets (section 5.3); very small graphs";
        /// Only the sets above an expanded node are computed anew.
        DcgExactIncremental = "dcg-exact-incremental", "The same, computing only what an expansion changes";
        Exact = "exact", "Exact numbers by smallest hitting sets; small graphs";
        /// It returns from a node when the proof or the disproof number reaches its threshold.
        #[default]
        DfPn = "df-pn", "Depth first with a table (Nagai 2002)";
        /// It returns from a node when both numbers reach their thresholds, and each visit raises only one of them, by one.
        Pds = "pds", "Depth first with a table, the predecessor of df-pn (Nagai 1998)";
        AlphaBeta = "alpha-beta", "Alpha-beta depth by depth with a table, for comparison; proves no loss that needs repetitions";
    }
}

use Algorithm::{AlphaBeta, BaseTwin, Converting, Dag, Dcg, DfPn, Pds, Pn2, Tree};

/// The algorithms that an option acts on.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    has: fn(Algorithm) -> bool,
    /// The same for people.
    pub text: &'static str,
}

const fn group(text: &'static str, has: fn(Algorithm) -> bool) -> Group {
    Group { has, text }
}

impl Algorithm {
    /// Whether it searches a graph from the leaves up, node by node.
    fn is_graph(self) -> bool {
        matches!(self, Dag | Dcg | Converting)
    }

    fn is_tree(self) -> bool {
        matches!(self, Tree | Pn2)
    }

    fn is_depth_first(self) -> bool {
        matches!(self, DfPn | Pds)
    }

    /// Whether its numbers are exact.
    fn is_exact(self) -> bool {
        let is_other = matches!(self, BaseTwin | AlphaBeta);
        !(self.is_graph() || self.is_tree() || self.is_depth_first() || is_other)
    }
}

impl Group {
    pub(super) const NUMBERED: Group = group("all but the exact searches and alpha-beta", |a| {
        !a.is_exact() && a != AlphaBeta
    });
    pub(super) const BEST_FIRST: Group = group("tree, pn2, dag, dcg and converting", |a| {
        a.is_tree() || a.is_graph()
    });
    pub(super) const SHARING: Group =
        group("dag, dcg, base-twin, df-pn, pds and alpha-beta", |a| {
            matches!(a, Dag | Dcg | BaseTwin | AlphaBeta) || a.is_depth_first()
        });
    pub(super) const GRAPHS: Group = group("dag, dcg and converting", Algorithm::is_graph);
    pub(super) const TREES: Group = group("tree and pn2", Algorithm::is_tree);
    pub(super) const IN_MEMORY: Group =
        group("all but pn2, and df-pn and pds, which have --table", |a| {
            a != Pn2 && !a.is_depth_first()
        });
    pub(super) const WITH_TABLE: Group = group("df-pn and pds", Algorithm::is_depth_first);
    pub(super) const WITH_MARGIN: Group = group("df-pn", |a| a == DfPn);

    /// Those that can be saved.
    pub const SAVED: Group = group("tree, pn2, dag, dcg, converting, df-pn and pds", |a| {
        a.is_tree() || a.is_graph() || a.is_depth_first()
    });
    /// Those that can be drawn.
    pub const DRAWN: Group = group("all but df-pn, pds, base-twin and alpha-beta", |a| {
        a.is_tree() || a.is_graph() || a.is_exact()
    });
    /// Those whose numbers change while they search.
    pub const PLOTTED: Group = group("all but alpha-beta", |a| a != AlphaBeta);
    /// Those whose nodes can be expanded by hand.
    pub const EXPANDED: Group = group("dag, dcg, converting and exact searches", |a| {
        a.is_graph() || a.is_exact()
    });

    /// Whether this one is among them.
    pub fn has(&self, algorithm: Algorithm) -> bool {
        (self.has)(algorithm)
    }
}
