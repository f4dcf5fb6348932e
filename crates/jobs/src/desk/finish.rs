//! The end of a run: parts of the proof come in, and become the certificate.

use super::{Certificate, Delivery, Desk, DeskError, Remark};
use crate::FileError;
use crate::compose::compose;
use crate::folder::Folder;
use crate::run::times_of_certificate;
use crate::segment::Segment;
use crosscram_certificate::{
    Checkers, Compressed, Form, Reader, Sending, SentAlong, Tee, Uncompressed, Writer, check_beside,
};
use crosscram_checker::{FEW_VECTORS, Failure as Refused};
use crosscram_rules::Question;
use crosscram_search::ProofSink;
use crosscram_support::atomic::{self, Replacement};
use std::fs::{self, File};
use std::io::{self, BufReader};
use std::path::Path;
use std::time::Instant;

impl Desk {
    /// Takes a segment of an outline or of parts.
    pub(super) fn deliver_parts(
        &mut self,
        worker: &str,
        bytes: &[u8],
        segment: Segment,
    ) -> Delivery {
        let name = Folder::name(worker, bytes);
        let segment = Box::new(segment);
        self.coordinator.note_parts(&segment);
        let winner = self.coordinator.winner();
        if !self.parts.accept(&name, &segment, winner) {
            return Delivery::Repeated(Some(segment));
        }
        self.unwritten.push((name, bytes.to_vec()));
        Delivery::Taken {
            facts: Vec::new(),
            segment,
        }
    }

    /// From now on proofs are asked for that are complete in themselves; those in parts are put aside.
    pub(super) fn end_parts(&mut self, reason: &str) -> Result<(), DeskError> {
        self.flush()?;
        self.parts.turn_off();
        for name in self.folder.segments()? {
            let read = self.folder.read(&name);
            if read.is_ok_and(|segment| segment.attempt.is_some()) {
                self.folder.reject(&name)?;
                self.remarks
                    .push(Remark::PutAside(name, reason.to_string()));
            }
        }
        Ok(())
    }

    /// Writes the certificate of a complete proof and checks it. `None` if it did not hold because a segment
    /// is false: that is taken back, and there is more to do.
    pub fn finish(&mut self, path: &Path, form: Form) -> Result<Option<Certificate>, DeskError> {
        self.flush()?;
        let started = Instant::now();
        match self.write(path, form) {
            Ok(certificate) => {
                let line = times_of_certificate(&certificate, started.elapsed(), self.checkers);
                self.folder.note_time(&line);
                Ok(Some(certificate))
            }
            Err(Unwritten::File(error)) => Err(error.into()),
            Err(Unwritten::Invalid(reason)) if self.writes_parts() => {
                self.end_parts(&reason)?;
                self.audit()?;
                Ok(None)
            }
            Err(Unwritten::Invalid(reason)) => match self.audit()? {
                0 => Err(DeskError::Invalid(reason)),
                _ => Ok(None),
            },
        }
    }

    fn write(&self, path: &Path, form: Form) -> Result<Certificate, Unwritten> {
        let failed = |path: &Path, error: io::Error| match error.kind() {
            io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => {
                Unwritten::Invalid(error.to_string())
            }
            _ => Unwritten::File(FileError::io(path, "write", error)),
        };
        // It appears where it is wanted when it is checked. What is checked is the binary form.
        let unchecked = self.folder.path().join("unchecked");
        let checkers = Checkers {
            threads: self.checkers,
            vectors: FEW_VECTORS,
        };
        let SentAlong { written, checked } = check_beside(checkers, |read_along| {
            self.write_binary(&unchecked, read_along)
        })
        .map_err(|error| failed(&unchecked, error))?;
        let proven = checked
            .transpose()
            .map_err(|Refused(_, reason)| Unwritten::Invalid(reason))?;
        let mut written = written.map_err(|error| failed(&unchecked, error))?;
        written.nodes = proven.map_or(0, |proven| proven.nodes);
        let written = match form {
            Form::Text => {
                let bytes = text_of(&unchecked, path, &self.plan().question);
                Certificate {
                    bytes: bytes.map_err(|error| failed(path, error))?,
                    hash: None,
                    ..written
                }
            }
            Form::Binary => {
                let copied = File::open(&unchecked)
                    .and_then(|mut file| atomic::replace(path, |out| io::copy(&mut file, out)));
                copied.map_err(|error| failed(path, error))?;
                written
            }
        };
        let _ = fs::remove_file(&unchecked);
        Ok(written)
    }

    /// Writes the certificate, with whoever reads along. Its nodes are not counted.
    fn write_binary(&self, path: &Path, read_along: Sending) -> io::Result<Certificate> {
        let file = Compressed::new(Replacement::create(path)?, true);
        let out = Tee { file, read_along };
        let mut writer = Writer::new(out, Form::Binary, &self.plan().question);
        let winner = match self.writes_parts() {
            true => self.parts.join(&self.folder, &mut writer)?,
            false => compose(&self.coordinator, &self.folder, &mut writer)?,
        };
        let (hash, bytes, file) = writer.finish()?.end()?.finish()?;
        file.commit()?;
        Ok(Certificate {
            winner,
            nodes: 0,
            bytes,
            hash,
        })
    }
}

/// Why there is no certificate.
enum Unwritten {
    File(FileError),
    Invalid(String),
}

/// Writes a certificate that is there in its binary form as text. Returns the number of bytes.
fn text_of(from: &Path, to: &Path, question: &Question) -> io::Result<u64> {
    let mut reader = Reader::new(BufReader::new(Uncompressed::new(BufReader::new(
        File::open(from)?,
    ))))?;
    let file = Compressed::new(Replacement::create(to)?, false);
    let mut writer = Writer::new(file, Form::Text, question);
    writer.begin(reader.winner(), reader.largest_piece())?;
    while let Some(node) = reader.next_node()? {
        writer.step(&node.step)?;
    }
    let (_, bytes, file) = writer.finish()?.finish()?;
    file.commit()?;
    Ok(bytes)
}
