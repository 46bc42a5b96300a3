import type { DatabaseSync } from "node:sqlite";

export interface TableBytes {
  readonly name: string;
  readonly bytes: number;
  /** Of them, what its pages leave free. */
  readonly unused: number;
}

export interface DatabaseBytes {
  readonly chunks: number;
  readonly total: number;
  /** Tables and indexes, the largest first, all keyword indexes as one. */
  readonly tables: readonly TableBytes[];
}

/** Where the bytes of a database file go. */
export function bytesByTable(database: DatabaseSync): DatabaseBytes {
  const tables = database
    .prepare(
      `SELECT iif(name LIKE 'chunks_fts_%', 'keyword index', name) AS name, sum(pgsize) AS bytes, sum(unused) AS unused
       FROM dbstat GROUP BY 1 ORDER BY 2 DESC`,
    )
    .all() as unknown as TableBytes[];
  const { chunks } = database.prepare("SELECT count(*) AS chunks FROM chunks").get() as { chunks: number };
  return { chunks, total: tables.reduce((sum, { bytes }) => sum + bytes, 0), tables };
}
