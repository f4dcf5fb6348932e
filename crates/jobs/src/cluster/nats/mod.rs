//! Units and facts over NATS JetStream.
//!
//! | stream | what travels | kept |
//! |---|---|---|
//! | `NAME-units` | units, from the coordinator to whichever worker asks | until a worker has delivered the segment |
//! | `NAME-results` | segments in parts, from workers to the coordinator | until they are on the coordinator's disk |
//! | `NAME-facts` | proven positions in batches, from the coordinator to all workers | for workers that come later |
//! | `NAME-over` | that the run is over, from the coordinator to all workers | until a coordinator of that name begins |
//! | `NAME-parked` | units that several workers were given and none finished | until somebody looks |
//!
//! A worker holds a unit by a lease: it says every few seconds that it is still at it, and a worker that does not is
//! taken for dead, so that the unit goes to another one. A worker that is told to stop hands its unit back at once.
//! The broker may deliver a unit twice or a segment twice; both are harmless. What else is said, that a worker is
//! there and how it is doing, and what workers find while they search, goes over plain subjects and is not kept.

mod coordinator;
mod messages;
mod worker;

pub use coordinator::{CoordinateOptions, coordinate};
pub use worker::{Drill, WorkOptions, work};

use crate::cluster::status::Status;
use async_nats::jetstream::{self, consumer, stream};
use async_nats::{Client, ConnectOptions};
use crosscram_search::{Control, EngineName, Solver};
use messages::Hello;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// How long a worker may be silent before its unit is given to another.
const LEASE: Duration = Duration::from_secs(20);
/// How often a worker says that it is still at it.
const BEAT: Duration = Duration::from_secs(4);
/// How often workers tell each other what they have found.
const EXCHANGE: Duration = Duration::from_millis(5);
/// Facts of one message.
const BATCH: usize = 2000;
/// A unit that was given out this often is parked.
const MOST_DELIVERIES: i64 = 5;
/// Bytes of a part of a segment: less than a broker takes at once by default.
const PART: usize = 512 << 10;
/// The stream and the subject that say that the run is over.
const OVER: &str = "over";
/// Version of what is said.
const PROTOCOL: u32 = 5;

/// How to reach the broker.
#[derive(Clone, Debug, Default)]
pub struct Broker {
    /// Addresses, separated by commas: `nats://host:4222` or `tls://host:4222`.
    pub servers: String,
    /// The name of the run: several can share a broker.
    pub run: String,
    /// A file of credentials.
    pub credentials: Option<PathBuf>,
    /// A file of certificates that are trusted besides those of the system.
    pub tls_ca: Option<PathBuf>,
    /// A certificate and its key, to show who we are.
    pub tls_client: Option<(PathBuf, PathBuf)>,
}

/// Why something failed.
#[derive(Debug)]
pub struct Error(pub String);

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

fn failed(what: &str, error: impl fmt::Display) -> Error {
    Error(format!("{what}: {error}"))
}

impl Broker {
    async fn connect(&self, name: &str) -> Result<Client, Error> {
        let mut options = ConnectOptions::new()
            .name(name)
            .ping_interval(Duration::from_secs(5));
        if let Some(file) = &self.credentials {
            let read = options.credentials_file(file).await;
            options = read.map_err(|error| failed(&file.display().to_string(), error))?;
        }
        if let Some(file) = &self.tls_ca {
            options = options
                .add_root_certificates(file.clone())
                .require_tls(true);
        }
        if let Some((certificate, key)) = &self.tls_client {
            options = options.add_client_certificate(certificate.clone(), key.clone());
        }
        let servers: Vec<&str> = self.servers.split(',').map(str::trim).collect();
        let connected = options.connect(servers).await;
        connected.map_err(|error| failed(&self.servers, error))
    }

    fn stream(&self, which: &str) -> String {
        format!("{}-{which}", self.run)
    }

    fn subject(&self, which: &str) -> String {
        format!("crosscram.{}.{which}", self.run)
    }

    /// Makes the streams that are missing. Returns whether any was.
    async fn ensure(&self, context: &jetstream::Context) -> Result<bool, Error> {
        let mut missing = false;
        for (which, retention) in [
            ("units", stream::RetentionPolicy::WorkQueue),
            ("results", stream::RetentionPolicy::WorkQueue),
            ("facts", stream::RetentionPolicy::Limits),
            ("parked", stream::RetentionPolicy::Limits),
        ] {
            let name = self.stream(which);
            if context.get_stream(&name).await.is_ok() {
                continue;
            }
            missing = true;
            let made = context.create_stream(stream::Config {
                name: name.clone(),
                subjects: vec![self.subject(&format!("{which}.>"))],
                retention,
                storage: stream::StorageType::File,
                duplicate_window: Duration::from_secs(120),
                ..stream::Config::default()
            });
            made.await.map_err(|error| failed(&name, error))?;
        }
        Ok(missing)
    }

