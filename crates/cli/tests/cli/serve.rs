//! `crosscram serve`: where it is, what it answers, how it ends. The rest is tested in the crate `server` and, in a
//! browser, by `web/check`.
#![cfg(unix)]

use crate::run::{finish, kill, program, run};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};

#[test]
fn it_serves_until_it_is_told_to_end() {
    let mut child = program(&["serve", "--port", "0"]).spawn().unwrap();
    let mut line = String::new();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    out.read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("Crosscram is at http://").unwrap();
    let address = address.strip_suffix('/').unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    let request = format!(
        "GET /api/solve?position=4x4 HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    assert!(answer.contains(r#""outcome":"1""#), "{answer}");
    kill(&child, "-TERM");
    assert_eq!(finish(child).code, Some(0));
}

#[test]
fn what_it_cannot_do_is_an_error() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let refused = run(&["serve", "--port", &port]);
    assert_eq!(refused.code, Some(2));
    let expected = format!("error: port {port}: ");
    assert!(refused.stderr.starts_with(&expected), "{}", refused.stderr);
}
