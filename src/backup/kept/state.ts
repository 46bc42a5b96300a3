import { z } from "@hono/zod-openapi";
import { DAY_MS } from "../../config.ts";
import { parseJson } from "../../text/parse-json.ts";
import type { BackupBucket } from "./bucket.ts";
import { BackupList, BackupName } from "./contract.ts";

// What is known of a bucket's backups lies beside them: it outlives the database. A run that finds it changed since it read
// it has been overtaken by another, and leaves the rest to that.

const KEY = "state.json";
/** With nothing newer in the bucket, and something to keep there, something is wrong. */
const LATE_MS = 2 * DAY_MS;

/** An export of which some pieces are written. */
const Begun = z.object({
  slug: z.string(),
  name: z.string(),
  version: z.number(),
  attempt: z.number(),
  pieces: z.number(),
  records: z.number(),
  checksum: z.string(),
  /** Where the next piece begins. */
  cursor: z.string(),
});
export type Begun = z.infer<typeof Begun>;

const Draft = z.object({
  name: BackupName,
  list: BackupList,
  /** Workspaces that are still to be exported. */
  left: z.array(z.string()),
  /** How often the export of the first of them was begun. */
  attempts: z.number(),
  begun: Begun.nullable(),
});
export type Draft = z.infer<typeof Draft>;

const BackupState = z.object({
  /** When the newest backup held everything, last. */
  upToDateAt: z.number().nullable(),
  /** When the last one failed. */
  failedAt: z.number().nullable(),
  lastError: z.string().nullable(),
  draft: Draft.nullable(),
});
export type BackupState = z.infer<typeof BackupState>;

export interface KnownState {
  readonly state: BackupState;
  /** Undefined: there is none yet. */
  readonly etag: string | undefined;
}

const NONE: BackupState = { upToDateAt: null, failedAt: null, lastError: null, draft: null };

/** One that cannot be read is begun anew: the backups themselves need none. */
export async function readState(bucket: BackupBucket): Promise<KnownState> {
  const found = await bucket.get(KEY);
  const { data = NONE } = BackupState.safeParse(parseJson((await found?.text()) ?? ""));
  return { state: data, etag: found?.etag };
}

/** Writes it where nobody has since it was read; false: somebody has. */
export async function writeState(
  bucket: BackupBucket,
  { etag }: Pick<KnownState, "etag">,
  state: BackupState,
): Promise<boolean> {
  const onlyIf = etag === undefined ? { etagDoesNotMatch: "*" } : { etagMatches: etag };
  return (await bucket.put(KEY, JSON.stringify(state), { onlyIf })) !== null;
}

/** How a workspace that was made then is kept, for its status. */
export async function backupAge(
  bucket: BackupBucket,
  { createdAt, nowMs }: { readonly createdAt: number; readonly nowMs: number },
): Promise<{ readonly upToDateAt: string | null; readonly isLate: boolean }> {
  const { upToDateAt } = (await readState(bucket)).state;
  const ageMs = nowMs - (upToDateAt ?? createdAt);
  return {
    upToDateAt: upToDateAt === null ? null : new Date(upToDateAt).toISOString(),
    isLate: ageMs > LATE_MS,
  };
}
