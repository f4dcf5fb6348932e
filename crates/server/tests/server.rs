//! The server as its clients see it: answers as documented, errors with their place, limits, and work that
//! stops when whoever asked goes away.

use crosscram_server::{OPENAPI, Server, Settings};
use crosscram_support::stop::Stop;
use crosscram_workbench::{CrosscramOptions, Keep, Session};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// A server that ends with its test.
struct Running {
    address: SocketAddr,
    stop: Stop,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    fn start(settings: &Settings) -> Running {
        let settings = Settings {
            port: 0,
            threads: Some(2),
            ..settings.clone()
        };
        let server = Server::bind(&settings).unwrap();
        let mut address = server.address();
        address.set_ip([127, 0, 0, 1].into());
        let stop = Stop::new();
        let ending = stop.clone();
        let thread = thread::spawn(move || server.run(&ending).unwrap());
        Running {
            address,
            stop,
            thread: Some(thread),
        }
    }

    fn local() -> Running {
        Running::start(&Settings::default())
    }

    fn public() -> Running {
        Running::start(&Settings {
            public: true,
            ..Settings::default()
        })
    }

    /// Sends bytes and leaves the connection open.
    fn send(&self, text: &str, body: &[u8]) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        stream.write_all(body).unwrap();
        stream
    }

    /// Status, head and body of a request.
    fn request(&self, method: &str, path: &str, more: &str, body: &[u8]) -> (u16, String, Vec<u8>) {
        let host = self.address;
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\
             Content-Length: {length}\r\n{more}\r\n"
        );
        let mut answer = Vec::new();
        self.send(&head, body).read_to_end(&mut answer).unwrap();
        split(&answer)
    }

    fn get(&self, path: &str) -> (u16, Value) {
        let (status, _, body) = self.request("GET", path, "Accept: application/json\r\n", b"");
        (status, serde_json::from_slice(&body).unwrap_or_default())
    }

    fn post(&self, path: &str, body: &[u8]) -> (u16, Value) {
        let (status, _, body) = self.request("POST", path, "Accept: application/json\r\n", body);
        (status, serde_json::from_slice(&body).unwrap_or_default())
    }

    /// Waits until the server has so many tasks.
    fn wait_for_tasks(&self, count: u64) {
        while self.get("/api/v2/info").1["load"]["tasks"] != count {
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.request();
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// Panics unless `value` is what this part of the OpenAPI file says.
#[track_caller]
fn fits(document: &Value, schema: &Value, value: &Value) {
    let mut schema = schema.clone();
    schema["components"] = document["components"].clone();
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    if let Err(error) = validator.validate(value) {
        panic!("{}: {error}\n{value}", error.instance_path());
    }
}

/// The schema of this name.
fn named(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

fn split(answer: &[u8]) -> (u16, String, Vec<u8>) {
    let mut windows = answer.windows(4);
    let end = windows.position(|four| four == b"\r\n\r\n");
    let end = end.expect("a head");
    let head = String::from_utf8(answer[..end].to_vec()).unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (status, head, answer[end + 4..].to_vec())
}

fn certificate() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("page/certificates/7x7-V.cert")
}

/// What can be asked is read as all front ends read it: `crates/workbench/tests/subjects.tsv`.
#[test]
fn subjects_and_their_answers() {
    let table = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../workbench/tests/subjects.tsv"
    );
    let Ok(table) = std::fs::read_to_string(table) else {
        return; // A package of this crate alone does not have it.
    };
    let server = Running::local();
    for row in table.lines().filter(|line| !line.starts_with("# ")).skip(1) {
        let [subject, tile, vertical, horizontal, error] = row.split('\t').collect::<Vec<_>>()[..]
        else {
            panic!("{row}");
        };
        let tile: Value = tile.parse::<u8>().unwrap().into();
        let request = json!({"position": subject, "tile": tile});
        let (status, answer) = server.post("/api/solve", request.to_string().as_bytes());
        if !error.is_empty() {
            let said = answer["error"]["message"].as_str().unwrap_or_default();
            assert!(status == 400 && said.contains(error), "{row}: {answer}");
            continue;
        }
        assert_eq!(status, 200, "{row}: {answer}");
        for (first, winner) in [
            ("vertical_first", vertical),
            ("horizontal_first", horizontal),
        ] {
            let found = answer[first]["winner"].as_str().unwrap_or("-");
            assert_eq!(found, winner, "{row}, {first}");
        }
    }
}

/// Every path of the OpenAPI file, with its example, by POST and as an address.
#[test]
fn answers_are_as_documented() {
    let server = Running::local();
    let document: Value = serde_json::from_str(OPENAPI).unwrap();
    let mut asked = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        let Some(post) = methods.get("post") else {
            continue;
        };
        let answer = &post["responses"]["200"]["content"]["application/json"]["schema"];
        let content = &post["requestBody"]["content"]["application/json"];
        let (status, value) = match content.get("example") {
            Some(example) => {
                fits(&document, &content["schema"], example);
                let pairs = example.as_object().unwrap().iter().map(|(name, value)| {
                    let text = match value {
                        Value::Array(list) => {
                            let texts: Vec<_> = list.iter().filter_map(Value::as_str).collect();
                            texts.join(".")
                        }
                        Value::String(text) => text.replace('#', "%23").replace(' ', "+"),
                        other => other.to_string(),
                    };
                    format!("{name}={text}")
                });
                let query = pairs.collect::<Vec<_>>().join("&");
                let (status, value) = server.get(&format!("{path}?{query}"));
                assert_eq!(status, 200, "{path}?{query}: {value}");
                fits(&document, answer, &value);
                server.post(path, example.to_string().as_bytes())
            }
            None => server.post(path, &std::fs::read(certificate()).unwrap()),
        };
        assert_eq!(status, 200, "{path}: {value}");
        fits(&document, answer, &value);
        let unversioned = path.replace("/v2", "");
        let (status, value) = server.post(&unversioned, b"nonsense");
        assert_eq!(status, 400, "{unversioned}");
        fits(&document, &named("Error"), &value);
        asked += 1;
    }
    assert_eq!(asked, 8);
    let (_, info) = server.get("/api/v2/info");
    fits(&document, &named("Info"), &info);
    let (status, served) = server.get("/api/openapi.json");
    assert_eq!((status, served), (200, document));
}

