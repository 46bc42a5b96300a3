/**
 * `npm run scale [-- --documents 5000] [--json]`: documents of 4 KB through a local server that has got warm with a fifth
 * of them in each of five other workspaces: a fifth pushed, all of them, all unchanged, half changed, mirrored to half.
 * Prints what each push cost, and the runtime's resident memory, which at the last document may be at most 1.2 times
 * that at the first fifth. Exit code 1 when it is more, of 5,000 documents or more. Linux only.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { newOrigin } from "../src/cli/commands/eval/push-texts.ts";
import { untilIndexed } from "../src/cli/commands/eval/with-server.ts";
import { startCollecting } from "../src/cli/folder/collect-folder.ts";
import { packageRoot } from "../src/cli/local/load-runtime.ts";
import { startServer } from "../src/cli/local/start-server.ts";
import { pushFolder } from "../src/cli/push/push-folder.ts";
import type { RecallClient } from "../src/cli/session/recall-client.ts";
import { renderTable } from "../src/cli/terminal/columns.ts";
import { byteSize, number } from "../src/cli/terminal/numbers.ts";
import { newWorkspace } from "./bench/workspaces.ts";
import { type Phase, type PhaseUse, residentBytes, usesOf } from "./scale/phase.ts";
import { pathOf, writeTexts } from "./scale/write-texts.ts";

/** Signs the tokens of a server that lives for minutes on this machine only. */
const SECRET = "scale: a secret of no use anywhere else";
/** How much more memory the runtime may have at the last document than at the first fifth. */
const MAX_GROWTH = 1.2;
/** Other workspaces that are pushed first. With three of them the database's own isolate still had no reason to collect its garbage. */
const WARM_UPS = 5;
/** With fewer documents the first fifth is too little to say anything. */
const JUDGED_FROM = 5_000;

const { values } = parseArgs({
  options: { documents: { type: "string", default: "5000" }, json: { type: "boolean", default: false } },
});
const documents = Number(values.documents);
if (!Number.isInteger(documents) || documents < 10 || process.platform !== "linux") {
  console.error("usage, on Linux: npm run scale [-- --documents 5000] [--json]");
  process.exit(2);
}
const fifth = Math.floor(documents / 5);
const half = Math.floor(documents / 2);

const work = mkdtempSync(join(tmpdir(), "recall-scale-"));
const folder = join(work, "texts");
const home = join(work, "home");
const origin = newOrigin();

interface Push {
  readonly name: string;
  readonly mirror?: true;
}

/** Pushes the folder as it is and waits until the background work is done. */
async function push(client: RecallClient, { name, mirror = undefined }: Push): Promise<Phase> {
  const startedAt = Date.now();
  const { pages } = await startCollecting(folder, { includeHidden: false });
  const shape = { root: "texts", origin, join: false, dryRun: false, confirm: true, pages };
  const { report, stopped, pruneRefused } = await pushFolder(client, { ...shape, mirror: mirror === true });
  const problem = stopped ?? pruneRefused;
  if (problem !== undefined) throw problem;
  await untilIndexed(client, new AbortController().signal, () => undefined);
  const { uploaded: sent, unchanged, deleted, chunks, requests } = report;
  const phase = { name, startedAt, endedAt: Date.now(), sent, unchanged, deleted, chunks, requests };
  console.error(`scale: ${name}: ${(phase.endedAt - startedAt) / 1_000} s`);
  return { ...phase, residentBytes: residentBytes() };
}

/** All of it, on a server of its own. */
async function measure(): Promise<readonly Phase[]> {
  const server = await startServer({ root: packageRoot(), home, port: 0, secret: SECRET });
  try {
    writeTexts(folder, { from: 0, to: fifth, revision: 1 });
    // The engine's heap grows to its working size with the first work, whatever that is: not what is asked for here.
    for (let at = 1; at <= WARM_UPS; at++)
      await push(await newWorkspace(server.url, SECRET, `warm${at}`), { name: `to get warm, ${at}` });
    const client = await newWorkspace(server.url, SECRET, "scale");
    const first = await push(client, { name: `first ${number(fifth)}` });
    writeTexts(folder, { from: fifth, to: documents, revision: 1 });
    const all = await push(client, { name: `all ${number(documents)}` });
    const again = await push(client, { name: "unchanged" });
    writeTexts(folder, { from: 0, to: half, revision: 2 });
    const changed = await push(client, { name: "half changed" });
    for (let index = half; index < documents; index++) rmSync(join(folder, pathOf(index)));
    const mirrored = await push(client, { name: "mirrored to half", mirror: true });
    return [first, all, again, changed, mirrored];
  } finally {
    await server.stop();
  }
}

const HEAD = ["push", "seconds", "requests", "rows read", "rows written", "sent", "unchanged", "deleted"];
const MORE = ["chunks", "runs", "embedded", "resident"];

const row = (phase: Phase, use: PhaseUse): readonly string[] => [
  phase.name,
  ((phase.endedAt - phase.startedAt) / 1_000).toFixed(1),
  ...[phase.requests, use.rowsRead, use.rowsWritten, phase.sent, phase.unchanged, phase.deleted].map(number),
  ...[phase.chunks, use.runs, use.embedded].map(number),
  byteSize(phase.residentBytes),
];

try {
  const phases = await measure();
  const uses = usesOf(home, phases);
  const [first, all] = phases;
  const growth = (all?.residentBytes ?? 0) / (first?.residentBytes ?? 1);
  const measured = phases.map((phase, at) => ({ ...phase, ...uses[at] }));
  const rows = phases.map((phase, at) => row(phase, uses[at] as PhaseUse));
  console.log(
    values.json
      ? JSON.stringify({ documents, growth, phases: measured }, undefined, 2)
      : [
          ...renderTable([...HEAD, ...MORE], rows),
          "",
          `Resident memory at document ${number(documents)}: ${growth.toFixed(2)} times that at ${number(fifth)}, at most ${MAX_GROWTH}.`,
        ].join("\n"),
  );
  process.exitCode = growth <= MAX_GROWTH || documents < JUDGED_FROM ? 0 : 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}
