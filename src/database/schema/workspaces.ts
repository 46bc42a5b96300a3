import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { withoutRowid } from "../without-rowid.ts";

/**
 * A workspace is the tenant: one index, its own tokens. `num` names its keyword tables and is never given out twice, so
 * that a table or a vector namespace is never inherited from a deleted workspace.
 */
export const workspaces = sqliteTable("workspaces", {
  num: integer().primaryKey({ autoIncrement: true }),
  slug: text().notNull().unique("workspaces_by_slug"),
  name: text().notNull(),
  /** JSON (workspaces/workspace-settings.ts). */
  settings: text().notNull().default("{}"),
  /** Identity key of the live generation. */
  identity: text().notNull(),
  /** The vector namespace is `num` and this. */
  generation: integer().notNull().default(1),
  /** Rises with every change that can change an answer. */
  version: integer().notNull().default(1),
  // Totals, kept in the batch that changes them.
  documents: integer().notNull().default(0),
  chunks: integer().notNull().default(0),
  bytes: integer().notNull().default(0),
  /** Of the documents those that are memories. */
  memories: integer().notNull().default(0),
  /** Milliseconds; last write of content. */
  indexedAt: integer("indexed_at"),
  createdAt: integer("created_at").notNull(),
  /** Deleted: out of reach at once, emptied in slices; the row goes last. */
  goneAt: integer("gone_at"),
  /** Cursor of the daily audit, where it goes on; null: at its beginning. */
  auditNext: text("audit_next"),
  /** JSON (contract/quotas.ts): what its owner gave it in place of the deployment's quotas. */
  quotas: text().notNull().default("{}"),
  /** Milliseconds; the units that its tokens spent have come back then (workspaces/limits/). */
  unitsUntil: real("units_until"),
  /** `changes.seq` up to which the feed has dropped what is gone: whoever has read less far may have missed something. */
  feedFrom: integer("feed_from").notNull().default(0),
});

/** One row, made with the first token: which beginning of this database's tokens counts. */
export const epochs = sqliteTable("epochs", {
  /** Always 1. */
  num: integer().primaryKey(),
  epoch: text().notNull(),
  startedAt: integer("started_at").notNull(),
});

/** A token counts while its row has the claims that it carries. The token itself is never stored. */
export const tokens = sqliteTable(
  "tokens",
  {
    id: text().primaryKey(),
    /** Null: an owner's. */
    workspace: integer(),
    scope: text({ enum: ["read", "write", "admin", "owner"] }).notNull(),
    name: text().notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at"),
    revokedAt: integer("revoked_at"),
    /** The token that minted it; null: the signing secret did. */
    parent: text(),
    /** As they are signed (workspaces/token.ts). */
    claims: text().notNull(),
    // The last use, written at most once an hour.
    lastUsedAt: integer("last_used_at"),
    lastDoor: text("last_door"),
    /** Its beginning only: of IPv4 24 bits, of IPv6 48. */
    lastAddress: text("last_address"),
    /** Milliseconds; the units that it spent have come back then. */
    unitsUntil: real("units_until"),
  },
  (table) => [index("tokens_by_workspace").on(table.workspace), index("tokens_by_parent").on(table.parent)],
);

/** What all workspaces use, by UTC day: quotas, prices and MODEL_BUDGET_PER_DAY are per account. */
export const dayUse = sqliteTable("day_use", {
  day: text().primaryKey(),
  /** Model calls. */
  calls: integer().notNull().default(0),
  /** Texts embedded. */
  texts: integer().notNull().default(0),
  /** Passages re-ranked. */
  passages: integer().notNull().default(0),
  /** Milliseconds; set when the platform's daily quota is used up. */
  pausedUntil: integer("paused_until"),
  rowsRead: integer("rows_read").notNull().default(0),
  rowsWritten: integer("rows_written").notNull().default(0),
  /** Of Workers AI, estimated where the model does not say its tokens. */
  neurons: real().notNull().default(0),
  vectorQueries: integer("vector_queries").notNull().default(0),
  /** Dimensions of the queries' vectors, added up. */
  queriedDimensions: integer("queried_dimensions").notNull().default(0),
  /** Messages written, read and deleted. */
  queueOperations: integer("queue_operations").notNull().default(0),
});

/** Each cron or queue run: what, how much, how long, errors. */
export const runs = sqliteTable(
  "runs",
  {
    num: integer().primaryKey(),
    kind: text().notNull(),
    startedAt: integer("started_at").notNull(),
    endedAt: integer("ended_at").notNull(),
    /** JSON: counts. */
    work: text().notNull(),
    error: text(),
    /** Whose work it was; null: of several workspaces, or of none, which only an owner sees. */
    workspace: integer(),
  },
  (table) => [
    index("runs_by_start").on(table.startedAt),
    index("runs_of_workspace").on(table.workspace, table.startedAt),
  ],
);

/**
 * Searches of a workspace by UTC day, which `status` shows, and its model calls, whose searches or work they may be. Written
 * after the answer.
 */
export const searchDays = withoutRowid(
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
    /** JSON: searches by bucket of milliseconds. */
    latencies: text().notNull().default("[]"),
    /** What its quota of model calls counts. */
    modelCalls: integer("model_calls").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.workspace, table.day] })],
);

/** Writes that were sent under an Idempotency-Key, for 24 hours: a repetition gets the first one's answer. */
export const idempotency = withoutRowid(
  "idempotency",
  {
    /** Id of the token that wrote. */
    token: text().notNull(),
    /** Hash of the caller's key. */
    key: text().notNull(),
    /** Null: an owner's, of no workspace. */
    workspace: integer(),
    /** Hash of method, address and body. */
    request: text().notNull(),
    /** Who carries it out; another may once the lease has run out and there is no status. */
    claim: text().notNull(),
    leaseUntil: integer("lease_until").notNull(),
    /** HTTP status of the answer; null: not answered yet. */
    status: integer(),
    /** Sealed with the caller's key; null: too long to keep. */
    body: text(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.token, table.key] }),
    index("idempotency_by_workspace").on(table.workspace),
    index("idempotency_by_time").on(table.createdAt),
  ],
);
