//! Figure 1: one position, valued by every deterministic bot.

use crosscram_players::{Key, Kind, Spec};
use crosscram_rules::{Board, Player, Tile};

use super::papers::FIGURE_1;
use super::{Experiment, Sheet};
use crate::options::Options;
use crate::table::{Line, Table};

/// Figure 1 up to reflection, reconstructed from the subgames that the paper prints.
const POSITION: &str = "##....|##....|......|......|....##|......";

pub(super) fn run(experiment: &'static Experiment, _: &Options<'_>) -> Sheet {
    let board: Board = POSITION.parse().expect("a position");
    let mut sheet = Sheet::new(
        experiment,
        &["bot", "player", "published", "ours", "agrees", "note"],
    );
    let (mut agreeing, mut misprints) = (0, 0);
    for line in Table::parse(FIGURE_1).lines() {
        let spec = spec(&line);
        for player in Player::ALL {
            let column = player.name().to_ascii_lowercase();
            let published = fraction(line.text(&column));
            let definition = fraction(line.text(&format!("definition_{column}")));
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

fn spec(line: &Line<'_>) -> Spec {
    let kind = Kind::parse(line.text("bot")).expect("a bot of the paper");
    match line.text("gamma") {
        "-" => Spec::new(kind),
        gamma => {
            let spec = Spec::new(kind).with(Key::Gamma, gamma);
            spec.expect("a weight")
        }
    }
}

/// Reads `23`, `-26/3`.
fn fraction(text: &str) -> f64 {
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    let number = |text: &str| text.parse::<f64>().expect("a number of the paper");
    number(above) / number(below)
}
