import { readdirSync, rmSync, utimesSync } from "node:fs";
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
import type { SeenFile } from "../../../src/cli/folder/seen-file.ts";
import { lookAt } from "../../../src/cli/pushed/look-at.ts";
import { bookmarkKey } from "../../../src/cli/settings/bookmarks.ts";
import { temporaryFolder, writeInto } from "../temporary-folder.ts";

const URL_OF = "https://a.example";
const SERVER = bookmarkKey(URL_OF, "rcl_k1.t.7.w.-.s");

const SECRET = { kind: "password", line: 7 };

const pushedOf = (folder: string, root: string, more: Partial<PushedFolder> = {}): PushedFolder => ({
  ...{ folder, root, join: false, mirror: false, includeHidden: false, seenAtMs: 9, version: undefined },
  files: new Map([["a.md", { size: 1, mtimeMs: 2.5, ctimeMs: 3, hash: "h" }]]),
  gone: new Map(),
  ...more,
});

const newEnv = () => ({ XDG_CONFIG_HOME: temporaryFolder(), APPDATA: "" });
const rootsOf = (folders: readonly PushedFolder[]) => folders.map(({ root, folder }) => `${root} ${folder}`);

describe("what this machine has pushed", () => {
  it("is kept whole, by root and then by folder", async () => {
    const env = newEnv();
    const full = pushedOf("/x", "b", {
      ...{ join: true, mirror: true, includeHidden: true, version: 4 },
      files: new Map<string, SeenFile>([
        ["bin", { size: 1, mtimeMs: 2, ctimeMs: 3, hash: null }],
        ["a.md", { size: 1, mtimeMs: 2, ctimeMs: 3, hash: "h", sent: { bytes: 1 } }],
        ["b.md", { size: 1, mtimeMs: 2, ctimeMs: 3, hash: "h", sent: { bytes: 1, secrets: [SECRET] } }],
        ["c.md", { size: 1, mtimeMs: 2, ctimeMs: 3, hash: "h", sent: { bytes: 2, encoding: "utf-16le" } }],
      ]),
      gone: new Map([["old.md", "o"]]),
    });
    await keepPushed(env, SERVER, full);
    await keepPushed(env, SERVER, pushedOf("/z", "a"));
    await keepPushed(env, SERVER, pushedOf("/y", "a"));
    const all = await pushedFolders(env, SERVER);
    expect(rootsOf(all)).toEqual(["a /y", "a /z", "b /x"]);
    expect(all[2]).toEqual(full);
    expect(await pushedBefore(env, SERVER, full)).toEqual(full);
    expect(await pushedBefore(env, SERVER, { folder: "/x", root: "a" })).toBeUndefined();
    await keepPushed(env, SERVER, { ...full, version: 5 });
    expect((await pushedBefore(env, SERVER, full))?.version).toBe(5);
  });

  it.each([
    ["another workspace there", bookmarkKey(URL_OF, "rcl_k1.t.8.w.-.s"), true],
    ["another life of its database", bookmarkKey(URL_OF, "rcl_k2.t.7.w.-.s"), true],
    ["another address", bookmarkKey("https://b.example", "rcl_k1.t.7.w.-.s"), false],
    ["an address that begins alike", bookmarkKey("https://a.example:1", "rcl_k1.t.7.w.-.s"), false],
  ])("is not what was pushed to %s", async (_, other, isSameAddress) => {
    const env = newEnv();
    await keepPushed(env, other, pushedOf("/x", "a"));
    expect(await pushedFolders(env, SERVER)).toEqual([]);
    expect(await pushedBefore(env, SERVER, { folder: "/x", root: "a" })).toBeUndefined();
    expect(await pushedToOthers(env, SERVER)).toHaveLength(isSameAddress ? 1 : 0);
    expect(await pushedToOthers(env, other)).toEqual([]);
  });

  it("is forgotten by folder and root, or all of a root by either spelling of its name", async () => {
    const env = newEnv();
    const [one, two, three] = [pushedOf("/x", "caf\u00e9"), pushedOf("/y", "caf\u00e9"), pushedOf("/x", "b")];
    for (const pushed of [one, two, three]) await keepPushed(env, SERVER, pushed);
    await forgetPushed(env, SERVER, one);
    expect(rootsOf(await pushedFolders(env, SERVER))).toEqual(["b /x", "caf\u00e9 /y"]);
    await keepPushed(env, SERVER, one);
    expect(await forgetRoot(env, SERVER, "cafe\u0301")).toBe(true);
    expect(rootsOf(await pushedFolders(env, SERVER))).toEqual(["b /x"]);
    expect(await forgetRoot(env, SERVER, "caf\u00e9")).toBe(false);
  });

  it("holds a hundred folders, those pushed longest ago forgotten first; a damaged note costs none", async () => {
    const env = newEnv();
    const kept = "edge-recall/pushed";
    await keepPushed(env, SERVER, pushedOf("/oldest", "a"));
    const [oldest = ""] = readdirSync(join(env.XDG_CONFIG_HOME, kept));
    utimesSync(join(env.XDG_CONFIG_HOME, kept, oldest), 1, 1);
    for (let at = 0; at < 98; at++) writeInto(env.XDG_CONFIG_HOME, `${kept}/other-${at}.json`, "{");
    await keepPushed(env, SERVER, pushedOf("/newer", "a"));
    expect(rootsOf(await pushedFolders(env, SERVER))).toEqual(["a /newer", "a /oldest"]);
    await keepPushed(env, SERVER, pushedOf("/newest", "a"));
    expect(rootsOf(await pushedFolders(env, SERVER))).toEqual(["a /newer", "a /newest"]);
    expect(readdirSync(join(env.XDG_CONFIG_HOME, kept))).toHaveLength(100);
  });
});

