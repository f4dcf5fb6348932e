//! Which request does what.

use crate::http::{self, Connection, NoRequest, Request, Response};
use crate::page::Page;
use crate::scheduler::{Busy, Running, Scheduler};
use crate::{Allowed, OPENAPI, jobs};
use crosscram_workbench::{ASKS, Desk, Fields, Refused, Shelf, VERSION, fields};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

/// Bytes of a request in JSON: the longest game takes a tenth of it.
const JSON: usize = 64 << 10;

/// How often somebody who waits looks whether the client is still there.
const LOOK: Duration = Duration::from_millis(100);
/// How often a stream says that it is alive, so that nothing between us and the client closes it.
const ALIVE: Duration = Duration::from_secs(5);

pub(crate) struct Routes {
    desk: Desk,
    scheduler: Scheduler,
    allowed: Allowed,
    page: Page,
    /// Certificates of a directory by their hash.
    files: HashMap<String, PathBuf>,
    /// The folder of the run that is shown.
    jobs: Option<PathBuf>,
}

/// An error for the client: status, message, place.
struct Failure(u16, Refused);

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Failure {
        Failure(400, refused)
    }
}

impl Failure {
    fn response(self) -> Response {
        let Failure(status, error) = self;
        let response = json_response(status, &json!({ "api": VERSION, "error": error }));
        match status {
            429 | 503 => response.with("Retry-After", "2"),
            405 => response.with("Allow", "GET, POST"),
            _ => response,
        }
    }
}

fn json_response(status: u16, object: &impl Serialize) -> Response {
    let body = serde_json::to_vec(object).expect("plain structs have a JSON form");
    Response::new(status, "application/json", body).with("Cache-Control", "no-store")
}

/// What is asked, of which method and form.
enum Wanted {
    /// A request of the crate `workbench`, by its fields.
    Task(Fields),
    Certificate(Vec<u8>),
}

impl Routes {
    pub(crate) fn new(
        desk: Desk,
        scheduler: Scheduler,
        allowed: Allowed,
        files: Option<&Path>,
        jobs: Option<PathBuf>,
    ) -> io::Result<Routes> {
        let files = files.map(|folder| Shelf::new(&[folder])).transpose();
        let files = files.map_err(|unread| unread.error)?;
        Ok(Routes {
            desk,
            scheduler,
            allowed,
            page: Page::new(),
            files: files.unwrap_or_default().by_hash(),
            jobs,
        })
    }

