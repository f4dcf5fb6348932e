//! Figure 1: one position, evaluated by every deterministic bot.

use crosscram_papers::vandaalen2012::{FIGURE_1, Valued};
use crosscram_players::{Key, Kind, Spec};
use crosscram_rules::{Board, Player, Tile};
use crosscram_search::SearchError;

use crate::options::Options;
use crate::result::{Reproduction, Row, Verdict};

/// Figure 1 up to reflection, reconstructed from the subgames that the paper prints.
const POSITION: &str = "##....|##....|......|......|....##|......";

pub(super) fn run(result: &mut Reproduction, _: &Options<'_>) -> Result<(), SearchError> {
    let board: Board = POSITION.parse().expect("a position");
    let mut misprints = 0;
    for line in FIGURE_1.rows() {
        let spec = spec(&line);
        for player in Player::ALL {
            let (published, definition) = match player {
                Player::Vertical => (line.vertical, line.definition_vertical),
                Player::Horizontal => (line.horizontal, line.definition_horizontal),
            };
            let ours = spec.evaluate(&board, Tile::DOMINO, player, player);
            let mut row = Row::new(spec.to_string(), Some(definition))
                .variant(player.to_string())
                .measured(ours.expect("a bot that evaluates"));
            row.faulty = row.verdict() == Verdict::Differs;
            if published != definition {
                misprints += 1;
                row.published = Some(published);
                row.comparable = false;
                row.note = "misprint".to_string();
            }
            result.rows.push(row);
        }
    }
    let mut bots: Vec<&str> = FIGURE_1.rows().iter().map(|line| line.bot).collect();
    bots.dedup();
    let printed = 2 * bots.len();
    result.remark(format!(
        "{printed} values are printed, ProportionalAbsoluteBot's for any weight (here 0, 1 and 3), and \
         {} agree",
        printed - misprints
    ));
    result.remark(format!(
        "position {POSITION}, reconstructed from the printed subgames; {misprints} values are \
         misprints: they contradict the definitions and, but for the last, the paper's own value of \
         ProportionalAbsoluteBot with weight 1, which is ProportionalBot"
    ));
    Ok(())
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
