//! The checker that is proven correct, a program of its own (`proofs/verified/` in the repository).

use crate::failure::{Failure, refused};
use crosscram_certificate::{Opened, Verified};
use crosscram_checker::Failure as Refusal;
use crosscram_support::path::At;
use std::env;
use std::io::{self, BufRead, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;

/// Its name, with the ending that programs have here.
fn program() -> String {
    format!("crosscram-verified{}", env::consts::EXE_SUFFIX)
}

/// Where it is: beside this program, in the folder `proofs/verified` here, or on the PATH.
fn find() -> Result<PathBuf, Failure> {
    let beside = env::current_exe().ok();
    let beside = beside.and_then(|path| path.parent().map(Path::to_path_buf));
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = beside.into_iter().chain([PathBuf::from("proofs/verified")]);
    folders
        .chain(env::split_paths(&path))
        .map(|folder| folder.join(program()))
        .find(|file| file.is_file())
        .ok_or_else(|| {
            failure!("--with verified: crosscram-verified is not built (make -C proofs/verified)")
        })
}

/// Checks a certificate by it.
pub(crate) fn check(path: &Path) -> Result<Verified, Failure> {
    let mut opened = Opened::open(path)?;
    let mut verified = ask(&mut opened)?.at(path).map_err(refused)?;
    verified.hash = opened.finish().at(path)?;
    Ok(verified)
}

/// Gives it the bytes of a certificate. What it refuses is a refusal; that it cannot be asked, a failure.
fn ask(bytes: &mut dyn BufRead) -> Result<Result<Verified, Refusal>, Failure> {
    let file = find()?;
    let name = file.display();
    let mut child = Command::new(&file)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .at(&file)?;
    let input = child.stdin.take();
    // What it prints is read meanwhile, so that neither waits for the other.
    let reader = thread::spawn(|| child.wait_with_output());
    let sent = input.map_or(Ok(0), |mut input| io::copy(bytes, &mut input));
    let ended = reader.join();
    let ended = ended.map_err(|_| failure!("the thread that reads has panicked"))?;
    let Output {
        status,
        stdout,
        stderr,
    } = ended.at(&file)?;
    let (output, errors) = (
        String::from_utf8_lossy(&stdout),
        String::from_utf8_lossy(&stderr),
    );
    match (status.code(), sent) {
        (Some(0), Ok(_)) => found(&output)
            .map(Ok)
            .ok_or_else(|| failure!("{name} does not say what it has proven")),
        (Some(code @ (1 | 2)), Ok(_)) => Ok(Err(Refusal(code as u8, errors.trim().into()))),
        // It may stop reading where it refuses; a file that cannot be read is another matter.
        (Some(code @ (1 | 2)), Err(error)) if error.kind() == ErrorKind::BrokenPipe => {
            Ok(Err(Refusal(code as u8, errors.trim().into())))
        }
        (_, Err(error)) => Ok(Err(Refusal(2, error.to_string()))),
        (_, Ok(_)) => Err(failure!("{name} ended with {status}: {}", errors.trim())),
    }
}

/// What it prints: the nodes, what it rests on, what is proven. Other lines draw the board before them.
fn found(text: &str) -> Option<Verified> {
    let mut lines = text.lines();
    let nodes = lines.next()?.strip_prefix("Valid, ")?;
    let mut found = Verified {
        valid: true,
        nodes: nodes.strip_suffix(" nodes.")?.parse().ok()?,
        ..Verified::default()
    };
    for line in lines {
        if let Some(claim) = line.strip_prefix("Proven: ") {
            found.claims.push(claim.into());
        } else if let Some(rest) = line.strip_prefix("Provided that the certificate ") {
            let (hash, statement) = rest.split_once(" proves: ")?;
            found.rests_on.push((hash.into(), statement.into()));
        } else {
            let rest = found.rests_on.last_mut().map(|(_, statement)| statement);
            let last = found.claims.last_mut().or(rest)?;
            last.push('\n');
            last.push_str(line);
        }
    }
    (!found.claims.is_empty()).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_it_prints_is_understood() {
        let text = "Valid, 7 nodes.\nProvided that the certificate ab proves: on a\n.#\n\
                    Proven: on b\n#.\n..\nProven: on c\n";
        let expected = Verified {
            valid: true,
            claims: vec!["on b\n#.\n..".into(), "on c".into()],
            rests_on: vec![("ab".into(), "on a\n.#".into())],
            nodes: 7,
            ..Verified::default()
        };
        assert_eq!(found(text), Some(expected));
        for bad in [
            "",
            "Valid",
            "Valid, 7 nodes.\n",
            "Valid, x nodes.\nProven: a\n",
        ] {
            assert_eq!(found(bad), None, "{bad}");
        }
    }
}
