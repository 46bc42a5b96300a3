import { jsonParts } from "../../database/json-rows.ts";
import type { Session } from "../../database/session.ts";
import type { SearchWrites } from "./search-types.ts";

/** Of a workspace that is there: a search may end after its workspace was emptied. */
const INSERT = `INSERT INTO recalls (workspace, id, at, token, session, query, query_hash, profile, settings_hash, filters,
    hits, outcome, degraded, cached, total_ms, tokens)
  SELECT w.num, value->>'id', value->>'at', value->>'token', value->>'session', value->>'query', value->>'queryHash',
    value->>'profile', value->>'settingsHash', value->>'filters', value->>'hits', value->>'outcome', value->>'degraded',
    value->>'cached', value->>'totalMs', value->>'tokens'
  FROM json_each(?2) CROSS JOIN workspaces w ON w.num = ?1 AND w.gone_at IS NULL WHERE true ON CONFLICT DO NOTHING`;

/** Logs searches; a database that has logged one already leaves it as it is. */
export const recallStatements = (
  session: Session,
  { workspace, recalls = [] }: SearchWrites,
): D1PreparedStatement[] => jsonParts(recalls).map((rows) => session.prepare(INSERT).bind(workspace, rows));
