import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { CHUNKER_VERSION } from "../../config.ts";
import { withoutRowid } from "../without-rowid.ts";

// SQLite uses a partial index only where it finds the index's condition in the query: their conditions are in plain SQL.

/** Which machine's which folder pushes to a root: a second one has to join knowingly. */
export const rootOrigins = withoutRowid(
  "root_origins",
  {
    workspace: integer().notNull(),
    root: text().notNull(),
    origin: text().notNull(),
    joinedAt: integer("joined_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspace, table.root, table.origin] })],
);

/**
 * Each machine's last push of a root. They are counted together, so that a number names one push of the root and a later one
 * is greater, whoever began it; what an older push of the same machine still sends is refused.
 */
export const rootPushes = withoutRowid(
  "root_pushes",
  {
    workspace: integer().notNull(),
    root: text().notNull(),
    origin: text().notNull(),
    /** Of its last acknowledged manifest. */
    number: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspace, table.root, table.origin] })],
);

/**
 * A pushed file or a remembered note; its text lives in its chunks. A memory is a document of kind `memory` in the root
 * `memories` and its path is its id; the columns from `session` on are null for files.
 */
export const documents = sqliteTable(
  "documents",
  {
    num: integer().primaryKey(),
    workspace: integer().notNull(),
    root: text().notNull(),
    path: text().notNull(),
    kind: text({ enum: ["file", "memory"] })
      .notNull()
      .default("file"),
    /** Of the pushed bytes. */
    hash: text().notNull(),
    bytes: integer().notNull(),
    lines: integer().notNull(),
    /** 1: the pushed text ends with a line end, which chunks do not hold. */
    finalNewline: integer("final_newline").notNull(),
    /** Milliseconds. */
    mtime: integer().notNull(),
    /** Milliseconds; null: evergreen. */
    datedAt: integer("dated_at"),
    language: text().notNull(),
    title: text(),
    source: text(),
    /** JSON: what its front matter says, and over it what was given with it. */
    metadata: text().notNull().default("{}"),
    /** JSON: what was given with a file beside its text. */
    givenMetadata: text("given_metadata").notNull().default("{}"),
    chunkCount: integer("chunk_count").notNull(),
    /** Version of the chunker that cut it. */
    chunker: integer().notNull(),
    indexedAt: integer("indexed_at").notNull(),
    version: integer().notNull().default(1),
    /** Number of the push that wrote it: none that began before overwrites it. 0: no push did. */
    push: integer().notNull().default(0),
    /** 1: cut where the client said; cutting it anew keeps those boundaries. */
    ownChunks: integer("own_chunks").notNull().default(0),
    session: text(),
    type: text(),
    /** 0 to 1. */
    importance: real(),
    /** 1 (most important) to 5. */
    priority: integer(),
    /** 0 to 1. */
    confidence: real(),
    timesObserved: integer("times_observed"),
    /** Milliseconds; `datedAt` is the same. */
    lastObserved: integer("last_observed"),
    /** JSON list. */
    tags: text(),
    /** JSON list of the names that its writer linked it to. */
    entities: text(),
    /** Id of the memory that it replaced. */
    supersedes: text(),
    /** Of the normalised text: the same text is one memory, however many write it at once. */
    normalHash: text("normal_hash"),
    /** 0: its embedding is still to be compared with the others'. */
    compared: integer(),
    /** (1 + ups) / (2 + ups + downs), votes as faded on the day it was computed. Null: no votes, which is 0.5. */
    quality: real(),
    /** JSON list of the slugs that its passages name: leads to its mentions, which have no index by document. */
    names: text().notNull().default("[]"),
  },
  (table) => [
    uniqueIndex("documents_by_place").on(table.workspace, table.root, table.path),
    index("documents_by_path").on(table.workspace, table.path),
    index("documents_by_date").on(table.workspace, table.datedAt),
    // Leads to the documents that an older chunker cut, and costs those of the present one no row. A raised version is another
    // index: a migration of its own makes it.
    index(`documents_before_chunker_${CHUNKER_VERSION}`)
      .on(table.chunker, table.num)
      .where(sql.raw(`chunker <> ${CHUNKER_VERSION}`)),
    uniqueIndex("memories_by_text").on(table.workspace, table.normalHash).where(sql`kind = 'memory'`),
    index("memories_by_time").on(table.workspace, table.lastObserved).where(sql`kind = 'memory'`),
    index("memories_by_type").on(table.workspace, table.type, table.lastObserved).where(sql`kind = 'memory'`),
    index("memories_by_session")
      .on(table.workspace, table.session, table.lastObserved)
      .where(sql`kind = 'memory'`),
    index("memories_with_entities").on(table.workspace, table.num).where(sql`entities <> '[]'`),
    index("memories_to_compare").on(table.workspace, table.num).where(sql`compared = 0`),
  ],
);

