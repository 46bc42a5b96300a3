import { join } from "node:path";
import { expect, it } from "vitest";
import { hashOf } from "../../../src/cli/folder/read-text.ts";
import { converting } from "../../../src/cli/formats/converting.ts";
import type { PushedFolder } from "../../../src/cli/pushed/kept-folders.ts";
import { staleFiles } from "../../../src/cli/pushed/stale-files.ts";
import { temporaryFolder, writeInto } from "../temporary-folder.ts";

const ENV = { HOME: "/nowhere" };

const SEEN = { size: 3, mtimeMs: 0, ctimeMs: 0, hash: "ours" };

const pushed = (folder: string, changes: Partial<PushedFolder>): PushedFolder => ({
  ...{ folder, root: "n", join: false, mirror: false, includeHidden: false, seenAtMs: 0, files: new Map() },
  ...changes,
});

const shown = (hash?: string) => [{ root: "n", path: "a.md", hash }];

it("calls gone what was removed here, and not the text that others have indexed in its place", async () => {
  const folders = [pushed(temporaryFolder({}), { gone: new Map([["a.md", "ours"]]) })];
  expect(await staleFiles(shown("ours"), folders, ENV)).toMatchObject([{ path: "a.md", isGone: true }]);
  expect(await staleFiles(shown(), folders, ENV)).toMatchObject([{ isGone: true }]);
  expect(await staleFiles(shown("theirs"), folders, ENV)).toEqual([]);
});

it("calls changed what one folder of a shared root lacks and the other has otherwise", async () => {
  const lacking = pushed(temporaryFolder({}), { gone: new Map([["a.md", "ours"]]) });
  const other = pushed(temporaryFolder({ "a.md": "one" }), { files: new Map([["a.md", SEEN]]) });
  expect(await staleFiles(shown("ours"), [lacking, other], ENV)).toMatchObject([{ isGone: false }]);
});

it("calls nothing stale that one folder of a shared root still has, whatever another has at that path", async () => {
  const folderOf = (text: string): PushedFolder => {
    const seen = { ...SEEN, size: text.length, hash: hashOf(Buffer.from(text)) };
    const files = new Map([["a.md", seen]]);
    return pushed(temporaryFolder({ "a.md": text }), { join: true, files });
  };
  const [one, other] = [folderOf("one"), folderOf("quite other")];
  for (const folders of [
    [one, other],
    [other, one],
  ])
    for (const text of ["one", "quite other"])
      expect(await staleFiles(shown(hashOf(Buffer.from(text))), folders, ENV)).toEqual([]);
  const former = shown(hashOf(Buffer.from("former")));
  expect(await staleFiles(former, [one, other], ENV)).toMatchObject([{ isGone: false }]);
});

it("takes a file in another encoding for what was sent of it as UTF-8", async () => {
  const folder = temporaryFolder({ "old.txt": Buffer.from("caf\u00e9", "latin1") });
  const sent = hashOf(Buffer.from("caf\u00e9"));
  const files = new Map([["old.txt", { size: 1, mtimeMs: 1, ctimeMs: 1, hash: sent }]]);
  const note = { folder, root: "n", join: false, mirror: false, includeHidden: false, seenAtMs: 0, files };
  expect(await staleFiles([{ root: "n", path: "old.txt", hash: sent }], [note], ENV)).toEqual([]);
  writeInto(folder, "old.txt", Buffer.from("th\u00e9", "latin1"));
  expect(await staleFiles([{ root: "n", path: "old.txt", hash: sent }], [note], ENV)).toMatchObject([
    { isGone: false },
  ]);
});

it("does not call stale what is converted, as long as it has the bytes that were converted", async () => {
  const folder = temporaryFolder({ "a.html": "<!doctype html><h1>Oil</h1><p>It burns." });
  const env = { RECALL_HOME: temporaryFolder() };
  const converted = await converting(env)(join(folder, "a.html"));
  const hash = hashOf(Buffer.from(converted !== undefined && "text" in converted ? converted.text : ""));
  const folders = [pushed(folder, { files: new Map([["a.html", { ...SEEN, hash }]]) })];
  const asked = [{ root: "n", path: "a.html", hash }];
  expect(await staleFiles(asked, folders, env)).toEqual([]);
  writeInto(folder, "a.html", "<!doctype html><h1>Oil</h1><p>It burnt.");
  expect(await staleFiles(asked, folders, env)).toMatchObject([{ isGone: false }]);
});
