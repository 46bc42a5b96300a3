/** A database, with where each session on it begins: `first-primary`, `first-unconstrained` or a bookmark. */
export function watchedDatabase(database: D1Database): {
  readonly database: D1Database;
  readonly starts: string[];
} {
  const starts: string[] = [];
  const withSession = (start?: string) => {
    starts.push(start ?? "");
    return database.withSession(start);
  };
  return { database: { ...database, withSession } as D1Database, starts };
}
