import { sql } from "drizzle-orm";
import { index, integer, primaryKey, text } from "drizzle-orm/sqlite-core";
import { withoutRowid } from "../without-rowid.ts";

// Tables of the two things that a text model is asked for, contexts and names: each has a switch and a queue of its own.

/** Roots whose chunks are asked about. */
const switchedRoots = <Name extends string>(name: Name) =>
  withoutRowid(name, { workspace: integer().notNull(), root: text().notNull() }, (table) => [
    primaryKey({ columns: [table.workspace, table.root] }),
  ]);

/** Chunks that wait to be asked about, made in the batch that writes the chunk. */
const askingQueue = <Name extends string>(name: Name) =>
  withoutRowid(
    name,
    {
      chunk: text().primaryKey(),
      workspace: integer().notNull(),
      document: integer().notNull(),
      /** Failures in a row. */
      attempts: integer().notNull().default(0),
      /** Milliseconds; not before. */
      nextAt: integer("next_at").notNull().default(0),
      lease: text(),
      leaseUntil: integer("lease_until"),
      lastError: text("last_error"),
    },
    (table) => [
      index(`${name}_due`).on(table.workspace, table.nextAt, table.document),
      index(`${name}_by_workspace`).on(table.workspace),
      // A run looks for living leases each time: without it, it reads the whole queue.
      index(`${name}_leased`).on(table.leaseUntil).where(sql`lease_until IS NOT NULL`),
    ],
  );

export const contextualRoots = switchedRoots("contextual_roots");
export const contexts = askingQueue("contexts");
export const namedRoots = switchedRoots("named_roots");
export const nameRequests = askingQueue("name_requests");
