// The page in a real browser. Usage: node --test tests/page.test.mjs, with the folder of the page and the
// program in the environment: PAGE and PROGRAM.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { judged, openBrowser, openPage, serveFolder, serveProgram } from "./support.mjs";

const PAGE = process.env.PAGE ?? "../crates/server/page";
const PROGRAM = process.env.PROGRAM ?? "../target/release/crosscram";
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let host, program, chromium, browser;
before(async () => {
  // Below a path of its own, as on many hosts.
  host = await serveFolder(PAGE, "/some/path/");
  program = await serveProgram(PROGRAM);
  chromium = await openBrowser();
  browser = chromium.browser;
});
after(async () => {
  await chromium?.close();
  await host?.stop();
  await program?.stop();
});

/** Runs with a page that has to end without errors. */
async function withPage(url, options, work) {
  const { page, context, problems } = await openPage(browser, url, options);
  try {
    await work(page, context);
    assert.deepEqual(problems, []);
  } finally {
    await context.close();
  }
}

const marks = (page) => page.$$eval(".mark", (all) => all.map((mark) => [mark.dataset.move, mark.dataset.mark]));
const turn = (page) => page.textContent("[data-testid=turn]");
const tiles = (page) => page.$$eval(".tile:not(.ghost)", (all) => all.map((tile) => tile.dataset.move));
const against = (page, player) => page.selectOption("[data-testid=opponent]", player);
const waitForTiles = (page, count) => page.waitForFunction((count) => document.querySelectorAll(".tile:not(.ghost)").length >= count, count);

/** Clicks where a move is. */
async function place(page, move, tap = false) {
  const point = await page.evaluate((text) => {
    const [, player, row, col] = /^([VH])(\d+),(\d+)$/.exec(text);
    const svg = document.querySelector(".board-svg");
    const x = 20 + (Number(col) - 1 + (player === "H" ? 1 : 0.5)) * 40;
    const y = 20 + (Number(row) - 1 + (player === "V" ? 1 : 0.5)) * 40;
    document.querySelector(".board").scrollIntoView({ block: "center" });
    const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
    return { x: at.x, y: at.y };
  }, move);
  if (tap) await page.touchscreen.tap(point.x, point.y);
  else await page.mouse.click(point.x, point.y);
}

test("files are small", () => {
  const size = (file) => gzipSync(readFileSync(join(PAGE, file)), { level: 9 }).length;
  assert.ok(size("crosscram.js") + size("worker.js") + size("service-worker.js") < 60_000);
  assert.ok(size("crosscram.wasm") < 700_000);
});

for (const [name, url] of [["in this browser", () => host.url], ["with the server", () => program.url]]) {
  test(`a whole game against the perfect player, ${name}`, async () => {
    await withPage(`${url()}#/play?p=5x6&f=H`, {}, async (page) => {
      await page.selectOption("[data-testid=own]", "H");
      await against(page, "perfect");
      // Horizontal wins 5x6: every move by its mark.
      for (let ply = 0; ; ply += 2) {
        await judged(page);
        const wins = (await marks(page)).filter(([, mark]) => mark === "win");
        assert.ok(wins.length > 0, "there is always a winning move");
        await place(page, wins[0][0]);
        await page.waitForFunction((count) => document.querySelectorAll(".tile:not(.ghost)").length >= count || /has won/.test(document.querySelector("[data-testid=turn]").textContent), ply + 2);
        if (/has won/.test(await turn(page))) break;
      }
      assert.match(await turn(page), /Vertical cannot move: Horizontal has won/);
      assert.match(await page.textContent("[data-testid=verdict]"), /Horizontal wins/);
      assert.equal(await page.textContent("#engine"), name === "with the server" ? "server" : "this browser");
    });
  });
}

test("verdicts are those of the program", async () => {
  const position = "..x..-.....-x....-...x.-.....";
  const json = execFileSync(PROGRAM, ["analyse", position, "--first", "H", "--json"]).toString();
  const expected = new Map(JSON.parse(json).horizontal_first.moves.map((move) => [move.move, move.result === "wins"]));
  for (const url of [host.url, program.url]) {
    await withPage(`${url}#/play?p=${position}&f=H`, {}, async (page) => {
      await against(page, "human");
      await judged(page);
      const found = await marks(page);
      assert.equal(found.length, expected.size);
      for (const [move, mark] of found) assert.equal(mark === "win", expected.get(move), move);
    });
  }
});

