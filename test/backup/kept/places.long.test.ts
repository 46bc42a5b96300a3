import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bucketPlace, putPiece } from "../../../src/backup/kept/bucket.ts";
import type { BackupPlace } from "../../../src/backup/kept/place.ts";
import { DRAFT, folderPlace, LIST_FILE } from "../../../src/cli/backups/backup-folder.ts";
import { sha256Hex } from "../../../src/text/hash.ts";
import { temporaryFolder } from "../../cli/temporary-folder.ts";
import { backupPlaceContract, type PlaceUnderTest } from "../../contracts/backup-place.ts";
import { failuresOf } from "../../support/failures-of.ts";
import { emptyBucket, openBucket } from "../../support/worlds/bucket.ts";

let open: Awaited<ReturnType<typeof openBucket>>;
beforeAll(async () => {
  open = await openBucket();
});
afterAll(() => open.dispose());

async function inBucket(): Promise<PlaceUnderTest> {
  const { bucket } = open;
  await emptyBucket(bucket);
  const place = bucketPlace(bucket);
  return {
    place,
    async write(backup) {
      const text = "{}\n";
      await putPiece(
        bucket,
        { backup, slug: "default", attempt: 1, at: 0 },
        { text, sha256: await sha256Hex(text) },
      );
      return place;
    },
    spoil: async (name) => void (await bucket.put(`backups/${name}.json`, '{"format":"edge-rec')),
  };
}

async function inFolder(): Promise<PlaceUnderTest> {
  const folder = temporaryFolder();
  return {
    place: folderPlace(folder),
    async write() {
      const draft = mkdtempSync(join(folder, DRAFT));
      writeFileSync(join(draft, "default.ndjson"), "{}\n");
      return folderPlace(folder, draft);
    },
    spoil: async (name) => writeFileSync(join(folder, name, LIST_FILE), '{"format":"edge-rec'),
  };
}

describe("a folder of backups", () => backupPlaceContract(inFolder, it));
describe("a bucket of backups", () => backupPlaceContract(inBucket, it));

describe("the contract of places rejects", () => {
  const broken =
    (change: (place: BackupPlace) => Partial<BackupPlace>) => async (): Promise<PlaceUnderTest> => {
      const { place, ...more } = await inFolder();
      return { ...more, place: { ...place, ...change(place) } };
    };

  it.each<[string, () => Promise<PlaceUnderTest>]>([
    [
      "one that shows a backup before it is published",
      async () => {
        const { write, ...more } = await inFolder();
        return {
          ...more,
          write: async (name) => {
            const draft = await write(name);
            await draft.publish(name, {
              format: "edge-recall-backup",
              formatVersion: 1,
              madeAt: "",
              workspaces: [],
            });
            return { publish: async () => undefined };
          },
        };
      },
    ],
    [
      "one that lists the oldest first",
      broken(({ names }) => ({ names: async () => (await names()).toReversed() })),
    ],
    ["one that removes nothing", broken(() => ({ remove: async () => undefined }))],
    [
      "one that hides a damaged one",
      broken(({ names, list }) => ({
        names: async () => {
          const all = await names();
          const lists = await Promise.all(all.map(list));
          return all.filter((_, at) => lists[at] !== undefined);
        },
      })),
    ],
  ])("%s", async (_, create) => {
    expect(await failuresOf((define) => backupPlaceContract(create, define))).not.toEqual([]);
  });
});

it("a bucket refuses a piece that does not arrive as it was sent, and takes all of a backup's pieces away with it", async () => {
  const { place, write } = await inBucket();
  const piece = { backup: "recall-2026-11-22T034000Z", slug: "default", attempt: 1, at: 1 };
  await expect(
    putPiece(open.bucket, piece, { text: "cut", sha256: await sha256Hex("whole") }),
  ).rejects.toThrow();
  await write(piece.backup);
  await place.remove(piece.backup);
  expect((await open.bucket.list({ prefix: "" })).objects).toEqual([]);
});