    /// Serves a connection until it ends.
    pub(crate) fn serve(&self, stream: TcpStream) {
        let peer = stream.peer_addr();
        let client = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.ip());
        let Ok(mut connection) = Connection::new(stream) else {
            return;
        };
        let certificate = self.desk.limits().certificate;
        let body_limit = |path: &str| match path.contains("/verify") {
            true => certificate,
            false => JSON,
        };
        loop {
            match connection.next(body_limit) {
                Ok(request) => {
                    if !matches!(self.answer(&connection, &request, client), Ok(true)) {
                        return;
                    }
                }
                Err(NoRequest::Bad(status, message)) => {
                    let failure = Failure(status, Refused::at("request", message));
                    let _ = http::write(&connection.stream, failure.response(), true, false);
                    connection.linger();
                    return;
                }
                Err(NoRequest::Gone) => return,
            }
        }
    }

    /// Answers a request. Returns whether the connection can be used again.
    fn answer(
        &self,
        connection: &Connection,
        request: &Request,
        client: IpAddr,
    ) -> io::Result<bool> {
        let with_body = request.method != "HEAD";
        let response = match self.check_origin(request) {
            Err(failure) => failure.response(),
            Ok(()) => match request.path.strip_prefix("/api/") {
                None => self.file(request),
                Some(path) => match self.api(path, request, client) {
                    Ok(Answer::Now(response)) => response,
                    Ok(Answer::Running(running)) => {
                        let accept = request.header("accept").unwrap_or_default();
                        if accept.contains("text/event-stream") || streams(path, accept) {
                            stream(connection, &running)?;
                            return Ok(false);
                        }
                        match wait(connection, &running) {
                            Some(response) => response,
                            None => return Ok(false),
                        }
                    }
                    Err(failure) => failure.response(),
                },
            },
        };
        http::write(&connection.stream, response, with_body, request.keep_alive)?;
        Ok(request.keep_alive)
    }

    /// Refuses requests that other pages make a browser send: under another name than ours on a
    /// loopback address, or from another origin.
    fn check_origin(&self, request: &Request) -> Result<(), Failure> {
        let host = request.header("host").unwrap_or_default();
        let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
        if !self.allowed.public && !["localhost", "127.0.0.1", "[::1]"].contains(&name) {
            let message = format!("this server is localhost, not '{host}'");
            return Err(Failure(421, Refused::at("Host", message)));
        }
        let origin = request.header("origin");
        let ours = |origin: &str| origin.split_once("://").is_some_and(|(_, at)| at == host);
        if origin.is_some_and(|origin| !ours(origin)) {
            let message = "requests of other pages are not answered";
            return Err(Failure(403, Refused::at("Origin", message)));
        }
        Ok(())
    }

    fn file(&self, request: &Request) -> Response {
        if !["GET", "HEAD"].contains(&request.method.as_str()) {
            let message = format!("{} is not for files", request.method);
            return Failure(405, Refused::at("method", message)).response();
        }
        let known = request.header("if-none-match");
        let found = self.page.get(&request.path, known);
        found.unwrap_or_else(|| Response::new(404, "text/plain", "There is no such file.\n"))
    }

    fn api(&self, path: &str, request: &Request, client: IpAddr) -> Result<Answer, Failure> {
        // Without a version it is the current one.
        let path = path.strip_prefix("v2/").unwrap_or(path);
        let is_post = match request.method.as_str() {
            "POST" => true,
            "GET" | "HEAD" => false,
            other => {
                let message = format!("GET or POST, not {other}");
                return Err(Failure(405, Refused::at("method", message)));
            }
        };
        let (name, rest) = match path.split_once('/') {
            Some((name, rest)) => (name, Some(rest)),
            None => (path, None),
        };
        let wanted = match (name, rest) {
            ("info", None) if !is_post => return Ok(Answer::Now(self.info())),
            ("run", None) if !is_post => return self.run().map(Answer::Now),
            ("openapi.json", None) if !is_post => {
                let response = Response::new(200, "application/json", OPENAPI);
                return Ok(Answer::Now(response));
            }
            ("verify", None) if is_post => Wanted::Certificate(request.body.clone()),
            ("verify", Some(hash)) if !is_post => Wanted::Certificate(self.by_hash(hash)?),
            ("verify", None) => {
                let message = "POST the certificate, or GET verify/HASH";
                return Err(Failure(405, Refused::at("method", message)));
            }
            (name, None) if ASKS.contains(&name) => {
                let query = request.query.as_deref().unwrap_or_default();
                Wanted::Task(match is_post {
                    true => fields(&request.body)?,
                    false => from_query(query)?,
                })
            }
            _ => {
                let message = format!("there is no /api/{path}; see /api/v2/openapi.json");
                return Err(Failure(404, Refused::at("path", message)));
            }
        };
        let ticket = self.scheduler.admit(client).map_err(|busy| match busy {
            Busy::Client(most) => {
                let message = format!("one client has at most {most} requests at a time");
                Failure(429, Refused::at("client", message))
            }
            Busy::Server => {
                let message = "as many requests as can be worked on are being worked on";
                Failure(503, Refused::at("server", message))
            }
        })?;
        let desk = self.desk.with_table(ticket.bytes());
        let task = match wanted {
            Wanted::Task(fields) => desk.ask_for(name, fields)?,
            Wanted::Certificate(bytes) => desk.ask_to_verify(bytes),
        };
        Ok(Answer::Running(self.scheduler.run(task, ticket)))
    }

    fn by_hash(&self, hash: &str) -> Result<Vec<u8>, Failure> {
        let unknown = || {
            let message = format!("no certificate '{hash}' is known here");
            Failure(404, Refused::at("hash", message))
        };
        let path = self.files.get(hash).ok_or_else(unknown)?;
        std::fs::read(path).map_err(|_| unknown())
    }

    /// How the run that is shown is doing.
    fn run(&self) -> Result<Response, Failure> {
        let missing = |message: String| Failure(404, Refused::at("run", message));
        let Some(folder) = &self.jobs else {
            let message = "none was named; crosscram serve --jobs DIR shows the run in DIR";
            return Err(missing(message.to_string()));
        };
        let status = jobs::status(folder).map_err(missing)?;
        Ok(json_response(200, &status))
    }

    fn info(&self) -> Response {
        let limits = self.desk.limits();
        json_response(
            200,
            &json!({
                "api": VERSION,
                "version": env!("CARGO_PKG_VERSION"),
                "public": self.allowed.public,
                "run": self.jobs.is_some(),
                "limits": {
                    "squares": limits.area,
                    "seconds": limits.time.as_secs(),
                    "value_cells": limits.value_cells,
                    "certificate_bytes": limits.certificate,
                    "tasks": self.allowed.tasks,
                    "tasks_of_one_client": self.allowed.tasks_of_one,
                    "memory_bytes": self.allowed.memory,
                },
                "load": self.scheduler.load(),
                "shared_table_bytes": self.desk.memory(),
            }),
        )
    }
}