test("marks say it by sign and shape, and can be hidden", async () => {
  await withPage(`${host.url}#/play?p=4x4`, {}, async (page) => {
    await judged(page);
    const signs = await page.$$eval(".mark", (all) => all.map((mark) => [mark.dataset.mark, mark.querySelector("text").textContent, mark.firstChild.tagName]));
    for (const [mark, sign, shape] of signs) assert.deepEqual([sign, shape], mark === "win" ? ["+", "circle"] : ["–", "rect"]);
    await page.click("[data-testid=marks]");
    assert.equal((await marks(page)).length, 0);
    await page.click("[data-testid=marks]");
    await judged(page);
    assert.equal((await marks(page)).length, 12);
  });
});

test("edit a position, analyse it, and read text", async () => {
  await withPage(`${host.url}#/edit?p=4x4`, {}, async (page) => {
    const cell = (row, col) => page.evaluate(([row, col]) => {
      const at = new DOMPoint(20 + (col - 0.5) * 40, 20 + (row - 0.5) * 40).matrixTransform(document.querySelector(".board-svg").getScreenCTM());
      return { x: at.x, y: at.y };
    }, [row, col]);
    const click = async (row, col) => {
      const { x, y } = await cell(row, col);
      await page.mouse.click(x, y);
    };
    await click(2, 3);
    assert.equal(await page.inputValue("[data-testid=position]"), "....|..#.|....|.... V");
    await page.click("[data-testid=add-right]");
    await page.click("[data-testid=remove-top]");
    assert.equal(await page.inputValue("[data-testid=position]"), "..#..|.....|..... V");
    await click(1, 3);
    assert.equal(await page.inputValue("[data-testid=position]"), ".....|.....|..... V");
    await page.fill("[data-testid=position]", "...|.q.|...");
    await page.click("[data-testid=read]");
    assert.match(await page.textContent("[data-testid=problem]"), /row 2, column 2: “q” is neither/);
    assert.match(await page.textContent("[data-testid=edit-size]"), /3 × 5/, "nothing is lost");
    await page.fill("[data-testid=position]", "17x3");
    await page.click("[data-testid=read]");
    assert.match(await page.textContent("[data-testid=problem]"), /1 to 16 rows/);
    await page.fill("[data-testid=position]", "16x16 H");
    await page.click("[data-testid=read]");
    assert.match(await page.textContent("[data-testid=edit-size]"), /16 × 16/);
    await page.click("[data-testid=add-top]");
    assert.match(await page.textContent("[data-testid=problem]"), /1 to 16/);
    await page.fill("[data-testid=position]", "...#|....|#...|.... H");
    await page.click("[data-testid=read]");
    await page.selectOption("[data-testid=tile]", "3");
    assert.match(page.url(), /#\/edit\?p=...x-....-x...-....&t=3&f=H/);
    await page.click("[data-testid=done]");
    await against(page, "human");
    await judged(page);
    assert.match(await turn(page), /Horizontal to move/);
    assert.equal((await marks(page)).length, 6);
  });
});

test("a game is reviewed: where the win was given away, and what would have kept it", async () => {
  await withPage(`${host.url}#/play?p=4x4&m=V1,1.H3,2.V1,4`, {}, async (page) => {
    await against(page, "human");
    await page.click("[data-testid=review]");
    await page.waitForSelector("[data-testid=mistakes]");
    const first = await page.$eval(".moves li:first-child .ply", (ply) => ply.dataset.mark);
    assert.equal(first, "gave");
    assert.match(await page.textContent("[data-testid=mistakes]"), /Move 1, V1,1, gave the win away\. V2,\d would have kept it/);
    await page.click("[data-testid=mistakes] button");
    await page.waitForSelector(".shown.hint");
    assert.equal((await tiles(page)).length, 0);
  });
});

test("undo, redo, hint, best line and the list of moves", async () => {
  await withPage(`${host.url}#/play?p=4x4`, {}, async (page) => {
    await against(page, "human");
    await judged(page);
    await page.click("[data-testid=hint]");
    const hint = await page.$eval(".shown.hint", (shown) => shown.dataset.move);
    assert.ok((await marks(page)).some(([move, mark]) => move === hint && mark === "win"));
    await place(page, hint);
    await waitForTiles(page, 1);
    await page.click("[data-testid=undo]");
    assert.deepEqual(await tiles(page), []);
    await page.click("[data-testid=redo]");
    assert.deepEqual(await tiles(page), [hint]);
    await page.click("[data-testid=undo]");
    await judged(page);
    await page.waitForFunction(() => {
      document.querySelector("[data-testid=line]").click();
      return document.querySelectorAll(".shown.line").length > 2;
    });
    await page.click("[data-testid=tab-moves]");
    assert.equal(await page.locator(".judged tbody tr").count(), 12);
    await page.locator(".judged tbody button").first().click();
    await waitForTiles(page, 1);
  });
});

test("values, thermograph, cut and cover", async () => {
  await withPage(`${host.url}#/play?p=...x..-...x.x`, {}, async (page) => {
    await against(page, "human");
    await page.click("[data-testid=tab-values]");
    await page.waitForSelector("[data-testid=value]");
    assert.equal(await page.locator(".patch").count(), 2);
    assert.equal(await page.locator(".regions li").count(), 2);
    assert.match(await page.textContent(".regions"), /\{2\|-1\/2\} mean 3\/4, temperature 5\/4/);
    assert.match(await page.getAttribute(".thermograph", "aria-label"), /mean .*temperature/);
    await page.click("[data-testid=tab-why]");
    await page.waitForSelector("[data-testid=overlay]");
    assert.match(await page.textContent("[data-testid=why]"), /wins, shown without search/);
    assert.ok((await page.locator(".patch-label").count()) > 0);
    await page.selectOption("[data-testid=overlay]", "cover-0");
    assert.match(await page.textContent("#tab-body"), /Vertical has at least \d+ more moves/);
  });
});

test("a game is shared by its address, and copied in five forms", async () => {
  await withPage(`${host.url}#/play?p=4x4&m=V2,2`, { permissions: ["clipboard-read", "clipboard-write"] }, async (page, context) => {
    await against(page, "human");
    await judged(page);
    const [move] = (await marks(page))[0];
    await place(page, move);
    await page.click("[data-testid=tab-share]");
    const address = await page.inputValue("[data-testid=address]");
    assert.equal(address, page.url());
    const copied = async (label) => {
      await page.click(`#tab-body button:text-is("${label}")`);
      await page.waitForFunction((label) => document.querySelector("[data-testid=copied]").textContent.startsWith(`${label}: copied`), label);
      return page.evaluate(() => navigator.clipboard.readText());
    };
    assert.match(await copied("Text"), /V to move/);
    assert.equal(JSON.parse(await copied("JSON")).moves.length, 2);
    assert.match(await copied("TikZ"), /\\begin\{tikzpicture\}[^]*\\filldraw/);
    assert.match(await copied("SVG"), /^<svg /);
    const download = page.waitForEvent("download");
    await page.click(`#tab-body button:text-is("PNG file")`);
    const file = readFileSync(await (await download).path());
    assert.deepEqual([...file.subarray(1, 4)], [...Buffer.from("PNG")]);
    const other = await context.newPage();
    await other.goto(address);
    await waitForTiles(other, 2);
    assert.deepEqual(await tiles(other), ["V2,2", move]);
  });
});

test("a position that was shared waits for its reader", async () => {
  await withPage(`${host.url}#/play?p=4x4&m=V2,2`, {}, async (page) => {
    await judged(page);
    assert.deepEqual(await tiles(page), ["V2,2"]);
    await page.click("[data-testid=resume]");
    await waitForTiles(page, 2);
  });
});

test("an address with a mistake says where it is", async () => {
  await withPage(`${host.url}#/play?p=4x4&m=V1,1.H1,1`, {}, async (page) => {
    assert.match(await page.textContent("[data-testid=bad-address]"), /move 2, H1,1: the tile does not fit/);
    await page.goto(`${host.url}#/play?p=..z`);
    await page.waitForFunction(() => /row 1, column 3/.test(document.querySelector("[data-testid=bad-address]")?.textContent));
    await page.fill("[data-testid=size]", "5 by 5");
    await page.click("[data-testid=new]");
    assert.match(await page.textContent(".setup [role=alert]"), /is not a size/);
    await page.fill("[data-testid=size]", "3x3");
    await page.click("[data-testid=new]");
    await judged(page);
  });
});

test("the atlas: a chart to zoom, and derivations", async () => {
  await withPage(`${host.url}#/atlas`, {}, async (page) => {
    await page.waitForSelector(".place");
    assert.equal(await page.locator(".place").count(), 900);
    assert.equal(await page.textContent('[data-board="8x8"] text'), "1");
    await page.click('[data-board="5x7"]');
    await page.waitForFunction(() => /5 × 7: Horizontal wins/.test(document.querySelector("[data-testid=detail]").textContent));
    assert.match(await page.textContent(".tree"), /5x7/);
    const width = () => page.$eval(".chart-svg", (svg) => svg.getBoundingClientRect().width);
    const small = await width();
    await page.click("text=Zoom in");
    assert.ok((await width()) > small * 1.3);
    await page.selectOption("[data-testid=atlas-size]", "12");
    await page.waitForFunction(() => document.querySelectorAll(".place").length === 144);
    await page.click("[data-testid=atlas-play]");
    await page.waitForSelector("[data-testid=turn]");
    assert.match(page.url(), /p=5x7/);
  });
});

test("puzzles: right, wrong and shown", async () => {
  const { puzzles } = JSON.parse(readFileSync(join(PAGE, "puzzles.json"), "utf8"));
  await withPage(`${host.url}#/puzzles`, {}, async (page) => {
    await page.waitForSelector("[data-testid=puzzle] h1");
    const [puzzle] = puzzles;
    await place(page, puzzle.solution);
    await page.waitForSelector("[data-testid=right]");
    assert.equal(await page.locator(".number.solved").count(), 1);
    await page.click("[data-testid=next]");
    const player = puzzles[1].solution[0];
    const rows = puzzles[1].position.split(" ")[0].split("|");
    const free = (row, col) => rows[row]?.[col] === ".";
    let wrong = null;
    rows.forEach((row, r) => [...row].forEach((_, c) => {
      const text = `${player}${r + 1},${c + 1}`;
      if (free(r, c) && free(r + (player === "V"), c + (player === "H")) && text !== puzzles[1].solution) wrong ??= text;
    }));
    await place(page, wrong);
    await page.waitForFunction(() => /answers it/.test(document.querySelector("[data-testid=wrong]")?.textContent));
    await page.click("[data-testid=again]");
    await page.click("[data-testid=reveal]");
    assert.equal(await page.$eval(".shown.hint", (shown) => shown.dataset.move), puzzles[1].solution);
  });
});

test("everything with the keyboard alone", async () => {
  await withPage(`${host.url}#/play?p=4x4`, {}, async (page) => {
    await against(page, "human");
    await judged(page);
    await page.evaluate(() => document.activeElement.blur());
    // The first stop of the Tab key leads to the board.
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.dataset.testid), "board");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.$eval(".ghost", (ghost) => ghost.dataset.move), "V2,2");
    assert.match(await page.textContent("#live"), /Row 2, column 2, wins/);
    await page.keyboard.press("Enter");
    assert.deepEqual(await tiles(page), ["V2,2"]);
    assert.match(await page.textContent("#live"), /plays row 2, column 2, a winning move/);
    await page.keyboard.press("u");
    assert.deepEqual(await tiles(page), []);
    await page.keyboard.press("r");
    assert.deepEqual(await tiles(page), ["V2,2"]);
    await page.keyboard.press("m");
    assert.equal((await marks(page)).length, 0);
    await page.focus("[data-testid=tab-moves]");
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.getAttribute("[data-testid=tab-values]", "aria-selected"), "true");
    await page.focus("nav a[data-view=edit]");
    await page.keyboard.press("Enter");
    await page.waitForSelector("[data-testid=position]");
    await page.focus("[data-testid=board]");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press(" ");
    assert.match(await page.textContent("#live"), /free|blocked/);
  });
});