/** The unit searched. Text is stored once, here; every index can be rebuilt from it. */
export const chunks = sqliteTable(
  "chunks",
  {
    /** Named, so that nothing renumbers what the keyword index points at. */
    rid: integer().primaryKey(),
    /** Content-addressed; also the vector's id. */
    id: text().notNull().unique("chunks_by_id"),
    workspace: integer().notNull(),
    document: integer()
      .notNull()
      .references(() => documents.num),
    ordinal: integer().notNull(),
    startLine: integer("start_line").notNull(),
    endLine: integer("end_line").notNull(),
    /** Only for a part of one line. */
    startColumn: integer("start_column"),
    endColumn: integer("end_column"),
    /** JSON list, outermost first. */
    headings: text().notNull(),
    /** The raw slice that the citation names. */
    text: text().notNull(),
    textHash: text("text_hash").notNull(),
    /** Of what is embedded: headings and text. */
    embedHash: text("embed_hash").notNull(),
    /** Of what the re-ranker gets. */
    sentHash: text("sent_hash").notNull(),
    /** Estimated. */
    tokens: integer().notNull(),
    /** Generated context: indexed and embedded with the text, never shown. */
    prefix: text(),
    /**
     * pending: to be embedded; failed: waits for another try by its row of the outbox; embedded: compared from D1; visible:
     * the vector index shows it; none: there is nothing to embed.
     */
    vectorState: text("vector_state", { enum: ["pending", "failed", "embedded", "visible", "none"] })
      .notNull()
      .default("pending"),
    /** Its document's `mtime` when it was written, a memory's last observation then: the newest are embedded first. */
    modifiedAt: integer("modified_at").notNull().default(0),
    /** Sum of the votes, each weighed by its age at `votesAt`: all of them fade alike, so that one sum is exact. */
    votesNet: real("votes_net"),
    votesAt: integer("votes_at"),
  },
  (table) => [
    index("chunks_by_document").on(table.document, table.ordinal),
    // What has no vector yet: the queue of what is embedded, those of the newest documents first, and apart from it what
    // would be in its way. Then what the vector index does not show yet, newest first.
    index("chunks_pending").on(table.workspace, sql`modified_at DESC`).where(sql`vector_state = 'pending'`),
    index("chunks_failed").on(table.workspace, table.rid).where(sql`vector_state = 'failed'`),
    index("chunks_embedded").on(table.workspace, table.rid).where(sql`vector_state = 'embedded'`),
    index("chunks_by_embed_hash").on(table.workspace, table.embedHash),
  ],
);

/**
 * What is deleted by root or prefix: out of reach at once and emptied in slices, documents written up to `at`. What is
 * pushed there afterwards has a later version.
 */
export const deletions = sqliteTable(
  "deletions",
  {
    num: integer().primaryKey(),
    workspace: integer().notNull(),
    root: text().notNull(),
    /** Of the path; empty: the whole root. */
    prefix: text().notNull(),
    /** Version of the workspace. */
    at: integer().notNull(),
  },
  (table) => [index("deletions_by_root").on(table.workspace, table.root)],
);

/** Progress of cutting documents anew: what `status` estimates the end from. */
export const rechunks = sqliteTable("rechunks", {
  workspace: integer().primaryKey(),
  /** 1: also documents that the present chunker cut, walked by num up to and including `cursor`. */
  recutAll: integer("recut_all").notNull().default(0),
  cursor: integer().notNull().default(0),
  /** Documents. */
  done: integer().notNull().default(0),
  startedAt: integer("started_at").notNull(),
});

/** Never holds a row: a write that must not go on inserts one, and fails with all of its batch. */
export const writeGuards = sqliteTable(
  "write_guards",
  { document: integer(), push: integer(), quota: integer() },
  () => [
    check("document_changed", sql`document = 1`),
    check("push_superseded", sql`push = 1`),
    check("quota_exceeded", sql`quota = 1`),
  ],
);

/** Texts that a chunk has just given up: the caches drop them at the next sweep, unless another chunk has them. */
export const droppedTexts = withoutRowid(
  "dropped_texts",
  {
    workspace: integer().notNull(),
    embedHash: text("embed_hash").notNull(),
    sentHash: text("sent_hash").notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspace, table.embedHash, table.sentHash] })],
);
