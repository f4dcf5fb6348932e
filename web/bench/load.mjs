// Load: many clients analyse at once. Does anybody starve, does memory stay bounded, does cancelled work stop?
// Usage: node web/bench/load.mjs PROGRAM [CLIENTS [SECONDS]]    (200 clients; 2 seconds of work for each)
//
// The server runs with --public, with its limits for strangers. Each client has an address of its own (127.1.x.y), because
// limits are per client. Prints one JSON object per part.
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { serveProgram } from "../tests/support.mjs";

const [program = "target/release/crosscram", count = "200", work = "2"] = process.argv.slice(2);
const clients = Number(count);
const server = await serveProgram(program, 0, ["--public"]);
const pid = server.child.pid;
const memory = (field) => Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024);
const processor = () => readFileSync(`/proc/${pid}/stat`, "utf8").split(" ").slice(13, 15).reduce((sum, ticks) => sum + Number(ticks) / 100, 0);
const info = () => fetch(`${server.url}api/v2/info`).then((response) => response.json());
const address = (client) => `127.1.${client >> 8}.${(client & 255) + 1}`;

/** An analysis; resolves with the seconds until its first event, its first verdict and its answer. */
function analyse(client, position, until = () => false) {
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  const found = { first: null, verdict: null, answer: null, verdicts: 0, ended: null, longest: 0 };
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port: server.port, path: `/api/v2/analyse?position=${position}&seconds=${work}`, localAddress: address(client), headers: { accept: "text/event-stream" } }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`client ${client}: status ${response.statusCode}`));
      let text = "";
      let last = seconds();
      response.on("data", (data) => {
        text += data;
        for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
          const [, name, json] = /^event: (\w+)\ndata: (.*)$/s.exec(text.slice(0, end)) ?? [];
          text = text.slice(end + 2);
          if (!name) continue;
          found.first ??= seconds();
          found.longest = Math.max(found.longest, seconds() - last);
          last = seconds();
          if (name === "verdict") {
            found.verdicts++;
            found.verdict ??= seconds();
          }
          if (name === "answer") {
            found.answer = seconds();
            found.ended = JSON.parse(json).ended;
          }
          if (until(name)) asked.destroy();
        }
      });
      response.on("end", () => resolve(found));
      response.on("close", () => resolve(found));
      response.on("error", () => resolve(found));
    });
    asked.on("error", (error) => (asked.destroyed ? resolve(found) : reject(error)));
    asked.end();
  });
}

const spread = (numbers) => {
  const sorted = numbers.filter((n) => n !== null).sort((a, b) => a - b);
  const at = (part) => Number(sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]?.toFixed(2));
  return { median: at(0.5), worst: at(1) };
};

try {
  const starts = ["8x8", "7x8", "7x9", "6x9"];
  const idle = memory("VmRSS");
  const began = performance.now();
  let peakTasks = 0;
  const watch = setInterval(() => void info().then(({ load }) => (peakTasks = Math.max(peakTasks, load.tasks))), 200);
  const all = await Promise.all(Array.from({ length: clients }, (_, client) => analyse(client, starts[client % starts.length])));
  clearInterval(watch);
  const answered = all.filter(({ ended }) => ended !== null);
  console.log(
    JSON.stringify({
      part: "analyses at once",
      clients,
      seconds_of_work_each: Number(work),
      tasks_at_once: peakTasks,
      answered: answered.length,
      complete: answered.filter(({ ended }) => ended === "proven").length,
      without_verdict: all.filter(({ verdicts }) => verdicts === 0).length,
      seconds_to_first_event: spread(all.map(({ first }) => first)),
      seconds_to_answer: spread(all.map(({ answer }) => answer)),
      longest_silence: spread(all.map(({ longest }) => longest)),
      seconds: Number(((performance.now() - began) / 1000).toFixed(1)),
      memory_mib: { idle, peak: memory("VmHWM") },
    }),
  );

  // Long work of everybody, then all go away at once.
  const gone = Array.from({ length: clients }, (_, client) => {
    const asked = request({ host: "127.0.0.1", port: server.port, path: "/api/v2/analyse?position=12x12", localAddress: address(client) });
    asked.on("error", () => {});
    asked.end();
    return asked;
  });
  while ((await info()).load.tasks < clients) await new Promise((resolve) => setTimeout(resolve, 20));
  const left = performance.now();
  for (const asked of gone) asked.destroy();
  let load;
  do load = (await info()).load;
  while (load.tasks > 0);
  const stopped = performance.now();
  const before = processor();
  await new Promise((resolve) => setTimeout(resolve, 1000));
  console.log(
    JSON.stringify({
      part: "cancelled at once",
      clients,
      seconds_until_all_stopped: Number(((stopped - left) / 1000).toFixed(2)),
      processor_seconds_in_the_second_after: Number((processor() - before).toFixed(2)),
      reserved_bytes: load.reserved_bytes,
      memory_mib: { peak: memory("VmHWM"), now: memory("VmRSS") },
    }),
  );
} finally {
  await server.stop();
}
