// What the tests share: a static host, the program as a server, and a browser.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { chromium } from "playwright-core";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json" };

/** Serves a folder below a prefix, as any static host does. */
export function serveFolder(folder, prefix = "/", port = 0) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://x").pathname);
    const file = path.startsWith(prefix) ? join(folder, normalize(path.slice(prefix.length)) || "index.html") : "";
    const found = file && existsSync(file) && (statSync(file).isDirectory() ? join(file, "index.html") : file);
    if (!found || !existsSync(found)) {
      response.writeHead(404).end("not found");
      return;
    }
    response.writeHead(200, { "content-type": TYPES[extname(found)] ?? "application/octet-stream" }).end(readFileSync(found));
  });
  return new Promise((resolve) => {
    server.listen(port, "127.0.0.1", () => {
      const at = server.address().port;
      resolve({
        port: at,
        url: `http://127.0.0.1:${at}${prefix}`,
        stop: () =>
          new Promise((done) => {
            server.closeAllConnections();
            server.close(done);
          }),
      });
    });
  });
}

/** Starts `crosscram serve` and waits until it says where. */
export function serveProgram(program, port = 0, more = []) {
  const child = spawn(program, ["serve", "--port", String(port), ...more], { stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((resolve, reject) => {
    let text = "";
    child.on("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    child.stdout.on("data", (data) => {
      text += data;
      const match = /http:\/\/127\.0\.0\.1:(\d+)\//.exec(text);
      if (!match) return;
      child.removeAllListeners("exit");
      resolve({
        port: Number(match[1]),
        url: match[0],
        child,
        stop: () =>
          new Promise((done) => {
            child.on("exit", done);
            child.kill("SIGTERM");
          }),
      });
    });
  });
}

/** A browser with a profile of its own. */
export async function openBrowser() {
  const profile = mkdtempSync(join(tmpdir(), "crosscram-chromium-"));
  const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
  const browser = await chromium.launch({
    executablePath,
    headless: true,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", `--disk-cache-dir=${profile}`],
  });
  return {
    browser,
    close: async () => {
      await browser.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** Opponents of the page draw their moves from `Math.random`: here from a seed, so that a run can be repeated. */
const SEED = Number(process.env.PAGE_SEED ?? Date.now() % 1e9);
console.log(`seed of the page's opponents: ${SEED} (to repeat: PAGE_SEED=${SEED})`);
const seeded = (seed) => {
  let state = seed;
  // Mulberry32.
  Math.random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** Waits until every move of the position is judged. */
export const judged = (page) =>
  page.waitForFunction(() => {
    const progress = document.querySelector("[data-testid=progress]");
    return progress && progress.dataset.total !== "0" && progress.dataset.known === progress.dataset.total;
  }, null, { timeout: 0 });

export const openPage = async (browser, url, options = {}) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  await context.addInitScript(seeded, SEED);
  const page = await context.newPage();
  page.setDefaultTimeout(0);
  const problems = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    // A server that is looked for and not found is no problem.
    if (message.type() === "error" && !/api\/v1|ERR_|status of 404/.test(message.text() + message.location().url)) problems.push(message.text());
  });
  await page.goto(url);
  await page.waitForSelector("[data-testid=board], [data-testid=chart]");
  return { page, context, problems };
};
