//! Requests of every kind: what they answer, slice by slice, and how they are refused.

use crosscram_rules::{Board, Move, Player, Tile, reference};
use crosscram_support::stop::Stop;
use crosscram_workbench::{Desk, Event, Limits, Progress, Slice};
use serde_json::Value;
use std::time::Duration;

/// All events of a request, worked on in slices of this length.
fn events(desk: &Desk, request: &str, slice: Option<Duration>) -> Vec<Event> {
    let mut task = desk.ask(request).unwrap();
    let mut events = Vec::new();
    loop {
        let slice = match slice {
            Some(length) => Slice::new(length, &Stop::new()),
            None => Slice::unlimited(),
        };
        if task.step(&slice, &mut events) == Progress::Done {
            return events;
        }
    }
}

fn answer(request: &str) -> Value {
    let desk = Desk::new(Limits::PAGE);
    let events = events(&desk, request, None);
    let last = events.last().unwrap();
    assert_eq!(last.name, "answer", "{}", last.data);
    serde_json::from_str(&last.data).unwrap()
}

/// What is said of one player's moves.
fn judged(answer: &Value, first: Player) -> &Value {
    &answer[match first {
        Player::Vertical => "vertical_first",
        Player::Horizontal => "horizontal_first",
    }]
}

fn wins(board: &Board, to_move: Player, player: Player) -> bool {
    reference::winner(board, Tile::DOMINO, to_move) == player
}

