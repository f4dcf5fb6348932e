//! A worker: a long-lived process with warm tables that survives the restart of broker and coordinator.

use super::messages::{Hello, Welcome, read_facts};
use super::{BEAT, Broker, EXCHANGE, Error, MOST_DELIVERIES, OVER, PART, failed, hello, runtime};
use crate::cluster::status::WorkerStatus;
use crate::segment::{Finding, Outcome, Solved};
use crate::{Segment, Unit, WorkError, Worker};
use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, PullConsumer, pull};
use async_nats::jetstream::{self, AckKind};
use async_nats::{Client, HeaderMap, Subscriber};
use crosscram_certificate::{Form, Writer};
use crosscram_search::session::Session;
use crosscram_search::{Levels, Peers, ProofSink, Step};
use crosscram_support::stop::Stop;
use futures_util::StreamExt;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// How a worker works.
#[derive(Clone, Debug)]
pub struct WorkOptions {
    /// The broker.
    pub broker: Broker,
    /// The worker's name.
    pub name: String,
    /// What it searches with; the bounds are those of the run.
    pub session: Session,
    /// Ends after this many units; for drills.
    pub most_units: Option<u64>,
    /// What it does wrong, if anything.
    pub drill: Option<Drill>,
}

/// What a worker does wrong on purpose, to see that the others notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drill {
    /// It names winners without proof.
    Lie,
    /// It delivers half of each segment.
    Tear,
}

/// Works until a stop is requested or the run is over. Returns how many units it has done.
pub fn work(options: &WorkOptions, stop: &Stop, say: impl Fn(&str)) -> Result<u64, Error> {
    runtime()?.block_on(async {
        let client = options.broker.connect(&options.name).await?;
        let mut at = At {
            options,
            context: jetstream::new(client.clone()),
            client,
            stop,
            begun: Instant::now(),
            started: SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .map_or(0, |since| since.as_millis()),
            status: WorkerStatus {
                worker: options.name.clone(),
                ..WorkerStatus::default()
            },
            heard: 0,
        };
        at.serve(&say).await
    })
}

struct At<'a> {
    options: &'a WorkOptions,
    client: Client,
    context: jetstream::Context,
    stop: &'a Stop,
    begun: Instant,
    /// A number that no other process of this name has.
    started: u128,
    status: WorkerStatus,
    /// The number of the last message of facts.
    heard: u64,
}

/// What is left of a worker when a unit is done.
type Done = (Worker, Result<Segment, WorkError>);