test("on a phone: taps, and nothing to scroll sideways", async () => {
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
  await withPage(`${host.url}#/play?p=6x6`, phone, async (page) => {
    await against(page, "level:1");
    await judged(page);
    await place(page, "V1,2", true);
    await waitForTiles(page, 2);
    for (const view of ["play", "edit", "puzzles", "atlas"]) {
      await page.goto(`${host.url}#/${view}`);
      await page.waitForSelector("main .play");
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(wide <= 0, `${view} is ${wide} pixels too wide`);
    }
  });
});

test("axe finds no serious problem, in light and in dark", async () => {
  for (const colorScheme of ["light", "dark"]) {
    await withPage(`${host.url}#/play?p=5x5&m=V1,1.H3,3`, { colorScheme }, async (page) => {
      await against(page, "human");
      const check = async (name) => {
        await page.evaluate(AXE);
        const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
        const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
        assert.deepEqual(serious.map(({ id, nodes }) => `${name}: ${id} ${nodes.map((node) => node.html.slice(0, 160)).join(" ")}`), []);
      };
      await judged(page);
      await check("play");
      for (const tab of ["values", "why", "share"]) {
        await page.click(`[data-testid=tab-${tab}]`);
        if (tab === "values") await page.waitForSelector("[data-testid=value]");
        if (tab === "why") await page.waitForSelector("[data-testid=overlay]");
        await check(tab);
      }
      await page.click("#tour");
      await check("tour");
      await page.keyboard.press("Escape");
      for (const view of ["edit", "puzzles", "atlas"]) {
        await page.goto(`${host.url}#/${view}`);
        await page.waitForSelector({ edit: "[data-testid=position]", puzzles: "[data-testid=puzzle] h1", atlas: ".place" }[view]);
        await check(view);
      }
    });
  }
});

