import { z } from "@hono/zod-openapi";
import { DEFAULTS } from "../config.ts";
import { ContentHash, Origin, RootName, StoredPath } from "../contract/common.ts";
import { DocumentMetadata, isStorable } from "../contract/memory-fields.ts";
import { KINDS } from "../search/contract/hits.ts";

const Bytes = z.number().int().min(0).max(1_000_000_000);
export const Mtime = z
  .number()
  .min(0)
  .max(8.64e15)
  .meta({ description: "Last change of the file, milliseconds since 1970" });

/** One file: path, content hash, bytes, mtime. A tuple, because a manifest names thousands. */
const AnyPath = z.string().max(4 * DEFAULTS.maxPathChars);

const ManifestFile = z.tuple([AnyPath, ContentHash, Bytes, Mtime]);

/** The number of a push, as its first manifest was answered. */
const Push = z.number().int().min(1).optional();

export const ManifestRequest = z
  .strictObject({
    origin: Origin,
    join: z
      .boolean()
      .default(false)
      .meta({ description: "Share a root that another machine or folder pushed" }),
    dryRun: z.boolean().default(false).meta({ description: "Only compare: the root is not made or joined" }),
    contextualize: z.boolean().optional().meta({
      description: "Whether a text model writes where each chunk stands in its document, from now on",
    }),
    entities: z.boolean().optional().meta({
      description: "Whether a text model is asked what the root's chunks name and relate, from now on",
    }),
    push: Push.meta({ description: "`push` of the first page's answer: this page goes on with it" }),
    files: z.array(ManifestFile).max(DEFAULTS.maxManifestFiles),
    after: AnyPath.default("").meta({
      description: "This page names all paths greater than this, in UTF-8 byte order",
    }),
    upTo: AnyPath.nullable()
      .default(null)
      .meta({ description: "… up to and including this; null: to the end" }),
  })
  .openapi("ManifestRequest");
export type ManifestRequest = z.infer<typeof ManifestRequest>;

export const Refused = z.object({ path: z.string(), code: z.string(), message: z.string() });
export type Refused = z.infer<typeof Refused>;

export const ManifestAnswer = z
  .object({
    missing: z.array(z.string()).meta({ description: "Paths whose content is to be sent" }),
    gone: z
      .array(z.string())
      .meta({ description: "Paths indexed in this page's range that the manifest does not name" }),
    refused: z.array(Refused),
    documents: z.number().meta({ description: "Documents in the root now" }),
    contextualized: z.boolean().optional().meta({ description: "The root's chunks get a written context" }),
    entities: z
      .boolean()
      .optional()
      .meta({ description: "A text model is asked what the root's chunks name and relate" }),
    generator: z.string().optional().meta({ description: "The text model that would be asked" }),
    push: z.number().meta({
      description:
        "Number of this push, to be sent with what follows; refused as `conflict` once a later one of the same origin begins",
    }),
    limits: z.object({
      maxFileBytes: z.number(),
      maxBatchBytes: z.number(),
      maxBatchFiles: z.number(),
      maxManifestFiles: z.number(),
      maxPathChars: z.number(),
    }),
  })
  .openapi("ManifestAnswer");
export type ManifestAnswer = z.infer<typeof ManifestAnswer>;

export const Boundary = z.strictObject({
  startLine: z.number().int().min(1),
  endLine: z.number().int().min(1),
  headings: z
    .array(z.string().max(500).refine(isStorable, "well-formed text without NUL"))
    .max(20)
    .optional(),
});

export type Boundary = z.infer<typeof Boundary>;

export const UploadDocument = z.strictObject({
  path: AnyPath,
  hash: ContentHash,
  mtime: Mtime,
  text: z.string(),
  title: z
    .string()
    .max(500)
    .refine(isStorable, "well-formed text without NUL")
    .optional()
    .meta({ description: "What the text is called: a heading above its first passage, found as such" }),
  source: z
    .string()
    .max(500)
    .refine(isStorable, "well-formed text without NUL")
    .optional()
    .meta({ description: "Where the text comes from: a URL, a session" }),
  metadata: DocumentMetadata.optional().meta({
    description:
      "Texts, numbers, true or false, or lists of them, to filter by; over what front matter says, also of its day: `updated`, `date` or `created` say it before `mtime` does. 8 KB as JSON",
    examples: [{ status: "open", effort: 2, due: "2026-03-01" }],
  }),
  chunks: z
    .array(Boundary)
    .max(10_000)
    .optional()
    .meta({ description: "Own boundaries: ordered, not overlapping lines, up to 8,000 characters each" }),
});
export type UploadDocument = z.infer<typeof UploadDocument>;

