import { AppError } from "../../errors.ts";
import { bucketPlace, readPiece } from "./bucket.ts";
import type { BackupList, BackupsAnswer } from "./contract.ts";
import type { BucketBackups } from "./make-backup.ts";
import { readState } from "./state.ts";

/** What is known of a deployment's bucket. Each throws AppError `not_found` where none is bound. */
type Backups = BucketBackups | undefined;

function bound(backups: Backups): BucketBackups {
  if (backups !== undefined) return backups;
  throw new AppError(
    "not_found",
    "This server has no bucket of backups (docs/operations.md); `recall backup <folder>` writes one into a folder",
  );
}

/** The whole ones by name, and what is being made. */
export async function listBackups(backups: Backups): Promise<BackupsAnswer> {
  const { bucket } = bound(backups);
  const [names, { state }] = await Promise.all([bucketPlace(bucket).names(), readState(bucket)]);
  const { draft, lastError } = state;
  const done = draft?.list.workspaces.length ?? 0;
  return {
    backups: [...names],
    underWay: draft && { name: draft.name, done, workspaces: done + draft.left.length },
    lastError,
  };
}

/** What a backup holds. Throws AppError `not_found`. */
export async function readBackup(backups: Backups, name: string): Promise<BackupList> {
  const place = bucketPlace(bound(backups).bucket);
  const list = await place.list(name);
  if (list !== undefined) return list;
  const names = await place.names();
  const there = names.length === 0 ? "it holds none" : `it holds ${names.join(", ")}`;
  throw new AppError("not_found", `The bucket has no backup ${name} that can be read; ${there}`);
}

/** A piece of a workspace's export in a backup, from 0. Throws AppError `not_found`. */
export async function readBackupPiece(
  backups: Backups,
  { backup, slug, piece }: { readonly backup: string; readonly slug: string; readonly piece: number },
): Promise<{ readonly text: string }> {
  const { workspaces } = await readBackup(backups, backup);
  const attempt = workspaces.find((kept) => kept.slug === slug)?.pieces?.attempt;
  const { bucket } = bound(backups);
  const text =
    attempt === undefined ? undefined : await readPiece(bucket, { backup, slug, attempt, at: piece });
  if (text === undefined) throw new AppError("not_found", `${backup} has no piece ${piece} of ${slug}`);
  return { text };
}
