/**
 * A database, with where each session on it begins: `first-primary`, `first-unconstrained` or a bookmark. Those that write
 * the access log, behind any answer, are left out.
 */
export function watchedDatabase(database: D1Database): {
  readonly database: D1Database;
  readonly starts: string[];
} {
  const starts: string[] = [];
  const withSession = (start?: string) => {
    const session = database.withSession(start);
    let isNoted = false;
    const note = (sql: string): void => {
      if (!isNoted && !sql.includes("access_log")) starts.push(start ?? "");
      isNoted = true;
    };
    const prepare: typeof session.prepare = (sql) => {
      note(sql);
      return session.prepare(sql);
    };
    return { ...session, prepare, batch: session.batch, getBookmark: session.getBookmark };
  };
  return { database: { ...database, withSession } as D1Database, starts };
}