test("the tour leads through the page", async () => {
  await withPage(`${host.url}#/play?p=4x4`, {}, async (page) => {
    await page.click("#tour");
    for (let step = 0; await page.isVisible("[data-testid=tour]"); step++) {
      assert.ok(step < 10);
      await page.click("[data-testid=tour-next]");
    }
  });
});

test("a game against a proof", async () => {
  await withPage(host.url, {}, async (page) => {
    await against(page, "file:7x7-V.cert");
    // The proof plays Vertical, who begins.
    await waitForTiles(page, 1);
    assert.match(await turn(page), /Horizontal to move/);
    for (let ply = 1; !/has won/.test(await turn(page)); ply += 2) {
      await page.click("[data-testid=tab-moves]");
      await page.locator(".judged tbody button").first().click();
      await page.waitForFunction((count) => document.querySelectorAll(".tile:not(.ghost)").length >= count || /has won/.test(document.querySelector("[data-testid=turn]").textContent), ply + 2);
    }
    assert.match(await turn(page), /Horizontal cannot move: Vertical has won/);
  });
});

test("long work is cancelled when the position changes", async () => {
  await withPage(`${host.url}#/play?p=14x14`, {}, async (page) => {
    await page.waitForSelector(".mark.unknown");
    await page.fill("[data-testid=size]", "4x4");
    await page.click("[data-testid=new]");
    await judged(page);
    assert.equal((await marks(page)).length, 12);
  });
});

