//! What claims show of a position, as all programs say it.

use super::{Claim, Explainer, Level, Numbers, SET_NAMES, Turn, cells_of};
use crosscram_rules::{Board, ByFirst, Cell, Dyadic, Player, Position};
use serde::Serialize;

/// The best cuts of a position, and who wins by them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Explanation {
    /// The position.
    #[serde(skip)]
    pub position: Position,
    /// Who is proven to win.
    #[serde(flatten)]
    pub winners: ByFirst<Option<Player>>,
    /// Regions of up to so many cells were taken uncut.
    pub uncut: u32,
    /// Names of the sets of switches, in the order of all lists of numbers.
    pub switches: [&'static str; SET_NAMES.len()],
    /// By player.
    pub cuts: Vec<Cut>,
}

/// The best cut that was found for a player, and what it shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Cut {
    /// The player it is for.
    pub player: Player,
    /// Whether that player moves first.
    pub turn: Turn,
    /// Who moves first.
    pub first: Player,
    /// Whether the player is proven to win.
    pub proves: bool,
    /// What the pieces add up to; the player wins if it is not negative.
    pub bound: Dyadic,
    /// What is missing, if nothing is proven.
    pub misses_by: Option<Dyadic>,
    /// The kind of cut.
    pub level: Level,
    /// Whether cuts were looked for; if not, because strips are too large, the bound says nothing.
    pub tried: bool,
    /// The pieces in which a player can move.
    pub pieces: Vec<Part>,
    /// Cells that are in no piece, because no tile fits after the cut.
    pub idle: Vec<Cell>,
    /// Cells that no tile could cover anyway.
    pub dead: Vec<Cell>,
    /// The numbers of all pieces together.
    pub sum: Numbers,
}

/// A piece of a cut.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Part {
    /// Its letter.
    pub name: String,
    /// Its cells. Those that the player cannot use here may be in another piece too.
    pub cells: Vec<Cell>,
    /// Which of its numbers is a term of the bound: the one for moving first or second …
    pub turn: Turn,
    /// … with these switches.
    pub switches: &'static str,
    /// That number.
    pub number: Dyadic,
    /// What the piece is worth to the player.
    #[serde(flatten)]
    pub numbers: Numbers,
}

impl Explanation {
    /// The best cuts of both players for each of these first players, until `stop`; regions of up to `uncut`
    /// cells are computed exactly.
    pub fn new(
        position: &Position,
        firsts: &[Player],
        uncut: u32,
        mut stop: impl FnMut() -> bool,
    ) -> Explanation {
        let board = &position.board;
        let mut explainer = Explainer::new(board, position.tile, uncut);
        let turns = [Turn::Second, Turn::First];
        let both = Player::ALL.map(|player| turns.map(|turn| (player, turn)));
        let asked = both.into_iter().flatten();
        let asked = asked.filter(|&(player, turn)| firsts.contains(&turn.first(player)));
        let claims = asked
            .take_while(|_| !stop())
            .map(|(player, turn)| explainer.claim(board, player, turn, Level::Merge));
        Explanation::of(position, uncut, claims)
    }

    /// What these claims show.
    pub fn of(
        position: &Position,
        uncut: u32,
        claims: impl IntoIterator<Item = Claim>,
    ) -> Explanation {
        let claims = claims.into_iter();
        let cuts: Vec<Cut> = claims.map(|claim| Cut::new(position, &claim)).collect();
        let proven = |first| cuts.iter().find(|cut| cut.proves && cut.first == first);
        Explanation {
            position: *position,
            winners: ByFirst::new(|first| proven(first).map(|cut| cut.player)),
            uncut,
            switches: SET_NAMES,
            cuts,
        }
    }
}

impl Cut {
    fn new(position: &Position, claim: &Claim) -> Cut {
        let board = &position.board;
        let pieces = claim.pieces.iter().enumerate().map(|(index, piece)| {
            let ((turn, set), numbers) = (piece.used, piece.numbers());
            Part {
                name: piece_name(index),
                cells: cells_of(board, piece.cells).collect(),
                turn,
                switches: SET_NAMES[set],
                number: numbers.get(turn, set),
                numbers,
            }
        });
        Cut {
            player: claim.player,
            turn: claim.turn,
            first: claim.turn.first(claim.player),
            proves: claim.proves(),
            bound: claim.bound(),
            misses_by: claim.misses_by(),
            level: claim.level,
            tried: !is_helpless(position, claim),
            pieces: pieces.collect(),
            idle: cells_of(board, claim.idle).collect(),
            dead: cells_of(board, claim.dead).collect(),
            sum: claim.numbers(),
        }
    }

    /// The first piece that has this cell.
    pub fn piece_at(&self, cell: Cell) -> Option<usize> {
        let mut pieces = self.pieces.iter();
        pieces.position(|piece| piece.cells.contains(&cell))
    }
}

/// The name of a piece: A to Z, then AA and so on.
pub fn piece_name(index: usize) -> String {
    let letter = char::from(b'A' + (index % 26) as u8);
    match index / 26 {
        0 => letter.to_string(),
        more => piece_name(more - 1) + letter.encode_utf8(&mut [0; 4]),
    }
}

/// Cells of the lines along which a player cuts.
pub fn line_length(board: &Board, player: Player) -> usize {
    match player {
        Player::Vertical => board.cols(),
        Player::Horizontal => board.rows(),
    }
}

/// Returns whether the player of a claim can move on the board, but in none of its pieces: they are single
/// lines, because the lines are too long for the tables of strips.
fn is_helpless(position: &Position, claim: &Claim) -> bool {
    let Position { board, tile, .. } = position;
    let strip = tile.length() as usize * line_length(board, claim.player);
    if claim.proves() || strip <= Explainer::MAX_CELLS as usize {
        return false;
    }
    let can_move = |cells| {
        let piece = Board::from_free_bits(board.rows(), board.cols(), cells);
        piece.is_ok_and(|piece| piece.can_move(claim.player, *tile))
    };
    board.can_move(claim.player, *tile) && !claim.pieces.iter().any(|piece| can_move(piece.cells))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_pieces() {
        let names = [0, 1, 25, 26, 27, 51, 52, 127, 701, 702].map(piece_name);
        assert_eq!(
            names,
            ["A", "B", "Z", "AA", "AB", "AZ", "BA", "DX", "ZZ", "AAA"]
        );
    }
}
