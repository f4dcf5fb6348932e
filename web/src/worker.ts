// The web worker: the module of crates/wasm, asked in slices so that it hears of cancellations.

interface Module {
  memory: WebAssembly.Memory;
  input(length: number): number;
  output(): number;
  ask(): number;
  step(milliseconds: number): number;
  cancel(): void;
  verify(): number;
}

interface Message {
  request?: unknown;
  certificate?: Uint8Array;
  cancel?: true;
}

declare const self: DedicatedWorkerGlobalScope;

const SLICE = 60;

async function load(): Promise<Module> {
  const imports = { env: { now: () => performance.now() } };
  const response = await fetch("crosscram.wasm");
  if (!response.ok) throw new Error(`crosscram.wasm: ${response.status}`);
  // Not every host knows the type of WebAssembly files.
  const streams = response.headers.get("content-type") === "application/wasm";
  const { instance } = streams ? await WebAssembly.instantiateStreaming(response, imports) : await WebAssembly.instantiate(await response.arrayBuffer(), imports);
  return instance.exports as unknown as Module;
}

const loading = load();
// Who waits for it hears of a failure.
loading.catch(() => {});

function write(module: Module, bytes: Uint8Array): void {
  const at = module.input(bytes.length);
  new Uint8Array(module.memory.buffer, at, bytes.length).set(bytes);
}

function read(module: Module, length: number): unknown {
  const bytes = new Uint8Array(module.memory.buffer, module.output(), length);
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** Lets messages in, without the wait of a timer. */
const channel = new MessageChannel();
let resume: (() => void) | null = null;
channel.port1.onmessage = () => resume?.();
const breathe = (): Promise<void> =>
  new Promise((resolve) => {
    resume = resolve;
    channel.port2.postMessage(null);
  });

let cancelled = false;

async function run({ request, certificate }: Message): Promise<void> {
  cancelled = false;
  const module = await loading;
  if (certificate) {
    write(module, certificate);
    const verified = read(module, module.verify()) as { error?: unknown };
    self.postMessage(verified.error ? { error: verified.error } : { verified });
    return;
  }
  write(module, new TextEncoder().encode(JSON.stringify(request)));
  const begun = read(module, module.ask()) as { error?: unknown };
  if (begun.error) {
    self.postMessage({ error: begun.error });
    return;
  }
  for (;;) {
    const slice = read(module, module.step(SLICE)) as { done: boolean; events: unknown[] };
    if (slice.done || slice.events.length > 0) self.postMessage(slice);
    if (slice.done) return;
    await breathe();
    if (cancelled) {
      module.cancel();
      self.postMessage({ cancelled: true });
      return;
    }
  }
}

self.onmessage = ({ data }: MessageEvent<Message>) => {
  if (data.cancel) {
    cancelled = true;
    return;
  }
  run(data).catch((error: unknown) => {
    // Thrown outside of the promise, so that the page hears of it and replaces this worker.
    setTimeout(() => {
      throw error;
    });
  });
};
export {};
