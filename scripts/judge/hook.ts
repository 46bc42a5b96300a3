/**
 * `node scripts/judge/hook.ts <questions.jsonl> [--root name]`: what `recall hook prompt` costs beside the server's own
 * answer, beside what a start of Node takes in the same minute, and how often it is silent, over judged questions (`{query, kind}` a line; of kind `none` nobody has an answer).
 * Asks the server that the command line asks here, whose workspace holds the questions' documents.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { percentile } from "../../src/cli/commands/eval/statistics/metrics.ts";
import { settingsOf } from "../../src/cli/session/session.ts";
import { nodeTerminal } from "../../src/cli/terminal/terminal.ts";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { root: { type: "string" } } });
const [file] = positionals;
if (file === undefined) throw new Error("usage: node scripts/judge/hook.ts <questions.jsonl> [--root name]");

interface Question {
  readonly query: string;
  readonly kind: string;
}

/** The packed program where it was built (`node scripts/build-package.ts`), which is what a user's agent starts. */
const PACKED = new URL("../../dist/cli.js", import.meta.url).pathname;
const MAIN = existsSync(PACKED) ? PACKED : new URL("../../src/cli/main.ts", import.meta.url).pathname;
const ofRoot = values.root === undefined ? [] : ["--root", values.root];

/** Milliseconds that the hook takes as a process, and whether it says anything. */
async function hook({ query }: Question) {
  const start = performance.now();
  const stdio = ["pipe", "pipe", "inherit"] as const;
  const child = spawn(process.execPath, [MAIN, "hook", "prompt", "--timeout", "60000", ...ofRoot], {
    stdio: [...stdio],
  });
  child.stdin?.end(query);
  const printed = await text(child.stdout ?? []);
  return { ms: performance.now() - start, isSilent: printed === "", printed };
}

const { url, token } = await settingsOf({
  terminal: nodeTerminal(),
  env: process.env,
  cwd: process.cwd(),
  flags: {},
  reach: () => fetch,
  interrupted: () => new AbortController().signal,
});

/** Milliseconds of the same question put to the server by a client that runs already. */
async function server({ query }: Question): Promise<number> {
  const start = performance.now();
  const filters = values.root === undefined ? {} : { filters: { root: values.root } };
  const body = JSON.stringify({ query, auto: true, view: "snippet", ...filters });
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  await (await fetch(`${url}/v1/search`, { method: "POST", headers, body })).text();
  return performance.now() - start;
}

/** Milliseconds of a Node that does nothing. */
async function nodeAlone(): Promise<number> {
  const start = performance.now();
  await once(spawn(process.execPath, ["-e", "0"], { stdio: "ignore" }), "close");
  return performance.now() - start;
}

const questions = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as Question);
const rows: { kind: string; added: number; server: number; node: number; isSilent: boolean }[] = [];
for (const question of questions) {
  // Both find it in the answer cache: what differs is the way there.
  await server(question);
  const ms = await server(question);
  const node = await nodeAlone();
  const { ms: whole, isSilent, printed } = await hook(question);
  rows.push({ kind: question.kind, added: whole - ms, server: ms, node, isSilent });
  if (question.kind === "none" && !isSilent) console.error(`${question.query}\n${printed}`);
}

const spread = (values: readonly number[]): string => {
  const sorted = values.toSorted((a, b) => a - b);
  return `median ${percentile(sorted, 0.5).toFixed(0)}, p95 ${percentile(sorted, 0.95).toFixed(0)}`;
};
const share = (kind: (name: string) => boolean): string => {
  const of = rows.filter((row) => kind(row.kind));
  return `${of.filter(({ isSilent }) => isSilent).length} of ${of.length}`;
};
console.log(`added to the server's answer, ms: ${spread(rows.map(({ added }) => added))}`);
console.log(`a start of Node alone, ms: ${spread(rows.map(({ node }) => node))}`);
console.log(`server's answer, ms: ${spread(rows.map(({ server: ms }) => ms))}`);
console.log(
  `silent where nothing answers: ${share((kind) => kind === "none")}; where something does: ${share((kind) => kind !== "none")}`,
);
