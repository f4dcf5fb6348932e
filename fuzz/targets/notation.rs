//! Boards, positions, moves, sums, numbers, players and outcomes as text.
#![cfg_attr(fuzzing, no_main)]

use crosscram_atlas::Size;
use crosscram_fuzz::round_trip;
use crosscram_rules::notation::parse_size;
use crosscram_rules::{
    Board, Dyadic, Move, Outcome, PartialOutcome, Player, Position, Sum, SumBoard, Term, Tile,
};

crosscram_fuzz::fuzz_target!(|text: &str| {
    round_trip::<Board>(text);
    round_trip::<Position>(text);
    round_trip::<Sum>(text);
    round_trip::<Term>(text);
    round_trip::<Move>(text);
    round_trip::<Tile>(text);
    round_trip::<Player>(text);
    round_trip::<PartialOutcome>(text);
    round_trip::<Dyadic>(text);
    round_trip::<Size>(text);
    if let Ok(outcome) = text.parse::<Outcome>() {
        assert_eq!(outcome.code().parse(), Ok(outcome));
    }
    if let Ok((rows, cols)) = parse_size(text) {
        assert_eq!(parse_size(&format!("{rows}x{cols}")), Ok((rows, cols)));
    }
    if let Ok(board) = text.parse::<Board>() {
        assert_eq!(board.url_form().parse(), Ok(board));
        assert_eq!(board.canonical().canonical(), board.canonical());
        for player in Player::ALL {
            for mov in board.moves(player, Tile::DOMINO) {
                assert_eq!(Move::parse_for(player, &mov.to_string()), Ok(mov));
                assert!(board.play(mov, Tile::DOMINO).is_ok());
            }
        }
    }
    if let Ok(mov) = text.parse::<Move>() {
        assert_eq!(Move::parse_for(mov.player(), text), Ok(mov));
        assert!(Move::parse_for(mov.player().opponent(), text).is_err());
    }
    if let Ok(joined) = text.parse::<Sum>().map(|sum| SumBoard::new(&sum))
        && let Ok(joined) = joined
    {
        for player in Player::ALL {
            let mut moves = joined.board().moves(player, Tile::DOMINO);
            assert!(moves.all(|mov| joined.locate(mov).is_some()));
        }
    }
});
