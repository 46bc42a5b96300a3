import { mkdirSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { hashOf } from "../../../src/cli/folder/read-text.ts";
import type { FileMark, SeenFile } from "../../../src/cli/folder/seen-file.ts";
import { emptyReport } from "../../../src/cli/push/report.ts";
import type { PushedFolder } from "../../../src/cli/pushed/kept-folders.ts";
import { lookAt } from "../../../src/cli/pushed/look-at.ts";
import { pushedNow, seenByPush } from "../../../src/cli/pushed/pushed-now.ts";
import { staleFiles } from "../../../src/cli/pushed/stale-files.ts";
import { DEFAULTS } from "../../../src/config.ts";
import { temporaryFolder, writeInto } from "../temporary-folder.ts";

const ENV = { HOME: "/nowhere" };

const ONE = hashOf(Buffer.from("one"));
const SEEN = { size: 3, mtimeMs: 0, ctimeMs: 0, hash: ONE };

const pushed = (
  folder: string,
  paths: readonly string[],
  changes: Partial<PushedFolder> = {},
): PushedFolder => ({
  ...{ folder, root: "n", join: false, mirror: false, includeHidden: false, seenAtMs: 0 },
  files: new Map(paths.map((path) => [path, SEEN])),
  ...changes,
});

it("calls a file gone only by a name that every disk spells alike, or where a push found it gone", async () => {
  const folder = temporaryFolder();
  const shown = ["a.md", "caf\u00e9.md"].map((path) => ({ root: "n", path, hash: ONE }));
  const seen = await staleFiles(shown, [pushed(folder, ["a.md", "caf\u00e9.md"])], ENV);
  expect(seen).toEqual([{ ...shown[0], isGone: true, folder }]);
  const removed = pushed(folder, [], { gone: new Map([["caf\u00e9.md", ONE]]) });
  expect(await staleFiles(shown, [removed], ENV)).toEqual([{ ...shown[1], isGone: true, folder }]);
});

it("calls changed what is larger than any text that is pushed, and nothing that it cannot read", async () => {
  const folder = temporaryFolder({ "a.md": "x".repeat(DEFAULTS.maxFileBytes + 1), "b.md": "one" });
  mkdirSync(join(folder, "d.md"));
  const shown = ["a.md", "b.md", "d.md"].map((path) => ({ root: "n", path, hash: ONE }));
  const stale = await staleFiles(shown, [pushed(folder, ["a.md", "b.md", "d.md"])], ENV);
  expect(stale.map(({ path, isGone }) => [path, isGone])).toEqual([["a.md", false]]);
});

it("takes what was noted for the indexed text where an answer does not say, each document once", async () => {
  const folder = temporaryFolder({ "a.md": "two", "b.md": "one", "bin.md": "one" });
  const shown = ["a.md", "a.md", "b.md", "bin.md"].map((path) => ({ root: "n", path }));
  const files = new Map<string, SeenFile>([
    ["a.md", SEEN],
    ["b.md", SEEN],
    ["bin.md", { ...SEEN, hash: null }],
  ]);
  const stale = await staleFiles(shown, [pushed(folder, [], { files })], ENV);
  expect(stale.map(({ path }) => path)).toEqual(["a.md"]);
  expect(
    await staleFiles([{ root: "other", path: "a.md", hash: ONE }], [pushed(folder, ["a.md"])], ENV),
  ).toEqual([]);
});

const mark: FileMark = { size: 1, mtimeMs: 2, ctimeMs: 3 };

it.each([
  ["too_large", null],
  ["not_text", null],
  ["invalid_input", null],
  ["quota", undefined],
  ["hash_mismatch", undefined],
])("notes of a text refused as %s that it has %s as its hash", async (code, hash) => {
  const failed = [{ path: "a.md", code, message: "" }];
  const report = { ...emptyReport("n"), failed };
  const file = { ...mark, path: "a.md", file: "", hash: "h", bytes: 1 };
  const seen = seenByPush();
  seen.add({ files: [file], marks: new Map([["a.md", mark]]) }, failed);
  const note = await pushedNow(temporaryFolder(), {
    plan: { root: "n", join: true, mirror: true },
    ...{ includeHidden: true, outcome: { report }, before: undefined },
    ...{ files: seen.files(), seenAtMs: 7 },
  });
  expect(note).toMatchObject({ root: "n", join: true, mirror: true, includeHidden: true, seenAtMs: 7 });
  expect([...(note?.files ?? [])]).toEqual(hash === undefined ? [] : [["a.md", { ...mark, hash }]]);
});

it("notes what could not be sent from here as no text, and nothing after a push without an end", async () => {
  const failed = [{ path: "a.md", code: "unreadable", message: "" }];
  const report = { ...emptyReport("n"), failed };
  const seen = seenByPush();
  seen.add({ files: [], marks: new Map([["a.md", mark]]) }, []);
  const finished = {
    plan: { root: "n", join: false, mirror: false },
    ...{ includeHidden: false, before: undefined },
    ...{ files: seen.files(), seenAtMs: 7 },
  };
  const note = await pushedNow(temporaryFolder(), { ...finished, outcome: { report } });
  expect(note?.files.get("a.md")).toEqual({ ...mark, hash: null });
  expect(await pushedNow("", { ...finished, outcome: { report, isRemoved: true } })).toBeUndefined();
  expect(await pushedNow("", { ...finished, files: undefined, outcome: { report } })).toBeUndefined();
});

it("looks at hidden files only of a folder that was pushed with them, and keeps all else of its note", async () => {
  const folder = temporaryFolder({ ".a.md": "one" });
  const note = pushed(folder, [], { join: true, mirror: true, version: 4 });
  expect(await lookAt(note, new Set())).toMatchObject({ changed: [], read: 0, folders: [folder] });
  const { changed, seen } = await lookAt({ ...note, includeHidden: true }, new Set());
  expect([changed.length > 0, seen.join, seen.mirror, seen.version]).toEqual([true, true, true, 4]);
  expect(seen.files.get(".a.md")?.hash).toBe(ONE);
  utimesSync(join(folder, ".a.md"), 1, 1);
  const again = await lookAt({ ...seen, includeHidden: true }, new Set());
  expect([again.changed, again.read]).toEqual([[], 1]);
  rmSync(join(folder, ".a.md"));
  expect((await lookAt(seen, new Set())).changed).not.toEqual([]);
  writeInto(folder, ".a.md", "two");
  expect((await lookAt(seen, new Set())).changed).not.toEqual([]);
});
