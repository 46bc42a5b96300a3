/**
 * `npm run growth [-- folder…] [--passages 10000,100000,1000000] [--queries 100] [--json] [--keep folder]`: one workspace of a
 * local server that grows to these sizes, and what it costs at each: pushing, searching beside the same SQL in process, a change,
 * the deletion of a root, pages of an audit. The texts are those of the folders (judged sets with their queries, or any
 * text), else of this repository and the documentation in its node_modules, then their paragraphs in ever another order.
 * Progress goes to stderr. `--keep` leaves the server's home there. A million passages want 4 GB of disk and an hour or more.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { packageRoot } from "../src/cli/local/load-runtime.ts";
import { startServer } from "../src/cli/local/start-server.ts";
import { adminClient, newWorkspace } from "./bench/workspaces.ts";
import { measureSize, type SizeReport } from "./growth/measure.ts";
import { renderGrowth } from "./growth/render.ts";
import { growingTexts } from "./growth/texts.ts";

/** Signs the tokens of a server that lives for an hour on this machine only. */
const SECRET = "growth: a secret of no use anywhere else";

const SLUG = "growth";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    passages: { type: "string", default: "10000,100000,1000000" },
    queries: { type: "string", default: "100" },
    json: { type: "boolean", default: false },
    keep: { type: "string" },
  },
});
const sizes = values.passages.split(",").map(Number);
const queries = Number(values.queries);
const isRising = sizes.every((size, at) => Number.isInteger(size) && size > (sizes[at - 1] ?? 0));
if (!isRising || !Number.isInteger(queries) || queries < 1) {
  console.error(
    "usage: npm run growth [-- folder…] [--passages 10000,100000,1000000] [--queries 100] [--json] [--keep folder]",
  );
  process.exit(2);
}

const root = packageRoot();
// npm runs scripts in the package's folder; a relative path is meant from where the person typed it.
const typedFrom = process.env.INIT_CWD ?? ".";
const folders = positionals.length > 0 ? positionals.map((folder) => resolve(typedFrom, folder)) : [root];
const say = (line: string) => console.error(`growth: ${line}`);

/** All sizes, on a server of its own. */
async function measure(home: string): Promise<readonly SizeReport[]> {
  const texts = await growingTexts(folders, queries);
  const server = await startServer({ root, home, port: 0, secret: SECRET });
  const reports: SizeReport[] = [];
  try {
    const client = await newWorkspace(server.url, SECRET, SLUG);
    const admin = await adminClient(server.url, SECRET, SLUG);
    for (const size of sizes) {
      reports.push(await measureSize({ home, client, admin, texts }, size, say));
      // A run that ends early has told what it knows.
      for (const line of renderGrowth(reports)) say(line);
    }
  } finally {
    await server.stop();
  }
  return reports;
}

const home =
  values.keep === undefined ? mkdtempSync(join(tmpdir(), "recall-growth-")) : resolve(typedFrom, values.keep);
mkdirSync(home, { recursive: true });
try {
  const reports = await measure(home);
  console.log(values.json ? JSON.stringify(reports, undefined, 2) : renderGrowth(reports).join("\n"));
} finally {
  if (values.keep === undefined) rmSync(home, { recursive: true, force: true });
}
