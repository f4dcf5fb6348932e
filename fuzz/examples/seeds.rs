//! Writes the seeds that are not text: `cargo run -p crosscram-fuzz --example seeds`.

use crosscram_certificate::{Compressed, Form, Writer};
use crosscram_pn::games::{Chess, Domineering, Explicit, LeafEvaluation, TicTacToe};
use crosscram_pn::{AnyGame, Options, Snapshot};
use crosscram_rules::{Bits, Bits64, Board, Player, Question, Tile};
use crosscram_search::{Control, CrosscramOptions, Levels, Run, Solver, TableSize};
use crosscram_values::positions::PositionValues;
use crosscram_values::tables::{Grid, RegionTable};
use std::fs::{self, File};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    std::env::set_current_dir(env!("CARGO_MANIFEST_DIR"))?;
    for target in ["certificate", "database", "regions", "state"] {
        fs::create_dir_all(format!("corpus/{target}"))?;
    }
    for (tile, board) in [(2, "2x3"), (2, "..#|...|#.."), (3, "3x4")] {
        let board: Board = board.parse()?;
        let mut values = PositionValues::new(Tile::new(tile)?);
        values.value(&board)?;
        values.write(&mut File::create(format!(
            "corpus/database/{tile}-{}",
            board.url_form()
        ))?)?;
    }
    // The grid of the target.
    for free in [0b1, 0b1_0001, 0b111_0110_0011, 0x3ff] {
        let table = RegionTable::<Bits64>::new(Grid::new(3, 4, 2), 10, 1 << 22);
        table.sum(Bits64::from_words([free]), table.limits(u32::MAX));
        table.write_to(File::create(format!("corpus/regions/{free:x}"))?)?;
    }
    certificates()?;
    searches(&"XO.|.X.|..O".parse::<TicTacToe>()?, "tictactoe")?;
    searches(&"6k1/5ppp/8/8/8/8/8/R5K1 w - -".parse::<Chess>()?, "chess")?;
    let board = Board::empty(3, 3)?;
    let game = Domineering::new(
        &board,
        Tile::DOMINO,
        Player::Vertical,
        LeafEvaluation::default(),
    );
    searches(&game.with_spare_moves(Player::Vertical, 1), "domineering")?;
    let game: Explicit = "a max: b c\nb min: a d\nc min: b e\nd win\ne loss".parse()?;
    searches(&game, "graph")
}

fn certificates() -> Result<(), Box<dyn std::error::Error>> {
    let options = CrosscramOptions {
        // So small that something is left to search.
        bounds: "regions:2,across,merge".parse::<Levels>()?,
        table: TableSize::Entries(1 << 10),
        ..CrosscramOptions::default()
    };
    let solver = Solver::new(options);
    for (board, tile, first) in [
        (
            "......|.#....|......|....#.|......",
            Tile::DOMINO,
            Player::Vertical,
        ),
        (".#...|.....|...#.", Tile::DOMINO, Player::Horizontal),
        ("5x5", Tile::TROMINO, Player::Horizontal),
    ] {
        let board: Board = board.parse()?;
        let question = Question::new(board, tile, first);
        for (is_compressed, form) in [(true, "zst"), (false, "bin")] {
            let path = format!("corpus/certificate/{tile}-{}.{form}", board.url_form());
            let file = Compressed::new(File::create(path)?, is_compressed);
            let mut writer = Writer::new(file, Form::Binary, &question);
            solver.prove(&question, &Run::new(&Control::new()), &mut writer)?;
            writer.finish()?.finish()?;
        }
    }
    Ok(())
}

fn searches(game: &dyn AnyGame, name: &str) -> Result<(), Box<dyn std::error::Error>> {
    let mut few = |snapshot: &Snapshot| snapshot.statistics.expansions < 4;
    for (kind, line) in [
        ("tree", "tree"),
        ("dag", "dag --no-symmetry"),
        ("dfpn", "df-pn"),
    ] {
        let mut search = game.search(&Options::read(line)?);
        search.run(&mut few)?;
        let mut file = File::create(format!("corpus/state/{kind}-{name}"))?;
        search.save(&mut file, &format!("{kind} {name}"))?;
    }
    Ok(())
}
