// The pictures of docs/web.md. Usage: node web/bench/screenshots.mjs [FOLDER], from the root of the repository.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { judged, openBrowser, openPage, serveFolder } from "../tests/support.mjs";

const [out = "docs/web"] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const host = await serveFolder("crates/server/page");
const { browser, close } = await openBrowser();
const GAME = "p=8x8&m=V1,2.H2,7.V7,2.H7,7.V3,2.H2,3";
const shot = async (name, hash, options, prepare = async () => {}) => {
  const { page, context, problems } = await openPage(browser, `${host.url}#${hash}`, { viewport: { width: 1180, height: 800 }, ...options });
  await page.evaluate(() => document.querySelector("[data-testid=opponent]") && 0);
  await prepare(page);
  await page.mouse.move(0, 0);
  await page.screenshot({ path: join(out, `${name}.png`) });
  await context.close();
  if (problems.length > 0) throw new Error(problems.join("\n"));
};
const human = (page) => page.selectOption("[data-testid=opponent]", "human");
const phone = { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true, deviceScaleFactor: 1.5 };
try {
  await shot("play", `/play?${GAME}`, {}, async (page) => {
    await human(page);
    await judged(page);
  });
  await shot("play-dark", `/play?${GAME}`, { colorScheme: "dark" }, async (page) => {
    await human(page);
    await judged(page);
  });
  await shot("play-phone", "/play?p=6x6&m=V1,2.H2,3", phone, async (page) => {
    await human(page);
    await judged(page);
    await page.evaluate(() => scrollTo(0, 0));
  });
  await shot("review", "/play?p=6x6&m=V1,2.H2,3.V2,1.H5,1.V3,4.H3,5", { viewport: { width: 1180, height: 700 } }, async (page) => {
    await human(page);
    await page.click("[data-testid=review]");
    await page.waitForSelector("[data-testid=mistakes]");
    await judged(page);
  });
  await shot("values", "/play?p=...x...-...x.x.-xx.xx..-.....x.-..x.x..", { viewport: { width: 1180, height: 980 } }, async (page) => {
    await human(page);
    await page.click("[data-testid=tab-values]");
    await page.waitForSelector("[data-testid=value], .regions");
    await page.waitForFunction(() => document.querySelector("#tab-body p.small"));
  });
  await shot("why", "/play?p=6x7", { viewport: { width: 1180, height: 900 } }, async (page) => {
    await human(page);
    await page.click("[data-testid=tab-why]");
    await page.waitForSelector("[data-testid=overlay]");
  });
  await shot("edit", "/edit?p=..x....x-........-...xx...-x......x-..x..x..-........", {});
  await shot("puzzles", "/puzzles?n=40", {}, (page) => page.waitForSelector("[data-testid=puzzle] h1"));
  await shot("atlas", "/atlas", {}, async (page) => {
    await page.waitForSelector(".place");
    await page.click('[data-board="6x15"]');
    await page.waitForFunction(() => /6 × 15/.test(document.querySelector("[data-testid=detail]").textContent));
  });
  await shot("atlas-phone", "/atlas", phone, (page) => page.waitForSelector(".tree"));
} finally {
  await close();
  await host.stop();
}
