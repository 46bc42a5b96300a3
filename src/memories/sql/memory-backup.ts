import { MEMORY_ROOT } from "../../config.ts";
import { jsonParts } from "../../database/json-rows.ts";
import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import type { MemoryRecord, ObservationRecord } from "../memory-record.ts";
import { pastMemories, pastQuery } from "./memory-reads.ts";
import { INSERT_OBSERVATIONS } from "./memory-writes.ts";

interface PageQuery<Place> {
  readonly workspace: number;
  readonly after: Place;
  readonly limit: number;
}

const SUPERSEDED = pastQuery(`FROM past_memories p WHERE p.workspace = :workspace AND p.id > :after
  AND p.state = 'superseded' ORDER BY p.id LIMIT :limit`);

/** Superseded memories by id. An export holds nothing that was forgotten. */
export const readSuperseded = async (
  db: Session,
  query: PageQuery<string>,
): Promise<readonly MemoryRecord[]> => pastMemories(await db.all(SUPERSEDED, { ...query }));

const OBSERVATIONS = statement<ObservationRecord & { readonly num: number }>(
  `SELECT o.num, o.memory, o.merged, o.text, o.type, o.confidence, o.session, o.source, o.at
  FROM memory_observations o WHERE o.num > :after AND +o.workspace = :workspace
    AND NOT EXISTS (SELECT 1 FROM past_memories p
      WHERE p.workspace = :workspace AND p.id = o.memory AND p.state = 'forgotten')
  ORDER BY o.num LIMIT :limit`,
);

/** Older texts of what is exported, in the order in which they were kept. */
export const readObservations = (db: Session, query: PageQuery<number>) => db.all(OBSERVATIONS, { ...query });

const RESTORE = statement(`${INSERT_OBSERVATIONS}
  WHERE (EXISTS (SELECT 1 FROM documents d WHERE d.workspace = :workspace AND d.root = '${MEMORY_ROOT}'
      AND d.path = value->>'memory' AND d.kind = 'memory')
    OR EXISTS (SELECT 1 FROM past_memories p WHERE p.workspace = :workspace AND p.id = value->>'memory'))
    AND NOT EXISTS (SELECT 1 FROM memory_observations o WHERE o.workspace = :workspace AND o.memory = value->>'memory'
    AND o.merged IS value->>'merged' AND o.at = value->>'at' AND o.text = value->>'text')`);

/** Keeps older texts of memories that are there; those that are kept already stay as they are. */
export async function writeObservations(
  db: Session,
  workspace: number,
  observations: readonly ObservationRecord[],
): Promise<void> {
  await db.batch({ kept: jsonParts(observations).map((rows) => db.bind(RESTORE, { workspace, rows })) });
}

const PAST_IDS = statement<{ readonly id: string }>(`SELECT p.id FROM json_each(:asked) j
  CROSS JOIN past_memories p ON p.workspace = :workspace AND p.id = j.value->>'id'
  WHERE :same = 0 OR (p.state = j.value->>'state' AND p.left_at = j.value->>'leftAt')`);

/** Ids of those that are past memories already; `same`: and that left in the same way at the same moment. */
export async function pastIds(
  db: Session,
  workspace: number,
  { memories, same }: { readonly memories: readonly MemoryRecord[]; readonly same: boolean },
): Promise<ReadonlySet<string>> {
  const asked = JSON.stringify(memories.map(({ id, state, leftAt }) => ({ id, state, leftAt })));
  const rows = await db.all(PAST_IDS, { workspace, asked, same: same ? 1 : 0 });
  return new Set(rows.map(({ id }) => id));
}
