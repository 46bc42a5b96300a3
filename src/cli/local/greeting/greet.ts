import { statSync } from "node:fs";
import { homedir } from "node:os";
import { join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseJson } from "../../../text/parse-json.ts";
import { otherwiseLines } from "../../commands/push/render.ts";
import type { LeftOut } from "../../folder/left-out.ts";
import type { PushReport } from "../../push/report.ts";
import { printAnswer } from "../../render/print-answer.ts";
import type { CliConfig } from "../../settings/config-file.ts";
import { count, number } from "../../terminal/numbers.ts";
import { nodeTerminal } from "../../terminal/terminal.ts";
import { safeLine, safeText, shellWord } from "../../terminal/terminal-safe.ts";
import { isClone } from "../load-runtime.ts";
import { type LocalApi, readStatus } from "../local-access.ts";
import { runRecall } from "../run-recall.ts";
import { chooseSample, type Sample } from "./choose-sample.ts";

export interface Greeting {
  readonly root: string;
  readonly home: string;
  /** True when the CLI in the package's own folder finds this home by itself. */
  readonly isUsualHome: boolean;
  /** Pushed and searched; undefined: nothing is pushed. */
  readonly folder: string | undefined;
  /** An installed model reads what is pushed, in its own time: nothing waits for it. */
  readonly isReadLater?: boolean;
  readonly api: LocalApi;
  readonly config: CliConfig;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
  /** The same for a line to be copied, which is broken nowhere. */
  readonly show: (line: string) => void;
}

/** Longest wait for embeddings before the sample search, milliseconds; the work itself goes on after it. */
const EMBED_WAIT_MS = 120_000;
/** Work that a killed server had begun stands still until its lease ends: no progress for so long ends the wait too. */
const STALL_MS = 10_000;
const POLL_MS = 200;
const SHOWN_FAILURES = 3;

const seconds = (sinceMs: number): string => `${((Date.now() - sinceMs) / 1_000).toFixed(1)} s`;

/** Pushes the folder; undefined when nothing of it can be searched. */
async function push({ root, home, folder, signal, say }: Greeting): Promise<PushReport | undefined> {
  if (folder === undefined) {
    say("  nothing is pushed by itself: `recall push` sends a folder");
    return undefined;
  }
  say(`  pushing ${safeLine(folder)} …`);
  const { code, stdout, stderr } = await runRecall(["push", folder, "--json"], { root, home, signal });
  if (signal.aborted) return undefined;
  const answer = parseJson(stdout) as
    | (PushReport & { readonly leftOut: LeftOut })
    | { readonly error: { readonly message: string } }
    | undefined;
  if (answer === undefined || !("root" in answer)) {
    const why = answer?.error.message ?? (stderr.trim() || stdout.trim());
    say(`  The folder could not be pushed (exit ${code}): ${safeText(why)}`);
    return undefined;
  }
  const report = answer;
  for (const line of otherwiseLines(report, report.leftOut)) say(`  ${line}`);
  for (const { path, message } of report.failed.slice(0, SHOWN_FAILURES))
    say(`  not pushed: ${safeLine(path)}: ${safeLine(message)}`);
  const more = report.failed.length - SHOWN_FAILURES;
  if (more > 0) say(`  not pushed: ${more} more; \`recall push\` names them`);
  return report;
}

/** Waits until every passage is embedded; returns how many are not when the patience ends. */
async function waitForEmbeddings({ api, config, signal, isReadLater = false }: Greeting) {
  const deadline = Date.now() + (isReadLater ? 0 : EMBED_WAIT_MS);
  let best = Number.POSITIVE_INFINITY;
  let progressMs = Date.now();
  for (;;) {
    const { chunks, index } = await readStatus(api, config.token);
    const pending = index.pendingChunks;
    if (pending < best) {
      best = pending;
      progressMs = Date.now();
    }
    const isPatient = Date.now() < deadline && Date.now() - progressMs < STALL_MS;
    if (pending === 0 || signal.aborted || !isPatient) return { chunks, pending };
    await sleep(POLL_MS);
  }
}

/** A word to copy into a shell, as the terminal shows it. */
const copied = (text: string): string => shellWord(safeLine(text));

/** A folder that the last suggestion may name, because it is there. */
const NOTES = "notes";

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Three commands that work as they are printed: what was searched here, and of several roots the one it is in. */
function suggestions(sample: Sample | undefined, folder = "."): readonly string[] {
  const push = isFolder(join(homedir(), NOTES)) ? `push ~/${NOTES}` : `push ${copied(folder)} --dry-run`;
  if (sample === undefined) return ["status", push, "help"];
  const { query, path, root, isOnlyRoot } = sample;
  const inRoot = isOnlyRoot ? "" : `--root ${copied(root)} `;
  const place = isOnlyRoot ? path : `${root}:${path}`;
  return [`search ${inRoot}${copied(query)} --full`, `get ${copied(`${place}:1-20`)}`, push];
}

/** Where the server is, and what to try there; `link` is the secret that signs a browser in. */
export function sayNext(greeting: Greeting, sample: Sample | undefined, link: string | undefined): void {
  const { root, home, isUsualHome, folder, config, say, show } = greeting;
  const place = isUsualHome ? "" : `RECALL_HOME=${copied(home)} `;
  const recall = `${place}${isClone(root) ? "npx recall" : "recall"}`;
  const here = relative(process.cwd(), root) === "" || !isClone(root) ? "this folder" : safeLine(root);
  // The fragment never leaves the browser, and the page takes it out of the address at once.
  show(`\n  Page   ${config.url}/${link === undefined ? "" : `#link=${link}`}`);
  if (link !== undefined)
    say("         opens signed in, once, within 15 minutes; the browser stays signed in");
  say(`  URL    ${config.url}\n  Token  ${config.token}`);
  say(`\nTry next, in another terminal, in ${here}:`);
  for (const command of suggestions(sample, folder)) show(`  ${recall} ${command}`);
  say("\nCtrl-C stops the server; what was pushed stays.");
}

/** The hits as `recall search` prints them, but for the search's id: the log does not have it. */
function showHits({ answer }: Sample): void {
  const unlogged = { ...answer, recallId: "" };
  const terminal = nodeTerminal();
  printAnswer(unlogged, { terminal, format: "lines", budget: undefined, instead: undefined });
}

/** Pushes the folder and shows one search of it, which it answers. Returns early at the signal. */
export async function greet(greeting: Greeting): Promise<Sample | undefined> {
  const { signal, say } = greeting;
  const startedMs = Date.now();
  const report = await push(greeting);
  if (signal.aborted) return undefined;
  const { chunks, pending } = await waitForEmbeddings(greeting);
  if (signal.aborted) return undefined;
  if (report) {
    say(`  ${count(report.files, "file")}, ${number(report.uploaded)} of them new or changed`);
    say(`  ${count(chunks, "passage")} in the index, ready after ${seconds(startedMs)}`);
  }
  if (pending > 0) say(`  ${count(pending, "passage")} not embedded yet; that goes on in the background`);
  const { folder } = greeting;
  const source = folder === undefined ? undefined : { ...greeting, folder };
  const sample = source && report && (await chooseSample(source, report.root));
  if (sample && !signal.aborted) {
    const { query, path } = sample;
    say(`\nA sample search, from ${safeLine(path)}: ${safeLine(query)}\n`);
    showHits(sample);
  }
  return sample;
}
