//! The pieces of one cut, for testing many positions by the same cut.
//!
//! A move of the opponent lies within one piece of a cut that bounds a player. So what a cut is worth
//! after each of the opponent's moves is the sum of all other pieces, which many moves share, and
//! one piece without the cells of the move.

use super::geometry::Geometry;
use super::parts::exact;
use crosscram_rules::Bits;
use crosscram_values::switches::{Role, SwitchVector};

/// How a piece is bounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// By the table of regions, or because one player alone can move.
    Region,
    /// By the table of strips.
    Strip,
    /// Line by line.
    Lines,
}

#[derive(Clone, Copy)]
struct CutPiece<W> {
    cells: W,
    kind: Kind,
    vector: SwitchVector,
    /// The sum of all other pieces and the number, when it was needed.
    rest: Option<SwitchVector>,
}

/// A position that is cut into pieces.
pub(super) struct Division<W> {
    pieces: Vec<CutPiece<W>>,
    /// Cells that stay joined to the cell in the line below.
    pub(super) joined: W,
    /// Cells that belong to two pieces.
    pub(super) shared: W,
    /// The free cells.
    free: W,
    quarters: i16,
}

impl<W: Bits> Division<W> {
    /// No pieces yet of the `free` cells, and room for so many. `quarters` are added to their sum.
    pub(super) fn new(free: W, quarters: i16, pieces: usize) -> Self {
        Division {
            pieces: Vec::with_capacity(pieces),
            joined: W::EMPTY,
            shared: W::EMPTY,
            free,
            quarters,
        }
    }

    /// Upper cells of the pairs that are cut, on lines of `length` cells.
    pub(super) fn cut(&self, length: u32) -> W {
        self.free & (self.free >> length) & !self.joined
    }

    /// Adds a piece, of which some cells may belong to another piece too.
    pub(super) fn push(
        &mut self,
        cells: W,
        shared: W,
        kind: Kind,
        vector: SwitchVector,
        geometry: &Geometry<W>,
    ) {
        if kind != Kind::Lines {
            self.joined |= cells & (cells >> geometry.grid.length());
        }
        self.shared |= shared;
        self.pieces.push(CutPiece {
            cells,
            kind,
            vector,
            rest: None,
        });
    }

    /// Returns whether the cut proves that its player, moving first, wins after its opponent has
    /// covered `tile`.
    pub(super) fn first_wins_after(&mut self, tile: W, geometry: &Geometry<W>) -> bool {
        if !(tile & self.shared).is_empty() {
            return false;
        }
        let mut pieces = self.pieces.iter();
        let Some(index) = pieces.position(|piece| !(piece.cells & tile).is_empty()) else {
            return false;
        };
        let CutPiece {
            cells, kind, rest, ..
        } = self.pieces[index];
        let Some(left) = value(cells & !tile, kind, geometry) else {
            return false;
        };
        let rest = rest.unwrap_or_else(|| self.rest(index));
        self.pieces[index].rest = Some(rest);
        rest.sum_at_least_as(&left, Role::First) >= 0
    }

    /// The same cut of the position before `tile` was placed along a line, if its pieces are known
    /// then: the cells of the tile belong to the pieces beside them.
    pub(super) fn before(&self, tile: W, geometry: &Geometry<W>) -> Option<Division<W>> {
        if !self.shared.is_empty() {
            return None;
        }
        let line = geometry.grid.band(geometry.grid.line_of(tile.first()), 1);
        // Cells that a tile along the line can cover together with one of its cells.
        let mut beside = W::EMPTY;
        for _ in 1..geometry.grid.tile() {
            let near = tile | beside;
            beside |= (near << 1 | near >> 1) & line & self.free;
        }
        let mut before = Division::new(self.free | tile, self.quarters, self.pieces.len() + 1);
        // One of them that was in no piece was of no use to anybody.
        let (mut union, mut regions, mut lines) = (tile | beside, 0, 0);
        for piece in &self.pieces {
            if !(piece.cells & beside).is_empty() {
                union |= piece.cells;
                *if piece.kind == Kind::Lines {
                    &mut lines
                } else {
                    &mut regions
                } += 1;
            } else {
                before.push(piece.cells, W::EMPTY, piece.kind, piece.vector, geometry);
            }
        }
        let (kind, vector) = if regions == 0 && lines > 0 {
            (Kind::Lines, lines_value(union, geometry))
        } else if lines == 0 {
            (Kind::Region, whole(union, geometry)?)
        } else {
            return None;
        };
        before.push(union, W::EMPTY, kind, vector, geometry);
        Some(before)
    }

    fn rest(&self, left_out: usize) -> SwitchVector {
        let pieces = self.pieces.iter().enumerate();
        let others = pieces.filter(|(i, _)| *i != left_out);
        let zero = SwitchVector::ZERO.plus_quarters(self.quarters);
        others.fold(zero, |sum, (_, piece)| sum.plus(&piece.vector))
    }
}

/// What cells are worth without a cut, if that is known.
fn whole<W: Bits>(cells: W, geometry: &Geometry<W>) -> Option<SwitchVector> {
    match cells.count() <= geometry.limit() {
        true => geometry.regions(cells),
        false => exact(cells, geometry),
    }
}

/// What cells are worth if Left never plays between lines.
fn lines_value<W: Bits>(cells: W, geometry: &Geometry<W>) -> SwitchVector {
    SwitchVector::integer(-geometry.grid.most_right_tiles(cells))
}

/// What is left of a piece; `None` if it is not known.
fn value<W: Bits>(cells: W, kind: Kind, geometry: &Geometry<W>) -> Option<SwitchVector> {
    if cells.is_empty() {
        return Some(SwitchVector::ZERO);
    }
    match kind {
        Kind::Region => geometry.regions(cells),
        Kind::Lines => Some(lines_value(cells, geometry)),
        Kind::Strip => {
            let first = geometry.grid.line_of(cells.first());
            let (tile, lines) = (geometry.grid.tile(), geometry.grid.lines());
            // All cells of one line may be covered: the strip may begin in it all the same.
            let first = first.min(lines - tile);
            geometry.strip(cells, first, tile)
        }
    }
}
