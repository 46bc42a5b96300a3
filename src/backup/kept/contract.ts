import { z } from "@hono/zod-openapi";
import { answerSchema, Slug } from "../../contract/common.ts";

// A backup is an export of each workspace and a list of them, which is written last: one that has its list is whole, unless
// the disk or the bucket has lost something since.

/** Of one made within a second of another, with its number. */
const NAME = /^recall-\d{4}-\d{2}-\d{2}T\d{6}Z(?:-\d+)?$/;

/** `recall-2026-11-24T031500Z`, in whose order they were made. */
export const BackupName = z.string().regex(NAME, "recall-2026-11-24T031500Z");

export const backupName = (ms: number): string =>
  `recall-${new Date(ms).toISOString().slice(0, 19).replaceAll(":", "")}Z`;

export const isBackupName = (name: string): boolean => NAME.test(name);

/** The export of a workspace in a bucket: pieces of it, in their order, whose texts together are its lines but the last. */
const Pieces = z.strictObject({
  count: z.number().int().min(1),
  /** Begins their names: an export that was begun again has others. */
  attempt: z.number().int().min(1),
});

const Kept = z.strictObject({
  slug: Slug,
  name: z.string().max(200),
  version: z.number().describe("The workspace's own, when it was exported"),
  records: z.number(),
  checksum: z
    .string()
    .describe("SHA-256 of the export; of pieces, of the checksum so far and that of the next"),
  pieces: Pieces.optional().describe("Where it is kept in pieces"),
});
export type Kept = z.infer<typeof Kept>;

export const BackupList = z
  .strictObject({
    format: z.literal("edge-recall-backup"),
    formatVersion: z.literal(1),
    madeAt: z.string(),
    workspaces: z
      .array(Kept)
      .describe("In the order in which they were made, so that a restore numbers them alike"),
  })
  .openapi("BackupList");
export type BackupList = z.infer<typeof BackupList>;

export const BackupsAnswer = answerSchema("Backups", {
  backups: z.array(z.string()).describe("Names of the whole ones, the newest first"),
  underWay: z
    .object({ name: z.string(), done: z.number(), workspaces: z.number() })
    .nullable()
    .describe("One that is being made, and how many of its workspaces are"),
  lastError: z.string().nullable().describe("Why the last one was not made; null: it was"),
});
export type BackupsAnswer = z.infer<typeof BackupsAnswer>;

export const PieceAnswer = answerSchema("BackupPiece", {
  text: z.string().describe("Lines of an export"),
});