enum Answer {
    Now(Response),
    Running(Running),
}

/// Whether the answer to a path is a stream even if the request does not say so: the one whose verdicts come one by
/// one.
fn streams(path: &str, accept: &str) -> bool {
    path.ends_with("analyse") && !accept.contains("application/json")
}

/// The fields of an address: numbers where numbers are meant, moves with dots between them.
fn from_query(query: &str) -> Result<Fields, Failure> {
    let mut fields = Fields::new();
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let decode = |text: &str| {
            decoded(text).ok_or_else(|| Failure(400, Refused::at(name, "not well encoded")))
        };
        let (name, value) = (decode(name)?, decode(value)?);
        let value = match name.as_str() {
            "tile" | "size" | "seed" | "seconds" => match value.parse::<serde_json::Number>() {
                Ok(number) => Value::Number(number),
                Err(_) => {
                    let message = format!("a number is expected, not '{value}'");
                    return Err(Failure(400, Refused::at(name, message)));
                }
            },
            "moves" => value.split('.').filter(|text| !text.is_empty()).collect(),
            _ => Value::String(value),
        };
        if fields.insert(name.clone(), value).is_some() {
            return Err(Failure(400, Refused::at(name, "said twice")));
        }
    }
    Ok(fields)
}

fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let mut digit = || char::from(rest.next()?).to_digit(16);
                (digit()? * 16 + digit()?) as u8
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok()
}

/// The last event as a response; `None` if the client has gone.
fn wait(connection: &Connection, running: &Running) -> Option<Response> {
    loop {
        match running.events.recv_timeout(LOOK) {
            Ok(event) if event.name == "answer" => {
                let response = Response::new(200, "application/json", event.data);
                return Some(response.with("Cache-Control", "no-store"));
            }
            Ok(event) if event.name == "error" => {
                let body = format!("{{\"api\":{VERSION},\"error\":{}}}", event.data);
                return Some(Response::new(400, "application/json", body));
            }
            Ok(_) => {}
            Err(RecvTimeoutError::Timeout) if connection.is_gone() => return None,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                let message = "the work ended without an answer";
                return Some(Failure(500, Refused::at("server", message)).response());
            }
        }
    }
}

/// All events as they come, until the last or until the client has gone.
fn stream(connection: &Connection, running: &Running) -> io::Result<()> {
    let headers = [
        ("Content-Type", "text/event-stream".to_string()),
        ("Cache-Control", "no-store".to_string()),
        ("X-Accel-Buffering", "no".to_string()),
        ("Connection", "close".to_string()),
    ];
    let mut out = &connection.stream;
    out.write_all(http::head(200, &headers).as_bytes())?;
    let (mut said, mut looked) = (Instant::now(), Instant::now());
    loop {
        match running.events.recv_timeout(LOOK) {
            Ok(event) => {
                let text = format!("event: {}\ndata: {}\n\n", event.name, event.data);
                out.write_all(text.as_bytes())?;
                said = Instant::now();
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        if looked.elapsed() >= LOOK {
            looked = Instant::now();
            if connection.is_gone() {
                return Ok(());
            }
        }
        if said.elapsed() >= ALIVE {
            out.write_all(b": alive\n\n")?;
            said = Instant::now();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read() {
        let fields = from_query("position=..%23%7C...+V&tile=2&moves=V1,1.H2,1")
            .ok()
            .unwrap();
        assert_eq!(fields["position"], "..#|... V");
        assert_eq!(fields["tile"], 2);
        assert_eq!(fields["moves"], json!(["V1,1", "H2,1"]));
        for bad in ["tile=two", "position=%2", "tile=2&tile=3"] {
            assert!(from_query(bad).is_err(), "{bad}");
        }
    }
}
