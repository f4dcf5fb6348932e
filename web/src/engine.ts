// One interface to everything that takes thought, and its two back ends: the worker in this browser, and the
// server of `crosscram serve`.

import type { Player } from "./rules";

export interface Request {
  ask: "solve" | "analyse" | "review" | "value" | "explain" | "play" | "atlas";
  [field: string]: unknown;
}

export interface EngineEvent {
  name: string;
  data: unknown;
}

export interface Engine {
  readonly name: string;
  /** Resolves with the answer; events come before. Aborting stops the work. */
  ask<T>(request: Request, options?: { signal?: AbortSignal; onEvent?: (event: EngineEvent) => void }): Promise<T>;
  verify(bytes: Uint8Array): Promise<Verified>;
}

/** A request that was refused or that failed, with the place of the error. */
export class EngineError extends Error {
  constructor(
    message: string,
    readonly place = "",
  ) {
    super(place && place !== "request" ? `${place}: ${message}` : message);
  }
}

/** The server cannot be reached. */
export class Unreachable extends Error {}

export const aborted = (): DOMException => new DOMException("cancelled", "AbortError");
export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === "AbortError";

// What comes back; the server's OpenAPI file describes every field.
/** `shown_by` is `search`, or the bound that decides: `counts`, `cover`, or a kind of cut. */
export interface Verdict { move: string; result: "wins" | "loses" | "unknown"; shown_by: string | null; nodes: number | null; refutation: string | null }
export interface Whole { first: Player; winner: Player; best_move: string | null }
export interface JudgedSide { winner: Player | null; moves: Verdict[]; line: { moves: string[]; complete: boolean } | null }
export interface Analysis { vertical_first: JudgedSide | null; horizontal_first: JudgedSide | null; nodes: number; seconds: number; stopped: boolean }
export interface Reviewed { move: string; before: Player | null; after: Player | null; effect: "kept" | "gave" | "lost" | "unknown"; better: string[] }
export interface Ply extends Reviewed { ply: number }
export interface Review { winner: Player | null; moves: Reviewed[]; stopped: boolean }
/** Numbers are texts, as "-3/4"; cells are row and column from 1, as "1,2". */
export interface Worth {
  value: string | null; outcome: string; mean: string; temperature: string; left_stop: string; right_stop: string; initiative: string;
  thermograph: { left: [string, string][]; right: [string, string][] };
}
export type Found = Worth | { why: string };
export type Region = Found & { position: string; cells: string[] };
export interface Proposal { region: number; move: string; reason: string }
export type Value = Found & { regions: Region[]; players: { player: Player; winning: string[]; advice: { hotstrat: Proposal; sentestrat: Proposal } | null }[]; ended: string };
export interface Piece { name: string; cells: string[]; number: string; turn: string; switches: string }
export interface Cut { player: Player; turn: "first" | "second"; level: string; proves: boolean; bound: string; misses_by: string | null; pieces: Piece[]; idle: string[]; dead: string[] }
export interface Cover { player: Player; areas: { kind: string; cells: string[] }[]; moves?: number; opponent_moves?: number; proves: boolean }
export interface Explanation { first: Player; vertical_first: Player | null; horizontal_first: Player | null; cuts: Cut[]; covers: Cover[] }
export interface Chart { size: number; rows: string[][] }
export interface Tree { statement: string; reason: string; premises: Tree[] }
export interface Claim { rows: number; cols: number; first: Player; winner: Player }
export interface AtlasSide { winner: Player | null; derivation: Tree | null; sources: string[]; settled_by: { answer: Claim; settles: Claim }[] }
export interface AtlasBoard { possible: string; outcome: string | null; certified: boolean; vertical_first: AtlasSide; horizontal_first: AtlasSide }
export interface Choice { move: string; claim: "wins" | "loses" | null; by: string }
export interface Verified { valid: boolean; reason?: string; claims: string[]; nodes: number; hash: string | null; game: { position: string; tile: number; first: Player; winner: Player } | null }

interface Job {
  message: { request: Request } | { certificate: Uint8Array };
  onEvent: (event: EngineEvent) => void;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
  cancelled: boolean;
}

