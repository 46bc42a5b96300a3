import { mkdirSync, readdirSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  forgetPushed,
  forgetRoot,
  keepPushed,
  type PushedFolder,
  pushedBefore,
  pushedFolders,
  pushedToOthers,
} from "../../../src/cli/pushed/kept-folders.ts";
import { staleMark } from "../../../src/cli/pushed/report-stale.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const SERVER = "https://a.example k1 7";
const OTHER = "https://a.example k2 7";
const PUSHED: PushedFolder = {
  ...{ folder: "/x", root: "a", join: true, mirror: true, includeHidden: true, seenAtMs: 9, version: 4 },
  files: new Map([["a.md", { size: 1, mtimeMs: 2, ctimeMs: 3, hash: "h" }]]),
  gone: new Map([["b.md", "g"]]),
};
const FIELDS = {
  ...{ server: SERVER, folder: "/x", root: "a", join: true, mirror: true, includeHidden: true },
  ...{ seenAtMs: 9, version: 4, files: [["a.md", 1, 2, 3, "h"]], gone: [["b.md", "g"]] },
};

/** One kept note, then written over with these fields. */
async function noteOf(fields: unknown) {
  const user = temporaryFolder();
  const env = { XDG_CONFIG_HOME: user, APPDATA: user };
  await keepPushed(env, SERVER, PUSHED);
  const folder = join(user, "edge-recall/pushed");
  const [name = ""] = readdirSync(folder);
  writeFileSync(join(folder, name), JSON.stringify(fields));
  return { env, folder, file: join(folder, name) };
}

const readNote = async (fields: unknown) => pushedBefore((await noteOf(fields)).env, SERVER, PUSHED);

describe("a note of a pushed folder", () => {
  it.each<[string, object]>([
    ["a folder that is no text", { folder: 7 }],
    ["a root that is no text", { root: null }],
    ["a time that is no number", { seenAtMs: "9" }],
    ["files that are no list", { files: {} }],
    ["a file without a path", { files: [[7, 1, 2, 3, "h"]] }],
    ["a size that is no number", { files: [["a.md", "1", 2, 3, "h"]] }],
    ["a changed time that is no number", { files: [["a.md", 1, null, 3, "h"]] }],
    ["a moved time that is no number", { files: [["a.md", 1, 2, "3", "h"]] }],
    ["a hash that is a number", { files: [["a.md", 1, 2, 3, 4]] }],
    ["a file without a hash", { files: [["a.md", 1, 2, 3]] }],
    ["bytes that are no number", { files: [["a.md", 1, 2, 3, "h", { bytes: "1" }]] }],
    ["an unknown encoding", { files: [["a.md", 1, 2, 3, "h", { bytes: 1, encoding: "koi8-r" }]] }],
    ["a secret without a line", { files: [["a.md", 1, 2, 3, "h", { bytes: 1, secrets: [{ kind: "x" }] }]] }],
    ["a form that is no record", { files: [["a.md", 1, 2, 3, "h", 5]] }],
    ["a file that is no list", { files: [{ 0: "a.md" }] }],
    ["one damaged file among others", { files: [...FIELDS.files, "b.md"] }],
  ])("counts for nothing with %s", async (_, damage) => {
    expect(await readNote({ ...FIELDS, ...damage })).toBeUndefined();
  });

  it.each<[string, object, object]>([
    ["all of it", {}, {}],
    ["a file without text", { files: [["a", 1, 2, 3, null]] }, { files: [["a", null]] }],
    ["no join but true", { join: "true" }, { join: false }],
    ["no mirror but true", { mirror: 1 }, { mirror: false }],
    ["no hidden files but true", { includeHidden: "yes" }, { includeHidden: false }],
    ["no version but a number", { version: "4" }, { version: undefined }],
    ["nothing gone where that is no list", { gone: { "b.md": "g" } }, { gone: [] }],
    [
      "of what is gone the pairs of texts",
      { gone: [["b.md"], ["b.md", "g", "x"], ["b.md", 7], [7, "g"], "bg", ["c.md", "c"]] },
      { gone: [["c.md", "c"]] },
    ],
  ])("is read: %s", async (_, changes, expected) => {
    const note = await readNote({ ...FIELDS, ...changes });
    const files = [...(note?.files ?? [])].map(([path, { hash }]) => [path, hash]);
    expect({ ...note, files, gone: [...(note?.gone ?? [])] }).toEqual({
      ...PUSHED,
      ...{ files: [["a.md", "h"]], gone: [["b.md", "g"]] },
      ...expected,
    });
  });

  it("is none of another database at an address that it does not name", async () => {
    expect(await pushedToOthers((await noteOf(FIELDS)).env, OTHER)).toHaveLength(1);
    expect(await pushedToOthers((await noteOf({ ...FIELDS, server: 7 })).env, OTHER)).toEqual([]);
    expect(await pushedToOthers((await noteOf({ ...FIELDS, server: undefined })).env, OTHER)).toEqual([]);
  });

  it("is found by names that other versions give it too", async () => {
    const { file } = await noteOf(FIELDS);
    expect(file.split("/").at(-1)).toMatch(/^[0-9a-f]{16}-[0-9a-f]{16}\.json$/);
  });

  it("is a file that is called one; a folder of such a name costs nothing", async () => {
    const { env, folder, file } = await noteOf(FIELDS);
    mkdirSync(join(folder, file.split("/").at(-1)?.replace(/-.*/, "-folder.json") ?? ""));
    expect(await pushedFolders(env, SERVER)).toHaveLength(1);
    renameSync(file, file.replace(/json$/, "txt"));
    expect(await pushedFolders(env, SERVER)).toEqual([]);
    expect(await pushedBefore(env, SERVER, PUSHED)).toBeUndefined();
  });

  it("stays where there is room, and goes by its age alone", async () => {
    const { env, folder, file } = await noteOf(FIELDS);
    utimesSync(file, 2, 2);
    for (let at = 0; at < 99; at++) writeFileSync(join(folder, `x-${at}.json`), "{}");
    utimesSync(join(folder, "x-50.json"), 1, 1);
    await keepPushed(env, SERVER, { ...PUSHED, root: "b" });
    const names = readdirSync(folder);
    expect([names.length, names.includes("x-50.json"), names.includes("x-0.json")]).toEqual([
      100,
      false,
      true,
    ]);
    expect(await pushedFolders(env, SERVER)).toHaveLength(2);
  });

  it("is forgotten with its root where it is the only one of it", async () => {
    const { env } = await noteOf(FIELDS);
    expect([await forgetRoot(env, SERVER, "b"), await forgetRoot(env, SERVER, "a")]).toEqual([false, true]);
    expect(await pushedFolders(env, SERVER)).toEqual([]);
  });

  it("is forgotten without complaint where there is none", async () => {
    const user = temporaryFolder();
    await forgetPushed({ XDG_CONFIG_HOME: user, APPDATA: user }, SERVER, PUSHED);
  });
});

it.each([
  ["n", "a.md", { stale: true }],
  ["n", "b.md", { stale: true, gone: true }],
  ["n", "c.md", {}],
  ["m", "a.md", {}],
])("marks of the root %s the path %s as %j", (root, path, mark) => {
  const stale = [
    { root: "n", path: "a.md", isGone: false, folder: "/x" },
    { root: "n", path: "b.md", isGone: true, folder: "/x" },
  ];
  expect(staleMark(stale, { root, path })).toEqual(mark);
});
