// Takes the picture of the documentation: the widget in JupyterLab, after some clicks.
// usage: node python/widget/screenshot.mjs JUPYTER [OUT]
//
// JUPYTER is the program jupyter-lab of an environment that has crosscram and anywidget; OUT is docs/python/widget.png.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const { chromium } = createRequire(join(here, "../../web/package.json"))("playwright-core");
const jupyter = process.argv[2];
if (!jupyter) throw new Error("usage: node python/widget/screenshot.mjs JUPYTER [OUT]");
const out = process.argv[3] ?? join(here, "../../docs/python/widget.png");

const folder = mkdtempSync(join(tmpdir(), "crosscram-lab-"));
const cell = (source) => ({ cell_type: "code", execution_count: null, id: "board", metadata: {}, outputs: [], source });
const kernel = { display_name: "Python 3", language: "python", name: "python3" };
const source = 'from crosscram.widget import BoardWidget\nBoardWidget("4x6", values=True)';
writeFileSync(join(folder, "board.ipynb"), JSON.stringify({ cells: [cell(source)], metadata: { kernelspec: kernel }, nbformat: 4, nbformat_minor: 5 }));

/** A port that is free now. */
const port = await new Promise((found) => {
  const probe = createServer().listen(0, "127.0.0.1", () => {
    const { port } = probe.address();
    probe.close(() => found(port));
  });
});
const options = ["--no-browser", "--allow-root", "--ip=127.0.0.1", `--port=${port}`, "--IdentityProvider.token=", `--ServerApp.root_dir=${folder}`];
const server = spawn(jupyter, options, { env: { ...process.env, JUPYTER_CONFIG_DIR: folder, JUPYTER_DATA_DIR: folder }, detached: true });
let browser;
try {
  const address = await new Promise((found, failed) => {
    let text = "";
    server.stderr.on("data", (data) => {
      text += data;
      const match = /http:\/\/127\.0\.0\.1:\d+\/lab/.exec(text);
      if (match) found(match[0]);
    });
    server.on("exit", () => failed(new Error(`JupyterLab ended:\n${text}`)));
  });
  const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const page = await browser.newPage({ viewport: { width: 1180, height: 640 } });
  page.setDefaultTimeout(60_000);
  await page.goto(`${address}/tree/board.ipynb`);
  await page.locator(".jp-Notebook .cm-content").first().waitFor();
  await page.getByText("| Idle").first().waitFor();
  await page.getByRole("menuitem", { name: "Run", exact: true }).click();
  await page.getByRole("menuitem", { name: "Run All Cells", exact: true }).click();
  const widget = page.locator(".crosscram-widget");
  await widget.locator(".board-svg").waitFor();
  // Moves by clicks: each is there when its tile is.
  for (const move of ["V1,2", "H1,4", "V3,4", "H3,1"]) {
    const [, player, row, col] = /^([VH])(\d),(\d)$/.exec(move);
    const middle = player === "V" ? [Number(col) - 0.5, Number(row)] : [Number(col), Number(row) - 0.5];
    const box = await widget.locator(".board-svg").boundingBox();
    const scale = box.width / (6 * 40 + 26);
    await page.mouse.click(box.x + (20 + middle[0] * 40) * scale, box.y + (20 + middle[1] * 40) * scale);
    await widget.locator(`.tile[data-move="${move}"]:not(.ghost)`).waitFor();
  }
  await widget.locator(".mark").first().waitFor();
  await page.mouse.move(5, 600);
  // The notebook alone, without what the laboratory says at its edges.
  const { x, y, width } = await page.locator(".jp-NotebookPanel").boundingBox();
  const { height } = await page.locator(".jp-Cell").first().boundingBox();
  await page.screenshot({ path: out, clip: { x, y, width, height: height + 55 } });
  console.log(await widget.locator(".says").textContent());
} catch (error) {
  // What it looked like then says more than the error.
  await browser?.contexts()[0]?.pages()[0]?.screenshot({ path: join(tmpdir(), "crosscram-widget-failed.png") });
  throw error;
} finally {
  await browser?.close();
  try {
    process.kill(-server.pid, "SIGTERM");
  } catch {
    // It has ended already.
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
