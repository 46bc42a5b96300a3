/** A database, with the rows that it says its statements have read and written. */
export interface MeteredDatabase {
  readonly database: D1Database;
  readonly rows: { read: number; written: number };
}

/** Counts beside the Worker what D1 bills. */
export function meteredDatabase(database: D1Database): MeteredDatabase {
  const rows = { read: 0, written: 0 };
  const withSession = (start?: string) => {
    const session = database.withSession(start);
    return {
      prepare: (sql: string) => session.prepare(sql),
      getBookmark: () => session.getBookmark(),
      async batch(statements: D1PreparedStatement[]) {
        const answers = await session.batch(statements);
        for (const { meta } of answers) {
          rows.read += meta.rows_read ?? 0;
          rows.written += meta.rows_written ?? 0;
        }
        return answers;
      },
    };
  };
  return { rows, database: { ...database, withSession } as unknown as D1Database };
}
