//! Requests read within limits of size and time, responses written.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

/// How long a request may take to arrive, a response to be taken, and an idle connection stays open.
const ARRIVAL: Duration = Duration::from_secs(15);
const WRITING: Duration = Duration::from_secs(15);
/// Bytes of the head of a request.
const HEAD: usize = 16 << 10;
const HEADERS: usize = 64;
/// How long and how much is taken of a request that was refused.
const LINGER: Duration = Duration::from_secs(2);
const LINGER_BYTES: usize = 8 << 20;

/// A request with its body.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) method: String,
    /// Without the query.
    pub(crate) path: String,
    pub(crate) query: Option<String>,
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
    /// Whether the connection may be used again.
    pub(crate) keep_alive: bool,
}

impl Request {
    /// A header, by its name in small letters.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(header, _)| header == name);
        found.map(|(_, value)| value.as_str())
    }
}

/// Why there is no request.
#[derive(Debug)]
pub(crate) enum NoRequest {
    /// The connection was closed or failed, or nothing came.
    Gone,
    /// What came is refused with this status.
    Bad(u16, String),
}

impl From<io::Error> for NoRequest {
    fn from(_: io::Error) -> NoRequest {
        NoRequest::Gone
    }
}

/// A connection, and what was read of it beyond the last request.
pub(crate) struct Connection {
    pub(crate) stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    pub(crate) fn new(stream: TcpStream) -> io::Result<Connection> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(WRITING))?;
        Ok(Connection {
            stream,
            buffer: Vec::new(),
        })
    }

    /// The next request. `body_limit` says how many bytes a body of a path may have.
    pub(crate) fn next(
        &mut self,
        body_limit: impl Fn(&str) -> usize,
    ) -> Result<Request, NoRequest> {
        let deadline = Instant::now() + ARRIVAL;
        let (mut request, length, used) = loop {
            let parsed = parse(&self.buffer)?;
            let used = parsed
                .as_ref()
                .map_or(self.buffer.len(), |(.., used)| *used);
            if used > HEAD {
                let message = format!("the head of a request has at most {HEAD} bytes");
                return Err(NoRequest::Bad(431, message));
            }
            match parsed {
                Some(parsed) => break parsed,
                None => self.read_more(deadline)?,
            }
        };
        let limit = body_limit(&request.path);
        if length > limit {
            let message = format!("a body has at most {limit} bytes here, not {length}");
            return Err(NoRequest::Bad(413, message));
        }
        if length > 0 && request.header("expect") == Some("100-continue") {
            self.stream.write_all(b"HTTP/1.1 100 Continue\r\n\r\n")?;
        }
        // Large bodies get more time.
        let deadline = deadline + Duration::from_secs(length as u64 >> 18);
        while self.buffer.len() < used + length {
            self.read_more(deadline)?;
        }
        request.body = self.buffer[used..used + length].to_vec();
        self.buffer.drain(..used + length);
        Ok(request)
    }

    fn read_more(&mut self, deadline: Instant) -> Result<(), NoRequest> {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(NoRequest::Gone);
        }
        self.stream.set_read_timeout(Some(left))?;
        let mut bytes = [0; 16 << 10];
        match self.stream.read(&mut bytes)? {
            0 => Err(NoRequest::Gone),
            read => {
                self.buffer.extend_from_slice(&bytes[..read]);
                Ok(())
            }
        }
    }

    /// Ends a connection whose request was not read to its end: takes some more of it, because a client
    /// that is still sending would otherwise lose the response.
    pub(crate) fn linger(mut self) {
        let _ = self.stream.shutdown(Shutdown::Write);
        let (mut left, deadline) = (LINGER_BYTES, Instant::now() + LINGER);
        while left > 0 && self.read_more(deadline).is_ok() {
            left = left.saturating_sub(self.buffer.len());
            self.buffer.clear();
        }
    }

    /// Returns whether whoever asked has closed the connection; waits for up to a millisecond.
    pub(crate) fn is_gone(&self) -> bool {
        let _ = self.stream.set_read_timeout(Some(Duration::from_millis(1)));
        match self.stream.peek(&mut [0]) {
            Ok(read) => read == 0,
            Err(error) => !matches!(
                error.kind(),
                io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut | io::ErrorKind::Interrupted
            ),
        }
    }
}

