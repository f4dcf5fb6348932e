// Loads the WebAssembly module, asks it in slices and compares with what the program says.
// Usage: node run.mjs MODULE PROGRAM
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const [path, program] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(path), { env: { now: () => performance.now() } });
const module = instance.exports;
const read = (length) => JSON.parse(Buffer.from(module.memory.buffer, module.output(), length).toString());

/** The last event of a request, worked on in slices of so many milliseconds. */
function ask(request, slice) {
  const bytes = Buffer.from(typeof request === "string" ? request : JSON.stringify(request));
  const at = module.input(bytes.length);
  new Uint8Array(module.memory.buffer, at, bytes.length).set(bytes);
  const begun = read(module.ask());
  if (begun.error) return begun;
  for (const events = []; ; ) {
    const step = read(module.step(slice));
    events.push(...step.events);
    if (step.done) return events.at(-1).data;
  }
}

let failures = 0;
const expect = (what, found, expected) => {
  const same = JSON.stringify(found) === JSON.stringify(expected);
  failures += same ? 0 : 1;
  console.log(`${what}: ${JSON.stringify(found)}${same ? "" : `, expected ${JSON.stringify(expected)}`}`);
};
const run = (...words) => JSON.parse(execFileSync(program, [...words, "--json"]));

for (const size of ["5x6", "6x7", "6x8", "7x7", "7x9"]) {
  const answer = run("solve", size, "--table", "48MiB", "-q");
  // Each in one slice, in a module that has searched nothing of that size: the nodes are the program's.
  for (const [first, side] of [["V", "vertical_first"], ["H", "horizontal_first"]]) {
    const found = ask({ ask: "solve", position: size, first }, 60_000)[side];
    expect(`${size} ${first} first`, [found.winner, found.nodes], [answer[side].winner, answer[side].nodes]);
  }
}
const sliced = ask({ ask: "solve", position: "8x8 V" }, 10);
expect("8x8 in slices", sliced.vertical_first.winner, "V");
expect("a value", ask({ ask: "value", position: "4x4" }, 5).value, run("value", "4x4").value);
expect("an error", ask("{", 1).error.place, "line 1, column 1");

// A task that is cancelled leaves the module as it was.
const long = Buffer.from(JSON.stringify({ ask: "analyse", position: "12x12 V" }));
new Uint8Array(module.memory.buffer, module.input(long.length), long.length).set(long);
module.ask();
expect("a long analysis", read(module.step(20)).done, false);
module.cancel();
expect("after a cancellation", ask({ ask: "solve", position: "4x4 V" }, 50).vertical_first.winner, "V");

// Tables are bounded: many sizes one after the other do not add up.
for (let side = 5; side <= 10; side++) {
  for (let other = side; other <= 11; other++) ask({ ask: "solve", position: `${side}x${other} V`, seconds: 0.2 }, 100);
}
const megabytes = module.memory.buffer.byteLength / (1 << 20);
expect("megabytes within bounds", megabytes <= 512, true);
process.exit(failures === 0 ? 0 : 1);
