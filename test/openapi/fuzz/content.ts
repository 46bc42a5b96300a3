import { shortHash } from "../../../src/text/hash.ts";

const TABLES = `SELECT name FROM sqlite_schema WHERE type = 'table'
  AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name`;

/** Who asked and how much of the day that used is noted of refused requests, too. */
const NOTED: readonly string[] = ["access_log", "access_anchors", "day_use"];
/** Without when a token was used last. */
const OF_TOKENS = "SELECT id, parent, workspace, scope, expires_at, revoked_at FROM tokens";

/** Asking costs units, whatever is answered. */
const withoutUnits = ({ units_until: _, ...row }: Readonly<Record<string, unknown>>): object => row;

/** Every table's rows as one hash: equal before and after means that nothing was written but that somebody asked. */
export async function contentOf(database: D1Database): Promise<Readonly<Record<string, string>>> {
  const { results } = await database.prepare(TABLES).all<{ name: string }>();
  const hashes: Record<string, string> = {};
  for (const { name } of results.filter((table) => !NOTED.includes(table.name))) {
    const rows = await database.prepare(name === "tokens" ? OF_TOKENS : `SELECT * FROM "${name}"`).all();
    hashes[name] =
      `${rows.results.length} rows, ${await shortHash(JSON.stringify(rows.results.map(withoutUnits)))}`;
  }
  return hashes;
}
