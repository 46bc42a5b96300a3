import { spawn } from "node:child_process";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder, writeInto } from "../cli/temporary-folder.ts";
import { EMBEDDER, RERANKER, ROOT, tinyModels } from "../local-models/tiny-models.ts";

const PAGE =
  "# Benchmarks\n\n<!-- npm run neural -->\n\nNobody has run it yet.\n\n<!-- end -->\n\nAnd so on.\n";
const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

const setFiles = (name: string) => ({
  [`${name}/corpus.jsonl`]: lines([
    { _id: "heron", title: "Heron", text: "The heron stands at the weir." },
    { _id: "keys", title: "Keys", text: "We rotate the signing keys every month." },
  ]),
  [`${name}/queries.jsonl`]: lines([
    { _id: "1", text: "heron at the weir" },
    { _id: "2", text: "signing keys" },
  ]),
  [`${name}/qrels.tsv`]: "query-id\tcorpus-id\tscore\n1\theron\t1\n2\tkeys\t1\n",
});

/** A page without a table, two judged sets, and a folder of tiny models to install from. */
function laidOut() {
  const folder = temporaryFolder({ "page.md": PAGE, ...setFiles("birds"), ...setFiles("more") });
  const from = tinyModels(EMBEDDER, RERANKER).models;
  const models = join(folder, "models");
  const page = (): string => readFileSync(join(folder, "page.md"), "utf8");
  return { folder, from, models, page };
}

type LaidOut = ReturnType<typeof laidOut>;

interface Run {
  readonly sets?: readonly string[];
  readonly from?: string | undefined;
}

/** Runs `npm run neural` on what is laid out, all that it writes inside. */
function neural({ folder, models, ...laid }: LaidOut, { sets = ["birds"], from = laid.from }: Run = {}) {
  const child = spawn(
    process.execPath,
    [
      ...[join(ROOT, "scripts", "neural.ts"), "--models", EMBEDDER.name, RERANKER.name, "--from", from],
      ...["--sets", ...sets.map((set) => join(folder, set)), "--page", join(folder, "page.md")],
      ...["--kept", join(folder, "kept")],
    ],
    { cwd: ROOT, env: { PATH: process.env.PATH, HOME: folder, RECALL_MODELS: models } },
  );
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  child.stdout.resume();
  return new Promise<{ readonly code: number | null; readonly said: string }>((done, refuse) => {
    child.on("error", refuse);
    child.on("close", (code) => done({ code, said }));
  });
}

/** Kept measurements, and when each was written. */
const keptIn = ({ folder }: LaidOut): readonly (readonly [string, number])[] =>
  readdirSync(join(folder, "kept")).map((name) => [name, statSync(join(folder, "kept", name)).mtimeMs]);

it("installs the models, measures a set, writes the table, and measures nothing twice", async () => {
  const laid = laidOut();
  const first = await neural(laid);
  expect(first).toMatchObject({ code: 0, said: expect.stringContaining("neural: measuring birds") });
  expect(readdirSync(laid.models).sort()).toEqual([EMBEDDER.name, RERANKER.name]);

  const page = laid.page();
  expect(page).not.toContain("Nobody has run it yet");
  expect(page).toMatch(/^# Benchmarks\n\n<!-- npm run neural -->\n\nMeasured \d{4}-\d\d-\d\d, on /);
  expect(page).toMatch(
    /tiny-embedder \(random\), tiny-reranker \(random\), ONNX Runtime .+, edge-recall .+, Node /,
  );
  expect(page).toMatch(/\n\n<!-- end -->\n\nAnd so on\.\n$/);
  const rows = page.split("\n").filter((line) => line.startsWith("| birds"));
  expect(rows.map((row) => row.replace(/\| \d+ \| (?=[\d.]+ \|$)/, "| … | "))).toEqual([
    expect.stringMatching(/^\| birds \| 2 \| 2 \| edge \| [\d.]+ \| 1\.000 \| [\d.]+ \| … \| 0\.000 \|$/),
    expect.stringMatching(/^\| birds \| 2 \| 2 \| vector \| [\d.]+ \| 1\.000 \| [\d.]+ \| … \| 0\.000 \|$/),
    "| birds | 2 | 2 | keyword | 1.000 | 1.000 | 1.000 | … | 0.000 |",
  ]);

  const kept = keptIn(laid);
  const second = await neural(laid);
  expect(second).toMatchObject({ code: 0, said: expect.stringContaining("birds is measured already") });
  expect(second.said).not.toContain("measuring birds");
  expect([laid.page(), keptIn(laid)]).toEqual([page, kept]);
});

it("goes on with the next set after one failed, and leaves the page alone until all are measured", async () => {
  const laid = laidOut();
  const sets = ["birds", "more"];
  writeInto(
    laid.folder,
    "more/queries.jsonl",
    lines([
      { _id: "1", text: "heron ".repeat(50_000) },
      { _id: "2", text: "signing keys" },
    ]),
  );
  const failed = await neural(laid, { sets });
  expect(failed).toMatchObject({ code: 1, said: expect.stringMatching(/neural: measuring more failed: /) });
  expect(laid.page()).toBe(PAGE);
  expect(keptIn(laid)).toEqual([[expect.stringMatching(/^birds-/), expect.any(Number)]]);

  writeInto(laid.folder, "more/queries.jsonl", setFiles("more")["more/queries.jsonl"] ?? "");
  const next = await neural(laid, { sets });
  expect(next).toMatchObject({ code: 0, said: expect.stringContaining("birds is measured already") });
  expect(next.said).toContain("neural: measuring more");
  expect(laid.page().match(/^\| (birds|more) /gm)).toHaveLength(6);
});

it("says which step failed, and leaves the table as it was", async () => {
  const laid = laidOut();
  const nothing = await neural(laid, { from: temporaryFolder() });
  expect(nothing).toMatchObject({
    code: 1,
    said: expect.stringMatching(/neural: installing tiny-embedder and tiny-reranker failed: .*\.\n$/),
  });
  rmSync(join(laid.folder, "birds", "qrels.tsv"));
  const halfASet = await neural(laid);
  expect(halfASet).toMatchObject({
    code: 1,
    said: expect.stringMatching(/neural: reading the judged sets failed: .*qrels\.tsv/),
  });
  expect(laid.page()).toBe(PAGE);
});