#[test]
fn verdicts_arrive_one_by_one() {
    let server = Running::local();
    let host = server.address;
    let head = format!("GET /api/analyse?position=5x5 HTTP/1.1\r\nHost: {host}\r\n\r\n");
    let mut lines = BufReader::new(server.send(&head, b"")).lines();
    let mut names = Vec::new();
    while let Some(Ok(line)) = lines.next() {
        if let Some(name) = line.strip_prefix("event: ") {
            names.push(name.to_string());
            let data = lines.next().unwrap().unwrap();
            let data = data.strip_prefix("data: ").unwrap();
            serde_json::from_str::<Value>(data).unwrap();
        }
    }
    assert_eq!(names.first().map(String::as_str), Some("winner"));
    assert_eq!(names.last().map(String::as_str), Some("answer"));
    assert!(names.iter().filter(|name| *name == "verdict").count() >= 4);
}

#[test]
fn work_stops_when_the_client_goes_away() {
    let server = Running::local();
    let host = server.address;
    // A stream, an answer that is waited for, and one that never gets read.
    for more in ["", "Accept: application/json\r\n"] {
        let head =
            format!("GET /api/analyse?position=12x12 HTTP/1.1\r\nHost: {host}\r\n{more}\r\n");
        let stream = server.send(&head, b"");
        server.wait_for_tasks(1);
        drop(stream);
        server.wait_for_tasks(0);
    }
    let (_, info) = server.get("/api/v2/info");
    assert_eq!(info["load"]["cancelled"], 2);
    assert_eq!(info["load"]["reserved_bytes"], 0);
}

#[test]
fn bad_input_is_refused_with_its_place() {
    let server = Running::local();
    let cheat = r#"{"position": "4x4", "moves": ["V1,1", "V1,1"], "player": "random"}"#;
    for (path, body, place) in [
        ("solve?position=..z", "", "position"),
        ("solve", "", "position"),
        ("solve?position=4x4&tile=x", "", "tile"),
        ("solve?position=4x4&speed=1", "", "speed"),
        ("solve", "{\"position\": }", "line 1, column 14"),
        ("play", cheat, "moves[1]"),
        ("verify", "no certificate", "certificate"),
    ] {
        let path = format!("/api/{path}");
        let (status, value) = match body {
            "" => server.get(&path),
            body => server.post(&path, body.as_bytes()),
        };
        assert_eq!(status, 400, "{path}: {value}");
        assert_eq!(value["error"]["place"], place, "{path}: {value}");
    }
    for nowhere in ["/api/v1/solve", "/api/v2/cook", "/../Cargo.toml"] {
        assert_eq!(server.get(nowhere).0, 404, "{nowhere}");
    }
    assert_eq!(server.request("DELETE", "/api/solve", "", b"").0, 405);
    assert_eq!(server.post("/api/solve", &vec![b' '; 1 << 20]).0, 413);
    let long = format!("GET / HTTP/1.1\r\nX: {}\r\n\r\n", "x".repeat(20_000));
    let mut answer = Vec::new();
    server.send(&long, b"").read_to_end(&mut answer).unwrap();
    assert_eq!(split(&answer).0, 431);
    // Nothing of this has harmed it.
    assert_eq!(server.get("/api/solve?position=4x4").0, 200);
}

