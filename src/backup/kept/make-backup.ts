import type { Plan } from "../../config.ts";
import type { Session } from "../../database/session.ts";
import { AppError } from "../../errors.ts";
import { sha256Hex } from "../../text/hash.ts";
import { findHome } from "../../workspaces/sql/directory-store.ts";
import { listWorkspaces, type WorkspaceRow } from "../../workspaces/sql/workspace-store.ts";
import type { ExportAnswer } from "../contract.ts";
import { exportWorkspace } from "../export.ts";
import { type BackupBucket, bucketPlace, putPiece, removePieces } from "./bucket.ts";
import { backupName } from "./contract.ts";
import { inOrderMade, isChangedSince, isOld, newestList, pruneBackups } from "./place.ts";
import { type Begun, type BackupState, type Draft, type KnownState, readState, writeState } from "./state.ts";

/** Where and how backups of all workspaces are kept. */
export interface BucketBackups {
  readonly bucket: BackupBucket;
  /** How many stay. */
  readonly keep: number;
}

interface Parts extends BucketBackups {
  readonly session: Session;
  readonly plan: Plan;
  readonly nowMs: number;
}

/** Exports of a workspace that are begun while pushes keep changing it, before the backup is given up. */
const MAX_ATTEMPTS = 20;
/** After a failure it is tried again so much later, milliseconds. */
const RETRY_MS = 6 * 3_600_000;
/** What is known to be up to date is noted again so much later, milliseconds. */
const NOTE_MS = 20 * 3_600_000;

/** What one slice did; undefined: nothing is due. */
interface Made {
  readonly counts: Readonly<Record<string, number>>;
  readonly isLast?: boolean;
}

const OVERTAKEN: Made = { counts: {}, isLast: true };

/**
 * The next piece of work on the backup that is due, or under way: it is begun, a page of an export is written, or it gets
 * its name and older ones go. Each is a bounded number of queries and at most some megabytes. A slice that dies is done again:
 * it writes the same piece.
 */
export async function backUp(parts: Parts): Promise<Made | undefined> {
  const known = await readState(parts.bucket);
  const { draft } = known.state;
  if (draft === null) return begin(parts, known);
  const [slug] = draft.left;
  if (slug === undefined) return finish(parts, known, draft);
  const home = await findHome(parts.session, slug);
  if (home === undefined) return save(parts, known, without(draft), { pieces: 0 });
  const next = await writePage({ ...parts, session: home.session }, draft, home.row);
  return save(parts, known, next, { pieces: 1 });
}

async function save(
  { bucket }: Parts,
  known: KnownState,
  draft: Draft,
  counts: Made["counts"],
): Promise<Made> {
  const isMine = await writeState(bucket, known, { ...known.state, draft });
  return isMine ? { counts } : OVERTAKEN;
}

const without = (draft: Draft): Draft => ({ ...draft, left: draft.left.slice(1), attempts: 0, begun: null });

/** Begins one where the newest is old and something has changed; else notes at times that it is not needed. */
async function begin(parts: Parts, known: KnownState): Promise<Made | undefined> {
  const { bucket, session, nowMs } = parts;
  const { failedAt, upToDateAt } = known.state;
  if (failedAt !== null && nowMs - failedAt < RETRY_MS && nowMs >= failedAt) return undefined;
  const newest = await newestList(bucketPlace(bucket));
  if (!isOld(newest, nowMs)) return undefined;
  const workspaces = (await listWorkspaces(session)).toSorted(inOrderMade);
  if (!isChangedSince(newest, workspaces)) {
    if (newest !== undefined && nowMs - (upToDateAt ?? 0) > NOTE_MS)
      await writeState(bucket, known, { ...known.state, upToDateAt: nowMs, failedAt: null, lastError: null });
    return undefined;
  }
  const madeAt = new Date(nowMs).toISOString();
  const list = { format: "edge-recall-backup", formatVersion: 1, madeAt, workspaces: [] } as const;
  const left = workspaces.map(({ slug }) => slug);
  const draft: Draft = {
    name: backupName(nowMs),
    list: { ...list, workspaces: [] },
    left,
    attempts: 0,
    begun: null,
  };
  return save(parts, known, draft, { begun: 1 });
}

