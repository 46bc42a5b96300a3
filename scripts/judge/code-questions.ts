/**
 * `node scripts/judge/code-questions.ts <folder of code…> [--symbols 500] [--seed 1] [--profile edge] [--set a.b=c …]`: asks
 * a code base for its exported symbols by name and by what their comments say, and for decisions that are remembered beside
 * it. With `--set` the same questions again with those settings, and the difference.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { Passage } from "../../src/cli/commands/eval/evaluation.ts";
import { newOrigin, ROOT } from "../../src/cli/commands/eval/push-texts.ts";
import { share } from "../../src/cli/commands/eval/render.ts";
import { hitAt, mean, reciprocalRank } from "../../src/cli/commands/eval/statistics/metrics.ts";
import { pairedBootstrap } from "../../src/cli/commands/eval/statistics/significance.ts";
import { untilIndexed } from "../../src/cli/commands/eval/with-server.ts";
import { type ProfileSettings, setting } from "../../src/cli/flags/parsers.ts";
import { collectFolder } from "../../src/cli/folder/collect-folder.ts";
import { pagesOf } from "../../src/cli/folder/folder-pages.ts";
import { packageRoot } from "../../src/cli/local/load-runtime.ts";
import { startServer } from "../../src/cli/local/start-server.ts";
import { pushFolder } from "../../src/cli/push/push-folder.ts";
import type { RecallClient } from "../../src/cli/session/recall-client.ts";
import { renderTable } from "../../src/cli/terminal/columns.ts";
import { PROFILES, type ProfileName } from "../../src/search/contract/constants.ts";
import { drawSymbols } from "./code-symbols.ts";
import { newWorkspace } from "../bench/workspaces.ts";

const QUIET = { signal: new AbortController().signal, onProgress: () => undefined };
const DECISIONS = fileURLToPath(new URL("../../test/quality/fixtures/decisions.jsonl", import.meta.url));
/** Hits that are looked at. */
const LIMIT = 10;
const SECRET = "only for a server that ends in a moment, on this machine";

interface CodeQuestion {
  readonly kind: "name" | "comment" | "decision";
  readonly query: string;
  readonly isRight: (hit: Passage) => boolean;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    symbols: { type: "string", default: "500" },
    seed: { type: "string", default: "1" },
    profile: { type: "string", default: "edge" },
    set: { type: "string", multiple: true, default: [] },
  },
});
const profile = PROFILES.find((name) => name === values.profile);
if (positionals.length === 0 || profile === undefined) {
  console.error(
    "usage: node scripts/judge/code-questions.ts <folder of code…> [--symbols 500] [--seed 1] [--profile edge] [--set a.b=c …]",
  );
  process.exit(2);
}
const settings = values.set.reduce<ProfileSettings>((all, one) => setting(one, all), {});

/** Pushes a folder as `recall push` does; answers what was pushed. */
async function push(client: RecallClient, folder: string): Promise<ReadonlySet<string>> {
  const { files, failed } = await collectFolder(folder, {
    includeHidden: false,
    own: new Set<string>(),
    signal: QUIET.signal,
  });
  const plan = { join: false, dryRun: false, mirror: false, confirm: false, pages: pagesOf(files, failed) };
  const { stopped } = await pushFolder(client, { ...plan, root: ROOT, origin: newOrigin(), ...QUIET });
  if (stopped !== undefined) throw stopped;
  return new Set(files.map(({ path }) => path));
}

/** Remembers what somebody decided, each with the question for it. */
async function decisions(client: RecallClient): Promise<readonly CodeQuestion[]> {
  const lines = readFileSync(DECISIONS, "utf8").trim().split("\n");
  const asked: CodeQuestion[] = [];
  for (const { text, query } of lines.map((line) => JSON.parse(line) as { text: string; query: string })) {
    const { memory } = await client.remember({ text, type: "decision" });
    asked.push({ kind: "decision", query, isRight: ({ path }) => path === memory.id });
  }
  return asked;
}

/** What is asked of the symbols that were pushed: each by its name, and by its comment where it has one. */
function symbolQuestions(folder: string, pushed: ReadonlySet<string>): readonly CodeQuestion[] {
  const drawn = drawSymbols(folder, { count: Number(values.symbols), seed: Number(values.seed) });
  return drawn
    .filter(({ path }) => pushed.has(path))
    .flatMap(({ name, path, line, said }) => {
      const isRight = (hit: Passage) => hit.path === path && hit.startLine <= line && hit.endLine >= line;
      const byName = { kind: "name", query: name, isRight } as const;
      return said === undefined ? [byName] : [byName, { kind: "comment", query: said, isRight } as const];
    });
}

/** Rank of the right hit, from 1; 0: it is not among the first ten. */
async function rankOf(
  client: RecallClient,
  { query, isRight }: CodeQuestion,
  changed: ProfileSettings,
): Promise<number> {
  const asked = { query, limit: LIMIT, log: false, settings: changed };
  const { hits } = await client.search({ ...asked, profile: profile as ProfileName });
  return hits.findIndex(isRight) + 1;
}

/** One row a kind of question: as the profile is, and with the settings the difference of the reciprocal rank. */
async function rowsOf(client: RecallClient, questions: readonly CodeQuestion[]): Promise<string[][]> {
  const rows: string[][] = [];
  for (const kind of ["name", "comment", "decision"] as const) {
    const own = questions.filter((one) => one.kind === kind);
    if (own.length === 0) continue;
    const ranks: number[] = [];
    const differences: number[] = [];
    for (const question of own) {
      const rank = await rankOf(client, question, {});
      ranks.push(rank);
      if (values.set.length > 0)
        differences.push(reciprocalRank(await rankOf(client, question, settings)) - reciprocalRank(rank));
    }
    const { mean: delta, low, high, p } = pairedBootstrap(differences.length > 0 ? differences : [0]);
    rows.push([
      ...[kind, String(own.length), share(mean(ranks.map((rank) => hitAt(rank, 1))))],
      share(mean(ranks.map((rank) => reciprocalRank(rank)))),
      ...(differences.length > 0
        ? [share(delta), `${share(low)} to ${share(high)}`, share(p, 3)]
        : ["", "", ""]),
    ]);
  }
  return rows;
}

const HEADINGS = ["n", "hit@1", "MRR@10", "Δ MRR@10", "95% interval", "p"];
const home = mkdtempSync(join(tmpdir(), "recall-code-"));
const server = await startServer({ root: packageRoot(), home, port: 0, secret: SECRET });
try {
  for (const [at, given] of positionals.entries()) {
    const folder = resolve(process.env.INIT_CWD ?? ".", given);
    const client = await newWorkspace(server.url, SECRET, `code-${at}`);
    const pushed = await push(client, folder);
    const questions = [...symbolQuestions(folder, pushed), ...(await decisions(client))];
    await untilIndexed(client, QUIET.signal, QUIET.onProgress);
    const rows = await rowsOf(client, questions);
    console.log(renderTable([basename(folder), ...HEADINGS], rows).join("\n"));
  }
} finally {
  await server.stop();
  rmSync(home, { recursive: true, force: true });
}
