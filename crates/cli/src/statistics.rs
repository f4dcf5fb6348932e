//! Statistics of the nodes of a search, as tables.

use crate::text::{self, Align};
use crosscram_search::Statistics;
use std::io::{self, Write};

/// Writes the statistics of a search with `nodes` nodes.
pub(crate) fn write(out: &mut impl Write, statistics: &Statistics, nodes: u64) -> io::Result<()> {
    let share = |part: u64, of: u64| match of {
        0 => String::new(),
        _ => format!("{:.1} %", 100.0 * part as f64 / of as f64),
    };
    let counted = |name: &str, part: u64, of: u64| {
        vec![name.to_string(), text::grouped(part), share(part, of)]
    };
    let title = |text: &str| vec![text.to_string()];

    let mut rows = vec![title("nodes by what ended them")];
    let reasons = statistics.leaves.by_reason();
    for (reason, count) in reasons.into_iter().filter(|&(_, count)| count > 0) {
        rows.push(counted(
            &format!("  {}", reason.replace('_', " ")),
            count,
            nodes,
        ));
    }
    rows.push(counted("  interior", statistics.interior, nodes));
    // Where a search was stopped before it looked at the node.
    let ended: u64 = reasons.iter().map(|(_, count)| count).sum();
    let stopped = nodes.saturating_sub(ended + statistics.interior);
    if stopped > 0 {
        rows.push(counted("  stopped", stopped, nodes));
    }
    if statistics.refuted_children > 0 {
        rows.push(title("moves refuted without a node"));
        rows.push(counted(
            "  by the bounds before",
            statistics.refuted_children,
            0,
        ));
    }

    let cutoffs = &statistics.cutoffs_by_try;
    let won: u64 = cutoffs.iter().sum();
    rows.push(title("won interior nodes by the move that won"));
    for (index, &count) in cutoffs.iter().enumerate() {
        let later = if index + 1 == cutoffs.len() {
            " and later"
        } else {
            ""
        };
        rows.push(counted(&format!("  move {}{later}", index + 1), count, won));
    }

    rows.push(title(
        "moves searched where the mover wins, by ply; mistakes among them",
    ));
    let plies = statistics.order_by_ply.iter().enumerate();
    for (ply, order) in plies.filter(|(_, order)| order.won > 0) {
        rows.push(vec![
            format!("  {ply}"),
            text::grouped(order.tried),
            text::grouped(order.mistakes()),
        ]);
    }

    rows.push(title("table"));
    rows.push(counted("  entries", statistics.table_entries, 0));
    rows.push(counted("  MiB", statistics.table_bytes >> 20, 0));
    rows.push(counted("  stores", statistics.stores, 0));
    rows.push(counted(
        "  replaced",
        statistics.replaced,
        statistics.stores,
    ));
    rows.push(counted("  refused", statistics.refused, statistics.stores));

    rows.push(title("nodes by depth"));
    for (index, &count) in statistics.nodes_by_depth.iter().enumerate() {
        rows.push(counted(&format!("  {}", index + 1), count, nodes));
    }
    text::columns(out, 2, &[Align::Left, Align::Right, Align::Right], &rows)
}
