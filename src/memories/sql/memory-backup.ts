import { MEMORY_ROOT } from "../../config.ts";
import { jsonParts } from "../../database/json-rows.ts";
import { rowsOf, type Session } from "../../database/session.ts";
import { PAST_COLUMNS, pastMemories } from "./memory-reads.ts";
import type { MemoryRecord, ObservationRecord } from "./memory-types.ts";

interface PageQuery {
  readonly workspace: number;
  readonly limit: number;
}

/** Superseded memories by id. What is forgotten is in no export. */
export async function readSuperseded(
  session: Session,
  { workspace, after, limit }: PageQuery & { readonly after: string },
): Promise<readonly MemoryRecord[]> {
  const sql = `SELECT ${PAST_COLUMNS} FROM past_memories p WHERE p.workspace = ?1 AND p.id > ?2
    AND p.state = 'superseded' ORDER BY p.id LIMIT ?3`;
  const [rows] = await session.batch([session.prepare(sql).bind(workspace, after, limit)]);
  return pastMemories(rows);
}

/** Older texts of what is exported, in the order in which they were kept. */
export async function readObservations(
  session: Session,
  { workspace, after, limit }: PageQuery & { readonly after: number },
): Promise<readonly (ObservationRecord & { readonly num: number })[]> {
  const sql = `SELECT o.num, o.memory, o.merged, o.text, o.type, o.confidence, o.session, o.source, o.at
    FROM memory_observations o WHERE o.num > ?2 AND +o.workspace = ?1 AND NOT EXISTS (SELECT 1 FROM past_memories p
      WHERE p.workspace = ?1 AND p.id = o.memory AND p.state = 'forgotten')
    ORDER BY o.num LIMIT ?3`;
  const [rows] = await session.batch([session.prepare(sql).bind(workspace, after, limit)]);
  return rowsOf<ObservationRecord & { num: number }>(rows);
}

/** Keeps older texts of memories that are there; those that are kept already stay as they are. */
export async function writeObservations(
  session: Session,
  workspace: number,
  observations: readonly ObservationRecord[],
): Promise<void> {
  const sql = `INSERT INTO memory_observations (workspace, memory, merged, text, type, confidence, session, source, at)
    SELECT ?1, value->>'memory', value->>'merged', value->>'text', value->>'type', value->>'confidence',
      value->>'session', value->>'source', value->>'at' FROM json_each(?2)
    WHERE (EXISTS (SELECT 1 FROM documents d WHERE d.workspace = ?1 AND d.root = '${MEMORY_ROOT}'
        AND d.path = value->>'memory' AND d.kind = 'memory')
      OR EXISTS (SELECT 1 FROM past_memories p WHERE p.workspace = ?1 AND p.id = value->>'memory'))
      AND NOT EXISTS (SELECT 1 FROM memory_observations o WHERE o.workspace = ?1 AND o.memory = value->>'memory'
      AND o.merged IS value->>'merged' AND o.at = value->>'at' AND o.text = value->>'text')`;
  const parts = jsonParts(observations);
  if (parts.length > 0) await session.batch(parts.map((rows) => session.prepare(sql).bind(workspace, rows)));
}

/** Ids of those that are past memories already; `same`: and that left in the same way at the same moment. */
export async function pastIds(
  session: Session,
  workspace: number,
  { memories, same }: { readonly memories: readonly MemoryRecord[]; readonly same: boolean },
): Promise<ReadonlySet<string>> {
  const sql = `SELECT p.id FROM json_each(?2) j CROSS JOIN past_memories p ON p.workspace = ?1 AND p.id = j.value->>'id'
    WHERE ?3 = 0 OR (p.state = j.value->>'state' AND p.left_at = j.value->>'leftAt')`;
  const asked = memories.map(({ id, state, leftAt }) => ({ id, state, leftAt }));
  const [rows] = await session.batch([
    session.prepare(sql).bind(workspace, JSON.stringify(asked), same ? 1 : 0),
  ]);
  return new Set(rowsOf<{ id: string }>(rows).map(({ id }) => id));
}
