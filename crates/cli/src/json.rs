//! The JSON forms of results. Keys come in the order of the fields.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::io::{self, Write};

use crosscram_workbench::Versioned;
pub(crate) use crosscram_workbench::seconds;

/// Writes one object on a line of its own.
pub(crate) fn write(out: &mut impl Write, object: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, object)?;
    writeln!(out)
}

/// The same behind its version.
pub(crate) fn object(out: &mut impl Write, object: impl Serialize) -> io::Result<()> {
    write(out, &Versioned::from(object))
}

/// A line of a batch that could not be read.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct BadLine<'a> {
    pub(crate) line: u64,
    pub(crate) error: &'a str,
}

/// Names and values as an object, in their order.
#[derive(Debug)]
pub(crate) struct Named<T>(pub(crate) Vec<(&'static str, T)>);

impl<T: Serialize> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}
