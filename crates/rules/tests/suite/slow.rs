//! Moves and counts on a plain table of truth values, sharing nothing with the library but the
//! names of the players.

use std::collections::BTreeSet;

use crosscram_rules::Player;

/// Whether each cell is free, row by row.
pub(crate) type Grid = Vec<Vec<bool>>;

/// Rows of `.` and anything else, joined by `|`.
pub(crate) fn grid(text: &str) -> Grid {
    text.split('|')
        .map(|row| row.chars().map(|c| c == '.').collect())
        .collect()
}

/// All grids one move away.
fn after_one_move(grid: &Grid, length: usize, player: Player) -> Vec<Grid> {
    let mut found = Vec::new();
    for row in 0..grid.len() {
        for col in 0..grid[0].len() {
            let mut after = grid.clone();
            let placed = (0..length).all(|i| {
                let (row, col) = match player {
                    Player::Vertical => (row + i, col),
                    Player::Horizontal => (row, col + i),
                };
                let cell = after.get_mut(row).and_then(|row| row.get_mut(col));
                cell.is_some_and(|free| std::mem::replace(free, false))
            });
            if placed {
                found.push(after);
            }
        }
    }
    found
}

pub(crate) fn perft(grid: &Grid, length: usize, player: Player, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    after_one_move(grid, length, player)
        .iter()
        .map(|after| perft(after, length, player.opponent(), depth - 1))
        .sum()
}

/// Numbers of different positions by depth: all, and up to the four reflections.
pub(crate) fn positions(
    grid: &Grid,
    length: usize,
    first: Player,
    depth: usize,
) -> (Vec<u64>, Vec<u64>) {
    let mut player = first;
    let mut positions = BTreeSet::from([grid.clone()]);
    let (mut all, mut up_to_reflection) = (Vec::new(), Vec::new());
    for left in (0..=depth).rev() {
        all.push(positions.len() as u64);
        let smallest: BTreeSet<Grid> = positions.iter().map(smallest_reflection).collect();
        up_to_reflection.push(smallest.len() as u64);
        if left > 0 {
            positions = positions
                .iter()
                .flat_map(|grid| after_one_move(grid, length, player))
                .collect();
            player = player.opponent();
        }
    }
    (all, up_to_reflection)
}

fn smallest_reflection(grid: &Grid) -> Grid {
    let upside_down: Grid = grid.iter().rev().cloned().collect();
    let mirrored = |grid: &Grid| -> Grid {
        let reversed = |row: &Vec<bool>| row.iter().rev().copied().collect();
        grid.iter().map(reversed).collect()
    };
    let others = [mirrored(grid), mirrored(&upside_down), upside_down];
    others.into_iter().fold(grid.clone(), Grid::min)
}
