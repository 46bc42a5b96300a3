import { expect, it } from "vitest";
import type { SeenFile } from "../../../src/cli/folder/seen-file.ts";
import { emptyReport, type PushOutcome } from "../../../src/cli/push/report.ts";
import type { PushedFolder } from "../../../src/cli/pushed/kept-folders.ts";
import { pushedNow } from "../../../src/cli/pushed/pushed-now.ts";
import { AppError } from "../../../src/errors.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const SEEN = { size: 3, mtimeMs: 0, ctimeMs: 0, hash: "h" };

function noteAfter(outcome: Partial<PushOutcome>, before: Partial<PushedFolder> | undefined) {
  const folder = temporaryFolder({ "ignored.md": "one" });
  const plan = { root: "n", join: false, mirror: false };
  const earlier = { ...plan, folder, includeHidden: false, seenAtMs: 0, files: new Map() };
  return pushedNow(folder, {
    plan,
    includeHidden: false,
    ...{ seenAtMs: 1, files: new Map() },
    outcome: { report: emptyReport("n"), ...outcome },
    before: before && { ...earlier, ...before },
  });
}

it("notes as gone what this machine had pushed and the folder has no more, as long as it is indexed", async () => {
  const files = new Map<string, SeenFile>([
    ["a.md", SEEN],
    ["ignored.md", SEEN],
    ["binary", { ...SEEN, hash: null }],
  ]);
  const gone = ["a.md", "earlier.md", "binary", "ignored.md", "theirs.md"];
  const before = { files, gone: new Map([["earlier.md", "e"]]) };
  const note = await noteAfter({ gone }, before);
  expect([...(note?.gone ?? [])]).toEqual([
    ["a.md", "h"],
    ["earlier.md", "e"],
    // A rule leaves it out; what becomes of it is told all the same.
    ["ignored.md", "h"],
  ]);
  expect((await noteAfter({ gone: [] }, before))?.gone?.size).toBe(0);
  expect((await noteAfter({ gone }, undefined))?.gone?.size).toBe(0);
});

it("keeps the version noted before where a push wrote nothing", async () => {
  expect((await noteAfter({ version: 5 }, { version: 3 }))?.version).toBe(5);
  expect((await noteAfter({}, { version: 3 }))?.version).toBe(3);
  expect((await noteAfter({}, undefined))?.version).toBeUndefined();
});

it("notes nothing after a push that was ended, and all after one that was only refused a deletion", async () => {
  const refusal = new AppError("too_many_deletions", "no");
  expect(await noteAfter({ stopped: refusal }, {})).toBeUndefined();
  expect(await noteAfter({ isRemoved: true }, {})).toBeUndefined();
  expect(await noteAfter({ pruneRefused: refusal, isRemoved: false }, {})).toMatchObject({ root: "n" });
});

it("notes as gone what would be below a file", async () => {
  const files = new Map<string, SeenFile>([["ignored.md/below.md", SEEN]]);
  const note = await noteAfter({ gone: ["ignored.md/below.md"] }, { files });
  expect([...(note?.gone ?? [])]).toEqual([["ignored.md/below.md", "h"]]);
});