test("without a network everything goes on, also after a reload", async () => {
  const own = await serveFolder(PAGE, "/offline/");
  await withPage(`${own.url}#/play?p=4x4`, {}, async (page) => {
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await judged(page);
    await own.stop();
    await page.reload();
    await judged(page);
    assert.equal((await marks(page)).length, 12);
    await page.click("nav a[data-view=atlas]");
    await page.waitForSelector(".tree");
    await page.click("nav a[data-view=puzzles]");
    await page.waitForSelector("[data-testid=puzzle] h1");
  });
});

test("a server that is stopped and started again under an open page", async () => {
  let own = await serveProgram(PROGRAM);
  const { port } = own;
  await withPage(`${own.url}#/play?p=4x4`, {}, async (page) => {
    await against(page, "human");
    await judged(page);
    assert.equal(await page.textContent("#engine"), "server");
    await own.stop();
    await place(page, "V2,2");
    await judged(page);
    assert.equal(await page.textContent("#engine"), "this browser");
    own = await serveProgram(PROGRAM, port);
    // The page looks for it now and then, when something is asked.
    while ((await page.textContent("#engine")) !== "server") {
      await page.click("[data-testid=undo]");
      await judged(page);
      await page.click("[data-testid=redo]");
      await judged(page);
    }
  });
  await own.stop();
});

