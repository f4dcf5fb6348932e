// Compares a page that was just built with the committed one. Another compiler gives another module with the same
// behaviour; everything else has to be the same byte for byte.
// Usage: node tests/compare.mjs BUILT COMMITTED
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

const [built, committed] = process.argv.slice(2);
const list = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
const fail = (message) => {
  console.error(`${message}\nThe committed page is not what its sources give: run web/build --embed and commit crates/server/page.`);
  process.exit(1);
};

const files = list(built);
if (files.join() !== list(committed).join()) fail(`files: ${files.join(" ")}\nbut: ${list(committed).join(" ")}`);
const differing = files.filter((file) => !readFileSync(join(built, file)).equals(readFileSync(join(committed, file))));
// The service worker names the hash of everything else.
const others = differing.filter((file) => file !== "crosscram.wasm" && file !== "service-worker.js");
if (others.length > 0) fail(`different: ${others.join(" ")}`);
if (!differing.includes("crosscram.wasm")) {
  if (differing.length > 0) fail(`different: ${differing.join(" ")}`);
  console.log("the committed page is what its sources give, byte for byte");
  process.exit(0);
}

/** What a module answers to every kind of question; nodes are part of it, times are not. */
async function behaviour(folder) {
  const { instance } = await WebAssembly.instantiate(readFileSync(join(folder, "crosscram.wasm")), { env: { now: () => 0 } });
  const module = instance.exports;
  const read = (length) => JSON.parse(Buffer.from(module.memory.buffer, module.output(), length).toString());
  const questions = [
    { ask: "solve", position: "7x7" },
    { ask: "solve", position: "6x8", tile: 3 },
    { ask: "analyse", position: "6x7 H" },
    { ask: "analyse", position: "..#....|.......|....#..|.......|.#.....|....... V" },
    { ask: "value", position: "4x5" },
    { ask: "explain", position: "7x8 V" },
    { ask: "play", position: "6x6", player: "values" },
    { ask: "atlas", size: 25 },
  ];
  return questions.map((question) => {
    const bytes = Buffer.from(JSON.stringify(question));
    const at = module.input(bytes.length);
    new Uint8Array(module.memory.buffer, at, bytes.length).set(bytes);
    const begun = read(module.ask());
    if (begun.error) return begun;
    for (const events = []; ; ) {
      const slice = read(module.step(60_000));
      events.push(...slice.events);
      if (slice.done) return events;
    }
  });
}

const [one, other] = await Promise.all([behaviour(built), behaviour(committed)]);
one.forEach((answer, index) => {
  if (JSON.stringify(answer) !== JSON.stringify(other[index])) fail(`the modules answer differently: question ${index + 1}`);
});
console.log("the committed module differs in its bytes (another compiler?) and answers the same");