export const UploadRequest = z
  .strictObject({
    origin: Origin,
    push: Push.meta({ description: "`push` of the manifest's answer" }),
    documents: z.array(UploadDocument).min(1).max(1_000),
  })
  .openapi("UploadRequest");
export type UploadRequest = z.infer<typeof UploadRequest>;

/** The one origin of all programs that send texts without a manifest, so that they may share a root. */
export const PROGRAMS_ORIGIN = "f".repeat(32);
export const DEFAULT_ROOT = "default";

/** What a program sends of a text: the server hashes it, and dates it unless told. */
export const TextDocument = z
  .strictObject({
    path: AnyPath.meta({
      description: "Names the text in its root; sent again, it replaces. At most 512 characters",
      examples: ["faq/keys.md"],
    }),
    text: z.string(),
    mtime: Mtime.optional().meta({
      description: "Last change of the text, milliseconds since 1970; without it: now",
    }),
    title: UploadDocument.shape.title,
    source: UploadDocument.shape.source,
    metadata: UploadDocument.shape.metadata,
    chunks: UploadDocument.shape.chunks,
  })
  .openapi("TextDocument");
export type TextDocument = z.infer<typeof TextDocument>;

export const IndexRequest = z
  .union([
    TextDocument,
    z.array(TextDocument).min(1).max(1_000).meta({ description: "At most 200 on a server as it is set up" }),
  ])
  .openapi("IndexRequest");
export type IndexRequest = z.infer<typeof IndexRequest>;

export const IndexParameters = z.strictObject({
  root: RootName.default(DEFAULT_ROOT).meta({
    description: "Made by the first text; no folder may be pushed to it",
  }),
});

export const UploadAnswer = z
  .object({
    indexed: z.number(),
    unchanged: z.number(),
    chunks: z.number(),
    /** Chunks whose embedding is not cached: what the queue will send to the model. */
    toEmbed: z.number(),
    failed: z.array(Refused),
    version: z.number(),
  })
  .openapi("UploadAnswer");
export type UploadAnswer = z.infer<typeof UploadAnswer>;

export const PruneRequest = z
  .strictObject({
    origin: Origin,
    push: Push.meta({ description: "`push` of the manifest's answer" }),
    paths: z.array(StoredPath).min(1).max(DEFAULTS.maxManifestFiles),
    confirm: z
      .boolean()
      .default(false)
      .meta({ description: "Allow deleting more than half of a root of over 20 documents" }),
  })
  .openapi("PruneRequest");
export type PruneRequest = z.infer<typeof PruneRequest>;

export const DeleteRootParameters = z
  .object({
    // Empty, it is a mistake: it would delete the whole root.
    prefix: z.string().min(1).max(DEFAULTS.maxPathChars).optional().meta({
      description: "A folder of the root, with or without its last slash; without it the whole root",
    }),
  })
  .strict();

export const DeletionAnswer = z
  .object({ deleted: z.number(), version: z.number() })
  .openapi("DeletionAnswer");
export type DeletionAnswer = z.infer<typeof DeletionAnswer>;

export const DocumentSummary = z
  .object({
    root: z.string(),
    path: z.string(),
    kind: z.enum(KINDS),
    language: z.string(),
    title: z.string().nullable(),
    source: z.string().nullable(),
    hash: z.string(),
    bytes: z.number(),
    lines: z.number(),
    chunks: z.number(),
    mtime: z.number(),
    indexedAt: z.string(),
  })
  .openapi("DocumentSummary");
export type DocumentSummary = z.infer<typeof DocumentSummary>;

export const DocumentParameters = z
  .object({
    root: RootName.optional(),
    prefix: z.string().max(DEFAULTS.maxPathChars).optional(),
    glob: z
      .string()
      .min(1)
      .max(DEFAULTS.maxGlobChars)
      .optional()
      .meta({ description: "Glob on the path: a page may then hold fewer than its limit" }),
    limit: z.coerce.number().int().min(1).max(1_000).default(100),
    cursor: z.string().max(8_000).optional().meta({ description: "`nextCursor` of the page before" }),
  })
  .strict();

export const DocumentList = z
  .object({ documents: z.array(DocumentSummary), nextCursor: z.string().nullable() })
  .openapi("DocumentList");
export type DocumentList = z.infer<typeof DocumentList>;

export const DocumentAnswer = DocumentSummary.extend({
  startLine: z.number(),
  endLine: z.number(),
  citation: z
    .string()
    .describe("What `get` takes: with its root where there are several, or where the path has a colon"),
  metadata: z.record(z.string(), z.unknown()),
  text: z.string().meta({ description: "The pushed text, or the lines asked for" }),
}).openapi("Document");
export type DocumentAnswer = z.infer<typeof DocumentAnswer>;
