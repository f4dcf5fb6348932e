use super::*;
use crosscram_support::random::Random;

fn perft(game: &Chess, position: &ChessPosition, depth: u32) -> u64 {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    assert_eq!(moves.len() as u32, game.mobility(position));
    if depth == 1 {
        return moves.len() as u64;
    }
    let after = moves.into_iter().map(|mov| {
        let mut next = position.clone();
        game.play(&mut next, mov);
        perft(game, &next, depth - 1)
    });
    after.sum()
}

/// Well-known counts: the initial position and the "Kiwipete" test position.
#[test]
fn all_moves_are_generated() {
    for (fen, depth, expected) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
            4,
            197_281,
        ),
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
            3,
            97_862,
        ),
    ] {
        let game: Chess = fen.parse().unwrap();
        assert_eq!(perft(&game, &game.root(), depth), expected);
    }
}

fn names(fen: &str) -> Vec<String> {
    let game: Chess = fen.parse().unwrap();
    let root = game.root();
    let mut moves = Vec::new();
    game.moves(&root, &mut moves);
    moves
        .into_iter()
        .map(|mov| game.move_name(&root, mov))
        .collect()
}

#[test]
fn pawns_then_king_then_pieces() {
    assert_eq!(
        names("7k/8/8/8/8/8/R6P/4K3 w - -").join(" "),
        "h2h3 h2h4 e1d2 e1f2 e1d1 e1f1 e1e2 a2a1 a2g2 a2f2 a2e2 a2d2 a2c2 a2b2 a2a8 a2a7 a2a6 \
         a2a5 a2a4 a2a3"
    );
}

#[test]
fn captures_of_the_checker_come_last() {
    // The knight on d3 gives check; king, rook, knight and pawn can take it.
    let order = names("k7/8/8/8/5N2/3n3R/2P5/4K3 w - -");
    assert_eq!(order.join(" "), "c2d3 e1d2 e1d1 e1f1 e1e2 f4d3 h3d3");
}

/// Positions with the same key have the same moves, and random games keep places in order.
#[test]
fn moves_fit_into_two_bytes() {
    let game: Chess = "r3k2r/1P4P1/8/3pP3/8/8/1p4p1/R3K2R w KQkq d6"
        .parse()
        .unwrap();
    let mut random = Random::new(5);
    for _ in 0..200 {
        let mut position = game.root();
        for _ in 0..60 {
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            if moves.is_empty() {
                break;
            }
            for &mov in &moves {
                assert_eq!(ChessMove::pack(mov.unpack()), mov);
                assert_eq!(
                    game.move_code(mov).and_then(|code| game.move_of_code(code)),
                    Some(mov)
                );
                assert!(position.board.is_legal(mov.unpack()));
            }
            let mut different = moves.clone();
            different.sort_unstable_by_key(|mov| mov.0);
            different.dedup();
            assert_eq!(different.len(), moves.len());
            let mov = moves[random.index(moves.len())];
            game.play(&mut position, mov);
        }
    }
}

#[test]
fn keys_tell_positions_apart() {
    let fens = [
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq -",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQk -",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w Qkq -",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq -",
        "r3k2r/8/8/3pQ3/8/8/8/R3K2R b KQkq -",
        "r3k2r/8/8/3pq3/8/8/8/R3K2R w KQkq -",
    ];
    let keys = fens.map(|fen| {
        let game: Chess = fen.parse().unwrap();
        game.key(&game.root())
    });
    for (i, key) in keys.iter().enumerate() {
        assert!(!keys[..i].contains(key), "{}", fens[i]);
    }
}

#[test]
fn a_double_step_nobody_can_capture_does_not_prevent_a_repetition() {
    let keys = |fen: &str| {
        let game: Chess = fen.parse().unwrap();
        (game.key(&game.root()), game.repetition_key(&game.root()))
    };
    let (alone, alone_again) = keys("k7/8/8/3p4/8/8/8/K7 w - d6");
    let (without, without_again) = keys("k7/8/8/3p4/8/8/8/K7 w - -");
    assert_ne!(alone, without);
    assert_eq!(alone_again, without_again);
    let (beside, beside_again) = keys("k7/8/8/3pP3/8/8/8/K7 w - d6");
    assert_eq!(beside, beside_again);
}

#[test]
fn only_mate_by_the_side_to_move_wins() {
    let value = |fen: &str, first: &str| {
        let game: Chess = fen.parse().unwrap();
        let mut position = game.root();
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let mov = moves
            .into_iter()
            .find(|&mov| game.move_name(&position, mov) == first);
        game.play(&mut position, mov.unwrap());
        game.evaluate(&position)
    };
    assert_eq!(value("6k1/5ppp/8/8/8/8/8/R5K1 w - -", "a1a8"), Value::Win);
    assert_eq!(value("k7/8/1K6/8/8/8/8/2Q5 w - -", "c1c7"), Value::Loss);
    assert_eq!(value("k7/8/1K6/8/8/8/8/2Q5 w - -", "c1c5"), Value::Unknown);
}

#[test]
fn texts() {
    let record: EpdRecord = "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8; id \"X.1\";"
        .parse()
        .unwrap();
    assert_eq!(record.id, "X.1");
    for (text, expected) in [
        ("6k1/5ppp/8/8 w", "only 2 fields"),
        ("6k1/5ppp/8/8 w - -", "bad pieces"),
        ("6k1/5ppp/8/8/8/8/8/R5K1 x - -", "bad side to move"),
        ("6k1/5ppp/8/8/8/8/8/R5K1 w K -", "bad castling rights"),
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - e3", "bad en-passant square"),
    ] {
        let error = text.parse::<Chess>().unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
    let error = EpdRecord::read_all("# two\n6k1/5ppp/8/8/8/8/8/R5K1 w - -\nnothing").unwrap_err();
    assert!(error.to_string().starts_with("line 3: "), "{error}");
}
