import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../cli/temporary-folder.ts";

const ROOT = join(import.meta.dirname, "../..");
const PAGE =
  "# Benchmarks\n\n<!-- npm run peers -->\n\nNobody has run it yet.\n\n<!-- end -->\n\nAnd so on.\n";

const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const gold = (...paths: readonly string[]) => paths.map((path) => ({ path, start: 1, end: 3 }));

/** A set whose figures are worked out by hand, and a tool that is listed as installed and is not there. */
const laidOut = () =>
  temporaryFolder({
    "page.md": PAGE,
    "notes/birds.md": "# Birds\n\nThe heron nests at the mill.\n",
    "notes/food.md": "# Food\n\nSoup at noon.\n",
    "notes/mill.md": "# Mill\n\nThe wheel turns.\n",
    "notes.questions.jsonl": lines([
      { id: "1", query: "heron", kind: "keyword", gold: gold("birds.md") },
      { id: "2", query: "soup wheel", kind: "multi", gold: gold("food.md", "mill.md") },
      // Second behind the note of that title.
      { id: "3", query: "mill", kind: "keyword", gold: gold("birds.md") },
      { id: "4", query: "zeppelins", kind: "keyword", gold: gold("food.md") },
      { id: "5", query: "airship", kind: "none", gold: [] },
      { id: "6", query: "soup kitchen", kind: "none", gold: [] },
    ]),
    "cache/lunr/node_modules/.package-lock.json": JSON.stringify({
      packages: { "node_modules/lunr": { version: "2.3.9" } },
    }),
  });

function peers(folder: string, ...parameters: readonly string[]) {
  const child = spawn(
    process.execPath,
    [
      ...[join(ROOT, "scripts", "peers.ts"), ...parameters, "--cache", join(folder, "cache")],
      ...["--page", join(folder, "page.md"), "--write"],
    ],
    // Without npm nothing can be installed.
    { cwd: ROOT, env: { PATH: "/usr/bin:/bin", HOME: folder, npm_config_offline: "true", TMPDIR: folder } },
  );
  let [printed, said] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  return new Promise<{ readonly code: number | null; readonly printed: string; readonly said: string }>(
    (done, refuse) => {
      child.on("error", refuse);
      child.on("close", (code) => done({ code, printed, said }));
    },
  );
}

it("measures what works, names what does not, and writes the tables into the page", async () => {
  const folder = laidOut();
  const only = ["--only", "edge-recall", "sqlite-fts5", "minisearch", "lunr"];
  const { code, printed, said } = await peers(folder, join(folder, "notes"), ...only);
  expect([code, said]).toEqual([0, expect.stringContaining("sqlite-fts5 searches notes, round 3 of 3")]);
  expect(printed).toMatch(/\| MiniSearch \| not measured: .*npm/);
  expect(printed).toMatch(/\| Lunr \| failed: .*Cannot find package 'lunr'/);
  expect(printed).toContain("**notes**: 3 documents, 0.0000850 MB, 6 questions, 2 of them without an answer");
  const rows = printed
    .split("\n")
    .filter((line) => /^\| (edge-recall|SQLite FTS5) \| [.\d]+ \| [.\d]+ \| \./.test(line));
  expect(rows).toEqual([
    expect.stringMatching(/^\| edge-recall \| (\.\d{3} \| ){3}/),
    // nDCG: (1 + 1 + 1/log2(3) + 0) / 4. One of four that have an answer got none, one of two that have none was not answered.
    expect.stringMatching(/^\| SQLite FTS5 \| \.658 \| \.750 \| \.500 \| \.500 \| \.250 \| .* \| 1\.00 \| /),
  ]);
  expect(printed).toMatch(/^edge-recall loses .*p50 to /m);
  const page = readFileSync(join(folder, "page.md"), "utf8");
  expect(page).toBe(PAGE.replace("Nobody has run it yet.", printed.trimEnd()));
});

it("refuses what is no judged set, and leaves the page as it was", async () => {
  const folder = laidOut();
  const { code, said } = await peers(folder, join(folder, "cache"), "--only", "sqlite-fts5");
  expect([code, said]).toEqual([2, expect.stringContaining("cache.questions.jsonl cannot be read")]);
  expect(readFileSync(join(folder, "page.md"), "utf8")).toBe(PAGE);
});