test("a proof in units of work is shown as it goes", async () => {
  const folder = mkdtempSync(join(tmpdir(), "crosscram-run-"));
  const prove = (board, run, more = []) => ["prove", board, "-q", "--regions", "6", "--jobs", join(folder, run), "-o", join(folder, `${run}.cert`), ...more];
  // One that is done, and one that takes days with units that are so small.
  execFileSync(PROGRAM, prove("6x8", "done", ["--unit-nodes", "1024"]), { stdio: "ignore" });
  const child = spawn(PROGRAM, prove("10x10", "going", ["--unit-nodes", "1024", "--threads", "2"]), { stdio: "ignore" });
  const open = async (run, work) => {
    const server = await serveProgram(PROGRAM, 0, ["--jobs", join(folder, run)]);
    try {
      await withPage(`${server.url}#/play?p=3x3`, {}, async (page) => {
        await page.waitForSelector("nav a[data-view=run]:not([hidden])");
        await page.click("nav a[data-view=run]");
        await work(page);
      });
    } finally {
      await server.stop();
    }
  };
  try {
    await open("done", async (page) => {
      await page.waitForSelector("[data-testid=run-state]");
      assert.match(await page.textContent("[data-testid=run-state]"), /Horizontal wins: the proof is complete/);
      assert.match(await page.textContent("[data-testid=run] h1"), /6×8, Vertical first/);
      assert.match(await page.textContent("[data-testid=run-tree]"), /the board Horizontal wins/);
    });
    await open("going", async (page) => {
      // It may take a while until the first units are done.
      const leaves = () => page.waitForFunction(() => /[1-9]\d* opened/.test(document.querySelector("[data-testid=run-leaves]")?.textContent ?? ""));
      await leaves();
      assert.match(await page.textContent("[data-testid=run-left]"), /leaves, .* units \(.* to .*\)/);
      assert.match(await page.textContent("[data-testid=run-time-left]"), /\d/);
      assert.match(await page.textContent("[data-testid=run-rates]"), /units\/s.*facts\/s.*nodes\/s/);
      assert.deepEqual(await page.$$eval("[data-worker]", (all) => all.map((row) => row.dataset.worker)), ["here"]);
      assert.match(await page.textContent("[data-testid=run-tree]"), /V\d+,\d+/);
      // What somebody folds stays folded when the page is drawn anew.
      await page.locator("[data-testid=run-tree] summary").first().click();
      const before = await page.textContent("[data-testid=run-so-far]");
      await page.waitForFunction((before) => document.querySelector("[data-testid=run-so-far]").textContent !== before, before);
      assert.equal(await page.$eval("[data-testid=run-tree] details", (all) => all.open), false);
      await page.evaluate(AXE);
      const found = await page.evaluate(async () => (await axe.run(document, { resultTypes: ["violations"] })).violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`));
      assert.deepEqual(found, []);
    });
  } finally {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  // Without a run there is nothing to show, and the page says so.
  await withPage(`${program.url}#/play?p=3x3`, {}, async (page) => {
    assert.equal(await page.isVisible("nav a[data-view=run]"), false);
    await page.goto(`${program.url}#/run`);
    await page.waitForSelector("[data-testid=no-run]");
    assert.match(await page.textContent("[data-testid=no-run]"), /crosscram serve --jobs DIR/);
  });
});
