import { MEMORY_ROOT } from "../../config.ts";
import { jsonParts } from "../../database/json-rows.ts";
import { firstRow, type Session } from "../../database/session.ts";
import { documentGuard, guardedBatch } from "../../database/write-guards.ts";
import { removalStatements, writeDocuments } from "../../documents/sql/document-writes.ts";
import {
  liveMemories,
  liveStatements,
  memoriesById,
  memoriesByText,
  memoryChain,
  memoryObservations,
  namedMemories,
} from "./memory-reads.ts";
import type {
  Leaving,
  MemoryRecord,
  MemoryStore,
  MemoryWriteQuery,
  ObservationRecord,
} from "./memory-types.ts";
import { voteStatements } from "./memory-votes.ts";

/** Memories over one D1 session. */
export const createMemoryStore = (session: Session): MemoryStore => ({
  byText: (workspace, normalHashes) => memoriesByText(session, workspace, normalHashes),
  live: (workspace, ids) => memoriesById(session, workspace, ids),
  named: (query) => namedMemories(session, query),
  observations: (workspace, id, limit) => memoryObservations(session, { workspace, id, limit }),
  chain: (workspace, id) => memoryChain(session, workspace, id),
  observe: (query) => observe(session, query),
  write: (query) => writeMemories(session, query),
  leave: (query) => leave(session, query),
  destroy: (query) => destroy(session, query),
});

const RISE = "UPDATE workspaces SET version = version + 1 WHERE num = ?1 RETURNING version";

const SEEN = (field: string): string =>
  `(SELECT value->>'${field}' FROM json_each(?2) WHERE value->>'id' = documents.path)`;

/**
 * The count is the database's own, so that none of any number of writers at once is lost. The rows are found from the JSON
 * first: joined to it in the update itself, SQLite walks all documents.
 */
const OBSERVE = `UPDATE documents SET times_observed = times_observed + ${SEEN("times")},
    confidence = max(confidence, ${SEEN("confidence")}), last_observed = max(last_observed, ?3),
    dated_at = max(last_observed, ?3), version = (SELECT version + 1 FROM workspaces WHERE num = ?1)
  WHERE num IN (SELECT d.num FROM json_each(?2) j CROSS JOIN documents d ON d.workspace = ?1
    AND d.root = '${MEMORY_ROOT}' AND d.path = j.value->>'id' AND d.hash = j.value->>'hash' AND d.kind = 'memory')`;

async function observe(
  session: Session,
  { workspace, nowMs, observed }: Parameters<MemoryStore["observe"]>[0],
): ReturnType<MemoryStore["observe"]> {
  const json = JSON.stringify(observed);
  const read = {
    from: `FROM json_each(?2) j CROSS JOIN documents d ON d.workspace = ?1 AND d.root = '${MEMORY_ROOT}'
      AND d.path = j.value->>'id' AND d.hash = j.value->>'hash' AND d.kind = 'memory'`,
    params: [workspace, json],
  };
  const [, risen, rows, chunks] = await session.batch([
    session.prepare(OBSERVE).bind(workspace, json, nowMs),
    session.prepare(RISE).bind(workspace),
    ...liveStatements(session, read),
  ]);
  return { memories: liveMemories(rows, chunks), version: versionOf(risen) };
}

const versionOf = (answer: D1Result<Record<string, unknown>> | undefined): number =>
  firstRow<{ version: number }>(answer)?.version ?? 0;

const INSERT_PAST = `INSERT OR REPLACE INTO past_memories (workspace, id, state, left_at, superseded_by, text, type, importance,
    priority, confidence, times_observed, first_observed, last_observed, session, source, tags, entities, metadata,
    supersedes)
  SELECT ?1, value->>'id', value->>'state', value->>'leftAt', value->>'supersededBy', value->>'text', value->>'type',
    value->>'importance', value->>'priority', value->>'confidence', value->>'timesObserved', value->>'firstObserved',
    value->>'lastObserved', value->>'session', value->>'source', value->>'tags', value->>'entities',
    value->>'metadata', value->>'supersedes' FROM json_each(?2)`;