impl At<'_> {
    async fn serve(&mut self, say: &impl Fn(&str)) -> Result<u64, Error> {
        let own = tokio::task::block_in_place(|| hello(&self.options.name));
        // Before the coordinator answers: the run may be over a moment later.
        let over = self
            .client
            .subscribe(self.options.broker.subject(OVER))
            .await;
        let mut over = over.map_err(|error| failed(OVER, error))?;
        let Some(bounds) = self.greet(&own, say).await? else {
            return Ok(0);
        };
        let mut worker = Worker::new(self.options.session.with_bounds(bounds));
        let peers = worker.peers();
        let told = self
            .client
            .subscribe(self.options.broker.subject("told.*"))
            .await;
        let told = told.map_err(|error| failed("told", error))?;
        let hearing = tokio::spawn(hear(Arc::clone(&peers), told, self.told_by_us()));
        let out = self
            .client
            .subscribe(
                self.options
                    .broker
                    .subject(&format!("out.{}", self.options.name)),
            )
            .await;
        let mut out = out.map_err(|error| failed("out", error))?;
        let mut queue: Option<PullConsumer> = None;
        while !self.stop.is_requested() && self.options.most_units != Some(self.status.units) {
            if let Some(Some(message)) = futures_util::FutureExt::now_or_never(out.next()) {
                let reason = String::from_utf8_lossy(&message.payload).to_string();
                return Err(Error(format!("shut out: {reason}")));
            }
            if futures_util::FutureExt::now_or_never(over.next())
                .flatten()
                .is_some()
            {
                say("the run is over");
                break;
            }
            let found = match &queue {
                Some(queue) => queue.clone(),
                None => match self
                    .options
                    .broker
                    .queue(&self.context, "units", "workers")
                    .await
                {
                    Ok(made) => queue.insert(made).clone(),
                    Err(_) if self.options.broker.is_over(&self.context).await => {
                        // The message was lost while the broker was away.
                        say("the run is over");
                        break;
                    }
                    Err(_) => {
                        // The broker was restarted empty, and the coordinator has not come yet.
                        tokio::time::sleep(Duration::from_millis(300)).await;
                        continue;
                    }
                },
            };
            self.beat(false).await;
            let batch = found
                .fetch()
                .max_messages(1)
                .expires(Duration::from_secs(1))
                .messages()
                .await;
            let Ok(mut batch) = batch else {
                queue = None;
                tokio::time::sleep(Duration::from_millis(300)).await;
                continue;
            };
            match batch.next().await {
                Some(Ok(message)) => {
                    self.learn(&mut worker).await;
                    worker = self.unit(worker, &peers, message, say).await?;
                }
                Some(Err(_)) => queue = None,
                None => {}
            }
        }
        hearing.abort();
        let _ = self.client.flush().await;
        Ok(self.status.units)
    }

    /// The subject of what this worker tells the others.
    fn told_by_us(&self) -> String {
        let subject = format!("told.{}", self.options.name);
        self.options.broker.subject(&subject)
    }

    /// Says who we are. Returns the levels of the bounds; `None` if a stop was requested before anybody answered.
    async fn greet(&self, own: &Hello, say: &impl Fn(&str)) -> Result<Option<Levels>, Error> {
        let words = serde_json::to_vec(own).expect("plain words");
        let mut has_said = false;
        while !self.stop.is_requested() {
            let asked = self
                .client
                .request(self.options.broker.subject("hello"), words.clone().into());
            let answer = tokio::time::timeout(Duration::from_secs(2), asked).await;
            let Ok(Ok(answer)) = answer else {
                if !std::mem::replace(&mut has_said, true) {
                    say("waiting for the coordinator");
                }
                tokio::time::sleep(Duration::from_millis(200)).await;
                continue;
            };
            let welcome: Welcome = serde_json::from_slice(&answer.payload)
                .map_err(|error| failed("the coordinator's answer", error))?;
            if let Some(reason) = welcome.refused {
                return Err(Error(format!("the coordinator refuses: {reason}")));
            }
            let bounds = welcome.bounds.parse();
            return bounds
                .map(Some)
                .map_err(|error| failed("the coordinator's bounds", error));
        }
        Ok(None)
    }

    /// Takes the facts that have come since the last unit.
    async fn learn(&mut self, worker: &mut Worker) {
        let Ok(stream) = self
            .context
            .get_stream(self.options.broker.stream("facts"))
            .await
        else {
            return;
        };
        let state = &stream.cached_info().state;
        if state.last_sequence < self.heard {
            // Another stream than before: the broker was restarted empty.
            self.heard = 0;
        }
        let wanted = state
            .last_sequence
            .saturating_sub(self.heard)
            .min(state.messages);
        if wanted == 0 {
            return;
        }
        let config = pull::Config {
            ack_policy: AckPolicy::None,
            deliver_policy: DeliverPolicy::ByStartSequence {
                start_sequence: self.heard + 1,
            },
            inactive_threshold: Duration::from_secs(30),
            ..pull::Config::default()
        };
        let Ok(consumer) = stream.create_consumer(config).await else {
            return;
        };
        let batch = consumer
            .fetch()
            .max_messages(wanted as usize)
            .expires(Duration::from_secs(5))
            .messages()
            .await;
        let Ok(mut batch) = batch else {
            return;
        };
        while let Some(Ok(message)) = batch.next().await {
            let facts = read_facts(&message.payload);
            self.status.heard += facts.len() as u64;
            worker.learn(facts);
            if let Ok(info) = message.info() {
                self.heard = info.stream_sequence;
            }
        }
    }

    /// Works on a unit and delivers the segment.
    async fn unit(
        &mut self,
        worker: Worker,
        peers: &Peers,
        message: jetstream::Message,
        say: &impl Fn(&str),
    ) -> Result<Worker, Error> {
        let delivered = message.info().map_or(1, |info| info.delivered);
        let unit = Unit::read(&message.payload, Path::new("unit"));
        let unit = match unit {
            Ok(unit) if delivered <= MOST_DELIVERIES => unit,
            _ => {
                let why = match unit {
                    Ok(_) => format!("given out {delivered} times"),
                    Err(error) => error.to_string(),
                };
                say(&format!("a unit is parked: {why}"));
                let subject = self.options.broker.subject("parked.unit");
                let parked = self.context.publish(subject, message.payload.clone()).await;
                if let Ok(parked) = parked
                    && parked.await.is_ok()
                {
                    let _ = message.ack_with(AckKind::Term).await;
                }
                return Ok(worker);
            }
        };
        let started = Instant::now();
        let (stop, drill, job) = (self.stop.clone(), self.options.drill, unit.clone());
        let mut search = tokio::task::spawn_blocking(move || -> Done {
            let mut worker = worker;
            let segment = match drill {
                Some(Drill::Lie) => Ok(lie(&job)),
                _ => worker.work(&job, &stop),
            };
            (worker, segment)
        });
        let mut beaten = Instant::now();
        let (worker, segment) = loop {
            match tokio::time::timeout(EXCHANGE, &mut search).await {
                Ok(done) => break done.map_err(|error| failed("the search", error))?,
                Err(_) => {
                    self.tell(peers).await;
                    if beaten.elapsed() >= BEAT {
                        beaten = Instant::now();
                        // If it does not arrive, the unit goes to somebody else too, which is harmless.
                        let _ = message.ack_with(AckKind::Progress).await;
                        self.beat(true).await;
                    }
                }
            }
        };
        self.tell(peers).await;
        let segment = match segment {
            Ok(segment) => segment,
            Err(WorkError::Stopped) => {
                let _ = message.ack_with(AckKind::Nak(None)).await;
                let _ = self.client.flush().await;
                return Ok(worker);
            }
            Err(error) => {
                let _ = message.ack_with(AckKind::Nak(None)).await;
                let _ = self.client.flush().await;
                return Err(Error(error.to_string()));
            }
        };
        let mut bytes = segment.to_bytes();
        if self.options.drill == Some(Drill::Tear) {
            bytes.truncate(bytes.len() / 2);
        }
        // A position may be given out again as a whole, and the broker leaves out what has the same name.
        let attempt = format!(
            "{}-{delivered}-{}-{}-{}",
            &segment.unit.to_string()[..16],
            self.options.name,
            self.started,
            self.status.units,
        );
        self.deliver(&attempt, &bytes, started.elapsed()).await;
        // Until this arrives the unit may be given out again.
        let _ = message.double_ack().await;
        self.status.units += 1;
        self.status.nodes += segment.results.iter().map(|found| found.nodes).sum::<u64>();
        Ok(worker)
    }

    /// Tells the other workers where the search is and what it has found. What is lost on the way is found again.
    async fn tell(&self, peers: &Peers) {
        let message = peers.take();
        if !message.is_empty() {
            let _ = self.client.publish(self.told_by_us(), message.into()).await;
        }
    }

    /// Publishes a segment in parts, and again until the broker has taken all of them.
    async fn deliver(&self, attempt: &str, bytes: &[u8], working: Duration) {
        let parts: Vec<&[u8]> = bytes.chunks(PART).collect();
        for (number, part) in parts.iter().enumerate() {
            while !self.stop.is_requested() {
                let mut headers = HeaderMap::new();
                headers.insert("attempt", attempt);
                headers.insert("worker", self.options.name.as_str());
                headers.insert("part", format!("{number}").as_str());
                headers.insert("parts", format!("{}", parts.len()).as_str());
                headers.insert("seconds", format!("{:.6}", working.as_secs_f64()).as_str());
                headers.insert("Nats-Msg-Id", format!("{attempt}-{number}").as_str());
                let subject = self
                    .options
                    .broker
                    .subject(&format!("results.{}", self.options.name));
                let sent = self
                    .context
                    .publish_with_headers(subject, headers, part.to_vec().into())
                    .await;
                if let Ok(sent) = sent
                    && sent.await.is_ok()
                {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(500)).await;
            }
        }
    }

    async fn beat(&mut self, busy: bool) {
        self.status.busy = busy;
        self.status.seconds = self.begun.elapsed().as_secs_f64();
        let words = serde_json::to_vec(&self.status).expect("plain words");
        let _ = self
            .client
            .publish(self.options.broker.subject("beat"), words.into())
            .await;
    }
}

/// Hears what the others tell, until the subscription ends.
async fn hear(peers: Arc<Peers>, mut told: Subscriber, own: String) {
    loop {
        match tokio::time::timeout(BEAT, told.next()).await {
            Ok(Some(message)) if message.subject.as_str() != own => {
                peers.hear(message.subject.as_str(), &message.payload);
            }
            Ok(Some(_)) => {}
            Ok(None) => return,
            Err(_) => peers.forget_silent(),
        }
    }
}

/// A segment that says of every position that whoever is to move loses, without proof.
fn lie(unit: &Unit) -> Segment {
    let mut segment = Segment::new(unit.id());
    for &question in &unit.positions {
        let winner = question.first.opponent();
        let mut writer = Writer::new(Vec::new(), Form::Binary, &question);
        let written = writer
            .begin(winner, 16)
            .and_then(|()| writer.step(&Step::Count));
        let piece = written
            .and_then(|()| writer.finish())
            .expect("memory takes everything");
        let begin = segment.pieces.len();
        segment.pieces.extend(piece);
        let piece = begin..segment.pieces.len();
        segment.results.push(Finding {
            position: question,
            nodes: 1,
            writing: 0,
            outcome: Outcome::Solved(Solved { winner, piece }),
        });
    }
    segment
}
