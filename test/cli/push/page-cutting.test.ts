import fc from "fast-check";
import { expect, it } from "vitest";
import type { FolderPage } from "../../../src/cli/folder/folder-pages.ts";
import type { HashedFile } from "../../../src/cli/folder/seen-file.ts";
import { pushFolder } from "../../../src/cli/push/push-folder.ts";
import type { PushPlan } from "../../../src/cli/push/push-plan.ts";
import type { PushClient } from "../../../src/cli/session/recall-client.ts";
import { cutPages } from "../../../src/client/push/plan-pages.ts";
import type { ManifestRequest } from "../../../src/documents/contract.ts";
import { AppError } from "../../../src/errors.ts";

const LIMITS = { maxBatchBytes: 9, maxBatchFiles: 9, maxFileBytes: 9, maxManifestFiles: 9, maxPathChars: 9 };
const bytesOf = (path: string) => Buffer.from(path);
const byBytes = (one: string, other: string) => Buffer.compare(bytesOf(one), bytesOf(other));

/** A server that compares ranges by UTF-8 bytes, as the database does, and fails at one manifest if told to. */
function serverOf(documents: Set<string>, failsAt?: number) {
  let manifests = 0;
  const client = {
    manifest: async (_: string, { files, after = "", upTo }: ManifestRequest) => {
      if (++manifests === failsAt) throw new AppError("unavailable", "lost");
      const named = new Set(files.map(([path]) => path));
      const isIn = (path: string) => byBytes(path, after) > 0 && (upTo === null || byBytes(path, upTo) <= 0);
      const gone = [...documents].filter((path) => isIn(path) && !named.has(path));
      return { missing: [], gone, refused: [], documents: documents.size, push: 1, limits: LIMITS };
    },
    prune: async (_: string, { paths }: { paths: readonly string[] }) => {
      for (const path of paths) documents.delete(path);
      return { deleted: paths.length, version: 1 };
    },
  };
  return { client: client as unknown as PushClient, documents, manifests: () => manifests };
}

const fileOf = (path: string): HashedFile => ({ path, file: "/nowhere", hash: "h", bytes: 1, mtimeMs: 0 });

/** The pages of a folder whose walk hands on some files at a time. */
function* pagesOf(paths: readonly string[], size: number, chunk: number): Generator<FolderPage> {
  const cutter = cutPages<HashedFile>(size);
  const beside = { failed: [], marks: new Map() };
  for (let at = 0; at < paths.length; at += chunk)
    for (const page of cutter.add(paths.slice(at, at + chunk).map(fileOf))) yield { ...page, ...beside };
  yield { ...cutter.end(), ...beside };
}

const planOf = (pages: PushPlan["pages"]): PushPlan => ({
  ...{ root: "n", origin: "o", join: false, dryRun: false, mirror: true, confirm: true },
  pages,
});

const somePaths = fc
  .uniqueArray(
    fc.string({ unit: fc.constantFrom("a", "b", "/", ".", "é", "\uff21", "🦀"), minLength: 1, maxLength: 4 }),
  )
  .map((paths) => paths.sort(byBytes));

it("deletes exactly what is gone, for any folder, any index and any size of pages", async () => {
  await fc.assert(
    fc.asyncProperty(
      ...([somePaths, somePaths, fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 7 })] as const),
      async (folder, indexed, size, chunk) => {
        const server = serverOf(new Set(indexed));
        const { report } = await pushFolder(server.client, planOf(pagesOf(folder, size, chunk)));
        const gone = indexed.filter((path) => !folder.includes(path));
        expect([...server.documents]).toEqual(indexed.filter((path) => folder.includes(path)));
        expect([report.deleted, report.requests]).toEqual([
          gone.length,
          server.manifests() + (gone.length > 0 ? 1 : 0),
        ]);
        expect(server.manifests()).toBe(Math.max(1, Math.ceil(folder.length / size)));
      },
    ),
    { numRuns: 300 },
  );
});

it("deletes nothing where a page was not answered, and says what ended it", async () => {
  const server = serverOf(new Set(["a", "b", "c", "gone"]), 2);
  const outcome = await pushFolder(server.client, planOf(pagesOf(["a", "b", "c"], 1, 1)));
  expect(outcome).toMatchObject({ stopped: { code: "unavailable" }, report: { deleted: 0, files: 1 } });
  expect(server.documents.size).toBe(4);
  const first = serverOf(new Set(["gone"]), 1);
  await expect(pushFolder(first.client, planOf(pagesOf(["a"], 1, 1)))).rejects.toThrow("lost");
});

it("asks again under the name that was settled, where the first page finds the root taken", async () => {
  const roots: string[] = [];
  const { client } = serverOf(new Set());
  const taken: PushClient["manifest"] = async (root, body) => {
    roots.push(`${root} ${body.join}`);
    if (root === "n") throw new AppError("root_exists", "taken");
    return client.manifest(root, body);
  };
  const settle = async () => ({ root: "n-2", join: true });
  const plan = { ...planOf(pagesOf(["a", "b"], 1, 1)), settle };
  const { report } = await pushFolder({ ...client, manifest: taken }, plan);
  expect([report.root, report.files, roots]).toEqual(["n-2", 2, ["n false", "n-2 true", "n-2 true"]]);
});
