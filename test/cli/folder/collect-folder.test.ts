import { statSync, symlinkSync, utimesSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { type CollectOptions, collectFolder } from "../../../src/cli/folder/collect-folder.ts";
import { hashFiles, hashOf } from "../../../src/cli/folder/read-text.ts";
import {
  type FileMark,
  markFiles,
  markOf,
  type SeenFile,
  seenText,
} from "../../../src/cli/folder/seen-file.ts";
import { walk } from "../../../src/cli/folder/walk.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/** A word in Windows-1251. */
const CYRILLIC = Uint8Array.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]);

it("has every text with its hash, size and time, what failed, and counts of all that is left out", async () => {
  const folder = temporaryFolder({
    ...{ ".gitignore": "*.log\nout/\n", "a.md": "one", "sub/b.md": "tw\u00f6", "x.log": "", "out/y.md": "" },
    ...{ "bin.txt": new Uint8Array([0, 1]), "p.png": "", "old.txt": CYRILLIC, ".env": "KEY=1" },
  });
  symlinkSync(join(folder, "a.md"), join(folder, "link.md"));
  utimesSync(join(folder, "a.md"), 1, 1.5);
  utimesSync(join(folder, "sub/b.md"), new Date(-5), new Date(-5));
  const before = Date.now();
  const collected = await collectFolder(folder, { includeHidden: false });
  expect(collected.files).toEqual([
    { path: "a.md", file: join(folder, "a.md"), hash: hashOf(Buffer.from("one")), bytes: 3, mtimeMs: 1_500 },
    {
      path: "sub/b.md",
      file: join(folder, "sub/b.md"),
      hash: hashOf(Buffer.from("tw\u00f6")),
      bytes: 4,
      mtimeMs: 0,
    },
  ]);
  expect(collected.failed).toMatchObject([{ path: "old.txt", code: "not_text" }]);
  expect(collected.leftOut.secrets).toEqual([".env"]);
  const reasons = collected.leftOut.rows.map(({ reason, rule, ending, files }) => [
    reason,
    rule ?? ending,
    files,
  ]);
  expect(reasons.sort()).toEqual([
    ["binary", undefined, 1],
    ["binary", "png", 1],
    ["hidden", undefined, 1],
    ["link", undefined, 1],
    ["rule", "*.log", 1],
    ["rule", "out/", 1],
  ]);
  expect([...collected.marks.keys()]).toEqual(["a.md", "bin.txt", "old.txt", "sub/b.md"]);
  expect(collected.folders).toEqual([folder, join(folder, "sub")]);
  expect(collected.seenAtMs).toBeGreaterThanOrEqual(before);
  expect(collected.seenAtMs).toBeLessThanOrEqual(Date.now());
});

// A Mac's disk itself calls the first two one.
it.skipIf(process.platform === "darwin")(
  "names what the walk refused beside what could not be read",
  async () => {
    const folder = temporaryFolder({ "caf\u00e9.md": "one", "cafe\u0301.md": "two", "old.txt": CYRILLIC });
    const { failed } = await collectFolder(folder, { includeHidden: false });
    expect(failed).toMatchObject([{ path: "old.txt", code: "not_text" }]);
  },
);

it("keeps the order of files, counts what is binary, shows each text once, and ends at the signal", async () => {
  const folder = temporaryFolder({
    "b.md": "bb",
    "a.md": "a",
    "bin.txt": new Uint8Array([0]),
    "big.md": "12345",
  });
  const found = ["b.md", "bin.txt", "big.md", "a.md"].map((path) => ({ path, file: join(folder, path) }));
  const texts: string[] = [];
  const onText = (path: string, text: string) => texts.push(`${path} ${text}`);
  const { files, failed, binary } = await hashFiles(found, { maxFileBytes: 4, onText });
  expect(files.map(({ path }) => path)).toEqual(["b.md", "a.md"]);
  expect(failed).toEqual([
    { path: "big.md", code: "too_large", message: "5 bytes; a document has at most 4" },
  ]);
  expect([binary, texts.sort()]).toEqual([["bin.txt"], ["a.md a", "b.md bb"]]);
  await expect(hashFiles(found, { maxFileBytes: 4, signal: AbortSignal.abort() })).rejects.toThrow();
});

it("marks a file by size and both times, and one that is gone not at all", async () => {
  const folder = temporaryFolder({ "a.md": "one" });
  const file = join(folder, "a.md");
  const { size, mtimeMs, ctimeMs } = statSync(file);
  expect(markOf(file)).toEqual({ size, mtimeMs, ctimeMs });
  expect([markOf(join(folder, "b")), markOf(join(file, "b"))]).toEqual([undefined, undefined]);
  const marks = await markFiles([
    { path: "b", file: join(folder, "b") },
    { path: "a", file },
  ]);
  expect([...marks]).toEqual([["a", { size, mtimeMs, ctimeMs }]]);
});

it("names secret folders with a slash, all secrets in order, and nothing below them", async () => {
  const folder = temporaryFolder({
    "z/.env": "",
    "b.pem": "",
    "home/config.json": "{}",
    "home/signing-secret": "s",
  });
  expect((await walk(folder)).secrets).toEqual(["b.pem", "home/", "z/.env"]);
});

it("reads no file again that is as it was sent under the same rules, unless its text is looked at", async () => {
  const folder = temporaryFolder({ "a.md": "one", "b.md": "two", "bin.txt": new Uint8Array([0, 1]) });
  const read: string[] = [];
  const convert = async (file: string): Promise<undefined> => void read.push(basename(file));
  const first = await collectFolder(folder, { convert });
  const seen = first.files.map((file) => [file.path, seenText(first.marks.get(file.path) as FileMark, file)]);
  const before = {
    files: new Map(seen as [string, SeenFile][]),
    secretRules: first.secretRules,
    // As though the push had begun when the files were old.
    seenAtMs: first.seenAtMs + 60_000,
  };
  const reading = async (options: Partial<CollectOptions>): Promise<readonly string[]> => {
    read.length = 0;
    const again = await collectFolder(folder, { convert, before, ...options });
    expect(again.files).toEqual(first.files);
    expect(again.leftOut).toEqual(first.leftOut);
    return read.toSorted();
  };
  const all = ["a.md", "b.md", "bin.txt"];
  expect(await reading({})).toEqual(["bin.txt"]);
  expect(await reading({ before: { ...before, secretRules: "others" } })).toEqual(all);
  expect(await reading({ before: { ...before, seenAtMs: first.seenAtMs } })).toEqual(all);
  expect(await reading({ onText: () => undefined })).toEqual(all);
});

it("looks past what it cannot look at: gone, or behind a link that leads nowhere", async () => {
  const folder = temporaryFolder({ "a.md": "one" });
  symlinkSync("round", join(folder, "round"));
  const found = ["a.md", "gone.md", "a.md/b.md", "round/c.md"];
  const marks = await markFiles(found.map((path) => ({ path, file: join(folder, path) })));
  expect([...marks.keys()]).toEqual(["a.md"]);
});
