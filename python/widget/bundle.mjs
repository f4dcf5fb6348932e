// Bundles the widget: its script with the page's board, and of the page's style sheet the rules that the board needs.
// usage: node python/widget/bundle.mjs [DIR]      (needs npm's packages in web/: npm --prefix web ci)
import { createRequire } from "node:module";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const web = join(here, "../../web");
const { build, transform } = createRequire(join(web, "package.json"))("esbuild");
const out = process.argv[2] ?? join(here, "../crosscram/static");

const common = { minify: true, target: ["es2022", "chrome100"], legalComments: "none", charset: "utf8" };
await build({ ...common, bundle: true, entryPoints: [join(here, "widget.ts")], format: "esm", outfile: join(out, "widget.js") });

const sheet = readFileSync(join(web, "src/style.css"), "utf8");
/** The declarations of a block of variables. */
function variables(selector) {
  const start = sheet.indexOf(`${selector} {`);
  if (start < 0) throw new Error(`web/src/style.css has no block ${selector}`);
  return sheet.slice(sheet.indexOf("{", start) + 1, sheet.indexOf("}", start));
}
const drawn = /^\.(board|cell|coordinate|tile|cursor|mark|shown|patch|tone-\d)\b/;
const rules = sheet.split("\n").filter((line) => drawn.test(line));
if (rules.length < 25) throw new Error("web/src/style.css does not have the board's rules, one to a line");
const css = `.crosscram-widget {
${variables(":root")}
${rules.join("\n")}
${readFileSync(join(here, "widget.css"), "utf8")}
}
body[data-jp-theme-light="false"] .crosscram-widget {
${variables(':root[data-theme="dark"]')}
}`;
const { code, warnings } = await transform(css, { ...common, loader: "css" });
if (warnings.length > 0) throw new Error(JSON.stringify(warnings));
writeFileSync(join(out, "widget.css"), code);