#[test]
fn verdicts_are_those_of_the_rules() {
    for (text, mover) in [
        ("4x4", Player::Vertical),
        ("..#.|....|.#..|....", Player::Horizontal),
        ("4x5", Player::Horizontal),
        (".....|..#..|.....|.#...", Player::Vertical),
    ] {
        let board: Board = text.parse().unwrap();
        let letter = mover.letter();
        let request = format!(r#"{{"ask": "analyse", "position": "{text} {letter}"}}"#);
        let answer = answer(&request);
        let side = judged(&answer, mover);
        let moves = side["moves"].as_array().unwrap();
        for verdict in moves {
            let mov: Move = verdict["move"].as_str().unwrap().parse().unwrap();
            let after = board.play(mov, Tile::DOMINO).unwrap();
            let expected = match wins(&after, mover.opponent(), mover) {
                true => "wins",
                false => "loses",
            };
            assert_eq!(verdict["result"], expected, "{text} {mov}");
            assert_eq!(verdict["refutation"].is_null(), expected == "wins");
        }
        assert_eq!(moves.len(), board.moves(mover, Tile::DOMINO).len());
        assert_eq!(
            side["winner"] == letter.to_string(),
            wins(&board, mover, mover),
            "{text}"
        );
        assert_eq!(answer["stopped"], false);
    }
}

#[test]
fn the_best_line_is_won_by_the_winner() {
    let answer = answer(r#"{"ask": "analyse", "position": "5x6 H"}"#);
    let (mut board, mut player) = (Board::empty(5, 6).unwrap(), Player::Horizontal);
    let side = judged(&answer, Player::Horizontal);
    for mov in side["line"]["moves"].as_array().unwrap() {
        let mov = Move::parse_for(player, mov.as_str().unwrap()).unwrap();
        board = board.play(mov, Tile::DOMINO).unwrap();
        player = player.opponent();
    }
    assert!(!board.can_move(player, Tile::DOMINO));
    assert_eq!(side["winner"], player.opponent().letter().to_string());
}

/// Slices that are over at once still get to the end, and to the same verdicts.
#[test]
fn slices_change_nothing() {
    let desk = Desk::new(Limits::PAGE);
    let request = r#"{"ask": "analyse", "position": "6x7 V"}"#;
    let verdicts = |events: Vec<Event>| -> Vec<String> {
        let verdicts = events.iter().filter(|event| event.name == "verdict");
        let mut texts: Vec<String> = verdicts
            .map(|event| {
                let value: Value = serde_json::from_str(&event.data).unwrap();
                format!("{} {}", value["move"], value["result"])
            })
            .collect();
        texts.sort();
        // A move may be told again with its answer.
        texts.dedup();
        texts
    };
    let whole = verdicts(events(&desk, request, None));
    let sliced = verdicts(events(&desk, request, Some(Duration::from_millis(2))));
    assert_eq!(whole, sliced);
}

#[test]
fn who_wins_at_all_comes_first() {
    let desk = Desk::new(Limits::PAGE);
    let events = events(&desk, r#"{"ask": "analyse", "position": "6x6 V"}"#, None);
    assert_eq!(events[0].name, "winner");
    assert_eq!(events.last().unwrap().name, "answer");
}

#[test]
fn a_review_finds_where_the_win_was_given_away() {
    // On 4x4 the first player wins with V2,2 but not with V1,1.
    let answer =
        answer(r#"{"ask": "review", "position": "4x4", "moves": ["V1,1", "H3,2", "V1,4"]}"#);
    let first = &answer["moves"][0];
    assert_eq!(first["effect"], "gave");
    let better: Move = first["better"][0].as_str().unwrap().parse().unwrap();
    let after = Board::empty(4, 4)
        .unwrap()
        .play(better, Tile::DOMINO)
        .unwrap();
    assert!(wins(&after, Player::Horizontal, Player::Vertical));
    assert_eq!(answer["winner"], "V");
}

#[test]
fn values_are_those_of_the_command() {
    let found = answer(r#"{"ask": "value", "position": "2x3"}"#);
    assert_eq!(found["value"], "{2|-1/2}");
    assert_eq!(found["mean"], "3/4");
    let found = answer(r#"{"ask": "value", "position": "..#..|..#.#"}"#);
    let regions = found["regions"].as_array().unwrap().iter();
    let values: Vec<&Value> = regions.map(|region| &region["value"]).collect();
    assert_eq!(values, ["+-1", "*"]);
}

/// Sums are read as on the command line: who wins them, and what they are worth.
#[test]
fn sums_can_be_asked_about() {
    let found = answer(r#"{"ask": "value", "position": "3x3 - 2.2x3 + *"}"#);
    assert_eq!(found["value"], "{-1/2*|-5/2*}");
    let found = answer(r#"{"ask": "solve", "position": "4x4 - 2x3 V"}"#);
    assert_eq!(found["vertical_first"]["winner"], "V");
    assert_eq!(found["horizontal_first"], Value::Null);
    assert_eq!(found["sum"], "....|....|....|.... + ..|..|..");
}

#[test]
fn cuts_and_covers_explain_a_win() {
    let found = answer(r#"{"ask": "explain", "position": "6x6 V"}"#);
    assert_eq!(found["vertical_first"], "V");
    let cut = &found["cuts"][0];
    assert_eq!(
        (&cut["player"], &cut["proves"]),
        (&Value::from("V"), &Value::from(true))
    );
    let cells: usize = cut["pieces"]
        .as_array()
        .unwrap()
        .iter()
        .map(|p| p["cells"].as_array().unwrap().len())
        .sum();
    assert_eq!(cells, 36);
    assert_eq!(found["covers"].as_array().unwrap().len(), 2);
    let three = answer(r#"{"ask": "explain", "position": "5x5 V", "tile": 3}"#);
    assert!(three["covers"].as_array().unwrap().is_empty());
}

#[test]
fn players_move_legally_and_the_perfect_one_wins() {
    let desk = Desk::new(Limits::PAGE);
    for player in [
        "random", "ordering", "values", "hotstrat", "level:1", "level:3", "perfect",
    ] {
        let mut board = Board::empty(5, 6).unwrap();
        let mut moves: Vec<String> = Vec::new();
        let mut side = Player::Horizontal;
        while board.can_move(side, Tile::DOMINO) {
            // Horizontal, who wins 5x6, is perfect.
            let who = if side == Player::Horizontal {
                "perfect"
            } else {
                player
            };
            let list = moves
                .iter()
                .map(|m| format!("\"{m}\""))
                .collect::<Vec<_>>()
                .join(",");
            let request = format!(
                r#"{{"ask":"play","position":"5x6 H","moves":[{list}],"player":"{who}","seed":7}}"#
            );
            let last = events(&desk, &request, None).pop().unwrap();
            let value: Value = serde_json::from_str(&last.data).unwrap();
            let text = value["move"]
                .as_str()
                .unwrap_or_else(|| panic!("{}", last.data));
            board = board
                .play(Move::parse_for(side, text).unwrap(), Tile::DOMINO)
                .unwrap();
            moves.push(text.to_string());
            side = side.opponent();
        }
        assert_eq!(side, Player::Vertical, "{player} is beaten");
    }
}

#[test]
fn the_atlas_has_a_chart_and_derivations() {
    let chart = answer(r#"{"ask": "atlas", "size": 8}"#);
    assert_eq!(chart["rows"][7][7], "1");
    assert_eq!(chart["rows"][4][4], "2");
    let board = answer(r#"{"ask": "atlas", "board": "5x7"}"#);
    assert_eq!(board["outcome"], "H");
    assert!(
        board["vertical_first"]["derivation"]["statement"]
            .as_str()
            .unwrap()
            .contains("5x7")
    );
}

/// Where each request is refused.
const REFUSED: &str = r#"
line 1, column 1  {
line 1, column 1  []
ask               {}
ask               {"ask": "cook"}
position          {"ask": "solve"}
position          {"ask": "solve", "position": "..z"}
position          {"ask": "solve", "position": "16x16"}
tile              {"ask": "solve", "position": "4x4", "tile": 9}
tile              {"ask": "solve", "position": "4x4", "tile": "two"}
first             {"ask": "solve", "position": "4x4", "first": "X"}
seconds           {"ask": "solve", "position": "4x4", "seconds": 1e9}
seconds           {"ask": "solve", "position": "4x4", "seconds": -1}
speed             {"ask": "solve", "position": "4x4", "speed": 1}
moves[1]          {"ask": "review", "position": "4x4", "moves": ["V1,1", "H1,1"]}
player            {"ask": "play", "position": "4x4", "player": "nobody"}
player            {"ask": "play", "position": "4x4", "player": "level:6"}
player            {"ask": "play", "position": "4x4", "player": "proof:00"}
position          {"ask": "play", "position": "1x1", "player": "random"}
seconds           {"ask": "explain", "position": "4x4", "seconds": 1}
size              {"ask": "atlas", "board": "4x4", "size": 3}
known             {"ask": "atlas", "known": "everything"}
"#;

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let desk = Desk::new(Limits::PUBLIC);
    for line in REFUSED.trim().lines() {
        let (place, request) = line.split_once("  ").unwrap();
        match desk.ask(request.trim()) {
            Ok(_) => panic!("{request} is taken"),
            Err(refused) => assert_eq!(refused.place, place, "{request}: {}", refused.message),
        }
    }
}

#[test]
fn time_ends_a_search_without_a_guess() {
    let desk = Desk::new(Limits::PAGE);
    let request = r#"{"ask": "solve", "position": "12x12 V", "seconds": 0.05}"#;
    let last = events(&desk, request, Some(Duration::from_millis(20)))
        .pop()
        .unwrap();
    let value: Value = serde_json::from_str(&last.data).unwrap();
    assert_eq!(
        (&value["ended"], &value["vertical_first"]["winner"]),
        (&Value::from("limit"), &Value::Null)
    );
}

/// Nodes and winner of a request about who wins.
fn solved(desk: &Desk, position: &str) -> (u64, Value) {
    let request = format!(r#"{{"ask": "solve", "position": "{position}"}}"#);
    let last = events(desk, &request, None).pop();
    let mut value: Value = serde_json::from_str(&last.unwrap().data).unwrap();
    let nodes = value["nodes"].as_u64().unwrap();
    (nodes, value["outcome"].take())
}

/// What one request has proven the next one need not search again, also if others come between them.
#[test]
fn tables_are_kept_from_request_to_request() {
    let limits = Limits {
        table: 16 << 20,
        ..Limits::LOCAL
    };
    let desk = Desk::new(limits);
    let boards = ["8x8", "7x9", "9x7"];
    let first = boards.map(|board| solved(&desk, board));
    let again = boards.map(|board| solved(&desk, board));
    for (first, again) in first.iter().zip(&again) {
        assert!(again.0 < first.0 / 10, "{first:?} {again:?}");
        assert_eq!(again.1, first.1);
    }
    // Another desk knows nothing of it.
    let other = Desk::new(limits);
    assert_eq!(solved(&other, boards[0]), first[0]);
    // Where nothing may be kept nothing is.
    let forgetful = Desk::new(Limits { idle: 0, ..limits });
    let nodes = [(); 2].map(|()| solved(&forgetful, "7x9").0);
    assert_eq!(nodes[0], nodes[1]);
}

/// Two requests about one board at the same time have tables of their own, and the answers that each has alone.
#[test]
fn requests_at_the_same_time() {
    let desk = Desk::new(Limits::PAGE);
    let request = r#"{"ask": "solve", "position": "7x9"}"#;
    let mut tasks = [(); 2].map(|()| (desk.ask(request).unwrap(), Vec::new(), false));
    while tasks.iter().any(|(.., done)| !done) {
        for (task, events, done) in tasks.iter_mut().filter(|(.., done)| !done) {
            let slice = Slice::new(Duration::from_millis(2), &Stop::new());
            *done = task.step(&slice, events) == Progress::Done;
        }
    }
    let (_, outcome) = solved(&Desk::new(Limits::PAGE), "7x9");
    for (_, events, _) in &tasks {
        let value: Value = serde_json::from_str(&events.last().unwrap().data).unwrap();
        assert_eq!(
            (&value["ended"], &value["outcome"]),
            (&"proven".into(), &outcome)
        );
    }
}

/// However many boards are asked about, no more is kept than was allowed.
#[test]
fn tables_that_are_kept_have_room() {
    let limits = Limits {
        table: 1 << 20,
        shared: 8 << 20,
        idle: 3 << 19,
        ..Limits::PUBLIC
    };
    let desk = Desk::new(limits);
    for position in ["7x8", "8x7", "6x9", "9x6", "7x9", "6x10", "8x8 V"] {
        let request = format!(r#"{{"ask": "solve", "position": "{position}", "seconds": 2}}"#);
        events(&desk, &request, Some(Duration::from_millis(20)));
        let most = 2 * limits.shared + limits.idle;
        assert!(desk.memory() <= most, "{position}: {}", desk.memory());
    }
}

/// Long tiles on wide boards are solved without the tables that would not fit on a phone.
#[test]
fn tables_are_sized_for_a_phone() {
    let desk = Desk::new(Limits::PAGE);
    for request in [
        r#"{"ask": "solve", "position": "8x8 V", "tile": 3, "seconds": 5}"#,
        r#"{"ask": "solve", "position": "5x5 V", "tile": 4}"#,
        r#"{"ask": "solve", "position": "6x11 V", "seconds": 0.5}"#,
    ] {
        let last = events(&desk, request, Some(Duration::from_millis(50))).pop();
        assert_eq!(last.unwrap().name, "answer", "{request}");
        assert!(desk.memory() < 300 << 20, "{request}: {}", desk.memory());
    }
}
