/**
 * D1's endpoint for SQL from outside (`POST …/d1/database/…/query`), which `wrangler d1 migrations apply --remote` gives a
 * whole file: it cuts the file at every semicolon, also inside a trigger, and reports what is left as incomplete.
 * https://github.com/cloudflare/workers-sdk/issues/14991 (2026-07), 15178, https://github.com/emdash-cms/emdash/issues/3301
 */
export async function queryRemotely(database: D1Database, file: string): Promise<void> {
  for (const statement of cutAtSemicolons(file)) await database.prepare(statement).run();
}

/** Quotes are respected, triggers and comments are not. */
function cutAtSemicolons(file: string): readonly string[] {
  const parts = file.match(/(?:'[^']*'|"[^"]*"|[^;])+/g) ?? [];
  return parts.map((part) => part.trim()).filter((part) => part.replace(/--[^\n]*/g, "").trim() !== "");
}
