//! The solver as a WebAssembly module for a web worker.
//!
//! The interface is kept by hand and small. Text and bytes go in through a buffer: the page asks for
//! `input(length)`, writes there, and calls `ask` (a request of the crate `api`) or `verify` (a
//! certificate). `ask` begins a task, `step(milliseconds)` works on it for a while, so that the worker can
//! hear of a cancellation between two steps, and `cancel` drops it. Each of them returns the length of
//! a JSON text that then lies at `output()`:
//!
//! | call | text |
//! |---|---|
//! | `ask` | `{"error": {message, place}}`, or `{}` |
//! | `step` | `{"done": bool, "events": [{"name": …, "data": …}]}` |
//! | `verify` | `{"error": …}`, or what `/api/verify` answers |
//!
//! The page gives the module a clock, `env.now`, in milliseconds.

use crosscram_support::clock::host;
use crosscram_support::stop::Stop;
use crosscram_support::threads::lock;
use crosscram_workbench::{Desk, Event, Limits, Progress, Refused, Slice, Task, Versioned};
use serde_json::{Value, json};
use std::sync::{LazyLock, Mutex, MutexGuard};
use std::time::Duration;

#[cfg(target_arch = "wasm32")]
mod imports {
    #[allow(unsafe_code)] // The page keeps the promise that there is such a function.
    #[link(wasm_import_module = "env")]
    unsafe extern "C" {
        /// Milliseconds since some fixed moment.
        pub(crate) safe fn now() -> f64;
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod imports {
    pub(crate) fn now() -> f64 {
        0.0
    }
}

struct Worker {
    desk: Desk,
    task: Option<Box<dyn Task>>,
    input: Vec<u8>,
    output: Vec<u8>,
}

static WORKER: LazyLock<Mutex<Worker>> = LazyLock::new(|| {
    host::install(|| Duration::from_secs_f64(imports::now().max(0.0) / 1000.0));
    Mutex::new(Worker {
        desk: Desk::new(Limits::PAGE),
        task: None,
        input: Vec::new(),
        output: Vec::new(),
    })
});

fn worker() -> MutexGuard<'static, Worker> {
    lock(&WORKER)
}

impl Worker {
    fn answer(&mut self, text: &Value) -> usize {
        self.output = text.to_string().into_bytes();
        self.output.len()
    }
}

fn refused(error: &Refused) -> Value {
    json!({ "error": error })
}

/// Makes room for `length` bytes of input and returns where to write them.
#[allow(unsafe_code)] // The name has to be the same outside, here and below; each is unique.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *const u8 {
    let mut worker = worker();
    worker.input = vec![0; length];
    worker.input.as_ptr()
}

/// Returns where the text of the last call lies.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    worker().output.as_ptr()
}

/// Begins the task that the input asks for; one that was in work is dropped.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    let mut worker = worker();
    // The one before first: its solver is then free for this one.
    worker.task = None;
    let input = std::mem::take(&mut worker.input);
    let asked = match std::str::from_utf8(&input) {
        Ok(text) => worker.desk.ask(text),
        Err(error) => Err(Refused::at("request", error)),
    };
    match asked {
        Ok(task) => {
            worker.task = Some(task);
            worker.answer(&json!({}))
        }
        Err(error) => worker.answer(&refused(&error)),
    }
}

/// Works on the task for about so many milliseconds.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn step(milliseconds: f64) -> usize {
    let mut worker = worker();
    let mut events: Vec<Event> = Vec::new();
    let length = Duration::from_secs_f64(milliseconds.clamp(1.0, 60_000.0) / 1000.0);
    let slice = Slice::new(length, &Stop::new());
    let done = match &mut worker.task {
        Some(task) => task.step(&slice, &mut events) == Progress::Done,
        None => true,
    };
    if done {
        worker.task = None;
    }
    let events: Vec<Value> = events
        .iter()
        .map(|event| {
            let data: Value = serde_json::from_str(&event.data).unwrap_or_default();
            json!({ "name": event.name, "data": data })
        })
        .collect();
    worker.answer(&json!({ "done": done, "events": events }))
}

/// Drops the task.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn cancel() {
    worker().task = None;
}

/// Checks the certificate in the input.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn verify() -> usize {
    let mut worker = worker();
    let input = std::mem::take(&mut worker.input);
    match worker.desk.verify(&input, &Stop::new()) {
        Ok(verified) => {
            let text = serde_json::to_value(Versioned::from(verified)).unwrap_or_default();
            worker.answer(&text)
        }
        Err(error) => worker.answer(&refused(&error)),
    }
}

/// Bytes of the tables that are kept between requests.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn memory_of_tables() -> f64 {
    worker().desk.memory() as f64
}