    /// Removes the messages of a stream.
    async fn purge(&self, context: &jetstream::Context, which: &str) -> Result<(), Error> {
        let stream = context.get_stream(self.stream(which)).await;
        let stream = stream.map_err(|error| failed(which, error))?;
        let purged = stream.purge().await;
        purged.map(|_| ()).map_err(|error| failed(which, error))
    }

    /// Tells all workers that the run is over: those that are there, and those that look for its units later.
    async fn say_over(&self, client: &Client, context: &jetstream::Context) {
        let made = context
            .create_stream(stream::Config {
                name: self.stream(OVER),
                subjects: vec![self.subject(OVER)],
                max_messages: 1,
                storage: stream::StorageType::File,
                ..stream::Config::default()
            })
            .await;
        let kept = match made {
            Ok(_) => context.publish(self.subject(OVER), OVER.into()).await,
            Err(_) => return drop(client.publish(self.subject(OVER), OVER.into()).await),
        };
        if let Ok(kept) = kept {
            let _ = kept.await;
        }
    }

    /// Takes back what an earlier run of this name said at its end.
    async fn not_over(&self, context: &jetstream::Context) {
        let _ = context.delete_stream(self.stream(OVER)).await;
    }

    /// Returns whether the run is over. Only whom the coordinator has answered may ask: before that, what is found may
    /// be of an earlier run of this name.
    async fn is_over(&self, context: &jetstream::Context) -> bool {
        let stream = context.get_stream(self.stream(OVER)).await;
        stream.is_ok_and(|stream| stream.cached_info().state.messages > 0)
    }

    /// A consumer of a work queue that everybody shares who gives this name.
    async fn queue(
        &self,
        context: &jetstream::Context,
        which: &str,
        name: &str,
    ) -> Result<consumer::PullConsumer, Error> {
        let stream = context.get_stream(self.stream(which)).await;
        let stream = stream.map_err(|error| failed(which, error))?;
        let config = consumer::pull::Config {
            durable_name: Some(name.to_string()),
            ack_policy: consumer::AckPolicy::Explicit,
            ack_wait: LEASE,
            // Workers park a unit before that; this is for those that cannot.
            max_deliver: 2 * MOST_DELIVERIES,
            max_ack_pending: 20_000,
            ..consumer::pull::Config::default()
        };
        let made = stream.get_or_create_consumer(name, config).await;
        made.map_err(|error| failed(which, error))
    }
}

/// What a worker must share with the coordinator: the version of the program and of what is said, and the nodes
/// of a search, which differ if the engines do.
fn hello(worker: &str) -> Hello {
    let board = crosscram_rules::Board::empty(6, 8).expect("a small board");
    let tile = crosscram_rules::Tile::DOMINO;
    let question = crosscram_rules::Question::new(board, tile, crosscram_rules::Player::Vertical);
    let report = Solver::new(EngineName::Crosscram).solve(&question, &Control::new());
    Hello {
        worker: worker.to_string(),
        protocol: PROTOCOL,
        version: env!("CARGO_PKG_VERSION").to_string(),
        bench: report.nodes,
    }
}

/// Asks the coordinator of a run for its state.
pub fn status(broker: &Broker, patience: Duration) -> Result<Status, Error> {
    runtime()?.block_on(async {
        let asking = async {
            let client = broker.connect("crosscram status").await?;
            let answer = client.request(broker.subject("ask"), "status".into()).await;
            let answer = answer.map_err(|error| failed("no coordinator answers", error))?;
            serde_json::from_slice(&answer.payload).map_err(|error| failed("the answer", error))
        };
        match tokio::time::timeout(patience, asking).await {
            Ok(answer) => answer,
            Err(_) => Err(Error(format!("{}: no answer", broker.servers))),
        }
    })
}

fn runtime() -> Result<tokio::runtime::Runtime, Error> {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    let runtime = builder.worker_threads(2).enable_all().build();
    runtime.map_err(|error| failed("cannot start threads", error))
}
