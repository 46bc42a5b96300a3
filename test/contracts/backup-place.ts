import { expect } from "vitest";
import type { BackupList } from "../../src/backup/kept/contract.ts";
import { type BackupPlace, isOld, newestList, pruneBackups } from "../../src/backup/kept/place.ts";
import type { DefineCase } from "../support/failures-of.ts";

/** A place, and the way to write what a backup of it holds, before it is published. */
export interface PlaceUnderTest {
  readonly place: BackupPlace;
  /** Writes the texts of a backup that is called so; answers the place that publishes them. */
  readonly write: (name: string) => Promise<Pick<BackupPlace, "publish">>;
  /** Spoils the list of a backup that is there. */
  readonly spoil: (name: string) => Promise<void>;
}

const NAMES = [
  "recall-2026-11-22T034000Z",
  "recall-2026-11-24T034000Z",
  "recall-2026-11-23T034000Z",
] as const;
const SORTED = NAMES.toSorted().reverse();

const listOf = (name: string): BackupList => ({
  format: "edge-recall-backup",
  formatVersion: 1,
  madeAt: `${name.slice("recall-".length, -"T034000Z".length)}T03:40:00.000Z`,
  workspaces: [{ slug: "default", name: "default", version: 3, records: 2, checksum: "c".repeat(64) }],
});

/** What a place of backups promises, whatever it is made of. */
export function backupPlaceContract(create: () => Promise<PlaceUnderTest>, it: DefineCase): void {
  const filled = async (): Promise<PlaceUnderTest> => {
    const under = await create();
    for (const name of NAMES) await (await under.write(name)).publish(name, listOf(name));
    return under;
  };

  it("holds nothing at first", async () => {
    const { place } = await create();
    expect(await place.names()).toEqual([]);
    expect(await place.list(NAMES[0])).toBeUndefined();
    expect(await newestList(place)).toBeUndefined();
  });

  it("shows a backup when it is published, and not before", async () => {
    const { place, write } = await create();
    const draft = await write(NAMES[0]);
    expect([await place.names(), await place.list(NAMES[0])]).toEqual([[], undefined]);
    await draft.publish(NAMES[0], listOf(NAMES[0]));
    expect(await place.names()).toEqual([NAMES[0]]);
    expect(await place.list(NAMES[0])).toEqual(listOf(NAMES[0]));
  });

  it("lists the newest first, in whatever order they were made", async () => {
    const { place } = await filled();
    expect(await place.names()).toEqual(SORTED);
    expect(isOld(await newestList(place), Date.UTC(2026, 10, 24, 12))).toBe(false);
    expect(isOld(await newestList(place), Date.UTC(2026, 10, 25, 4))).toBe(true);
    // Of a clock that ran ahead.
    expect(isOld(await newestList(place), Date.UTC(2026, 10, 20))).toBe(true);
  });

  it("keeps the newest ones and removes the others, again and again", async () => {
    const { place } = await filled();
    expect(await pruneBackups(place, 2)).toEqual(SORTED.slice(2));
    expect(await place.names()).toEqual(SORTED.slice(0, 2));
    expect(await pruneBackups(place, 2)).toEqual([]);
    expect(await place.list(NAMES[0])).toBeUndefined();
    await place.remove(NAMES[0]);
    expect(await place.list(SORTED[0] ?? "")).toEqual(listOf(SORTED[0] ?? ""));
  });

  it("says that a list is damaged by having none, and still names the backup", async () => {
    const { place, spoil } = await filled();
    await spoil(SORTED[0] ?? "");
    expect(await place.names()).toEqual(SORTED);
    expect(await newestList(place)).toBeUndefined();
  });
}
