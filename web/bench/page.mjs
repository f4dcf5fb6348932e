// How fast the page is in a browser on this machine. Usage: node web/bench/page.mjs PROGRAM
import { execFileSync } from "node:child_process";
import { judged, openBrowser, openPage, serveFolder, serveProgram } from "../tests/support.mjs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const [program = "target/release/crosscram"] = process.argv.slice(2);
const page = join(dirname(fileURLToPath(import.meta.url)), "../../crates/server/page");
const server = await serveProgram(program);
const host = await serveFolder(page);
const { browser, close } = await openBrowser();
const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];
try {
  const paints = [];
  for (let i = 0; i < 7; i++) {
    const { page, context } = await openPage(browser, `${server.url}#/play?p=6x6`);
    const paint = await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
    paints.push(await paint.jsonValue());
    await context.close();
  }
  console.log(JSON.stringify({ part: "first contentful paint", milliseconds: Math.round(median(paints)) }));

  for (const size of ["6x6", "8x8"]) {
    const { page, context } = await openPage(browser, `${host.url}#/puzzles`);
    await page.evaluate((size) => {
      globalThis.began = performance.now();
      location.hash = `#/play?p=${size}`;
    }, size);
    await judged(page);
    const took = await page.evaluate(() => performance.now() - globalThis.began);
    console.log(JSON.stringify({ part: `all verdicts of ${size}, solver in the page`, seconds: Number((took / 1000).toFixed(2)) }));
    await context.close();
  }

  const { page: blank } = await openPage(browser, `${host.url}#/puzzles`);
  const solve = () =>
    blank.evaluate(
      () =>
        new Promise((resolve, reject) => {
          const worker = new Worker("worker.js");
          let began = 0;
          worker.onmessage = ({ data }) => {
            const answer = data.events?.find((event) => event.name === "answer");
            if (!answer) return;
            // The first question is there to load the module.
            if (began === 0) {
              began = performance.now();
              worker.postMessage({ request: { ask: "solve", position: "8x8", first: "V" } });
            } else {
              worker.terminate();
              resolve(performance.now() - began);
            }
          };
          worker.onerror = (event) => reject(new Error(event.message));
          worker.postMessage({ request: { ask: "solve", position: "3x3", first: "V" } });
        }),
    );
  const inPage = [];
  const native = [];
  for (let i = 0; i < 5; i++) {
    inPage.push(await solve());
    native.push(JSON.parse(execFileSync(program, ["solve", "8x8", "--first", "V", "--json", "-q"])).vertical_first.seconds * 1000);
  }
  console.log(JSON.stringify({ part: "8x8, Vertical first", page_milliseconds: Math.round(median(inPage)), native_milliseconds: Math.round(median(native)), ratio: Number((median(inPage) / median(native)).toFixed(2)) }));
} finally {
  await close();
  await host.stop();
  await server.stop();
}
