//! `crosscram play`, driven by a script on standard input.

use crate::contest::{FIRST, bot};
use crate::run::{Run, object, run_command, run_with};
use crate::scratch::Scratch;
use crate::session::session;
use std::io::{Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// What is printed for these lines; the command ends well.
#[track_caller]
fn played(args: &str, lines: &str) -> String {
    let text = run_with(&format!("play {args}"), lines.as_bytes()).ended_well(args);
    assert!(!text.contains('\x1b'), "no colours without a terminal");
    text
}

#[test]
fn two_people() {
    session(
        r"$ play 2x2
          < 1,1\nquit
          = 2x2: two people\n
          =     1 2\n  1 . .\n  2 . .\nV> 1,1\n
          =     1 2\n  1 V .\n  2 V .\nVertical wins: Horizontal has no move left\nover> quit\n
          $ play 4x5
          < V2,2\nH2,3\n3,4\n4 2\nv1,1\nH1,4\n3,1\n1,2\n2,5
          = V V H H V
          = Vertical wins
          = over>\s
          $ play 3x3 --first h
          < 2,1
          = H> 2,1\n
          =   2 H H .\n
          = V>\s
          = position: ...|##.|... V\n",
    );
}

/// Whatever is typed, the game goes on, and nothing is lost.
#[test]
fn bad_input() {
    session(&format!(
        r"$ play 3x3
          < 1,1\nH5,5\nV1,1\n2,1\nxyzzy\nundo 7\nsave\nload no-such-file\n1,2 3\n\n{}\n1,2
          = line 2: H5,5 is illegal: row 5, column 5 lies outside the 3x3 board
          = line 3: V1,1 is a move of Vertical, not of the player to move
          = line 4: H2,1 is illegal: row 2, column 1 is not free
          = line 5: 'xyzzy' is neither a move such as 2,3 nor a command
          = line 6: only 1 move can be taken back
          = line 7: save what? The name of a file is missing
          = line 8: no-such-file:\s
          = line 9: '1,2 3' is not a move
          = line 11: '{}' is neither
          =   1 V H H\n  2 V . .\n
          = position: ###|#..|... V\n",
        '\u{7f}', '\u{fffd}'
    ));
    let run = run_with("play 2x2", b"\xff\xfe\n1,1\n");
    assert_eq!(run.code, Some(0));
    assert!(run.stdout.contains("line 1: ") && run.stdout.contains("Vertical wins"));
}

#[test]
fn undo() {
    session(
        r"$ play 3x4
          < undo\n1,1\n1,3\nundo\nposition\nundo 1\nposition\n1,1\nresign\nundo\nposition
          = line 1: there is no move of yours to take back
          = taken back: H1,3\n
          = #...|#...|.... H\n
          = taken back: V1,1\n
          = ....|....|.... V\n
          = Vertical wins: Horizontal has resigned\nover> undo\nthe game continues\n
          = #...|#...|.... H\n
          # Against a player, its answer is taken back too.
          $ play 4x4 --player random --seed 1
          < 1,1\nundo\nposition
          = random plays H
          = taken back: H
          =  V1,1\n
          = ....|....|....|.... V\n",
    );
}

#[test]
fn hints_and_values() {
    session(
        r"# Vertical wins at the middle only: elsewhere Horizontal takes a row that is left.
          $ play '2x3 V' --seconds 600
          < hint
          = V1,2: wins, proven by\s
          $ play ..#|..#|.#. --seconds 600
          < values
          = Vertical wins\n
          = V1,1 wins (
          = V2,1 loses to\s
          =   1 + + #\n
          = + 2 win, - 1 lose (to the answer shown), ? 0 unknown
          $ play 5x5 --seconds 600
          < hint
          = loses like every other move, proven, if Horizontal
          # Too little to find out: unknown is called unknown, and a guess may lose.
          $ play 10x10 --budget 0 --seconds 600
          < hint\nvalues\nwhy
          = a guess: it may lose, nothing is proven
          = ?  ?  ?  ?  ?
          = + 0 win, - 0 lose
          = ? 90
          = not decided within --budget and --seconds
          $ play 1x2
          < hint\nvalues
          = Horizontal wins
          = line 1: the game is over",
    );
}

/// On the empty 8x8 a hint is proven, not guessed, with the default budget: the solver is asked first. (It is given more
/// time here than it needs, for machines that are busy.)
#[test]
fn the_first_hint_is_proven() {
    session("$ play 8x8 --seconds 600\n< hint\n= : wins, proven by search: ");
}

#[test]
fn reasons_are_given_in_words() {
    session(
        r"$ play 2x3 --seconds 600
          < why\nwhy 1,1\nwhy 9,9\nwhy 1,2
          = Vertical wins, proven by\s
          = For instance V1,2, and Horizontal has no move left
          = after V1,1: Horizontal wins, proven by\s
          = line 3: V9,9 is illegal
          = after V1,2: Vertical wins: Horizontal has no move left",
    );
}

/// The list of moves leaves room for the board, which comes last.
#[test]
fn a_list_of_moves_leaves_the_board_on_the_screen() {
    for (width, height) in [(80, 24), (40, 24)] {
        let line = format!("6x6 --seconds 600 --width {width} --height {height}");
        let text = played(&line, "values\n");
        let shown = text.split("V> ").nth(1).unwrap();
        let answer: Vec<&str> = shown.lines().skip(1).collect();
        // Who wins is told first; then list, board and legend fit with the prompt.
        assert!(answer.len() < height + 1, "{text}");
        let fits = |line: &&str| line.chars().count() <= width;
        assert!(answer.iter().all(fits), "{text}");
        let is_head = |line: &&str| line.trim_start().starts_with("1 2 3");
        let board = answer.iter().position(is_head).unwrap();
        assert!(board + 7 + 5 >= answer.len() && answer.len() - board < height);
    }
    let cut = "6x6 --seconds 600 --width 40 --height 14";
    let cut = played(cut, "values\nvalues all\n");
    assert!(cut.contains(" more; values all lists them"), "{cut}");
    assert_eq!(cut.matches("more; values all").count(), 1);
}

/// Help does not split words, however narrow the window is.
#[test]
fn help_fits_the_window() {
    for command in ["3x3 --width", "3x3 --coupons 1:1/2 --width"] {
        for width in [20, 30, 40, 80] {
            let line = format!("{command} {width}");
            let text = played(&line, "help\n");
            let shown = text.split("V> ").nth(1).unwrap();
            assert!(shown.contains("\nundo ") && shown.contains("\nCtrl-C     "));
            let fits = |line: &&str| line.chars().count() <= width.max(22);
            assert!(shown.lines().all(|line| fits(&line)), "{text}");
        }
    }
}

/// `new` and `load` do not cost the moves of the game before.
#[test]
fn the_game_before_comes_back() {
    session(
        r"$ play 3x3
          < 1,1\nnew\nposition\nundo\nposition
          = ...|...|... V\n
          = the game before continues\n
          = #..|#..|... H\n",
    );
}

#[test]
fn levels() {
    for (level, name) in [
        (1, "level:1"),
        (2, "level"),
        (3, "level:3"),
        (4, "level:4"),
        (5, "level:5"),
    ] {
        session(&format!(
            "$ play 4x4 --level {level} --seed 3
             < 2,2
             + {name} is Horizontal (seed 3)
             + {name} plays H"
        ));
    }
    // The last one does not err: it knows that Horizontal has lost.
    session("$ play 4x4 --level 5\n< 2,2\n+ has proven that it cannot win");
}

#[test]
fn a_game_is_reviewed_where_it_is_played() {
    session(
        r"$ play 2x3 --seconds 600
          < review\n1,1\nreview
          = line 1: there are no moves yet
          = 1 V1,1
          = ?? gives the win away: only V1,2 would have kept it",
    );
}

#[test]
fn save_and_load() {
    let scratch = Scratch::new();
    scratch.session(
        r"$ play 4x4 --tile 2
          < 1,1\n2,3\nsave saved.game\nsave saved.game\n3,2\nsave! saved.game\nundo 3\nload saved.game\nposition
          = saved in\s
          = line 4:\s
          =  exists already; save!\s
          = saved in\s
          = #...|#.##|.#..|.#.. H\n
          $ play --load saved.game
          < undo\nposition
          = #...|#.##|....|.... V\n",
    );
    // Some editors begin a file with a byte order mark.
    scratch.write("saved.game", "\u{feff}..#|... H\n");
    scratch.session(
        r"$ play --load saved.game
          < 2,1
          = H> 2,1
          =   2 H H .\n
          = Horizontal wins",
    );
    for (text, part) in [
        ("..#|.o. H\n", "row 2, column 2"),
        ("{\"schema\":1}", "missing field"),
    ] {
        scratch.write("saved.game", text);
        // During a game the same mistake changes nothing.
        scratch.session(&format!(
            r"$ play --load saved.game => ! {part}
              $ play 2x3
              < 1,1\nload saved.game\nposition
              = line 2:\s
              = {part}
              = #..|#.. H\n"
        ));
    }
}

#[test]
fn every_board_and_tile() {
    session(
        r"$ play ....|.#..|.... --tile 3
          < 1,1\n1,2
          =   1 V H H H\n  2 V # . .\n  3 V . . .\n
          $ play 1x256 --width 30 --first H
          < 1,255
          = 22222222222222222\n
          = HH\n
          $ play 16x16 --width 25
          < 15,16\nmoves
          = 16 ...............V\n
          = H> moves\nH1,1 H1,2 H1,3 H1,4 H1,5\n
          $ play 256x1
          < 255,1
          =   255 V\n  256 V\n",
    );
}

#[test]
fn players_of_all_kinds() {
    let scratch = Scratch::new();
    let first = bot(&scratch, "play-first", FIRST);
    // A program that fails once may try again.
    let mark = scratch.file("play-mark");
    let fails = format!("if [ -e {mark} ]; then {FIRST}; else touch {mark}; exit 3; fi");
    let shy = bot(&scratch, "play-shy", &fails);
    scratch.session(&format!(
        r"# The player begins, and a whole game is played against it by taking what it leaves.
          $ play 3x3 --player ordering --as H --seed 4
          < help
          = you are Horizontal, ordering is Vertical (seed 4)
          = ordering plays V
          = H> help\n
          = undo [N]
          $ play 4x4 --player '{first}' --limit 600
          < 1,1\nundo\n1,2
          =  plays H1,2\n
          = taken back: H1,2 V1,1
          =  plays H1,3\n
          $ play 4x4 --player '{shy}' --limit 600
          < 1,1\n2,1\nretry\nquit
          = gives no move: the program ended (exit status: 3)
          = line 2: Horizontal is to move, which is not you
          = H> retry\n
          =  plays H1,2\n
          $ play 4x4 --player cmd:./no-such-program
          < 1,1
          = cannot be started"
    ));
}

/// A game that waits for a line.
struct Waiting {
    child: Child,
    /// Kept open: the end of its input would end the game.
    input: ChildStdin,
    stdout: ChildStdout,
    text: String,
}

impl Waiting {
    /// Starts a game, types `lines`, and reads until `prompt` is there.
    fn start(program: &mut Command, lines: &str, prompt: &str) -> Waiting {
        let mut child = program.stdin(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(lines.as_bytes()).unwrap();
        let mut stdout = child.stdout.take().unwrap();
        let mut text = String::new();
        while !text.contains(prompt) {
            let mut bytes = [0; 256];
            let count = stdout.read(&mut bytes).unwrap();
            assert!(count > 0, "{text}");
            text += std::str::from_utf8(&bytes[..count]).unwrap();
        }
        Waiting {
            child,
            input,
            stdout,
            text,
        }
    }
}

#[test]
#[cfg(unix)]
fn ctrl_c_keeps_the_position() {
    use crate::run::{finish, kill, program};
    let Waiting {
        child,
        input,
        mut stdout,
        mut text,
    } = Waiting::start(&mut program("play 3x3"), "1,1\n", "H> ");
    kill(&child, "-INT");
    let run = finish(child);
    stdout.read_to_string(&mut text).unwrap();
    assert_eq!((run.code, run.stderr.as_str()), (Some(130), ""));
    let end = "position: #..|#..|... H\nmoves: V1,1\n";
    assert!(text.ends_with(end), "{text}");
    drop(input);
}

/// Ctrl-C stops what thinks, and the game goes on.
#[test]
#[cfg(unix)]
fn ctrl_c_stops_the_thinking_and_not_the_game() {
    use crate::terminal::Session;
    let seen = "thinking";
    for (args, typed, shown, said) in [
        ("10x12", "values", seen, "stopped; this is what is known"),
        ("10x12", "hint", seen, "a guess"),
        ("10x12", "why 2,2", seen, "not decided yet: stopped"),
        ("10x12", "review", "review", "unknown: stopped"),
        (
            "10x12 --player perfect:budget=3600s",
            "",
            "is thinking",
            "stopped before it was sure",
        ),
        (
            "8x8 --player total-vote:depth=9",
            "",
            "is thinking",
            "total-vote:depth=9 plays H",
        ),
    ] {
        let line = format!("play {args} --seconds 36000 --budget 1000000000");
        let lines = format!("1,1\n{typed}\nposition\n");
        let mut session = Session::start(&line, &lines);
        session.until(&[shown]);
        // The script goes on to its end.
        let text = session.end("-INT").ended_well(&line);
        let (before, after) = text.split_once(said).expect(&text);
        let has_all = before.contains("V> 1,1") && after.contains("> position\n");
        assert!(has_all, "{text}");
    }
}

/// The same with coupons.
#[test]
#[cfg(unix)]
fn ctrl_c_stops_the_hint_and_not_the_coupons() {
    use crate::terminal::Session;
    let line = "play 5x6 --coupons 2:1/8";
    let mut session = Session::start(line, "1,1\nhint\ncoupon\n");
    session.until(&["thinking"]);
    let text = session.end("-INT").ended_well(line);
    let is_stopped = text.contains("line 2: stopped");
    assert!(is_stopped && text.ends_with("turns: V1,1 H:2\n"), "{text}");
}

/// An unfinished game can be resumed, also after a crash.
#[test]
#[cfg(unix)]
fn moves_are_never_lost() {
    use crate::run::{kill, program};
    let scratch = Scratch::new();
    let state = scratch.file("state");
    let play = |args: &str, lines: &str| -> Run {
        let mut program = program(&format!("play {args}"));
        run_command(program.env("CROSSCRAM_STATE", &state), lines.as_bytes())
    };
    let none = play("--resume", "");
    assert_eq!(none.code, Some(2));
    let reason = "--resume: no unfinished game is kept in ";
    assert!(none.stderr.contains(reason), "{}", none.stderr);
    // Killed while it waits for a line.
    let mut killed = program("play 3x4 --tile 3 --first H");
    let killed = killed.env("CROSSCRAM_STATE", &state);
    let mut waiting = Waiting::start(killed, "1,1\n", "V> ");
    kill(&waiting.child, "-KILL");
    waiting.child.wait().unwrap();
    let run = play("--resume", "1,4\n");
    assert!(run.stdout.contains("  1 H H H V\n"), "{}", run.stdout);
    let end = "moves: H1,1 V1,4\ncrosscram play --resume continues this game\n";
    assert!(run.stdout.ends_with(end), "{}", run.stdout);
    // A game that is over is not kept, and the one before is still there.
    let over = play("2x2", "1,1\n");
    assert!(over.stdout.contains("Vertical wins") && !over.stdout.contains("--resume"));
    assert!(play("--resume", "").stdout.contains("  3 . . . V\n"));
    // The same player goes on, and a game that was resumed and is over does not come back.
    let level = play("--resume --level 1 --as h", "");
    let end = "crosscram play --resume --level 1 --as H continues this game\n";
    assert!(level.stdout.ends_with(end), "{}", level.stdout);
    assert!(play("--resume", "resign\n").stdout.contains(" wins: "));
    assert_eq!(play("--resume", "").code, Some(2));
}

/// A turn is a tile or the largest coupon; what is left of the board counts as a number.
#[test]
fn coupons() {
    session(
        r"$ play 2x3 --coupons 1:1/2
          < hint\n1,2\nvalues\ncoupon\ncoupon
          = nobody leads by coupons; the next coupon is 1\n
          = V> hint\nV1,2: the hottest region has temperature\s
          = V> 1,2\n
          =   1 . V .\n
          = H> values\nregion  cells  mean  temperature\n
          = H> coupon\n
          = Horizontal leads by 1 by coupons; the next coupon is 1/2\n
          = V> coupon\n
          = Horizontal leads by 1/2 by coupons; no coupon is left\n
          = the game is over: Vertical leads by 3/2 in all (for Vertical: coupons -1/2, board 2)\n
          = turns: V1,2 H:1 V:1/2\n
          $ play 2x3 --coupons 1:1/2
          < 9,9\nfly\nundo\n1,1\nundo\nquit
          = line 1:\s
          = line 2:\s
          = line 3:\s
          = nobody leads
          # Both play what `value --coupons` plays.
          $ play 2x6 --coupons 2:1/4 --player sentestrat
          < hint\nhint\nhint
          = V> hint\n",
    );
}

/// A person who follows the hints against sentestrat plays the game that `value --coupons` prints.
#[test]
fn coupons_by_advice() {
    let value = object("value 3x4 --coupons 2:1/4 --player V --json");
    let game = &value["players"][0]["coupons"];
    let turns: Vec<&str> = game["turns"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|turn| turn.as_str())
        .collect();
    let typed: Vec<&str> = turns
        .iter()
        .step_by(2)
        .map(|turn| match turn.split_once(':') {
            Some(_) => "coupon",
            None => *turn,
        })
        .collect();
    let typed = typed.join("\n") + "\n";
    let text = played("3x4 --coupons 2:1/4 --player sentestrat", &typed);
    let listed = text.split("turns: ").nth(1).unwrap();
    let listed: Vec<&str> = listed.split_whitespace().collect();
    assert_eq!(listed, turns, "{text}");
    assert!(text.contains("the game is over: "), "{text}");
}