async function finish(parts: Parts, known: KnownState, { name, list }: Draft): Promise<Made> {
  const { bucket, keep } = parts;
  const place = bucketPlace(bucket);
  await place.publish(name, list);
  const pruned = await pruneBackups(place, keep);
  const upToDateAt = Date.parse(list.madeAt);
  await writeState(bucket, known, { upToDateAt, failedAt: null, lastError: null, draft: null });
  return { counts: { backups: 1, pruned: pruned.length }, isLast: true };
}

/** The first one of a workspace's export, or of one that is begun anew because the workspace has changed. */
const firstOf = (draft: Draft, { slug, name, version }: WorkspaceRow): Begun => ({
  ...{ slug, name, version, attempt: draft.attempts + 1 },
  ...{ pieces: 0, records: 0, checksum: "", cursor: "" },
});

async function pageOf(
  { session, plan }: Parts,
  { list }: Draft,
  { row, cursor }: { readonly row: WorkspaceRow; readonly cursor: string },
): Promise<ExportAnswer | undefined> {
  const query = { vectors: true, ...(cursor !== "" && { cursor }) };
  try {
    // The time of the backup stands in the header: a piece that is written again is the same.
    return await exportWorkspace({ session, row, nowMs: Date.parse(list.madeAt) }, plan, query);
  } catch (error) {
    if (error instanceof AppError && error.code === "conflict") return undefined;
    throw error;
  }
}

async function writePage(parts: Parts, draft: Draft, row: WorkspaceRow): Promise<Draft> {
  const begun = draft.begun ?? firstOf(draft, row);
  const page = await pageOf(parts, draft, { row, cursor: begun.cursor });
  if (page === undefined || page.header.workspaceVersion !== begun.version) return again(parts, draft);
  const [damaged] = page.damaged;
  if (damaged !== undefined)
    return giveUp(
      parts,
      draft,
      `the text of ${damaged.root}:${damaged.path} in ${row.slug} is damaged (recall doctor)`,
    );
  const lines = [...(begun.pieces === 0 ? [page.header] : []), ...page.records];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const sha256 = await sha256Hex(text);
  const { slug, attempt } = begun;
  await putPiece(parts.bucket, { backup: draft.name, slug, attempt, at: begun.pieces }, { text, sha256 });
  return advanced(draft, {
    ...begun,
    pieces: begun.pieces + 1,
    records: begun.records + page.records.length,
    checksum: await sha256Hex(begun.checksum + sha256),
    cursor: page.nextCursor ?? "",
  });
}

/** The draft after a piece: the workspace goes on, or is done. */
function advanced(draft: Draft, begun: Begun): Draft {
  if (begun.cursor !== "") return { ...draft, attempts: begun.attempt - 1, begun };
  const { slug, name, version, records, checksum, attempt, pieces: count } = begun;
  const kept = { slug, name, version, records, checksum, pieces: { attempt, count } };
  const list = { ...draft.list, workspaces: [...draft.list.workspaces, kept] };
  return { ...without(draft), list };
}

/** Pages of different versions do not belong together. */
async function again(parts: Parts, draft: Draft): Promise<Draft> {
  const attempts = draft.attempts + 1;
  if (attempts < MAX_ATTEMPTS) return { ...draft, attempts, begun: null };
  return giveUp(parts, draft, `${draft.left[0]} changed all the time: ${attempts} exports of it were begun`);
}

/** Ends a backup that cannot be whole: those before it stay. Throws, so that the run says why. */
async function giveUp({ bucket, nowMs }: Parts, { name }: Draft, why: string): Promise<never> {
  const known = await readState(bucket);
  const failed: BackupState = { ...known.state, failedAt: nowMs, lastError: why, draft: null };
  if (known.state.draft?.name === name && (await writeState(bucket, known, failed)))
    await removePieces(bucket, name);
  throw new AppError("conflict", `The backup was not made: ${why}`);
}