/** How long a worker may take to hear of a cancellation before it is replaced by a new one. */
const PATIENCE = 700;

/** The solver in a web worker. Jobs run one after the other. */
export class WorkerEngine implements Engine {
  readonly name = "this browser";
  #worker: Worker | null = null;
  #queue: Job[] = [];
  #current: Job | null = null;

  ask<T>(request: Request, options: { signal?: AbortSignal; onEvent?: (event: EngineEvent) => void } = {}): Promise<T> {
    return this.#enqueue({ request }, options) as Promise<T>;
  }

  verify(bytes: Uint8Array): Promise<Verified> {
    return this.#enqueue({ certificate: bytes }, {}) as Promise<Verified>;
  }

  #enqueue(message: Job["message"], { signal, onEvent = () => {} }: { signal?: AbortSignal; onEvent?: (event: EngineEvent) => void }): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(aborted());
      const job: Job = { message, onEvent, resolve, reject, cancelled: false };
      signal?.addEventListener("abort", () => this.#cancel(job), { once: true });
      this.#queue.push(job);
      this.#next();
    });
  }

  #cancel(job: Job): void {
    if (job.cancelled) return;
    job.cancelled = true;
    job.reject(aborted());
    if (this.#current !== job) {
      this.#queue = this.#queue.filter((other) => other !== job);
      return;
    }
    const worker = this.#worker;
    worker?.postMessage({ cancel: true });
    setTimeout(() => {
      if (this.#current !== job || this.#worker !== worker) return;
      worker?.terminate();
      this.#worker = null;
      this.#current = null;
      this.#next();
    }, PATIENCE);
  }

  #next(): void {
    if (this.#current) return;
    const job = this.#queue.shift();
    if (!job) return;
    this.#current = job;
    this.#worker ??= this.#start();
    this.#worker.postMessage(job.message);
  }

  #start(): Worker {
    const worker = new Worker("worker.js");
    const finish = (settle: (job: Job) => void): void => {
      const job = this.#current;
      this.#current = null;
      if (job && !job.cancelled) settle(job);
      this.#next();
    };
    worker.onmessage = ({ data }: MessageEvent<{ events?: EngineEvent[]; done?: boolean; error?: { message: string; place: string }; verified?: Verified; cancelled?: boolean }>) => {
      const job = this.#current;
      if (!job) return;
      if (data.error) {
        const { message, place } = data.error;
        return finish((job) => job.reject(new EngineError(message, place)));
      }
      if (data.verified) return finish((job) => job.resolve(data.verified));
      if (data.cancelled) return finish(() => {});
      let answer: EngineEvent | undefined;
      for (const event of data.events ?? []) {
        if (event.name === "answer" || event.name === "error") answer = event;
        if (!job.cancelled) job.onEvent(event);
      }
      if (data.done) {
        finish((job) => {
          if (answer?.name === "answer") return job.resolve(answer.data);
          const { message, place } = (answer?.data ?? { message: "no answer", place: "" }) as { message: string; place: string };
          job.reject(new EngineError(message, place));
        });
      }
    };
    worker.onerror = (event) => {
      event.preventDefault();
      // A module that ran out of memory or stack is of no use any more.
      worker.terminate();
      this.#worker = null;
      finish((job) => job.reject(new EngineError(event.message || "the solver could not be started")));
    };
    return worker;
  }
}

/** The engine behind `crosscram serve`. */
export class ServerEngine implements Engine {
  readonly name = "server";
  /** Whether it shows a proof in units of work. */
  run = false;
  readonly #base: string;

  constructor(base = "api/v2/") {
    this.#base = base;
  }

  async isThere(): Promise<boolean> {
    try {
      const answer = await fetch(`${this.#base}info`, { cache: "no-store", signal: AbortSignal.timeout(3000) });
      const info = (await answer.json()) as { api?: number; run?: boolean };
      this.run = info.run === true;
      return answer.ok && info.api === 2;
    } catch {
      return false;
    }
  }

