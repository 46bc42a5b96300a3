import { index, integer, primaryKey, real, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";

export { answers, embeddings, generated, idempotency, rerankScores } from "./caches.ts";
export {
  entities,
  entityNames,
  mentions,
  observations,
  relations,
} from "./graph.ts";
export { memoryObservations, pastMemories } from "./memories.ts";
// Mirrors migrations/; a test compares the columns. A table is in the file of its subject and is exported here; in this one
// are workspaces, documents and the work on them. FTS and vocabulary tables are in keyword-index.ts.
export { contexts, contextualRoots, namedRoots, nameRequests } from "./model-jobs.ts";
export { droppedDocuments, feedback, recalls } from "./recalls.ts";
export { deletions, generationChunks, generations, rechunks } from "./reindexing.ts";

export const workspaces = sqliteTable("workspaces", {
  num: integer().primaryKey({ autoIncrement: true }),
  slug: text().notNull().unique(),
  name: text().notNull(),
  settings: text().notNull().default("{}"),
  identity: text().notNull(),
  generation: integer().notNull().default(1),
  version: integer().notNull().default(1),
  documents: integer().notNull().default(0),
  chunks: integer().notNull().default(0),
  bytes: integer().notNull().default(0),
  indexedAt: integer("indexed_at"),
  createdAt: integer("created_at").notNull(),
  goneAt: integer("gone_at"),
});

export const tokens = sqliteTable("tokens", {
  id: text().primaryKey(),
  workspace: integer(),
  scope: text().notNull(),
  label: text().notNull(),
  createdAt: integer("created_at").notNull(),
  expiresAt: integer("expires_at"),
  revokedAt: integer("revoked_at"),
  lastUsedAt: integer("last_used_at"),
});

export const modelUse = sqliteTable("model_use", {
  day: text().primaryKey(),
  calls: integer().notNull().default(0),
  texts: integer().notNull().default(0),
  passages: integer().notNull().default(0),
  pausedUntil: integer("paused_until"),
});

export const runs = sqliteTable("runs", {
  num: integer().primaryKey(),
  kind: text().notNull(),
  startedAt: integer("started_at").notNull(),
  endedAt: integer("ended_at").notNull(),
  work: text().notNull(),
  error: text(),
  workspace: integer(),
});

export const searchDays = sqliteTable(
  "search_days",
  {
    workspace: integer().notNull(),
    day: text().notNull(),
    searches: integer().notNull().default(0),
    nothingFound: integer("nothing_found").notNull().default(0),
    degraded: integer().notNull().default(0),
    cachedAnswer: integer("cached_answer").notNull().default(0),
    cachedEmbedding: integer("cached_embedding").notNull().default(0),
    cachedRerank: integer("cached_rerank").notNull().default(0),
    latencies: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspace, table.day] })],
);

export const rootOrigins = sqliteTable(
  "root_origins",
  {
    workspace: integer().notNull(),
    root: text().notNull(),
    origin: text().notNull(),
    joinedAt: integer("joined_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspace, table.root, table.origin] })],
);

export const documents = sqliteTable(
  "documents",
  {
    num: integer().primaryKey(),
    workspace: integer().notNull(),
    root: text().notNull(),
    path: text().notNull(),
    kind: text().notNull().default("file"),
    hash: text().notNull(),
    bytes: integer().notNull(),
    lines: integer().notNull(),
    finalNewline: integer("final_newline").notNull(),
    mtime: integer().notNull(),
    datedAt: integer("dated_at"),
    language: text().notNull(),
    title: text(),
    source: text(),
    metadata: text().notNull().default("{}"),
    chunkCount: integer("chunk_count").notNull(),
    chunker: integer().notNull(),
    indexedAt: integer("indexed_at").notNull(),
    version: integer().notNull().default(1),
    ownChunks: integer("own_chunks").notNull().default(0),
    session: text(),
    type: text(),
    importance: real(),
    priority: integer(),
    confidence: real(),
    timesObserved: integer("times_observed"),
    lastObserved: integer("last_observed"),
    tags: text(),
    entities: text(),
    supersedes: text(),
    normalHash: text("normal_hash"),
    compared: integer(),
    quality: real(),
  },
  (table) => [
    unique().on(table.workspace, table.root, table.path),
    index("documents_by_path").on(table.workspace, table.path),
  ],
);

export const chunks = sqliteTable("chunks", {
  rid: integer().primaryKey(),
  id: text().notNull().unique(),
  workspace: integer().notNull(),
  document: integer().notNull(),
  ordinal: integer().notNull(),
  startLine: integer("start_line").notNull(),
  endLine: integer("end_line").notNull(),
  startColumn: integer("start_column"),
  endColumn: integer("end_column"),
  headings: text().notNull(),
  text: text().notNull(),
  textHash: text("text_hash").notNull(),
  embedHash: text("embed_hash").notNull(),
  sentHash: text("sent_hash").notNull(),
  tokens: integer().notNull(),
  prefix: text(),
  vectorState: text("vector_state").notNull().default("pending"),
  votesNet: real("votes_net"),
  votesAt: integer("votes_at"),
});

export const outbox = sqliteTable("outbox", {
  seq: integer().primaryKey({ autoIncrement: true }),
  workspace: integer().notNull(),
  chunk: text().notNull().unique(),
  op: text().notNull(),
  state: text().notNull().default("due"),
  attempts: integer().notNull().default(0),
  nextAt: integer("next_at").notNull(),
  lease: text(),
  leaseUntil: integer("lease_until"),
  mutation: text(),
  run: text(),
  runSeq: integer("run_seq"),
  sentAt: integer("sent_at"),
  lastError: text("last_error"),
  failures: integer().notNull().default(0),
});

export const textLeases = sqliteTable(
  "text_leases",
  {
    workspace: integer().notNull(),
    identity: text().notNull(),
    hash: text().notNull(),
    lease: text().notNull(),
    leaseUntil: integer("lease_until").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspace, table.identity, table.hash] }),
    index("text_leases_by_lease").on(table.lease),
  ],
);

export const rootPushes = sqliteTable(
  "root_pushes",
  { workspace: integer().notNull(), root: text().notNull(), number: integer().notNull() },
  (table) => [primaryKey({ columns: [table.workspace, table.root] })],
);

export const writeGuards = sqliteTable("write_guards", { document: integer(), push: integer() });

export const mutations = sqliteTable("mutations", {
  id: text().primaryKey(),
  run: text().notNull(),
  seq: integer().notNull(),
  startedAt: integer("started_at").notNull(),
});

export const droppedTexts = sqliteTable(
  "dropped_texts",
  {
    workspace: integer().notNull(),
    embedHash: text("embed_hash").notNull(),
    sentHash: text("sent_hash").notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspace, table.embedHash, table.sentHash] })],
);
