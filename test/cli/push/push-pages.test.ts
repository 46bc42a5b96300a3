import { expect, it } from "vitest";
import { pagesOf } from "../../../src/cli/folder/folder-pages.ts";
import { pushFolder } from "../../../src/cli/push/push-folder.ts";
import type { PushPlan } from "../../../src/cli/push/push-plan.ts";
import type { PushClient } from "../../../src/cli/session/recall-client.ts";
import { AppError } from "../../../src/errors.ts";

const PAGE = 10_000;
const LIMITS = {
  maxBatchBytes: 1,
  maxBatchFiles: 1,
  maxFileBytes: 1,
  maxManifestFiles: PAGE,
  maxPathChars: 9,
};
const named = (amount: number) =>
  Array.from({ length: amount }, (_, at) => `f${String(at).padStart(6, "0")}`);

/** A mirroring push of so many unchanged files to a server that has so many more; what was asked of it. */
async function pushed(files: number, gone: number, changes: Partial<PushPlan> = {}, failing = 0) {
  const pushes: (number | undefined)[] = [];
  const prunes: (readonly string[])[] = [];
  const client = {
    manifest: async (_: string, { push }: { push?: number }) => {
      pushes.push(push);
      const answer = { missing: [], refused: [], documents: files, push: push ?? 7, limits: LIMITS };
      return { ...answer, gone: pushes.length === 1 ? named(gone) : [] };
    },
    prune: async (_: string, { paths, push }: { paths: readonly string[]; push?: number }) => {
      pushes.push(push);
      prunes.push(paths);
      if (prunes.length === failing) throw new AppError("unavailable", "lost");
      return { deleted: paths.length, version: prunes.length };
    },
  } as unknown as PushClient;
  const plan: PushPlan = {
    ...{ root: "notes", origin: "o", join: false, dryRun: false, mirror: true, confirm: false },
    pages: pagesOf(named(files).map((path) => ({ path, file: path, hash: "h", bytes: 1, mtimeMs: 0 }))),
    ...changes,
  };
  return { outcome: await pushFolder(client, plan), pushes, prunes };
}

it("is one push by its number over all pages of the manifest and of what is deleted", async () => {
  const { outcome, pushes, prunes } = await pushed(PAGE + 1, PAGE + 1);
  expect(pushes).toEqual([undefined, 7, 7, 7]);
  expect(prunes.flat()).toEqual(named(PAGE + 1));
  expect(outcome).toMatchObject({
    report: { requests: 4, deleted: PAGE + 1, gone: 0 },
    version: 2,
    gone: [],
  });
});

it("has no number while it only asks", async () => {
  const { pushes } = await pushed(PAGE + 1, 0, { dryRun: true });
  expect(pushes).toEqual([undefined, undefined]);
});

it("that is cut off while it deletes says what is left, and the version it left", async () => {
  const { outcome } = await pushed(1, PAGE + 5, {}, 2);
  expect(outcome).toMatchObject({
    ...{ report: { deleted: PAGE, gone: 5 }, version: 1 },
    stopped: { code: "unavailable" },
  });
});

it("of a root that somebody deleted sends nothing again, where it only follows changes", async () => {
  const before = new Map([["f000000", "h"]]);
  expect((await pushed(0, 0, { before })).outcome.isRemoved).toBe(true);
  expect((await pushed(0, 0, { before: new Map() })).outcome.isRemoved).toBeUndefined();
});
