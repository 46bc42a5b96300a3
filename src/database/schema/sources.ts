import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { withoutRowid } from "../without-rowid.ts";

/** What the server fetches by itself and keeps as a root: a web site, a repository, a bucket, a feed. */
export const sources = sqliteTable(
  "sources",
  {
    /** A UUID; without its dashes it is the origin that pushes to the root. */
    id: text().primaryKey(),
    workspace: integer().notNull(),
    root: text().notNull(),
    kind: text({ enum: ["site", "git", "r2", "feed"] }).notNull(),
    /** The address, or `r2://<binding>/<prefix>`. */
    location: text().notNull(),
    /** JSON: what was chosen beside the address. */
    options: text().notNull().default("{}"),
    everyHours: integer("every_hours").notNull(),
    /** Milliseconds; not before: the next run, or of a run under way its next slice. */
    nextAt: integer("next_at").notNull(),
    lease: text(),
    leaseUntil: integer("lease_until"),
    /** Number of the run under way, else of the last one. */
    run: integer().notNull().default(0),
    /** Null: no run is under way. */
    phase: text({ enum: ["list", "fetch", "remove"] }),
    /** JSON of the run under way: where its listing goes on, what it found out. */
    progress: text().notNull().default("{}"),
    /** JSON: what the last complete run found out, by which the next one sees that nothing changed. */
    memo: text().notNull().default("{}"),
    /** JSON: counts of the run under way, else of the last one. */
    counts: text().notNull().default("{}"),
    startedAt: integer("started_at"),
    endedAt: integer("ended_at"),
    /** When a run last ended without an error. */
    completedAt: integer("completed_at"),
    /** Why the last run ended early; null: it did not. */
    lastError: text("last_error"),
    /** Runs in a row that ended early. */
    failures: integer().notNull().default(0),
    /** The run that may delete more than half of the root; 0: none. */
    confirmedRun: integer("confirmed_run").notNull().default(0),
    pausedAt: integer("paused_at"),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [uniqueIndex("sources_by_root").on(table.workspace, table.root)],
);

/** What a source has: a page, a file, an object, an entry. */
export const sourceItems = withoutRowid(
  "source_items",
  {
    source: text().notNull(),
    /** What the source calls it: the address, the path, the key. */
    key: text().notNull(),
    workspace: integer().notNull(),
    /** Of the document. */
    path: text().notNull(),
    /** As the source names the state that is kept here; null: none is, or only asking tells. */
    version: text(),
    /** What a conditional request says. */
    etag: text(),
    lastModified: text("last_modified"),
    /** Links from the start; they are asked for in this order. */
    depth: integer().notNull().default(0),
    /** The last run that saw it. */
    run: integer().notNull(),
    /** The last run that asked for it. */
    asked: integer().notNull().default(0),
    /** 1: the run under way is still to ask for it. */
    due: integer().notNull().default(0),
    /** Runs in a row that did not see it. */
    missed: integer().notNull().default(0),
    /** 1: it has a document. */
    kept: integer().notNull().default(0),
    /** Why it has none, or an old one; null: it has. */
    problem: text(),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.key] }),
    index("source_items_due").on(table.source, table.depth, table.key).where(sql`due = 1`),
    // Two addresses of one page: the one that was seen first has the document.
    uniqueIndex("source_items_by_path").on(table.source, table.path),
    index("source_items_by_workspace").on(table.workspace),
  ],
);