#[test]
fn other_pages_are_not_answered() {
    let server = Running::local();
    let (status, ..) = server.request("GET", "/api/info", "Origin: http://evil.example\r\n", b"");
    assert_eq!(status, 403);
    let head = "GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n";
    let mut answer = Vec::new();
    server.send(head, b"").read_to_end(&mut answer).unwrap();
    assert_eq!(split(&answer).0, 421);
}

#[test]
fn the_page_is_served_with_its_types_and_not_twice() {
    let server = Running::local();
    for (path, kind) in [
        ("/", "text/html"),
        ("/crosscram.js", "text/javascript"),
        ("/crosscram.wasm", "application/wasm"),
    ] {
        let (status, head, body) = server.request("GET", path, "", b"");
        assert_eq!(status, 200, "{path}");
        assert!(head.contains(&format!("Content-Type: {kind}")), "{head}");
        let field = |name: &str| {
            head.lines()
                .find_map(|line| line.strip_prefix(name))
                .unwrap()
        };
        let policy = field("Content-Security-Policy: ");
        assert!(!policy.contains("unsafe-inline") && policy.contains("script-src 'self'"));
        let tag = field("ETag: ");
        let more = format!("If-None-Match: {tag}\r\n");
        let (status, _, again) = server.request("GET", path, &more, b"");
        assert_eq!((status, again.len()), (304, 0));
        let (_, head, none) = server.request("HEAD", path, "", b"");
        assert!(head.contains(&format!("Content-Length: {}", body.len())) && none.is_empty());
    }
    let (_, _, page) = server.request("GET", "/", "", b"");
    let page = String::from_utf8(page).unwrap();
    assert!(!page.contains("<script>") && !page.contains("style=\"") && !page.contains("onclick"));
}

#[test]
fn strangers_get_less() {
    let server = Running::public();
    let host = server.address;
    let place = |text: &str| server.get(text).1["error"]["place"].clone();
    assert_eq!(place("/api/solve?position=13x13"), "position");
    assert_eq!(place("/api/solve?position=4x4&seconds=31"), "seconds");
    let head = format!("GET /api/analyse?position=12x12 HTTP/1.1\r\nHost: {host}\r\n\r\n");
    let open = [(); 4].map(|()| server.send(&head, b""));
    server.wait_for_tasks(4);
    let (status, head, _) = server.request("GET", "/api/solve?position=4x4", "", b"");
    assert_eq!(status, 429);
    assert!(head.contains("Retry-After: "));
    drop(open);
    server.wait_for_tasks(0);
    assert_eq!(server.get("/api/solve?position=4x4").0, 200);
}

#[test]
fn certificates_of_a_directory_are_found_by_their_hash() {
    let bytes = std::fs::read(certificate()).unwrap();
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("a.cert"), &bytes).unwrap();
    std::fs::write(directory.path().join("b.cert"), b"short").unwrap();
    let settings = Settings {
        certificates: Some(directory.path().to_path_buf()),
        ..Settings::default()
    };
    let server = Running::start(&settings);
    let (_, uploaded) = server.post("/api/verify", &bytes);
    let hash = uploaded["hash"].as_str().unwrap();
    let of_hash = |hash: &str| server.get(&format!("/api/verify/{hash}"));
    assert_eq!(of_hash(hash), (200, uploaded.clone()));
    assert_eq!(of_hash(&"0".repeat(64)).0, 404);
    // One can play against it.
    let game = format!(r#"{{"position": "7x7", "player": "proof:{hash}"}}"#);
    let (status, choice) = server.post("/api/play", game.as_bytes());
    assert_eq!((status, &choice["by"]), (200, &json!("proof")));
    // Strangers do not reach files.
    let public = Running::start(&Settings {
        public: true,
        ..settings
    });
    assert_eq!(public.get(&format!("/api/verify/{hash}")).0, 404);
    // A byte that was changed is noticed.
    let mut changed = bytes.clone();
    let middle = changed.len() / 2;
    changed[middle] ^= 1;
    let (status, value) = server.post("/api/verify", &changed);
    assert!(status == 400 || value["valid"] == false, "{value}");
}

