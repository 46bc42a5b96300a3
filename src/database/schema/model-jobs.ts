import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

// Tables of the two things that a text model is asked for, contexts and names: each has a switch and a queue of its own.

/** Roots whose chunks are asked about. */
const switchedRoots = <Name extends string>(name: Name) =>
  sqliteTable(name, { workspace: integer().notNull(), root: text().notNull() }, (table) => [
    primaryKey({ columns: [table.workspace, table.root] }),
  ]);

/** Chunks that wait to be asked about. */
const askingQueue = <Name extends string>(name: Name) =>
  sqliteTable(name, {
    chunk: text().primaryKey(),
    workspace: integer().notNull(),
    document: integer().notNull(),
    attempts: integer().notNull().default(0),
    nextAt: integer("next_at").notNull().default(0),
    lease: text(),
    leaseUntil: integer("lease_until"),
    lastError: text("last_error"),
  });

export const contextualRoots = switchedRoots("contextual_roots");
export const contexts = askingQueue("contexts");
export const namedRoots = switchedRoots("named_roots");
export const nameRequests = askingQueue("name_requests");
