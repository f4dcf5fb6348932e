//! The page, embedded. `web/build --embed` makes it.

use crate::http::Response;
use crosscram_support::checksum;

/// Path, type, bytes.
type File = (&'static str, &'static str, &'static [u8]);

macro_rules! files {
    ($($path:literal $kind:literal)*) => {
        &[$(($path, $kind, include_bytes!(concat!("../page/", $path)))),*]
    };
}

const FILES: &[File] = files! {
    "index.html" "text/html; charset=utf-8"
    "crosscram.js" "text/javascript; charset=utf-8"
    "worker.js" "text/javascript; charset=utf-8"
    "service-worker.js" "text/javascript; charset=utf-8"
    "style.css" "text/css; charset=utf-8"
    "icon.svg" "image/svg+xml"
    "manifest.webmanifest" "application/manifest+json"
    "puzzles.json" "application/json"
    "crosscram.wasm" "application/wasm"
    "certificates/6x6-V.cert" "application/octet-stream"
    "certificates/6x8-H.cert" "application/octet-stream"
    "certificates/6x8-V.cert" "application/octet-stream"
    "certificates/7x7-V.cert" "application/octet-stream"
};

/// The files with their tags, by which a browser asks whether they have changed.
pub(crate) struct Page {
    files: Vec<(File, String)>,
}

impl Page {
    pub(crate) fn new() -> Page {
        let tag = |bytes: &[u8]| format!("\"{:016x}\"", checksum::xxh64(bytes, 0));
        let files = FILES.iter().map(|&file| (file, tag(file.2)));
        Page {
            files: files.collect(),
        }
    }

    /// The file at a path, if there is one; not again if the browser has it.
    pub(crate) fn get(&self, path: &str, known: Option<&str>) -> Option<Response> {
        let path = match path.strip_prefix('/')? {
            "" => "index.html",
            path => path,
        };
        let ((_, kind, bytes), tag) = self.files.iter().find(|((name, ..), _)| *name == path)?;
        let response = match known == Some(tag) {
            true => Response::new(304, kind, []),
            false => Response::new(200, kind, *bytes),
        };
        Some(response.with("Cache-Control", "no-cache").with("ETag", tag))
    }
}