  async ask<T>({ ask, ...fields }: Request, { signal, onEvent = () => {} }: { signal?: AbortSignal; onEvent?: (event: EngineEvent) => void } = {}): Promise<T> {
    const response = await this.#post(ask, JSON.stringify(fields), { "content-type": "application/json", accept: "text/event-stream" }, signal);
    if (!response.body) throw new Unreachable("the server sent nothing");
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw isAbort(error) ? error : new Unreachable(String(error));
      });
      if (done) throw new Unreachable("the server went away");
      text += value;
      for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
        const event = parseEvent(text.slice(0, end));
        text = text.slice(end + 2);
        if (!event) continue;
        if (event.name === "error") {
          const { message, place } = event.data as { message: string; place: string };
          throw new EngineError(message, place);
        }
        onEvent(event);
        if (event.name === "answer") return event.data as T;
      }
    }
  }

  async verify(bytes: Uint8Array): Promise<Verified> {
    const body = new Blob([bytes as Uint8Array<ArrayBuffer>]);
    const response = await this.#post("verify", body, { "content-type": "application/octet-stream" });
    return (await response.json()) as Verified;
  }

  async #post(ask: string, body: string | Blob, headers: Record<string, string>, signal?: AbortSignal): Promise<Response> {
    const response = await fetch(this.#base + ask, { method: "POST", body, headers, ...(signal ? { signal } : {}) }).catch((error: unknown) => {
      throw isAbort(error) ? error : new Unreachable(String(error));
    });
    if (response.ok) return response;
    const text = await response.text();
    try {
      const { error } = JSON.parse(text) as { error: { message: string; place: string } };
      throw new EngineError(error.message, error.place);
    } catch (error) {
      if (error instanceof EngineError) throw error;
      throw new Unreachable(`the server answered ${response.status}`);
    }
  }
}

function parseEvent(block: string): EngineEvent | null {
  let name = "message";
  let data = "";
  for (const line of block.split("\n")) {
    if (line.startsWith("event: ")) name = line.slice(7);
    if (line.startsWith("data: ")) data += line.slice(6);
  }
  return data === "" ? null : { name, data: JSON.parse(data) as unknown };
}

/** How long the server is left alone after it could not be reached. */
const RETRY = 4000;

/** The server while it is there, else this browser: a page that was opened stays of use when the server goes away, and finds it again. */
export class AutomaticEngine implements Engine {
  readonly #worker = new WorkerEngine();
  readonly #server = new ServerEngine();
  #away = Infinity;
  /** Whether there ever was a server, so that a page on a static host does not ask for one again and again. */
  #known = false;
  readonly #first: Promise<void>;

  constructor(readonly onChange: (name: string) => void) {
    this.#first = this.#look();
  }

  get name(): string {
    return this.#away === 0 ? this.#server.name : this.#worker.name;
  }

  /** Whether there is a server that shows a proof in units of work. */
  async run(): Promise<boolean> {
    await this.#first;
    return this.#away === 0 && this.#server.run;
  }

  /** Looks for the server. */
  async #look(): Promise<void> {
    const there = await this.#server.isThere();
    this.#known ||= there;
    this.#set(there ? 0 : Date.now());
  }

  #set(away: number): void {
    this.#away = away;
    this.onChange(this.name);
  }

  async #choose(): Promise<boolean> {
    await this.#first;
    if (this.#away === 0) return true;
    if (this.#known && Date.now() - this.#away > RETRY) await this.#look();
    return (this.#away as number) === 0;
  }

  async ask<T>(request: Request, options: { signal?: AbortSignal; onEvent?: (event: EngineEvent) => void } = {}): Promise<T> {
    // A proof that was loaded in this browser is played by it.
    const proof = typeof request["player"] === "string" && request["player"].startsWith("proof:");
    if (!proof && (await this.#choose())) {
      try {
        return await this.#server.ask<T>(request, options);
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error;
        this.#set(Date.now());
      }
    }
    return this.#worker.ask<T>(request, options);
  }

  verify(bytes: Uint8Array): Promise<Verified> {
    return this.#worker.verify(bytes);
  }
}