describe("a look at a pushed folder", () => {
  const OLD = 1_000_000;
  /** A folder whose two texts were pushed long after they were saved. */
  async function seenFolder() {
    const folder = temporaryFolder({ "a.md": "one", "b.md": "two", "pic.txt": new Uint8Array([0, 1]) });
    for (const name of ["a.md", "b.md", "pic.txt"]) utimesSync(join(folder, name), OLD, OLD);
    const before = pushedOf(folder, "a", { files: new Map() });
    const { seen } = await lookAt(before, new Set());
    // A change of a file's times cannot be dated back: only a later look may trust them.
    return { folder, seen: { ...seen, seenAtMs: Date.now() + 60_000 } };
  }

  it("reads nothing while no mark has moved", async () => {
    const { seen } = await seenFolder();
    const { changed, read, seen: again } = await lookAt(seen, new Set());
    expect([changed, read]).toEqual([[], 0]);
    expect([...again.files].map(([path, { hash }]) => [path, hash === null])).toEqual([
      ["a.md", false],
      ["b.md", false],
      ["pic.txt", true],
    ]);
  });

  it.each<[string, (folder: string) => void, string[], number]>([
    ["a text saved unchanged", (folder) => utimesSync(join(folder, "a.md"), OLD, OLD + 1), [], 1],
    ["a text saved anew", (folder) => writeInto(folder, "a.md", "six"), ["a.md"], 1],
    ["a new text", (folder) => writeInto(folder, "c.md", "new"), ["c.md"], 1],
    ["a new file without text", (folder) => writeInto(folder, "c.txt", new Uint8Array([0])), [], 1],
    ["a text that is gone", (folder) => rmSync(join(folder, "b.md")), ["b.md"], 0],
    ["a text that became binary", (folder) => writeInto(folder, "b.md", new Uint8Array([0])), ["b.md"], 1],
    ["a file without text that is gone", (folder) => rmSync(join(folder, "pic.txt")), [], 0],
    ["a file that became text", (folder) => writeInto(folder, "pic.txt", "text"), ["pic.txt"], 1],
  ])("tells by %s what there is to push", async (_, change, changed, read) => {
    const { folder, seen } = await seenFolder();
    change(folder);
    expect(await lookAt(seen, new Set())).toMatchObject({ changed, read });
  });
});
