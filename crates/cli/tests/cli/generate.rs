//! Completions and manual pages.

use crate::run::good;

#[test]
fn completions_know_commands_and_names() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = good(&["completions", shell]);
        for word in ["solve", "bench", "historical-line-count"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
        // Engines, papers, players, replacement schemes.
        let values = "obsequi-2014 vandaalen sentestrat level:3 find-worst";
        for value in values.split(' ') {
            let quoted = |c: char| !c.is_alphanumeric() && c != '-' && c != ':';
            // Zsh writes a colon with a backslash, also the one between a value and its explanation.
            let script = script.replace("\\:", ":");
            let mut words = script.split(quoted).map(|word| word.trim_end_matches(':'));
            assert!(words.any(|word| word == value), "{shell}: {value}");
        }
    }
}

/// The arguments themselves too, not only options: papers and players.
#[test]
fn fish_knows_arguments() {
    let fish = good("completions fish");
    for (command, value) in [("reproduce", "vandaalen"), ("match", "sentestrat")] {
        let start = format!("using_subcommand {command}\" -a ");
        let line = fish.lines().rfind(|line| line.contains(&start));
        assert!(line.is_some_and(|line| line.contains(value)), "{command}");
    }
}

/// In the shells whose scripts we complete ourselves, a board before an option must not end the completion.
#[test]
fn completions_go_on_after_a_board() {
    let elvish = good("completions elvish");
    let search = "for word $words[1..-1] {\n        if (has-key $completions";
    assert_eq!(elvish.matches("for word $words").count(), 1);
    assert!(elvish.contains(search), "{elvish}");
    let powershell = good("completions powershell");
    assert!(powershell.contains("$known = @('crosscram', 'crosscram;solve', "));
    assert!(!powershell.contains("-join ';'"), "{powershell}");
}

#[test]
fn main_manual_page() {
    let page = good("man");
    assert!(page.contains(".TH crosscram 1"), "{page}");
    assert!(page.contains("130  interrupted"), "{page}");
}
