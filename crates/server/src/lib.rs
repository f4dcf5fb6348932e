#![doc = include_str!("../README.md")]
//!
//! | file | what is there |
//! |---|---|
//! | `http.rs` | requests read within limits, responses written |
//! | `page.rs` | the page, embedded |
//! | `scheduler.rs` | tasks in turns on a few threads; limits per client and of memory |
//! | `routes.rs` | which request does what |
//! | `jobs.rs` | how a proof in units of work is doing |
//!
//! Threads that block, instead of an asynchronous runtime: the work is computing, a few hundred connections
//! cost a few megabytes of stacks, and the program builds without a runtime's crates.

mod http;
mod jobs;
mod page;
mod routes;
mod scheduler;

use crosscram_support::stop::Stop;
use crosscram_workbench::{CrosscramOptions, Desk, Limits, Session};
use routes::Routes;
use scheduler::Scheduler;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

/// The documentation of the interface, also served at `/api/v2/openapi.json`.
pub const OPENAPI: &str = include_str!("../openapi.json");

/// How a server is run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The port; 0 for any that is free.
    pub port: u16,
    /// Whether strangers are served: from all addresses, within stricter limits, without files.
    pub public: bool,
    /// Where certificates lie that can be asked for by their hash; never looked at if public.
    pub certificates: Option<PathBuf>,
    /// The folder of a proof in units of work that is shown; never looked at if public.
    pub jobs: Option<PathBuf>,
    /// Threads that compute; `None` for as many as there are cores.
    pub threads: Option<usize>,
    /// Of the engine crosscram: all searches share its tables of regions, and its table of positions is as large as one
    /// of theirs may be.
    pub session: Session,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            port: 8642,
            public: false,
            certificates: None,
            jobs: None,
            threads: None,
            session: Session::passing(CrosscramOptions::fitted()),
        }
    }
}

/// What a server allows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowed {
    /// Open connections.
    pub(crate) connections: usize,
    /// Tasks of everybody.
    pub(crate) tasks: usize,
    /// Tasks of one client, by address.
    pub(crate) tasks_of_one: usize,
    /// Bytes of the tables of all tasks together, and of one task.
    pub(crate) memory: u64,
    pub(crate) table: u64,
    /// A task gets one part in so many of what is left.
    pub(crate) share: u64,
    pub(crate) public: bool,
}

impl Allowed {
    /// No more tasks are taken than the memory suffices for.
    fn new(public: bool, limits: &Limits) -> Allowed {
        let (tasks, tasks_of_one, share) = match public {
            false => (512, 512, 2),
            true => (256, 4, 8),
        };
        let most = limits.tables / (2 * scheduler::LEAST);
        Allowed {
            connections: 1024,
            tasks: tasks.min(most as usize).max(1),
            tasks_of_one,
            memory: limits.tables,
            table: limits.table,
            share,
            public,
        }
    }
}

/// A server that is bound to its address.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    settings: Settings,
}

impl Server {
    /// Takes the address. Connections are served by [`Server::run`].
    pub fn bind(settings: &Settings) -> io::Result<Server> {
        let ip = match settings.public {
            true => Ipv4Addr::UNSPECIFIED,
            false => Ipv4Addr::LOCALHOST,
        };
        let listener = TcpListener::bind((ip, settings.port))?;
        Ok(Server {
            address: listener.local_addr()?,
            listener,
            settings: settings.clone(),
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` is requested. Work that is still going on is then stopped.
    pub fn run(self, stop: &Stop) -> io::Result<()> {
        let limits = match self.settings.public {
            true => Limits::PUBLIC,
            false => Limits::LOCAL,
        };
        let desk = Desk::of_session(limits, self.settings.session.clone());
        let allowed = Allowed::new(self.settings.public, desk.limits());
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let threads = self.settings.threads.unwrap_or(cores).max(1);
        let scheduler = Scheduler::start(threads, allowed, stop)?;
        let files = self.settings.certificates.as_deref();
        let files = files.filter(|_| !self.settings.public);
        let jobs = self.settings.jobs.clone();
        let jobs = jobs.filter(|_| !self.settings.public);
        let routes = Routes::new(desk.clone(), scheduler, allowed, files, jobs)?;
        let routes = Arc::new(routes);
        let open = Arc::new(AtomicUsize::new(0));
        let (listener, ending) = (self.listener, stop.clone());
        let acceptor = thread::Builder::new()
            .name("acceptor".into())
            .spawn(move || {
                for stream in listener.incoming() {
                    if ending.is_requested() {
                        break;
                    }
                    let Ok(stream) = stream else {
                        // Too many open files, most likely; some will be closed.
                        thread::sleep(Duration::from_millis(20));
                        continue;
                    };
                    accept(stream, &routes, &open, allowed.connections);
                }
            })?;
        while !stop.is_requested() {
            thread::sleep(Duration::from_millis(20));
        }
        // A connection of our own wakes the acceptor.
        let ours = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), self.address.port());
        let _ = TcpStream::connect_timeout(&ours, Duration::from_secs(1));
        let _ = acceptor.join();
        desk.save();
        Ok(())
    }
}

/// Stack of a thread that reads, waits and writes.
const STACK: usize = 256 << 10;

/// Serves a connection in a thread of its own, or refuses it if there are too many.
fn accept(stream: TcpStream, routes: &Arc<Routes>, open: &Arc<AtomicUsize>, most: usize) {
    if open.fetch_add(1, Relaxed) >= most {
        open.fetch_sub(1, Relaxed);
        http::refuse(&stream);
        return;
    }
    let (routes, counted) = (Arc::clone(routes), Counted(Arc::clone(open)));
    let builder = thread::Builder::new().stack_size(STACK);
    // Without a thread the connection is closed.
    let _ = builder.spawn(move || {
        let _counted = counted;
        routes.serve(stream);
    });
}

/// Counts a connection until it ends, however it does.
struct Counted(Arc<AtomicUsize>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}