const pastJson =
  (leftAt: number) =>
  ({ memory, state, supersededBy }: Leaving): MemoryRecord => ({ ...memory, state, supersededBy, leftAt });

/** Past memories as an import brings them, in place of those that are there. Throws `conflict` where one is live. */
export async function writePastMemories(
  session: Session,
  workspace: number,
  memories: readonly MemoryRecord[],
): Promise<void> {
  const absent = JSON.stringify(memories.map(({ id }) => ({ path: id, expects: 0 })));
  await guardedBatch(session, [
    documentGuard(session, { workspace, root: MEMORY_ROOT }, absent),
    ...insertPast(session, workspace, memories),
  ]);
}

const insertPast = (
  session: Session,
  workspace: number,
  memories: readonly MemoryRecord[],
): D1PreparedStatement[] =>
  jsonParts(memories).map((rows) => session.prepare(INSERT_PAST).bind(workspace, rows));

/** Past memories that are not what they were when they were read, or are gone. */
const PAST_GUARD = `INSERT INTO write_guards (document) SELECT 0 FROM json_each(?2) j
  WHERE NOT EXISTS (SELECT 1 FROM past_memories p WHERE p.workspace = ?1 AND p.id = j.value->>'id'
    AND p.state = j.value->>'state' AND p.left_at = j.value->>'leftAt') LIMIT 1`;

/** Memories must still stand as they were read: live ones by their version, past ones by their place and its time. */
function standingGuards(
  session: Session,
  workspace: number,
  memories: readonly MemoryRecord[],
): D1PreparedStatement[] {
  const [live, past] = [true, false].map((isLive) =>
    memories.filter(({ state }) => (state === "live") === isLive),
  ) as [MemoryRecord[], MemoryRecord[]];
  const expected = JSON.stringify(live.map(({ id, version }) => ({ path: id, expects: version })));
  const read = JSON.stringify(past.map(({ id, state, leftAt }) => ({ id, state, leftAt })));
  return [
    documentGuard(session, { workspace, root: MEMORY_ROOT }, expected),
    session.prepare(PAST_GUARD).bind(workspace, read),
  ];
}

function leavingStatements(
  session: Session,
  { workspace, nowMs, leaving }: { workspace: number; nowMs: number; leaving: readonly Leaving[] },
): D1PreparedStatement[] {
  if (leaving.length === 0) return [];
  const live = leaving.map(({ memory }) => memory).filter(({ state }) => state === "live");
  const place = { workspace, root: MEMORY_ROOT };
  return [
    ...standingGuards(
      session,
      workspace,
      leaving.map(({ memory }) => memory),
    ),
    ...insertPast(session, workspace, leaving.map(pastJson(nowMs))),
    ...(live.length > 0
      ? removalStatements(session, { ...place, nowMs, paths: live.map(({ id }) => id) })
      : []),
  ];
}

/** Somebody else has brought it back, or it is gone. */
const RETURN_GUARD = `INSERT INTO write_guards (document) SELECT 0 FROM json_each(?2)
  WHERE NOT EXISTS (SELECT 1 FROM past_memories p WHERE p.workspace = ?1 AND p.id = value) LIMIT 1`;
const TAKE_BACK =
  "DELETE FROM past_memories WHERE workspace = ?1 AND id IN (SELECT value FROM json_each(?2))";
const OBSERVED = `INSERT INTO memory_observations (workspace, memory, merged, text, type, confidence, session, source, at)
  SELECT ?1, value->>'memory', value->>'merged', value->>'text', value->>'type', value->>'confidence',
    value->>'session', value->>'source', value->>'at' FROM json_each(?2)`;
/** Older texts of one memory that are kept, beside those that lead from an id that was merged. */
const MAX_OBSERVATIONS = 100;
const FEW = `DELETE FROM memory_observations WHERE merged IS NULL AND num IN (
  SELECT o.num FROM json_each(?2) j CROSS JOIN memory_observations o ON o.workspace = ?1 AND o.memory = j.value
  WHERE (SELECT count(*) FROM memory_observations n WHERE n.workspace = ?1 AND n.memory = o.memory
    AND (n.at, n.num) > (o.at, o.num)) >= ${MAX_OBSERVATIONS})`;

