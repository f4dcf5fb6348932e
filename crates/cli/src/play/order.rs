//! The commands of a game.

use crosscram_rules::{Move, Player};
use std::path::PathBuf;

/// A line of the person at the terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// An empty line.
    Nothing,
    Move(Move),
    Undo(usize),
    Hint,
    /// The verdicts on all moves; `all` of them even if the window is too small.
    Values {
        all: bool,
    },
    /// Why a move wins or loses; without a move, the position.
    Why(Option<Move>),
    /// Which moves of the game gave the win away.
    Review,
    Moves,
    Board,
    Position,
    Save {
        path: PathBuf,
        overwrite: bool,
    },
    Load(PathBuf),
    New,
    /// Asks a machine that gave no move again.
    Retry,
    Resign,
    Help,
    Quit,
}

/// What can be typed and what it does, for `help`.
pub(super) const HELP: &str = "\
2,3        place a tile at row 2, column 3 (its upper left cell)
undo [N]   take back N moves; alone, your last
hint       a good move, and whether it is proven
values     every move: + wins, - loses, ? unknown (values all: the whole list)
why [2,3]  why that move wins or loses; alone, who wins now
moves      list your moves
review     which moves gave the win away
board      draw the board again
position   print the position as text
save FILE  save the game; save! overwrites (.svg, .png, .tex: a picture of it)
load FILE  continue a saved game or position
new        begin again
retry      ask a player that gave no move again
resign     give up
quit       end; play --resume goes on later
help       this list
Ctrl-C     stops a player, a hint or values; at the prompt, twice ends";

/// Reads a line as [`printable`] returns it. A move without a letter is one of the player to move.
pub(super) fn read(line: &str, side: Player) -> Result<Order, String> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let mov = |text: &str| Move::parse_for(side, text).map_err(|error| error.to_string());
    if is_move(line) {
        // "2 3" and "2, 3" are as clear as "2,3".
        let text = match (rest, word.strip_suffix(',')) {
            ("", _) => line.to_string(),
            (_, Some(row)) => format!("{row},{rest}"),
            (_, None) if word.contains(',') => line.to_string(),
            (_, None) => format!("{word},{rest}"),
        };
        return mov(&text).map(Order::Move);
    }
    Ok(match (word.to_lowercase().as_str(), rest) {
        ("undo" | "u", "") => Order::Undo(0),
        ("undo" | "u", count) => match count.parse() {
            Ok(count @ 1..=256) => Order::Undo(count),
            _ => {
                return Err(format!(
                    "undo how many moves? '{count}' is not a positive number"
                ));
            }
        },
        ("save" | "save!" | "load", "") => {
            return Err(format!("{word} what? The name of a file is missing"));
        }
        (save @ ("save" | "save!"), file) => Order::Save {
            path: file.into(),
            overwrite: save == "save!",
        },
        ("load", file) => Order::Load(file.into()),
        ("values" | "value", "all") => Order::Values { all: true },
        ("why", "") => Order::Why(None),
        ("why", text) => Order::Why(Some(mov(text)?)),
        (alone, _) => {
            let order = match alone {
                "" => Order::Nothing,
                "hint" => Order::Hint,
                "moves" => Order::Moves,
                "review" => Order::Review,
                "board" | "show" => Order::Board,
                "position" => Order::Position,
                "new" => Order::New,
                "retry" => Order::Retry,
                "resign" => Order::Resign,
                "help" | "?" => Order::Help,
                "quit" | "exit" | "q" => Order::Quit,
                "values" | "value" => Order::Values { all: false },
                _ => {
                    return Err(format!(
                        "'{line}' is neither a move such as 2,3 nor a command; help lists them"
                    ));
                }
            };
            match rest {
                "" => order,
                _ => return Err(format!("'{rest}' after {word} means nothing")),
            }
        }
    })
}

/// The line without blanks around it and without control characters, which belong to no command and must
/// not be echoed to a terminal.
pub(super) fn printable(line: &str) -> String {
    let visible = |c: char| match c.is_control() && c != '\t' {
        true => char::REPLACEMENT_CHARACTER,
        false => c,
    };
    line.trim().chars().map(visible).collect()
}

/// Returns whether a line begins like a move: with a digit, perhaps after the player's letter.
fn is_move(line: &str) -> bool {
    let cell = line.strip_prefix(['V', 'v', 'H', 'h']).unwrap_or(line);
    cell.starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        let read = |line: &str| read(&printable(line), Player::Vertical);
        let mov = Ok(Order::Move("V2,3".parse().unwrap()));
        for line in ["2,3", " V2,3 ", "v2,3", "2 3", "2, 3", "v2 3"] {
            assert_eq!(read(line), mov, "{line}");
        }
        assert_eq!(read(""), Ok(Order::Nothing));
        assert_eq!(read("undo"), Ok(Order::Undo(0)));
        assert_eq!(read("UNDO 3"), Ok(Order::Undo(3)));
        assert_eq!(read("load a b"), Ok(Order::Load("a b".into())));
        let fails = |line: &str, part: &str| {
            let error = read(line).unwrap_err();
            assert!(error.contains(part), "{error}");
        };
        fails("H2,3", "a move of Horizontal");
        fails("2;3", "'2;3' is not a move");
        fails("1,2 3", "'1,2 3' is not a move");
        fails("\x1b[2J", "'\u{fffd}[2J' is neither");
        fails("0,1", "'0,1' is not a move");
        fails("undo -1", "'-1' is not a positive number");
        fails("undo 0", "'0' is not a positive number");
        fails("save", "name of a file");
        fails("hint me", "'me' after hint");
        assert_eq!(read("values"), Ok(Order::Values { all: false }));
        assert_eq!(read("values all"), Ok(Order::Values { all: true }));
        assert_eq!(read("why"), Ok(Order::Why(None)));
        assert_eq!(
            read("why 2,3"),
            mov.map(|_| Order::Why(Some("V2,3".parse().unwrap())))
        );
        fails("why not", "'not' is not a move");
        fails("fly", "'fly' is neither");
    }

    /// Every command of the help text is one.
    #[test]
    fn help_is_true() {
        for line in HELP.lines() {
            let line = match line.split(' ').next().unwrap() {
                "Ctrl-C" => continue,
                word @ ("save" | "load") => format!("{word} file"),
                word => word.to_string(),
            };
            assert!(read(&line, Player::Vertical).is_ok(), "{line}");
        }
    }
}
