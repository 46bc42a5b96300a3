import { shortHash } from "../../../src/text/hash.ts";

const TABLES = `SELECT name FROM sqlite_schema WHERE type = 'table'
  AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name`;

/** Every table's rows as one hash: equal before and after means that nothing was written. */
export async function contentOf(database: D1Database): Promise<Readonly<Record<string, string>>> {
  const { results } = await database.prepare(TABLES).all<{ name: string }>();
  const hashes: Record<string, string> = {};
  for (const { name } of results) {
    const rows = await database.prepare(`SELECT * FROM "${name}"`).all();
    hashes[name] = `${rows.results.length} rows, ${await shortHash(JSON.stringify(rows.results))}`;
  }
  return hashes;
}
