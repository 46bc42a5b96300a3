import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Addresses that a workspace's changes are posted to. Each is a queue of its own: its place in the feed, and its tries. */
export const webhooks = sqliteTable(
  "webhooks",
  {
    id: text().primaryKey(),
    workspace: integer().notNull(),
    url: text().notNull(),
    /** The signing secret, sealed by the deployment's own (webhooks/secret.ts). */
    secret: text().notNull(),
    /** JSON lists; null: of every kind, of every root. */
    kinds: text(),
    roots: text(),
    /** `changes.seq` up to which everything was delivered. */
    seq: integer().notNull(),
    // The message under way, kept before it is sent: a repetition has the same id, and nothing that the first had not.
    message: text(),
    event: text({ enum: ["changes", "changes.expired"] }),
    /** `changes.seq` that `seq` becomes once it is delivered. */
    upTo: integer("up_to"),
    /** Failures in a row. */
    attempts: integer().notNull().default(0),
    /** Milliseconds; not before. */
    nextAt: integer("next_at").notNull().default(0),
    lease: text(),
    leaseUntil: integer("lease_until"),
    /** HTTP status of the last answer; null: there was none. */
    lastStatus: integer("last_status"),
    /** Why the last try failed; null: it did not. */
    lastError: text("last_error"),
    lastAt: integer("last_at"),
    deliveredAt: integer("delivered_at"),
    /** Null: changes are posted. */
    disabledAt: integer("disabled_at"),
    disabledReason: text("disabled_reason", { enum: ["paused", "gone", "failing", "secret_lost"] }),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("webhooks_by_workspace").on(table.workspace)],
);
