/**
 * `npm run cost [-- --write] [--documents 1000] [--searches 1000]`: what pushing and searching use of everything that
 * Cloudflare bills, counted at the Worker's own bindings, and what a month of it costs, as Markdown. `--write` puts it
 * into docs/operations.md. Takes a few minutes; progress goes to stderr.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { packageRoot } from "../src/cli/local/load-runtime.ts";
import { measureAll } from "./cost/measure.ts";
import { renderCost, withTable } from "./cost/render.ts";

const { values } = parseArgs({
  options: {
    write: { type: "boolean", default: false },
    documents: { type: "string", default: "1000" },
    searches: { type: "string", default: "1000" },
  },
});
const [documents, searches] = [Number(values.documents), Number(values.searches)];
if (!Number.isInteger(documents) || !Number.isInteger(searches) || documents < 10 || searches < 10) {
  console.error("usage: npm run cost [-- --write] [--documents 1000] [--searches 1000]");
  process.exit(2);
}

const print = console.log;
// The Worker logs a line a request.
console.log = () => undefined;
const root = packageRoot();
const measured = await measureAll({
  ...{ root, documents, searches },
  say: (line) => console.error(`cost: ${line}`),
});
const lines = renderCost(measured, new Date().toISOString().slice(0, "2026-01-01".length));
print(lines.join("\n"));
if (values.write) {
  const page = join(root, "docs", "operations.md");
  writeFileSync(page, withTable(readFileSync(page, "utf8"), lines));
}