/// The tables of regions are those that the session keeps: one server writes them when it ends, and the next one
/// begins with them.
#[test]
fn tables_of_regions_outlive_the_server() {
    let directory = tempfile::tempdir().unwrap();
    let regions_after = |position: &str| {
        let keep = Keep::In(directory.path().to_path_buf());
        let server = Running::start(&Settings {
            session: Session::new(CrosscramOptions::default(), &keep).unwrap(),
            ..Settings::default()
        });
        let (status, _) = server.get(&format!("/api/solve?position={position}&first=V"));
        assert_eq!(status, 200);
        server.get("/api/info").1["shared_table_bytes"]
            .as_u64()
            .unwrap()
    };
    // Nearly nothing is left to be searched here.
    let nearly_full = "........-.######.-.######.-.######.-.######.-.######.-........-........";
    let fresh = regions_after(nearly_full);
    let busy = regions_after("8x8");
    let again = regions_after(nearly_full);
    assert!(fresh < busy && again > fresh, "{fresh} {busy} {again}");
}

#[test]
fn one_connection_serves_many_requests() {
    let server = Running::local();
    let host = server.address;
    let one = format!("GET /api/v2/info HTTP/1.1\r\nHost: {host}\r\n\r\n");
    let last = format!("GET /api/v2/info HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    let mut answers = Vec::new();
    let all = format!("{one}{one}{last}");
    server.send(&all, b"").read_to_end(&mut answers).unwrap();
    let text = String::from_utf8(answers).unwrap();
    assert_eq!(text.matches("HTTP/1.1 200 OK").count(), 3);
}

/// How a run is doing comes from its folder, as documented; without one, or with a damaged file, that is said.
#[test]
fn a_run_is_shown() {
    let (status, none) = Running::local().get("/api/v2/run");
    assert_eq!(status, 404);
    let message = none["error"]["message"].as_str().unwrap_or_default();
    assert!(message.contains("--jobs DIR"), "{none}");
    let folder = tempfile::tempdir().unwrap();
    let settings = |public| Settings {
        jobs: Some(folder.path().to_path_buf()),
        public,
        ..Settings::default()
    };
    let server = Running::start(&settings(false));
    assert_eq!(server.get("/api/v2/info").1["run"], true);
    assert_eq!(server.get("/api/v2/run").0, 404);
    let file = folder.path().join("status.json");
    std::fs::write(&file, "{").unwrap();
    let (status, damaged) = server.get("/api/v2/run");
    let message = damaged["error"]["message"].as_str().unwrap_or_default();
    assert!(status == 404 && message.contains("damaged"), "{damaged}");
    let node = json!({
        "move": "V1,1", "board": "#.|#.", "to_move": "H", "winner": "V", "units": 0.0, "at_work": 0,
        "moves": 1, "decided": 1, "children": [],
    });
    let mut root = node.clone();
    root["move"] = Value::Null;
    root["children"] = json!([node]);
    let worker = json!({
        "worker": "one", "units": 3, "nodes": 4000, "heard": 2, "seconds": 1.5, "busy": true,
    });
    let written = json!({
        "schema": 2, "run": "drill", "board": "..|..", "first": "V", "winner": null, "complete": false,
        "segments": 3, "solved": 2, "opened": 1, "facts": 9, "nodes": 4000, "leaves_left": 2,
        "units_left": [1.0, 2.0, 3.5], "seconds_left": null, "under_way": 1, "rate": 0.5,
        "facts_rate": 1.0, "nodes_rate": 900.5, "seconds": 6.0, "workers": [worker],
        "shut_out": {"liar": "its proof does not hold"}, "parked": 0, "tree": root,
    });
    std::fs::write(&file, written.to_string()).unwrap();
    let (status, shown) = server.get("/api/run");
    assert_eq!((status, &shown["status"]), (200, &written));
    assert!(shown["age"].as_f64().unwrap() < 3600.0);
    let document: Value = serde_json::from_str(OPENAPI).unwrap();
    fits(&document, &named("RunAnswer"), &shown);
    // The command that prints the same has the same keys.
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas/cluster-status.json");
    let printed: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let keys = |schema: &Value| -> Vec<String> {
        let properties = schema["properties"].as_object().unwrap();
        properties.keys().cloned().collect()
    };
    let schemas = &document["components"]["schemas"];
    let status = &schemas["RunAnswer"]["properties"]["status"];
    assert_eq!(keys(status), keys(&printed));
    assert_eq!(keys(&schemas["RunNode"]), keys(&printed["$defs"]["node"]));
    // Strangers see no files.
    let public = Running::start(&settings(true));
    assert_eq!(public.get("/api/v2/run").0, 404);
    assert_eq!(public.get("/api/v2/info").1["run"], false);
}
