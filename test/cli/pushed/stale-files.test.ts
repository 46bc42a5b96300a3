import { expect, it } from "vitest";
import type { PushedFolder } from "../../../src/cli/pushed/kept-folders.ts";
import { staleFiles } from "../../../src/cli/pushed/stale-files.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const SEEN = { size: 3, mtimeMs: 0, ctimeMs: 0, hash: "ours" };

const pushed = (folder: string, changes: Partial<PushedFolder>): PushedFolder => ({
  ...{ folder, root: "n", join: false, mirror: false, includeHidden: false, seenAtMs: 0, files: new Map() },
  ...changes,
});

const shown = (hash?: string) => [{ root: "n", path: "a.md", hash }];

it("calls gone what was removed here, and not the text that others have indexed in its place", async () => {
  const folders = [pushed(temporaryFolder({}), { gone: new Map([["a.md", "ours"]]) })];
  expect(await staleFiles(shown("ours"), folders)).toMatchObject([{ path: "a.md", isGone: true }]);
  expect(await staleFiles(shown(), folders)).toMatchObject([{ isGone: true }]);
  expect(await staleFiles(shown("theirs"), folders)).toEqual([]);
});

it("calls changed what one folder of a shared root lacks and the other has otherwise", async () => {
  const lacking = pushed(temporaryFolder({}), { gone: new Map([["a.md", "ours"]]) });
  const other = pushed(temporaryFolder({ "a.md": "one" }), { files: new Map([["a.md", SEEN]]) });
  expect(await staleFiles(shown("ours"), [lacking, other])).toMatchObject([{ isGone: false }]);
});
