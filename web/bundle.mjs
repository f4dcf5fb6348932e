// Bundles the page's TypeScript into a folder and writes the list of files for the service worker.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

const out = process.argv[2];
const common = { bundle: true, minify: true, target: "es2022", legalComments: "none", charset: "utf8" };
await build({ ...common, entryPoints: ["src/main.ts"], format: "esm", outfile: join(out, "crosscram.js") });
await build({ ...common, entryPoints: ["src/worker.ts"], format: "iife", outfile: join(out, "worker.js") });
await build({ ...common, entryPoints: ["src/style.css"], outfile: join(out, "style.css") });
cpSync("../crates/workbench/data/puzzles.json", join(out, "puzzles.json"));

// Everything that the page can need without a network; a change of any byte makes a new cache.
const files = readdirSync(out, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(out, join(entry.parentPath, entry.name)))
  .sort();
const hash = createHash("sha256");
for (const file of files) hash.update(file).update(readFileSync(join(out, file)));
await build({
  ...common,
  entryPoints: ["src/service-worker.ts"],
  format: "iife",
  outfile: join(out, "service-worker.js"),
  define: { VERSION: JSON.stringify(hash.digest("hex").slice(0, 16)), FILES: JSON.stringify(files) },
});
