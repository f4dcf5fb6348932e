//! The coordinator: keeps the queue of units filled, takes segments in, tells facts to all.

use super::messages::{Hello, Welcome, write_facts};
use super::{BATCH, Broker, Error, LEASE, failed, hello, runtime};
use crate::cluster::status::{Beginning, Status, WorkerStatus};
use crate::{Certificate, Delivery, Desk, Fact, Remark, Scope, times};
use async_nats::jetstream::{self, consumer::PullConsumer};
use async_nats::{Client, HeaderMap, Subscriber};
use crosscram_certificate::{Form, Hash};
use crosscram_support::stop::Stop;
use futures_util::{FutureExt, StreamExt};
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A worker of which nothing was heard for so long is not counted.
const FORGOTTEN: Duration = Duration::from_secs(30);
/// Facts that are told at the beginning, those that took most nodes.
const MOST_FACTS: usize = 100_000;
/// A unit of which nothing came for so long is given out again, whatever the broker says.
const PATIENCE: Duration = Duration::from_secs(3600);
/// If all workers ask for units for so long and get none, the broker has lost those that are under way: the lease of a worker
/// that died is over by then.
const LOST: Duration = LEASE.saturating_mul(2);

/// How a run is coordinated.
#[derive(Clone, Debug)]
pub struct CoordinateOptions {
    /// The broker.
    pub broker: Broker,
    /// Where the certificate goes.
    pub output: PathBuf,
    /// Its form.
    pub form: Form,
    /// Units that are queued or being worked on; two for each worker if it is not said.
    pub ahead: Option<usize>,
}

/// Coordinates until the proof is complete. `None` if a stop was requested. `say` hears what is remarkable, `look`
/// the state now and then.
pub fn coordinate(
    desk: &mut Desk,
    options: &CoordinateOptions,
    stop: &Stop,
    say: impl Fn(&str),
    look: impl FnMut(&Status),
) -> Result<Option<Certificate>, Error> {
    runtime()?.block_on(async {
        let client = options.broker.connect("crosscram coordinator").await?;
        let own = tokio::task::block_in_place(|| hello("coordinator"));
        let beginning = Beginning::of(desk);
        let mut at = At {
            desk,
            options,
            context: jetstream::new(client.clone()),
            client,
            stop,
            own,
            beginning,
            issued: HashMap::new(),
            workers: BTreeMap::new(),
            parts: HashMap::new(),
            facts: Vec::new(),
            idle_since: None,
            parked: 0,
        };
        at.run(&say, look).await
    })
}

struct At<'a> {
    desk: &'a mut Desk,
    options: &'a CoordinateOptions,
    client: Client,
    context: jetstream::Context,
    stop: &'a Stop,
    own: Hello,
    beginning: Beginning,
    /// Units under way, and since when.
    issued: HashMap<Hash, Instant>,
    workers: BTreeMap<String, (Instant, WorkerStatus)>,
    /// Parts of segments, by attempt.
    parts: HashMap<String, Parts>,
    /// Facts that are not told yet.
    facts: Vec<Fact>,
    /// Since when all workers have had nothing to do although units are under way.
    idle_since: Option<Instant>,
    parked: u64,
}

struct Parts {
    messages: Vec<Option<jetstream::Message>>,
    since: Instant,
}

/// What is said besides units and segments.
struct Ears {
    hello: Subscriber,
    ask: Subscriber,
    beat: Subscriber,
}

