import { z } from "@hono/zod-openapi";
import { DEFAULTS } from "../config.ts";
import {
  answerSchema,
  ContentHash,
  DocumentPath,
  Flag,
  hasControls,
  Origin,
  RootName,
  requestSchema,
} from "../contract/common.ts";
import {
  BACKUP_SHAPE,
  KeptDocumentMetadata,
  keptText,
  MAX_REDACTED_GROWTH,
  MemoryType,
} from "../contract/memory-fields.ts";
import { Boundary, Mtime, Refused } from "../documents/contract.ts";
import { EntityRecord, MAX_UNNAMED_ROOTS } from "../graph/contract.ts";
import { MAX_MEMORY_CHARS, MAX_OWN_TYPES } from "../memories/contract/memories.ts";
import { MAX_NOTE_CHARS, VOTES } from "../recalls/contract/feedback.ts";
import { PROFILES } from "../search/contract/constants.ts";
import { ProfileSettings } from "../search/contract/profile-settings.ts";
import {
  KINDS,
  MAX_EVERY_HOURS,
  MAX_KEY_CHARS,
  MAX_LOCATION_CHARS,
  SourceOptions,
} from "../sources/contract.ts";
import { RootDescription } from "../workspaces/roots/contract.ts";
import { SWITCHES } from "../workspaces/workspace-settings.ts";

/**
 * An export is a file of JSON lines: the header, the records, the end. Vectors come before the texts they belong to, so
 * that a text that is restored finds its vector already there.
 */
export const EXPORT_FORMAT = "edge-recall-export";
/** Rises when a reader of the version before could not read the file. */
export const EXPORT_VERSION = 1;

const MAX_IMPORT_RECORDS = 1_000;

/** base64 of the longest vector: 4 bytes of scale and one a dimension, for 4,096 dimensions. */
const MAX_VECTOR_CHARS = 5_600;

export const ExportHeader = z.object({
  format: z.literal(EXPORT_FORMAT),
  formatVersion: z.literal(EXPORT_VERSION),
  workspace: z.string(),
  workspaceVersion: z.number().describe("All records are of this version of the workspace"),
  chunker: z.number(),
  identity: z.string().max(300).describe("What made the vectors"),
  withVectors: z.boolean(),
  exportedAt: z.string(),
});
export type ExportHeader = z.infer<typeof ExportHeader>;

const WholeMemoryId = z.string().regex(/^[0-9a-f]{32}$/, "32 hex characters");
/** `type` names the kind of record. */
const { type: memoryType, ...memoryFields } = BACKUP_SHAPE;

