/**
 * `npm run growth [-- folder…] [--passages 10000,100000,1000000] [--queries 100] [--json] [--keep folder]`: one workspace of a
 * local server that grows to these sizes, and what it costs at each: pushing, searching beside the same SQL in process, a change,
 * the deletion of a root, pages of an audit. The texts are those of the folders (judged sets with their queries, or any
 * text), else of this repository and the documentation in its node_modules, then their paragraphs in ever another order.
 * Progress goes to stderr. `--keep` leaves the server's home there. A million passages want 4 GB of disk and an hour or more.
 * `--beside [--passages 60000] [--stretches 5]`: instead, what another tenant's searches take while so many passages are
 * pushed, and the index they go to is made anew, against the same searches just before, in so many stretches.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { packageRoot } from "../src/cli/local/load-runtime.ts";
import { startServer } from "../src/cli/local/start-server.ts";
import { adminClient, newWorkspace } from "./bench/workspaces.ts";
import { measureBeside } from "./growth/beside.ts";
import { measureSize, type SizeReport } from "./growth/measure.ts";
import { renderBeside, renderGrowth } from "./growth/render.ts";
import { type GrowingTexts, growingTexts } from "./growth/texts.ts";

/** Signs the tokens of a server that lives for an hour on this machine only. */
const SECRET = "growth: a secret of no use anywhere else";

const SLUG = "growth";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    passages: { type: "string" },
    queries: { type: "string" },
    beside: { type: "boolean", default: false },
    stretches: { type: "string", default: "5" },
    json: { type: "boolean", default: false },
    keep: { type: "string" },
  },
});
const { passages = values.beside ? "60000" : "10000,100000,1000000" } = values;
const sizes = passages.split(",").map(Number);
// Of searches at a steady pace none should be asked twice in a stretch.
const queries = Number(values.queries ?? (values.beside ? 800 : 100));
const stretches = Number(values.stretches);
const isRising = sizes.every((size, at) => Number.isInteger(size) && size > (sizes[at - 1] ?? 0));
const isOne = !values.beside || (sizes.length === 1 && Number.isInteger(stretches) && stretches > 0);
if (!isRising || !isOne || !Number.isInteger(queries) || queries < 1) {
  console.error(
    `usage: npm run growth [-- folder…] [--passages 10000,100000,1000000] [--queries 100] [--json] [--keep folder]
       npm run growth [-- folder…] --beside [--passages 60000] [--stretches 5] [--queries 800] [--json] [--keep folder]`,
  );
  process.exit(2);
}

const root = packageRoot();
// npm runs scripts in the package's folder; a relative path is meant from where the person typed it.
const typedFrom = process.env.INIT_CWD ?? ".";
const folders = positionals.length > 0 ? positionals.map((folder) => resolve(typedFrom, folder)) : [root];
const say = (line: string) => console.error(`growth: ${line}`);

/** All sizes of the server's one workspace. */
async function measureSizes(url: string, texts: GrowingTexts): Promise<readonly SizeReport[]> {
  const reports: SizeReport[] = [];
  const client = await newWorkspace(url, SECRET, SLUG);
  const admin = await adminClient(url, SECRET, SLUG);
  for (const size of sizes) {
    reports.push(await measureSize({ home, client, admin, texts }, size, say));
    // A run that ends early has told what it knows.
    for (const line of renderGrowth(reports)) say(line);
  }
  return reports;
}

/** What was asked for, and as Markdown, on a server of its own. */
async function measure(): Promise<readonly [report: unknown, lines: readonly string[]]> {
  const texts = await growingTexts(folders, queries);
  const server = await startServer({ root, home, port: 0, secret: SECRET });
  try {
    if (!values.beside) {
      const reports = await measureSizes(server.url, texts);
      return [reports, renderGrowth(reports)];
    }
    const asked = { passages: sizes[0] ?? 0, stretches };
    const report = await measureBeside({ url: server.url, secret: SECRET }, texts, asked, say);
    return [report, renderBeside(report)];
  } finally {
    await server.stop();
  }
}

const home =
  values.keep === undefined ? mkdtempSync(join(tmpdir(), "recall-growth-")) : resolve(typedFrom, values.keep);
mkdirSync(home, { recursive: true });
try {
  const [report, lines] = await measure();
  console.log(values.json ? JSON.stringify(report, undefined, 2) : lines.join("\n"));
} finally {
  if (values.keep === undefined) rmSync(home, { recursive: true, force: true });
}