/// The request, the length of its body, and of its head; `None` if the head is not complete.
fn parse(bytes: &[u8]) -> Result<Option<(Request, usize, usize)>, NoRequest> {
    let bad = |message: &str| NoRequest::Bad(400, message.to_string());
    let mut headers = [httparse::EMPTY_HEADER; HEADERS];
    let mut head = httparse::Request::new(&mut headers);
    let used = match head.parse(bytes) {
        Ok(httparse::Status::Complete(used)) => used,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(error) => return Err(bad(&format!("not a request of HTTP/1.1: {error}"))),
    };
    let mut kept = Vec::new();
    for header in head.headers.iter() {
        let value = std::str::from_utf8(header.value).map_err(|_| bad("a header is not UTF-8"))?;
        kept.push((header.name.to_ascii_lowercase(), value.trim().to_string()));
    }
    let target = head.path.unwrap_or("/");
    let (path, query) = match target.split_once('?') {
        Some((path, query)) => (path, Some(query.to_string())),
        None => (target, None),
    };
    let is_new = head.version == Some(1);
    let mut request = Request {
        method: head.method.unwrap_or_default().to_string(),
        path: path.to_string(),
        query,
        headers: kept,
        body: Vec::new(),
        keep_alive: is_new,
    };
    if request.header("transfer-encoding").is_some() {
        let message = "bodies in chunks are not taken; send Content-Length";
        return Err(NoRequest::Bad(411, message.to_string()));
    }
    let lengths: Vec<&str> = request
        .headers
        .iter()
        .filter(|(name, _)| name == "content-length")
        .map(|(_, value)| value.as_str())
        .collect();
    let length = match lengths.as_slice() {
        [] => 0,
        [length] => length
            .parse()
            .map_err(|_| bad("Content-Length is no number"))?,
        _ => return Err(bad("more than one Content-Length")),
    };
    if let Some(connection) = request.header("connection") {
        request.keep_alive = is_new && !connection.eq_ignore_ascii_case("close");
    }
    Ok(Some((request, length, used)))
}

/// A response of known length.
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) body: Vec<u8>,
}

impl Response {
    pub(crate) fn new(status: u16, kind: &str, body: impl Into<Vec<u8>>) -> Response {
        Response {
            status,
            headers: vec![("Content-Type", kind.to_string())],
            body: body.into(),
        }
    }

    pub(crate) fn with(mut self, name: &'static str, value: impl Into<String>) -> Response {
        self.headers.push((name, value.into()));
        self
    }
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        304 => "Not Modified",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        411 => "Length Required",
        413 => "Content Too Large",
        421 => "Misdirected Request",
        429 => "Too Many Requests",
        431 => "Request Header Fields Too Large",
        503 => "Service Unavailable",
        _ => "Internal Server Error",
    }
}

/// What every response says: nothing may be run but what is served, and no other page may frame it.
const SECURITY: &str = "\
Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
connect-src 'self'; style-src 'self'; img-src 'self' data: blob:; manifest-src 'self'; base-uri 'none'; \
form-action 'none'; frame-ancestors 'none'\r\n\
X-Content-Type-Options: nosniff\r\n\
Referrer-Policy: no-referrer\r\n\
Cross-Origin-Opener-Policy: same-origin\r\n\
Cross-Origin-Resource-Policy: same-origin\r\n\
Permissions-Policy: camera=(), geolocation=(), microphone=()\r\n";

/// Status line and headers up to the empty line.
pub(crate) fn head(status: u16, headers: &[(&'static str, String)]) -> String {
    let mut head = format!("HTTP/1.1 {status} {}\r\n{SECURITY}", reason(status));
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str("\r\n");
    head
}

/// Writes a response. `HEAD` gets the same without the body.
pub(crate) fn write(
    mut stream: &TcpStream,
    response: Response,
    with_body: bool,
    keep_alive: bool,
) -> io::Result<()> {
    let Response {
        status,
        mut headers,
        body,
    } = response;
    headers.push(("Content-Length", body.len().to_string()));
    let connection = if keep_alive { "keep-alive" } else { "close" };
    headers.push(("Connection", connection.to_string()));
    let mut bytes = head(status, &headers).into_bytes();
    if with_body {
        bytes.extend(body);
    }
    stream.write_all(&bytes)
}

/// Says that there are too many connections, if that can be said at once.
pub(crate) fn refuse(mut stream: &TcpStream) {
    let _ = stream.set_write_timeout(Some(Duration::from_millis(100)));
    let headers = [
        ("Retry-After", "5".to_string()),
        ("Content-Length", "0".to_string()),
        ("Connection", "close".to_string()),
    ];
    let _ = stream.write_all(head(503, &headers).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn refused(text: &str, status: u16) {
        match parse(text.as_bytes()) {
            Err(NoRequest::Bad(found, _)) => assert_eq!(found, status, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn heads_are_read() {
        let text = "POST /api/solve?x=1 HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello";
        let (request, length, used) = parse(text.as_bytes()).unwrap().unwrap();
        assert_eq!((request.path.as_str(), length), ("/api/solve", 5));
        assert_eq!(request.query.as_deref(), Some("x=1"));
        assert_eq!(
            (request.header("host"), request.keep_alive),
            (Some("a"), true)
        );
        assert_eq!(&text[used..], "hello");
        assert!(parse(b"GET / HTTP/1.1\r\nHost:").unwrap().is_none());
    }

    #[test]
    fn what_could_be_read_in_two_ways_is_refused() {
        refused("nonsense\r\n\r\n", 400);
        refused(
            "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
            400,
        );
        refused("POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400);
        refused("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", 411);
    }
}