impl At<'_> {
    async fn run(
        &mut self,
        say: &impl Fn(&str),
        mut look: impl FnMut(&Status),
    ) -> Result<Option<Certificate>, Error> {
        let mut ears = self.listen().await?;
        let mut results: Option<PullConsumer> = None;
        let mut is_first = true;
        let (mut looked, mut missed) = (Instant::now(), Instant::now());
        while !self.stop.is_requested() {
            self.remarks(say).await;
            if results.is_none() {
                match self.prepare(is_first, say).await {
                    Ok(consumer) => results = Some(consumer),
                    Err(error) if is_first => return Err(error),
                    Err(_) => {
                        tokio::time::sleep(Duration::from_millis(300)).await;
                        continue;
                    }
                }
                is_first = false;
            }
            self.answer(&mut ears).await;
            if missed.elapsed() > Duration::from_secs(2) {
                missed = Instant::now();
                // Asking a stream that is gone for messages gives none, and no error.
                if !self.is_there().await {
                    results = None;
                    continue;
                }
            }
            if self.has_lost_units() {
                say("the broker has lost units; they are queued again");
                if self.queue_again().await.is_err() {
                    results = None;
                    continue;
                }
            }
            if self.publish().await.is_err() {
                results = None;
                continue;
            }
            let complete = tokio::task::block_in_place(|| self.desk.is_complete());
            if complete.map_err(desk_error)? {
                let finished = tokio::task::block_in_place(|| {
                    self.desk.finish(&self.options.output, self.options.form)
                });
                self.remarks(say).await;
                if let Some(certificate) = finished.map_err(desk_error)? {
                    let complete = Status {
                        complete: true,
                        ..self.status()
                    };
                    complete.store(self.desk);
                    self.end().await;
                    return Ok(Some(certificate));
                }
            }
            match &results {
                Some(consumer) => {
                    let consumer = consumer.clone();
                    if self.take(&consumer, say).await.is_err() {
                        results = None;
                    }
                }
                None => continue,
            }
            if looked.elapsed() > Duration::from_millis(500) {
                looked = Instant::now();
                let status = self.status();
                status.store(self.desk);
                look(&status);
            }
        }
        // What came in is on disk; what is queued is purged by the next coordinator.
        self.desk.flush().map_err(desk_error)?;
        Ok(None)
    }

    async fn listen(&self) -> Result<Ears, Error> {
        let subscribe = async |which: &str| {
            let made = self
                .client
                .subscribe(self.options.broker.subject(which))
                .await;
            made.map_err(|error| failed(which, error))
        };
        Ok(Ears {
            hello: subscribe("hello").await?,
            ask: subscribe("ask").await?,
            beat: subscribe("beat").await?,
        })
    }

    /// Makes what is missing at the broker. If anything was, or at the beginning, all units go out again and
    /// all facts are told again.
    async fn prepare(
        &mut self,
        is_first: bool,
        say: &impl Fn(&str),
    ) -> Result<PullConsumer, Error> {
        let broker = self.options.broker.clone();
        if is_first {
            broker.not_over(&self.context).await;
        }
        let missing = broker.ensure(&self.context).await?;
        if missing && !is_first {
            say("the broker has lost its streams; everything is queued again");
        }
        if missing || is_first {
            broker.purge(&self.context, "facts").await?;
            self.queue_again().await?;
            let mut known: Vec<Fact> = self.desk.coordinator().library().all().collect();
            known.retain(|fact| fact.nodes > 1);
            known.sort_by_key(|fact| std::cmp::Reverse(fact.nodes));
            known.truncate(MOST_FACTS);
            self.facts = known;
        }
        broker.queue(&self.context, "units", "workers").await?;
        broker.queue(&self.context, "results", "coordinator").await
    }

    /// Empties the queue of units. Those that were under way go out again.
    async fn queue_again(&mut self) -> Result<(), Error> {
        self.options.broker.purge(&self.context, "units").await?;
        for (unit, _) in std::mem::take(&mut self.issued) {
            self.desk.give_back(&unit);
        }
        self.idle_since = None;
        Ok(())
    }

    /// Returns whether units are under way that no worker can have.
    fn has_lost_units(&mut self) -> bool {
        let mut workers = self.workers.values();
        let is_idle = !self.issued.is_empty()
            && !self.workers.is_empty()
            && workers.all(|(_, status)| !status.busy);
        match (is_idle, self.idle_since) {
            (false, _) => self.idle_since = None,
            (true, None) => self.idle_since = Some(Instant::now()),
            (true, Some(since)) => return since.elapsed() > LOST,
        }
        false
    }

    /// Returns whether the broker has the streams of the run, and counts the parked units.
    async fn is_there(&mut self) -> bool {
        let broker = &self.options.broker;
        let parked = self.context.get_stream(broker.stream("parked")).await;
        if let Ok(parked) = &parked {
            self.parked = parked.cached_info().state.messages;
        }
        let units = self.context.get_stream(broker.stream("units")).await;
        let results = self.context.get_stream(broker.stream("results")).await;
        let (Ok(units), Ok(results), Ok(_)) = (units, results, parked) else {
            return false;
        };
        let workers = units.consumer_info("workers").await;
        workers.is_ok() && results.consumer_info("coordinator").await.is_ok()
    }

    /// Answers what was asked meanwhile.
    async fn answer(&mut self, ears: &mut Ears) {
        while let Some(Some(message)) = ears.beat.next().now_or_never() {
            if let Ok(status) = serde_json::from_slice::<WorkerStatus>(&message.payload) {
                self.workers
                    .insert(status.worker.clone(), (Instant::now(), status));
            }
        }
        self.workers
            .retain(|_, (since, _)| since.elapsed() < FORGOTTEN);
        while let Some(Some(message)) = ears.hello.next().now_or_never() {
            let Some(reply) = message.reply else {
                continue;
            };
            let welcome = Welcome {
                refused: self.objection(&message.payload),
                bounds: self.desk.plan().bounds.to_string(),
            };
            let words = serde_json::to_vec(&welcome).expect("plain words");
            let _ = self.client.publish(reply, words.into()).await;
        }
        while let Some(Some(message)) = ears.ask.next().now_or_never() {
            if let Some(reply) = message.reply {
                let words = serde_json::to_vec(&self.status()).expect("plain words");
                let _ = self.client.publish(reply, words.into()).await;
            }
        }
    }

    /// Why a worker cannot take part.
    fn objection(&self, words: &[u8]) -> Option<String> {
        let Ok(hello) = serde_json::from_slice::<Hello>(words) else {
            return Some("it speaks another language".to_string());
        };
        let own = &self.own;
        if hello.protocol != own.protocol || hello.version != own.version {
            return Some(format!(
                "its version is {}, mine {}",
                hello.version, own.version
            ));
        }
        if hello.bench != own.bench {
            return Some(format!(
                "its engine takes {} nodes where mine takes {}",
                hello.bench, own.bench
            ));
        }
        if !crate::is_worker_name(&hello.worker) {
            return Some("its name is not one of letters, digits, '_', '-' and '.'".to_string());
        }
        let shut_out = self.desk.folder().shut_out().unwrap_or_default();
        shut_out
            .get(&hello.worker)
            .map(|reason| format!("it is shut out: {reason}"))
    }

    /// Fills the queue of units, and tells the facts.
    async fn publish(&mut self) -> Result<(), Error> {
        let late: Vec<Hash> = self
            .issued
            .iter()
            .filter(|(_, since)| since.elapsed() > PATIENCE)
            .map(|(unit, _)| *unit)
            .collect();
        for unit in late {
            self.issued.remove(&unit);
            self.desk.give_back(&unit);
        }
        let wanted = self.options.ahead.unwrap_or(2 * self.workers.len().max(1));
        while self.issued.len() < wanted {
            let Some(unit) = self.desk.issue(Scope::Claims).map_err(desk_error)? else {
                break;
            };
            let id = unit.id();
            let mut headers = HeaderMap::new();
            headers.insert("unit", id.to_string().as_str());
            let subject = self.options.broker.subject("units.unit");
            let sent = self
                .context
                .publish_with_headers(subject, headers, unit.to_bytes().into())
                .await;
            let sent = match sent {
                Ok(sent) => sent.await.map(|_| ()),
                Err(error) => Err(error),
            };
            if let Err(error) = sent {
                self.desk.give_back(&id);
                return Err(failed("units", error));
            }
            self.issued.insert(id, Instant::now());
        }
        while !self.facts.is_empty() {
            let count = self.facts.len().min(BATCH);
            let words = write_facts(&self.facts[..count]);
            let subject = self.options.broker.subject("facts.batch");
            let sent = self.context.publish(subject, words.into()).await;
            let sent = sent.map_err(|error| failed("facts", error))?;
            sent.await.map_err(|error| failed("facts", error))?;
            self.facts.drain(..count);
        }
        Ok(())
    }

    /// Takes the segments that have come.
    async fn take(&mut self, consumer: &PullConsumer, say: &impl Fn(&str)) -> Result<(), Error> {
        let batch = consumer
            .fetch()
            .max_messages(64)
            .expires(Duration::from_millis(250))
            .messages()
            .await;
        let mut batch = batch.map_err(|error| failed("results", error))?;
        let mut done: Vec<jetstream::Message> = Vec::new();
        while let Some(message) = batch.next().await {
            let message = message.map_err(|error| failed("results", error))?;
            self.idle_since = None;
            let Some((worker, messages)) = self.gathered(message) else {
                continue;
            };
            let bytes: Vec<u8> = messages
                .iter()
                .flat_map(|message| message.payload.iter().copied())
                .collect();
            let started = Instant::now();
            let delivered =
                tokio::task::block_in_place(|| self.desk.deliver(&worker, &bytes, false));
            let mut worked_on = None;
            match delivered.map_err(desk_error)? {
                Delivery::Taken { facts, segment } => {
                    let told = facts.into_iter().filter(|fact| fact.nodes > 1);
                    self.facts.extend(told);
                    worked_on = Some(segment);
                }
                Delivery::Repeated(segment) => worked_on = segment,
                Delivery::Unusable(reason) => {
                    say(&format!("a segment of {worker} cannot be used: {reason}"))
                }
                Delivery::False(reason) | Delivery::ShutOut(reason) => {
                    self.tell_to_leave(&worker, reason).await;
                }
            }
            if let Some(segment) = worked_on {
                let (working, checking) = (working(&messages), started.elapsed());
                let line = times(&worker, &segment, working, checking, bytes.len());
                self.desk.folder().note_time(&line);
            }
            done.extend(messages);
        }
        // What the broker may forget is on disk.
        tokio::task::block_in_place(|| self.desk.flush()).map_err(desk_error)?;
        for message in &done {
            let _ = message.ack().await;
        }
        // A segment that was refused leaves its unit open; what is not under way any more goes out again.
        let desk = &self.desk;
        self.issued.retain(|unit, _| desk.is_under_way(unit));
        Ok(())
    }

    /// All parts of a segment, in order, if the last one has come; and who made it.
    fn gathered(
        &mut self,
        message: jetstream::Message,
    ) -> Option<(String, Vec<jetstream::Message>)> {
        let header = |name: &str| {
            let headers = message.headers.as_ref()?;
            headers.get(name).map(|value| value.as_str().to_string())
        };
        let worker = header("worker").filter(|worker| crate::is_worker_name(worker));
        let worker = worker.unwrap_or_else(|| "nobody".to_string());
        let attempt = header("attempt").unwrap_or_default();
        let number = |name: &str| header(name).and_then(|text| text.parse::<usize>().ok());
        let (part, parts) = (
            number("part").unwrap_or(0),
            number("parts").unwrap_or(1).clamp(1, 10_000),
        );
        self.parts
            .retain(|_, parts| parts.since.elapsed() < PATIENCE);
        let gathered = self.parts.entry(attempt.clone()).or_insert_with(|| Parts {
            messages: (0..parts).map(|_| None).collect(),
            since: Instant::now(),
        });
        if let Some(place) = gathered.messages.get_mut(part) {
            *place = Some(message);
        }
        if gathered.messages.iter().any(Option::is_none) {
            return None;
        }
        let gathered = self.parts.remove(&attempt)?;
        Some((worker, gathered.messages.into_iter().flatten().collect()))
    }

    fn status(&self) -> Status {
        let workers = self.workers.values().map(|(_, status)| status.clone());
        let run = &self.options.broker.run;
        Status::new(
            run,
            self.desk,
            &self.beginning,
            workers.collect(),
            self.parked,
        )
    }

    /// Says what the desk has noticed, and tells those who were shut out.
    async fn remarks(&mut self, say: &impl Fn(&str)) {
        for remark in self.desk.remarks() {
            say(&remark.to_string());
            if let Remark::ShutOut(worker, reason) = remark {
                self.tell_to_leave(&worker, reason).await;
            }
        }
    }

    async fn tell_to_leave(&self, worker: &str, reason: String) {
        let subject = self.options.broker.subject(&format!("out.{worker}"));
        // If the worker does not hear it, it hears it with what it brings next.
        let _ = self.client.publish(subject, reason.into()).await;
    }

    /// Tells the workers that the run is over, and removes what the broker holds of it.
    async fn end(&self) {
        let broker = &self.options.broker;
        broker.say_over(&self.client, &self.context).await;
        for which in ["units", "results", "facts"] {
            let _ = self.context.delete_stream(broker.stream(which)).await;
        }
        let _ = self.client.flush().await;
    }
}

/// How long a worker says that it worked on a segment.
fn working(messages: &[jetstream::Message]) -> Duration {
    let headers = messages
        .first()
        .and_then(|message| message.headers.as_ref());
    let seconds = headers.and_then(|headers| headers.get("seconds"));
    let seconds = seconds.and_then(|seconds| seconds.as_str().parse::<f64>().ok());
    let seconds = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.unwrap_or_default()
}

fn desk_error(error: crate::DeskError) -> Error {
    Error(error.to_string())
}
