import { expect, it } from "vitest";
import { renderPush } from "../../../../src/cli/commands/push/render.ts";
import { emptyReport } from "../../../../src/cli/push/report.ts";
import { AppError } from "../../../../src/errors.ts";

const NOTHING_LEFT_OUT = { secrets: [], skipped: { ignored: 0, binary: 0, links: 0 } };
const HERE = "http://127.0.0.1:8787";
const report = { ...emptyReport("notes"), files: 1_204, uploaded: 3, unchanged: 1_201, bytes: 1_500 };

it("says a push in one line when there is nothing to add", () => {
  expect(renderPush({ report }, NOTHING_LEFT_OUT, HERE)).toEqual([
    "notes: 1,204 files, 3 sent (1.5 KB), 1,201 unchanged",
  ]);
});

it("names the host when texts went to another machine, safe to show", () => {
  const first = (url: string) => renderPush({ report }, NOTHING_LEFT_OUT, url)[0];
  expect(first("https://recall.example.com/team")).toMatch(/^notes at recall\.example\.com: 1,204 files/);
  for (const url of ["http://localhost:1", "http://[::1]:1", HERE]) expect(first(url)).toMatch(/^notes: /);
});

it("says how many documents are gone and how to delete them", () => {
  const goneLine = (gone: number) => renderPush({ report: { ...report, gone } }, NOTHING_LEFT_OUT, HERE)[1];
  expect(goneLine(2)).toBe("2 documents gone from the folder, still indexed: --mirror deletes them.");
  expect(goneLine(1)).toBe("1 document gone from the folder, still indexed: --mirror deletes it.");
});

it("says how to confirm what the server refused to delete", () => {
  const pruneRefused = new AppError("too_many_deletions", "That is most of the root");
  const lines = renderPush({ report: { ...report, gone: 900 }, pruneRefused }, NOTHING_LEFT_OUT, HERE);
  expect(lines.slice(1).join(" ")).toMatch(/most of the root.*--mirror --yes/);
  expect(lines.join(" ")).not.toContain("--mirror deletes");
});

it("names what was left out and ends with what failed, safe to show", () => {
  const secrets = [".env", "a.pem", "b.pem", "c.pem", "d.pem", "\u001b[2Je.pem"];
  const failed = [{ path: "\u001b[2J.txt", code: "not_text", message: "no\u0007" }];
  const leftOut = { secrets, skipped: { ignored: 1, binary: 2, links: 1 } };
  const lines = renderPush({ report: { ...report, failed } }, leftOut, HERE);
  expect(lines.slice(1)).toEqual([
    "Left out as likely secrets: .env, a.pem, b.pem, c.pem, d.pem and 1 more",
    "Left out: 1 file or folder by rules, 2 binary files, 1 symbolic link.",
    "1 file not pushed:",
    "  ␛[2J.txt: no␇",
  ]);
});

it("says of how many files nothing came, so that the numbers add up", () => {
  const [line] = renderPush({ report: { ...report, unchanged: 1_000 } }, NOTHING_LEFT_OUT, HERE);
  expect(line).toBe("notes: 1,204 files, 3 sent (1.5 KB), 1,000 unchanged, 201 not pushed");
});

it("says that a stopped push can be run again", () => {
  const stopped = new AppError("unavailable", "Could not reach https://a.example");
  const lines = renderPush({ report, stopped }, NOTHING_LEFT_OUT, HERE);
  expect(lines.at(-1)).toMatch(/^Could not reach .*What was sent is kept; run the same again/);
});

const skipped = { ignored: 0, binary: 0, links: 0 };

it.each([
  [
    "folders left out by rules",
    { skipped: { ...skipped, ignored: 2 } },
    "Left out: 2 files and folders by rules.",
  ],
  ["one binary file", { skipped: { ...skipped, binary: 1 } }, "Left out: 1 binary file."],
  ["links", { skipped: { ...skipped, links: 1_000 } }, "Left out: 1,000 symbolic links."],
  [
    "five secrets, each by its name",
    { secrets: ["a", "b", "c", "d", "e"] },
    "Left out as likely secrets: a, b, c, d, e",
  ],
])("names %s alone, where there is nothing else", (_, changes, line) => {
  expect(renderPush({ report }, { ...NOTHING_LEFT_OUT, ...changes }, HERE).slice(1)).toEqual([line]);
});

it.each([
  [
    "nothing to embed of chunks that were written",
    { chunks: 2, toEmbed: 0 },
    ["2 chunks written, 0 to embed."],
  ],
  ["nothing of chunks where none was written", { chunks: 0, toEmbed: 3 }, []],
  ["no file as not pushed where more came than there are", { uploaded: 4 }, []],
])("says %s", (_, changes, more) => {
  const lines = renderPush({ report: { ...report, ...changes } }, NOTHING_LEFT_OUT, HERE);
  expect(lines.slice(1)).toEqual(more);
  expect(lines[0]).toMatch(/ 1,201 unchanged$/);
});

it("says what failed before why the push was stopped", () => {
  const failed = ["a.md", "b.md"].map((path) => ({ path, code: "quota", message: "full" }));
  const stopped = new AppError("quota", "no\u0007 more");
  expect(renderPush({ report: { ...report, failed }, stopped }, NOTHING_LEFT_OUT, HERE).slice(1)).toEqual([
    "2 files not pushed:",
    "  a.md: full",
    "  b.md: full",
    "no␇ more. What was sent is kept; run the same again for the rest.",
  ]);
});
