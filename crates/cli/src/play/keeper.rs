//! Unfinished games on disk, so that no move is lost, whatever ends the program.

use crosscram_players::arena::SavedGame;
use crosscram_support::atomic;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use std::{env, fs, process};

/// Names the directory of unfinished games; if it is empty, there is none.
const VARIABLE: &str = "CROSSCRAM_STATE";

/// How many unfinished games are kept; older ones are deleted.
const KEPT: usize = 20;

/// Writes the game after each move, and forgets it when it is over.
#[derive(Debug)]
pub(super) struct Keeper {
    file: Option<PathBuf>,
    /// What was written last.
    written: Option<SavedGame>,
}

impl Keeper {
    /// A keeper with a file of its own, if there is a place for it.
    pub(super) fn new() -> Keeper {
        let file = directory().and_then(|directory| {
            fs::create_dir_all(&directory).ok()?;
            Some(directory.join(format!("play-{}.game", process::id())))
        });
        Keeper {
            file,
            written: None,
        }
    }

    /// Goes on with a kept game, which has to be kept once only: when it is over, it must not come back.
    pub(super) fn take_over(&mut self, kept: &Path, game: &SavedGame) {
        if let Some(file) = &self.file
            && fs::rename(kept, file).is_ok()
        {
            self.written = Some(game.clone());
        }
    }

    /// Writes the game if it has changed. A disk that is full or read-only must not end a game, so nothing is said:
    /// `save` says what is wrong.
    pub(super) fn keep(&mut self, game: &SavedGame) {
        let Some(file) = &self.file else {
            return;
        };
        if game.moves().is_empty() && self.written.is_none() || self.written.as_ref() == Some(game)
        {
            return;
        }
        if atomic::write(file, format!("{game}\n")).is_ok() {
            if self.written.is_none() {
                forget_old(file);
            }
            self.written = Some(game.clone());
        }
    }

    /// Deletes the file of a game that is over.
    pub(super) fn forget(&mut self) {
        if let (Some(file), Some(_)) = (&self.file, self.written.take()) {
            let _ = fs::remove_file(file);
        }
    }

    /// Returns whether the game can be resumed.
    pub(super) fn has_kept(&self, game: &SavedGame) -> bool {
        self.written.as_ref() == Some(game)
    }
}

/// The file of the game that was played last and is not over.
pub(super) fn last() -> Result<PathBuf, String> {
    let Some(directory) = directory() else {
        return Err(format!(
            "there is no directory of games: {VARIABLE} is empty"
        ));
    };
    let newest = games(&directory).into_iter().max();
    let none = || format!("no unfinished game is kept in {}", directory.display());
    newest.map(|(_, file)| file).ok_or_else(none)
}

/// Where the system keeps what programs remember (the XDG Base Directory Specification).
fn directory() -> Option<PathBuf> {
    if let Some(named) = env::var_os(VARIABLE) {
        return (!named.is_empty()).then(|| named.into());
    }
    let absolute = |name: &str| {
        let path = PathBuf::from(env::var_os(name)?);
        path.is_absolute().then_some(path)
    };
    let state = absolute("XDG_STATE_HOME").or_else(|| Some(absolute("HOME")?.join(".local/state")));
    Some(state?.join("crosscram"))
}

/// The kept games with the times when they were written.
fn games(directory: &Path) -> Vec<(SystemTime, PathBuf)> {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let games = entries.filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let is_game = name.starts_with("play-") && name.ends_with(".game");
        let written = entry.metadata().ok()?.modified().ok()?;
        is_game.then(|| (written, entry.path()))
    });
    games.collect()
}

/// Deletes the oldest games beside `own` if there are too many.
fn forget_old(own: &Path) {
    let mut others = own.parent().map(games).unwrap_or_default();
    others.retain(|(_, file)| file != own);
    others.sort();
    let many = others.len().saturating_sub(KEPT - 1);
    for (_, file) in &others[..many] {
        let _ = fs::remove_file(file);
    }
}
