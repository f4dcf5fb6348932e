// Loads the WebAssembly module, solves boards with it and compares with what the program says.
// Usage: node run.mjs MODULE PROGRAM
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const [module, program] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(module), {});
let failures = 0;
for (const [rows, cols] of [[5, 6], [6, 7], [6, 8], [7, 7], [7, 9]]) {
  const text = execFileSync(program, ["solve", `${rows}x${cols}`, "--json", "--table", "1GiB", "-q"]);
  const answer = JSON.parse(text);
  for (const [first, search] of [[1, answer.vertical_first], [0, answer.horizontal_first]]) {
    const found = instance.exports.solve(rows, cols, first);
    const expected = search.winner === "V" ? search.nodes : -search.nodes;
    const same = found === expected;
    failures += same ? 0 : 1;
    console.log(`${rows}x${cols} ${first ? "V" : "H"} first: ${found}${same ? "" : `, expected ${expected}`}`);
  }
}
process.exit(failures === 0 ? 0 : 1);