/** Every kind of record. Adding one is adding an entry here, in export.ts and in import.ts. */
const RECORDS = {
  profile: z.strictObject({
    type: z.literal("profile"),
    profile: z.enum(PROFILES),
    settings: ProfileSettings,
  }),
  memoryTypes: z.strictObject({
    type: z.literal("memoryTypes"),
    own: z.array(MemoryType).max(MAX_OWN_TYPES).describe("The workspace's own types of memories"),
  }),
  switchedOff: z.strictObject({
    type: z.literal("switchedOff"),
    parts: z.array(z.enum(SWITCHES)).describe("What the workspace does not want done"),
    unnamedRoots: z
      .array(RootName)
      .max(MAX_UNNAMED_ROOTS)
      .optional()
      .describe("Roots whose texts are not read for names"),
  }),
  rootDescription: z.strictObject({ type: z.literal("rootDescription"), ...RootDescription.shape }),
  root: z.strictObject({ type: z.literal("root"), root: RootName, origin: Origin, joinedAt: Mtime }),
  embedding: z.strictObject({
    type: z.literal("embedding"),
    hash: ContentHash,
    vector: z
      .string()
      .max(MAX_VECTOR_CHARS)
      .regex(/^[A-Za-z0-9+/]{8,}={0,2}$/, "base64"),
  }),
  document: z.strictObject({
    type: z.literal("document"),
    root: RootName,
    path: DocumentPath,
    hash: ContentHash,
    mtime: Mtime,
    // A heading, which may be as long as its line: a title of an upload is bounded, one of a text is not.
    title: z.string().max(DEFAULTS.maxFileBytes).optional(),
    source: z.string().max(500).optional(),
    metadata: KeptDocumentMetadata.optional().describe("What was given beside the text"),
    chunks: z
      .array(Boundary)
      .max(10_000)
      .optional()
      .describe("Boundaries that a client chose; left out, the text is cut as ever"),
    text: z.string(),
  }),
  memory: z
    .strictObject({
      type: z.literal("memory"),
      id: WholeMemoryId,
      state: z.enum(["live", "superseded"]),
      text: keptText(MAX_MEMORY_CHARS),
      hash: ContentHash,
      memoryType,
      ...memoryFields,
      timesObserved: z.number().int().min(1),
      firstObserved: Mtime,
      lastObserved: Mtime,
      leftAt: Mtime.nullable().describe("When it was superseded"),
      supersedes: WholeMemoryId.nullable(),
      supersededBy: WholeMemoryId.nullable(),
    })
    .refine(({ state, leftAt }) => state === "live" || leftAt !== null, {
      path: ["leftAt"],
      message: "a superseded memory says when it was superseded",
    }),
  observation: z.strictObject({
    type: z.literal("observation"),
    memory: WholeMemoryId,
    merged: WholeMemoryId.nullable(),
    text: keptText(MAX_MEMORY_CHARS),
    memoryType,
    confidence: memoryFields.confidence,
    session: memoryFields.session,
    source: memoryFields.source,
    at: Mtime,
  }),
  contradiction: z
    .strictObject({
      type: z.literal("contradiction"),
      memory: WholeMemoryId,
      other: WholeMemoryId,
      settled: z.literal(true).optional().describe("Somebody has said that both hold"),
    })
    .describe("Two live memories that may contradict each other, once a pair"),
  entity: EntityRecord,
  vote: z.strictObject({
    type: z.literal("vote"),
    /** Of a vote on a passage or memory itself, its id. */
    recallId: z.string().regex(/^[0-9a-f-]{32,36}$/),
    hit: z.string().regex(/^[0-9a-f]{8,64}$/),
    token: z.string().regex(/^[\w-]{1,64}$/),
    value: z.enum(VOTES),
    note: z
      .string()
      .max(MAX_NOTE_CHARS * MAX_REDACTED_GROWTH)
      .refine((text) => text.isWellFormed() && !hasControls(text), "no control characters")
      .nullable(),
    at: Mtime,
    root: RootName,
    path: DocumentPath,
    embedHash: ContentHash.nullable(),
  }),
  source: z
    .strictObject({
      type: z.literal("source"),
      root: RootName,
      kind: z.enum(KINDS),
      location: z.string().min(1).max(MAX_LOCATION_CHARS),
      options: SourceOptions,
      everyHours: z.number().int().min(1).max(MAX_EVERY_HOURS),
      paused: z.literal(true).optional(),
    })
    .describe("What the server pulls by itself; refused where an owner has not added the same"),
  sourceItem: z
    .strictObject({
      type: z.literal("sourceItem"),
      root: RootName,
      key: z.string().min(1).max(MAX_KEY_CHARS),
      path: DocumentPath,
      depth: z.number().int().min(0),
    })
    .describe("What a source has a document of, by its name there: what is gone there later goes here, too"),
} as const;
export type RecordType = keyof typeof RECORDS;

export const ExportRecord = z.discriminatedUnion("type", [
  RECORDS.profile,
  RECORDS.memoryTypes,
  RECORDS.switchedOff,
  RECORDS.rootDescription,
  RECORDS.root,
  RECORDS.embedding,
  RECORDS.document,
  RECORDS.memory,
  RECORDS.observation,
  RECORDS.contradiction,
  RECORDS.entity,
  RECORDS.vote,
  RECORDS.source,
  RECORDS.sourceItem,
]);
export type ExportRecord = z.infer<typeof ExportRecord>;
export type RecordOf<Type extends RecordType> = z.infer<(typeof RECORDS)[Type]>;

export const ExportEnd = z.strictObject({
  type: z.literal("end"),
  records: z.number().int().min(0),
  checksum: z.string().regex(/^[0-9a-f]{64}$/),
});
export type ExportEnd = z.infer<typeof ExportEnd>;

export const ExportParameters = z.strictObject({
  vectors: Flag.default(false).describe("With vectors, a restored workspace needs no model"),
  cursor: z.string().max(8_000).optional().describe("`nextCursor` of the page before"),
});

export const ExportAnswer = answerSchema("Export", {
  header: ExportHeader,
  records: z.array(ExportRecord),
  damaged: z
    .array(z.object({ root: z.string(), path: z.string() }))
    .describe("Left out: their chunks are not the pushed text any more"),
  nextCursor: z.string().nullable(),
});
export type ExportAnswer = z.infer<typeof ExportAnswer>;

export const ImportRequest = requestSchema("ImportRequest", {
  identity: z.string().max(300).describe("`identity` of the header"),
  merge: z
    .boolean()
    .default(false)
    .describe("Replace documents that are there with other contents; otherwise they are refused"),
  records: z.array(ExportRecord).max(MAX_IMPORT_RECORDS),
});
export type ImportRequest = z.infer<typeof ImportRequest>;

export const ImportAnswer = answerSchema("ImportAnswer", {
  written: z.number().describe("Documents"),
  unchanged: z.number().describe("Documents that were there as they are"),
  failed: z.array(Refused.extend({ root: z.string() })),
  vectors: z.number().describe("Vectors kept"),
  otherVectors: z.number().describe("Vectors of another model than this workspace's: not kept"),
  limits: z.object({ maxBatchBytes: z.number(), maxBatchFiles: z.number() }),
});
export type ImportAnswer = z.infer<typeof ImportAnswer>;
