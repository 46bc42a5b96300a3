import { join } from "node:path";
import { expect, it } from "vitest";
import { columnsOf } from "../../../src/cli/terminal/columns.ts";
import { PROFILES } from "../../../src/search/contract/constants.ts";
import { serveWith } from "../local/serve-while.ts";
import { runCli } from "../run-cli.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const COLUMNS = 80;
const ROOT = "field-notes-of-the-northern-office";
const LONG = "guides/a-rather-long-folder-name/with-another-one/operations-handbook.md";
const SENTENCE =
  "Ana López works at Kestrel Labs and leads the survey of signing keys, repeated every spring. ";

const FILES = {
  [`notes/${LONG}`]: `# Operations handbook of the northern office, with everything that anybody asked\n\n## Rotating the signing keys on the first Monday of every month without an outage\n\n${SENTENCE.repeat(3)}\nProject Heron is owned by Kestrel Labs.\n`,
  "notes/short.md": "# Keys\n\nSigning keys are rotated by Ana López.\n",
  "notes/日本.md": `# ${"署名鍵の交換".repeat(9)}\n\n${"毎月の第一月曜日に署名鍵を交換する。".repeat(5)}\n`,
  "notes/secret.env": "x",
  "questions.jsonl": `${JSON.stringify({ id: "q1", question: "who rotates keys", kind: "fact", expect: [{ file: "short.md", lines: [1, 3] }] })}\n`,
};

/** A word that nothing can break, such as a path, may be as long as it is; the rest of its line may not. */
const UNBREAKABLE = /\S{24,}/g;
const tooWide = (text: string): readonly string[] =>
  text.split("\n").filter((line) => columnsOf(line.replace(UNBREAKABLE, "")) > COLUMNS);

const ASKED: readonly (readonly string[])[] = [
  [],
  ["--help"],
  ["search", "rotate keys"],
  ["search", "rotate keys", "--compact"],
  ["search", "rotate keys", "--explain", "-n", "2"],
  ["search", "署名鍵"],
  ["search", "zyzzyva"],
  ["search", "keys", "--root", "nope"],
  ["search", "keys", "--type", "nope"],
  ["search", "keys", "--set", "nope=1"],
  ["search", "keys", "--budget", "9"],
  ["search", "keys", "--token", "rcl_not.a.token"],
  ["search", "keys", "--url", "http://127.0.0.1:9", "--token", "t"],
  ["search", "keys", "--at", "nope"],
  ["ask", "who leads the survey"],
  ["explain", "rotate keys", "short.md#L1"],
  ["explain", "rotate keys", "nope.md#L1"],
  ["profiles"],
  ...PROFILES.map((name) => ["profiles", name]),
  ["feedback"],
  ["feedback", "abcdef12", "1", "up"],
  ["log"],
  ["log", "abcdef12"],
  ...["never_found", "popular", "stale"].map((report) => ["log", "--report", report]),
  ["get", "nope.md"],
  ["remember", "hello"],
  ["remember", SENTENCE.repeat(2), "--type", "decision", "--tag", "release", "--session", "s-42"],
  ["forget", "survey of signing keys"],
  ["memories"],
  ["memories", "recent"],
  ["memories", "stats"],
  ["memories", "lst"],
  ["prune", "--older-than", "90d", "--dry-run"],
  ["graph", "list"],
  ["graph", "entity", "Ana López"],
  ["graph", "kestrel labs"],
  ["graph", "suggest", "Ana"],
  ["status"],
  ["doctor", "--full"],
  ["reindex"],
  ["reindex", "--all", "--watch"],
  ["export", "--to", "export.jsonl"],
  ["import", "nope.jsonl"],
  ["push", "notes", "--root", ROOT, "--dry-run", "--mirror"],
  ["push", "notes", "--root", ROOT],
  ["push", "nope"],
  ["delete", ROOT],
  ["delete", ROOT, "--yes", "nope"],
  ["delete", ROOT, "--prefix", "guides", "--yes", ROOT],
  ["init", "--list"],
  [
    "token",
    "create",
    "--name",
    "a label as long as a label may be, which is a hundred characters and no more",
  ],
  ["token", "list"],
  ["token", "revoke", "nope"],
  ["workspace", "create", "northern-office", "--name", SENTENCE.trim()],
  ["workspace", "list"],
  ["workspace", "use", "nope"],
  ["eval", "notes", "--questions", "questions.jsonl", "--compare", "keyword", "vector"],
];

it("prints no line of more than 80 columns but for a word that nothing can break", async () => {
  const folder = temporaryFolder(FILES);
  const env = { RECALL_HOME: join(folder, "home"), COLUMNS: String(COLUMNS) };
  const found: unknown[] = [];
  const work = async () => {
    await runCli(["push", "notes", "--root", ROOT], { cwd: folder, env });
    for (const args of ASKED) {
      const { code, stdout, stderr } = await runCli(args, { cwd: folder, env });
      const wrong = { args, wide: [...tooWide(stdout), ...tooWide(stderr)], crash: /\n\s+at /.test(stderr) };
      if (code === null || wrong.crash || wrong.wide.length > 0) found.push(wrong);
    }
  };
  const served = await serveWith(["notes"], { folder, env, work });
  expect(found).toEqual([]);
  expect({ stdout: tooWide(served.stdout), stderr: tooWide(served.stderr) }).toEqual({
    stdout: [],
    stderr: [],
  });
});
