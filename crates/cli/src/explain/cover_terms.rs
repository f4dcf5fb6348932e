//! Both theorems of chapter 3, written out with a cover's numbers.

use crosscram_rules::Player;
use crosscram_search::cover::{CoverTurn, Inspection, PlayedIn, Terms};

/// The turn of a cover if `first` is to move; `None` if the covering player has no move in it.
fn turn(cover: &Inspection, first: Player) -> Option<&CoverTurn> {
    match first == cover.player {
        true => cover.first.as_ref(),
        false => Some(&cover.second),
    }
}

/// The theorems term by term, and what follows.
pub(super) fn turn_lines(cover: &Inspection, first: Player) -> Vec<String> {
    let Some(turn) = turn(cover, first) else {
        return vec![verdict(cover, first)];
    };
    let (player, opponent) = (cover.player.letter(), cover.player.opponent().letter());
    let terms = &turn.terms;
    let mut lines = Vec::new();
    if let Some(played_in) = turn.played_in {
        let place = match played_in {
            PlayedIn::Protective => "in a protective area, which leaves a safe one",
            PlayedIn::Vulnerable2 => "in a vulnerable area of type 2",
            PlayedIn::Vulnerable1 => "in a vulnerable area of type 1",
            PlayedIn::Option => "on a safe area and its option",
        };
        lines.push(format!(
            "{player} first places a tile {place}; it counts as safe"
        ));
    }
    if terms.converted {
        lines.push("an odd protective area counts as two vulnerable areas of type 2".to_string());
    }
    lines.push(format!("moves({player}) {}", lower(terms)));
    lines.push(format!("unplayable({opponent}) {}", upper(terms)));
    if turn.printed.bounds != turn.terms.bounds {
        lines.push(format!(
            "as printed, f would be {} and {opponent} have at most {} (the program always gives the square \
             back)",
            turn.printed.upper.remainders,
            turn.printed.bounds.opponent_moves
        ));
    }
    lines.push(format!(
        "avail({opponent}) = squares {} - unavail {} - unplayable {} = {}, at most {} moves",
        terms.squares,
        terms.upper.unavailable,
        terms.upper.unplayable(),
        terms.available,
        terms.bounds.opponent_moves
    ));
    lines.push(verdict(cover, first));
    lines
}

/// Theorem 3.5.1.
fn lower(terms: &Terms) -> String {
    let (areas, sum) = (&terms.areas, &terms.lower);
    format!(
        "= 2⌊{}/2⌋ + ⌊{}/3⌋ + ⌊{}/2⌋ + {} + f = {} + {} + {} + {} + {} = {}",
        areas.protective,
        areas.vulnerable2,
        areas.vulnerable1,
        areas.safe,
        sum.protective,
        sum.vulnerable2,
        sum.vulnerable1,
        sum.safe,
        sum.remainders,
        sum.moves()
    )
}

/// Theorem 3.6.1.
fn upper(terms: &Terms) -> String {
    let (areas, sum) = (&terms.areas, &terms.upper);
    let part = |protected: i32, all: i32, divisor: i32| {
        format!(
            "({protected} - (⌊{all}/{divisor}⌋ - ⌊{}/{divisor}⌋))",
            all - protected
        )
    };
    let [one, two, three] = areas.options;
    format!(
        "= {} + {} + 3⌊{three}/2⌋ + 2⌊{two}/2⌋ + ⌊{one}/2⌋ + f + g = {} + {} + {} + {} + {} + {} + {} = {}",
        part(areas.vulnerable2_protected, areas.vulnerable2, 3),
        part(areas.vulnerable1_protected, areas.vulnerable1, 2),
        sum.protected2,
        sum.protected1,
        sum.options[0],
        sum.options[1],
        sum.options[2],
        sum.remainders,
        sum.odd_option,
        sum.unplayable()
    )
}

/// What the cover proves if `first` is to move.
pub(super) fn verdict(cover: &Inspection, first: Player) -> String {
    let (player, opponent) = (cover.player, cover.player.opponent());
    let Some(turn) = turn(cover, first) else {
        return format!("{player} has no move in the cover: nothing follows");
    };
    let bounds = turn.terms.bounds;
    let (own, other) = (bounds.moves, bounds.opponent_moves);
    let enough = match first == player {
        true => format!("more than {opponent} can have, which is {other}"),
        false => format!("and {opponent} has at most {other}"),
    };
    match cover.proves.get(first) {
        true => {
            format!("{player} wins if {first} moves: {player} has at least {own} moves, {enough}")
        }
        false => format!(
            "nothing follows if {first} moves: {player} has at least {own} moves, {opponent} at most \
             {other}"
        ),
    }
}
