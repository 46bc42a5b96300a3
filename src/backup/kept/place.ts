import { DAY_MS } from "../../config.ts";
import type { BackupList } from "./contract.ts";

/** Where backups are kept: a folder, or a bucket. */
export interface BackupPlace {
  /** Those that are whole, the newest first; a list that is damaged is listed too. */
  readonly names: () => Promise<readonly string[]>;
  /** What a backup says it holds; undefined: there is none of that name, or its list is damaged. */
  readonly list: (name: string) => Promise<BackupList | undefined>;
  /** Gives what was made its name, as the last thing: until then nobody sees it. */
  readonly publish: (name: string, list: BackupList) => Promise<void>;
  /** Takes a backup away, its name first: one whose removal breaks off is gone, too. May be repeated. */
  readonly remove: (name: string) => Promise<void>;
}

/** Removes all but the newest ones; answers the names of those. */
export async function pruneBackups(place: BackupPlace, keep: number): Promise<readonly string[]> {
  const old = (await place.names()).slice(keep);
  for (const name of old) await place.remove(name);
  return old;
}

interface Listed {
  readonly slug: string;
  readonly version: number;
  readonly documents: number;
}

/** The newest of a place; undefined: there is none, or its list is damaged. */
export async function newestList(place: BackupPlace): Promise<BackupList | undefined> {
  const [newest] = await place.names();
  return newest === undefined ? undefined : place.list(newest);
}

/** Whether something has changed since a backup; with none, whether there is something to back up. */
export function isChangedSince(newest: BackupList | undefined, workspaces: readonly Listed[]): boolean {
  const before = new Map(newest?.workspaces.map(({ slug, version }) => [slug, version]));
  const isChanged = workspaces.some(({ slug, version }) => before.get(slug) !== version);
  return isChanged ? workspaces.some(({ documents }) => documents > 0) : workspaces.length < before.size;
}

/** Whether a backup is a day old, or of a later time than now. */
export function isOld(newest: BackupList | undefined, nowMs: number): boolean {
  const ageMs = nowMs - Date.parse(newest?.madeAt ?? "");
  return newest === undefined || !(ageMs >= 0 && ageMs < DAY_MS);
}

/** In the order in which workspaces were made. */
export const inOrderMade = <Made extends { readonly slug: string; readonly createdAt: string | number }>(
  a: Made,
  b: Made,
): number => {
  if (a.createdAt === b.createdAt) return a.slug.localeCompare(b.slug);
  return a.createdAt < b.createdAt ? -1 : 1;
};
