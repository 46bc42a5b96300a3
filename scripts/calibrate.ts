/**
 * `npm run calibrate -- <judged set>… [--write] [--url server --token owner's]`: fits how relevance is judged from judged
 * sets, of which three or more of different kinds are needed, and prints how well it does on each set when fitted on the
 * others. A set is a folder as `recall eval` reads it, or one beside `<folder>.questions.jsonl`. --write puts the
 * coefficients into src/search/relevance/coefficients.ts. Without --url they are those of a server without models; with it,
 * of the models that this server asks.
 */
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { untilIndexed, withLocalServer, withWorkspace } from "../src/cli/commands/eval/with-server.ts";
import { packageRoot } from "../src/cli/local/load-runtime.ts";
import { recallClient } from "../src/cli/session/recall-client.ts";
import { createBookmarks } from "../src/client/bookmarks.ts";
import { COEFFICIENTS } from "../src/search/relevance/coefficients.ts";
import type { EvidenceName } from "../src/search/relevance/evidence.ts";
import { type Basis, DEFAULT_FLOOR } from "../src/search/relevance/model.ts";
import { loadSet } from "./judge/judged-set.ts";
import { askSet, type Observation } from "./calibrate/ask.ts";
import { crossValidate, fitModels, namesFor } from "./calibrate/model.ts";
import { reportTable } from "./calibrate/report.ts";
import { coefficientsFile } from "./calibrate/write.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: "boolean" }, url: { type: "string" }, token: { type: "string" } },
});
/** One set is judged by the others, which have to differ from each other. */
const LEAST_SETS = 3;
if (positionals.length < LEAST_SETS || (values.url !== undefined && values.token === undefined)) {
  console.error(
    "usage: npm run calibrate -- <judged set> <set> <set>… [--write] [--url server --token owner's]",
  );
  process.exit(2);
}

const typedFrom = process.env.INIT_CWD ?? ".";
const sets = await Promise.all(positionals.map((folder) => loadSet(resolve(typedFrom, folder))));
const { signal } = new AbortController();
const QUIET = { signal, onProgress: () => undefined };
type EvalServer = Parameters<typeof withWorkspace>[0];

async function askAll(server: EvalServer): Promise<readonly Observation[]> {
  const seen: Observation[] = [];
  for (const set of sets) {
    const others = sets.filter((other) => other !== set);
    const asked = await withWorkspace(server, signal, async (client) => {
      await set.evaluation.push(client, QUIET);
      await untilIndexed(client, signal, QUIET.onProgress);
      return askSet(client, set, others);
    });
    seen.push(...asked);
    console.error(`calibrate: ${set.name}, asked ${asked.length} times`);
  }
  return seen;
}

function serverAt(url: string, ownerToken: string): EvalServer {
  const { known, take } = createBookmarks();
  return {
    ...{ url, ownerToken },
    clientFor: (token, ended) =>
      recallClient({ url, token, signal: ended, bookmark: known, onBookmark: take }),
  };
}

const { url, token = "" } = values;
const seen = url === undefined ? await withLocalServer(askAll) : await askAll(serverAt(url, token));
const evidence = seen.flatMap(({ hits }) => hits.map((hit) => hit.evidence));
const isJudged = evidence.some(({ judged }) => judged !== undefined);
const BASES: readonly (readonly [Basis, readonly EvidenceName[]])[] =
  url === undefined
    ? [
        ["keyword", []],
        ["embedded", ["cosine"]],
      ]
    : [isJudged ? ["cross-encoder", ["cosine", "judged"]] : ["neural", ["cosine"]]];
const fitted = new Map(Object.entries(COEFFICIENTS));
for (const [basis, said] of BASES) {
  const names = namesFor(said);
  console.log([`\n${basis}`, ...reportTable(crossValidate(seen, names), DEFAULT_FLOOR)].join("\n"));
  fitted.set(basis, { ...fitModels(seen, names), isMeasured: true });
}
if (values.write)
  writeFileSync(join(packageRoot(), "src/search/relevance/coefficients.ts"), coefficientsFile(fitted));
