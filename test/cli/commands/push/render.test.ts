import { expect, it } from "vitest";
import { leftOutLines } from "../../../../src/cli/commands/push/render-left-out.ts";
import { renderPush } from "../../../../src/cli/commands/push/render.ts";
import type { LeftOutRow } from "../../../../src/cli/folder/left-out.ts";
import { emptyReport, withRecoded } from "../../../../src/cli/push/report.ts";
import { AppError } from "../../../../src/errors.ts";

const NOTHING_LEFT_OUT = { secrets: [], rows: [] };
const row = (changes: Partial<LeftOutRow> = {}): LeftOutRow => ({
  ...{ reason: "rule", rule: "node_modules/", files: 12_003, folders: 1 },
  places: [{ path: "node_modules/", files: 12_003 }],
  ...changes,
});
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
  const leftOut = { secrets, rows: [row({ from: ".gitignore" })] };
  const lines = renderPush({ report: { ...report, failed } }, leftOut, HERE);
  expect(lines.slice(1)).toEqual([
    "Left out as likely secrets: .env, a.pem, b.pem, c.pem, d.pem and 1 more",
    "Left out (recall push --why PATH says why one file is):",
    "  node_modules/: 12,003 files by the rule node_modules/ of .gitignore",
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

it.each<[string, Partial<LeftOutRow>, string]>([
  [
    "a folder by a rule of every push",
    {},
    "node_modules/: 12,003 files by the rule node_modules/ of every push",
  ],
  [
    "a folder that is not counted to its end",
    { isMore: true },
    "node_modules/: at least 12,003 files by the rule node_modules/ of every push",
  ],
  [
    "two folders",
    { folders: 2, places: ["a/", "b/"].map((path) => ({ path, files: 1 })) },
    "12,003 files in a/, b/ by the rule node_modules/ of every push",
  ],
  [
    "binary files by the ending of their names",
    { reason: "binary", ending: "pdf", files: 6, folders: 0, places: [{ path: "", files: 6 }] },
    "6 PDF files: no text",
  ],
  ["links", { reason: "link", files: 1, folders: 0 }, "1 file: symbolic links are not followed"],
  [
    "a hidden folder",
    { reason: "hidden", files: 3, places: [{ path: ".x/", files: 3 }] },
    ".x/: 3 files, hidden (--include-hidden sends them)",
  ],
  [
    "the system's own",
    { reason: "system", files: 0, places: [{ path: "proc/", files: 0 }] },
    "proc/: the system's own",
  ],
])("says in one line why %s is left out", (_, changes, line) => {
  expect(leftOutLines({ secrets: [], rows: [row(changes)] }, "short").slice(1)).toEqual([`  ${line}`]);
});

it("lists a few reasons of a push, all of a dry run, and version control there alone", () => {
  const rows = Array.from({ length: 10 }, (_, at) => row({ rule: `r${at}` }));
  const all = { secrets: [], rows: [...rows, row({ reason: "version_control" })] };
  const short = leftOutLines(all, "short");
  expect([short.length, short.at(-1)]).toEqual([10, "  and 2 more reasons (--dry-run lists all)"]);
  expect(leftOutLines(all, "whole")).toHaveLength(12);
  expect(leftOutLines({ secrets: [], rows: [row({ reason: "version_control" })] }, "short")).toEqual([]);
});

it.each([
  [
    "nothing to embed of chunks that were written",
    { chunks: 2, toEmbed: 0 },
    ["2 passages written, 0 to embed."],
  ],
  ["nothing of chunks where none was written", { chunks: 0, toEmbed: 3 }, []],
  ["no file as not pushed where more came than there are", { uploaded: 4 }, []],
])("says %s", (_, changes, more) => {
  const lines = renderPush({ report: { ...report, ...changes } }, NOTHING_LEFT_OUT, HERE);
  expect(lines.slice(1)).toEqual(more);
  expect(lines[0]).toMatch(/ 1,201 unchanged$/);
});

it("asks no question with a full stop behind it", () => {
  const stopped = new AppError("unavailable", "Could not reach it: is `recall serve` running?");
  const last = renderPush({ report, stopped }, NOTHING_LEFT_OUT, HERE).at(-1);
  expect(last).toMatch(/running\? What was sent/);
});

it("says of a folder without files that there is nothing to send", () => {
  const empty = { ...report, files: 0, uploaded: 0, bytes: 0, unchanged: 0, chunks: 0, toEmbed: 0 };
  expect(renderPush({ report: empty }, NOTHING_LEFT_OUT, HERE)).toEqual([
    "notes: 0 files, 0 sent (0 bytes), 0 unchanged",
    "There is no file in it that a push sends.",
  ]);
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

it("lists the first 10,000 files in other encodings, and says that there may be more", () => {
  const page = Array.from({ length: 4_000 }, (_, at) => ({
    path: `n${at}.txt`,
    ...(at > 0 && { encoding: "windows-1252" as const }),
  }));
  let recoded = withRecoded([], page);
  const lineOf = () => renderPush({ report: { ...report, recoded } }, NOTHING_LEFT_OUT, HERE)[1];
  expect([recoded.length, lineOf()]).toEqual([3_999, "3,999 files in Windows-1252, sent as UTF-8."]);
  for (let more = 0; more < 3; more++) recoded = withRecoded(recoded, page);
  expect(recoded.length).toBe(10_000);
  expect(lineOf()).toBe("at least 10,000 files in Windows-1252, sent as UTF-8.");
});
