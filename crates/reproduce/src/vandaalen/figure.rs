//! Figure 1: one position, valued by every deterministic bot.

use crosscram_papers::vandaalen2012::{FIGURE_1, Valued};
use crosscram_players::{Key, Kind, Spec};
use crosscram_rules::{Board, Player, Tile};

use super::{Experiment, Sheet};
use crate::options::Options;

/// Figure 1 up to reflection, reconstructed from the subgames that the paper prints.
const POSITION: &str = "##....|##....|......|......|....##|......";

pub(super) fn run(experiment: &'static Experiment, _: &Options<'_>) -> Sheet {
    let board: Board = POSITION.parse().expect("a position");
    let mut sheet = Sheet::new(
        experiment,
        &["bot", "player", "published", "ours", "agrees", "note"],
    );
    let (mut agreeing, mut misprints) = (0, 0);
    for line in FIGURE_1.rows() {
        let spec = spec(&line);
        for player in Player::ALL {
            let (published, definition) = match player {
                Player::Vertical => (line.vertical.value, line.definition_vertical.value),
                Player::Horizontal => (line.horizontal.value, line.definition_horizontal.value),
            };
            let ours = spec.evaluate(&board, Tile::DOMINO, player, player);
            let ours = ours.expect("a bot that evaluates");
            let equal = |one: f64, other: f64| (one - other).abs() < 1e-9;
            let misprint = !equal(published, definition);
            agreeing += usize::from(equal(ours, published));
            misprints += usize::from(misprint);
            sheet.failed |= !equal(ours, definition);
            sheet.row([
                spec.to_string(),
                player.to_string(),
                format!("{published:.3}"),
                format!("{ours:.3}"),
                if equal(ours, published) { "yes" } else { "no" }.to_string(),
                if misprint { "misprint" } else { "" }.to_string(),
            ]);
        }
    }
    sheet.remarks.push(format!(
        "position {POSITION}, reconstructed from the printed subgames; {agreeing} values agree, \
         {misprints} are misprints: they contradict the definitions and, but for the last, the \
         paper's own value of ProportionalAbsoluteBot with weight 1, which is ProportionalBot"
    ));
    sheet
}

fn spec(line: &Valued) -> Spec {
    let kind = Kind::parse(line.bot).expect("a bot of the paper");
    match line.gamma {
        None => Spec::new(kind),
        Some(gamma) => {
            let spec = Spec::new(kind).with(Key::Gamma, gamma);
            spec.expect("a weight")
        }
    }
}