function observationStatements(
  session: Session,
  workspace: number,
  observations: readonly ObservationRecord[],
): D1PreparedStatement[] {
  if (observations.length === 0) return [];
  const told = JSON.stringify([...new Set(observations.map(({ memory }) => memory))]);
  return [
    ...jsonParts(observations).map((rows) => session.prepare(OBSERVED).bind(workspace, rows)),
    session.prepare(FEW).bind(workspace, told),
  ];
}

/** What named a memory that became another names that one. */
const REDIRECTS = [
  "UPDATE memory_observations SET memory = ?3 WHERE workspace = ?1 AND memory = ?2",
  "UPDATE past_memories SET superseded_by = ?3 WHERE workspace = ?1 AND superseded_by = ?2",
  `UPDATE feedback SET path = ?3 WHERE workspace = ?1 AND root = '${MEMORY_ROOT}' AND path = ?2`,
];

async function writeMemories(session: Session, query: MemoryWriteQuery): Promise<number> {
  const { workspace, identity, nowMs, documents, expects } = query;
  const { leaving = [], returning = [], observations = [], merged, replacesPast } = query;
  const returned = JSON.stringify(returning.map(({ id }) => id));
  const ids = JSON.stringify(documents.map(({ path }) => path));
  const back = returning.length > 0;
  const again = documents.map(({ path }) => path).filter((id) => back || expects.get(id) !== 0);
  const place = { workspace, root: MEMORY_ROOT };
  const becoming = merged && [
    documentGuard(
      session,
      place,
      JSON.stringify([{ path: merged.memory.id, expects: merged.memory.version }]),
    ),
    ...removalStatements(session, { ...place, nowMs, paths: [merged.memory.id] }),
    ...REDIRECTS.map((sql) => session.prepare(sql).bind(workspace, merged.memory.id, merged.into)),
  ];
  const { version } = await writeDocuments(
    session,
    { ...place, identity, nowMs, documents, expects },
    {
      before: [
        ...(back
          ? [RETURN_GUARD, TAKE_BACK].map((sql) => session.prepare(sql).bind(workspace, returned))
          : []),
        ...(replacesPast ? [session.prepare(TAKE_BACK).bind(workspace, ids)] : []),
        ...leavingStatements(session, { workspace, nowMs, leaving }),
        ...(becoming ?? []),
      ],
      after: [
        ...voteStatements(session, { workspace, nowMs, ids: again }),
        ...observationStatements(session, workspace, observations),
      ],
    },
  );
  return version;
}

async function leave(
  session: Session,
  { workspace, nowMs, leaving }: Parameters<MemoryStore["leave"]>[0],
): Promise<number> {
  const answers = await guardedBatch(session, [
    ...leavingStatements(session, { workspace, nowMs, leaving: [leaving] }),
    session.prepare(RISE).bind(workspace),
  ]);
  return versionOf(answers.at(-1));
}

/** Answers that were kept for repeated requests may hold the text: they are answered without from then on. */
const DROP_ANSWERS = "UPDATE idempotency SET body = NULL WHERE workspace = ?1 AND body IS NOT NULL";

/** Wherever it is: live, past, and what it told besides. */
async function destroy(
  session: Session,
  { workspace, nowMs, memory }: Parameters<MemoryStore["destroy"]>[0],
): Promise<number> {
  const { id } = memory;
  const drop = (sql: string) => session.prepare(sql).bind(workspace, id);
  const answers = await guardedBatch(session, [
    ...standingGuards(session, workspace, [memory]),
    ...removalStatements(session, { workspace, root: MEMORY_ROOT, nowMs, paths: [id] }),
    drop("DELETE FROM past_memories WHERE workspace = ?1 AND id = ?2"),
    drop("DELETE FROM memory_observations WHERE workspace = ?1 AND memory = ?2"),
    session.prepare(DROP_ANSWERS).bind(workspace),
    session.prepare(RISE).bind(workspace),
  ]);
  return versionOf(answers.at(-1));
}
