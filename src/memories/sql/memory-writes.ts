import { MEMORY_ROOT } from "../../config.ts";
import { MAX_DELETED } from "../../database/delete-some.ts";
import { nextNumber } from "../../database/fragments/row-numbers.ts";
import { insertFields, jsonFields } from "../../database/fragments/sql-columns.ts";
import { jsonParts } from "../../database/json-rows.ts";
import type { Session } from "../../database/session.ts";
import { type Bound, statement } from "../../database/statement.ts";
import { RAISE_VERSION } from "../../database/versions.ts";
import { documentGuard, guardedBatch } from "../../database/failures/write-guards.ts";
import type { DocumentWrite } from "../../documents/sql/document-types.ts";
import { removalStatements, writeDocuments } from "../../documents/sql/document-writes.ts";
import { AppError } from "../../errors.ts";
import type { MemoryRecord, ObservationRecord, Retirement } from "../memory-record.ts";
import { linkStatements, movePairs, type Pair, unlinkStatements } from "./contradictions.ts";
import { bindLive, liveMemories, liveQuery, PAST_FIELDS } from "./memory-reads.ts";
import { voteStatements } from "./memory-votes.ts";

// Each function is one transaction. It throws `conflict` when what the write rests on has changed.

const OBSERVED = `FROM json_each(:observed) j CROSS JOIN documents d ON d.workspace = :workspace
  AND d.root = '${MEMORY_ROOT}' AND d.path = j.value->>'id' AND d.hash = j.value->>'hash' AND d.kind = 'memory'`;
const OBSERVED_MEMORIES = liveQuery(OBSERVED);

const observedField = (field: string): string =>
  `(SELECT value->>'${field}' FROM json_each(:observed) WHERE value->>'id' = documents.path)`;

/**
 * The database counts, so that no count is lost however many write at once. The rows are found from the JSON first: joined
 * to it in the update itself, SQLite walks all documents.
 */
const OBSERVE = statement(`UPDATE documents SET times_observed = times_observed + ${observedField("times")},
    confidence = max(confidence, ${observedField("confidence")}), last_observed = max(last_observed, ${observedField("at")}),
    dated_at = max(last_observed, ${observedField("at")}), version = (SELECT version + 1 FROM workspaces WHERE num = :workspace)
  WHERE num IN (SELECT d.num ${OBSERVED})`);

interface RepeatedText {
  readonly id: string;
  readonly hash: string;
  readonly confidence: number;
  readonly times: number;
  /** Milliseconds. */
  readonly at: number;
}

/** Counts more observations of the same texts, each id once. Answers the memories that still have the text, as they are then. */
export async function observeMemories(
  db: Session,
  query: { readonly workspace: number; readonly observed: readonly RepeatedText[] },
): Promise<{ readonly memories: readonly MemoryRecord[]; readonly version: number }> {
  const values = { ...query, observed: JSON.stringify(query.observed) };
  const { version, memories, chunks } = await db.batch({
    counted: db.bind(OBSERVE, values),
    version: db.bind(RAISE_VERSION, values),
    ...bindLive(db, OBSERVED_MEMORIES, values),
  });
  return { memories: liveMemories(memories, chunks), version: version[0]?.version ?? 0 };
}

const INSERT_PAST = statement(`INSERT OR REPLACE INTO past_memories (workspace, ${insertFields(PAST_FIELDS)})
  SELECT :workspace, ${jsonFields(PAST_FIELDS)} FROM json_each(:rows)`);

const insertPast = (db: Session, workspace: number, memories: readonly MemoryRecord[]): Bound[] =>
  jsonParts(memories).map((rows) => db.bind(INSERT_PAST, { workspace, rows }));

/** Writes past memories as an import brings them, in place of those that are there. Throws `conflict` where one is live. */
export async function writePastMemories(
  db: Session,
  workspace: number,
  memories: readonly MemoryRecord[],
): Promise<void> {
  const absent = JSON.stringify(memories.map(({ id }) => ({ path: id, expects: 0 })));
  await guardedBatch(db, {
    guard: documentGuard(db, { workspace, root: MEMORY_ROOT }, absent),
    inserted: insertPast(db, workspace, memories),
  });
}

/** Fails the batch when a past memory has changed since it was read, or is gone. */
const PAST_GUARD = statement(`INSERT INTO write_guards (document) SELECT 0 FROM json_each(:read) j
  WHERE NOT EXISTS (SELECT 1 FROM past_memories p WHERE p.workspace = :workspace AND p.id = j.value->>'id'
    AND p.state = j.value->>'state' AND p.left_at = j.value->>'leftAt') LIMIT 1`);

/** Fail the batch when a memory is not as it was read: a live one by its version, a past one by its state and time. */
function guards(db: Session, workspace: number, memories: readonly MemoryRecord[]): D1PreparedStatement[] {
  const live = memories.filter(({ state }) => state === "live");
  const past = memories.filter(({ state }) => state !== "live");
  const expected = JSON.stringify(live.map(({ id, version }) => ({ path: id, expects: version })));
  const read = JSON.stringify(past.map(({ id, state, leftAt }) => ({ id, state, leftAt })));
  return [
    documentGuard(db, { workspace, root: MEMORY_ROOT }, expected),
    db.bind(PAST_GUARD, { workspace, read }),
  ];
}

interface Retiring {
  readonly workspace: number;
  readonly nowMs: number;
  readonly retirements: readonly Retirement[];
}

function retire(db: Session, { workspace, nowMs, retirements }: Retiring): D1PreparedStatement[] {
  if (retirements.length === 0) return [];
  const memories = retirements.map(({ memory }) => memory);
  const paths = memories.filter(({ state }) => state === "live").map(({ id }) => id);
  const past = retirements.map(({ memory, ...now }) => ({ ...memory, ...now, leftAt: nowMs }));
  return [
    ...guards(db, workspace, memories),
    ...insertPast(db, workspace, past),
    ...(paths.length > 0 ? removalStatements(db, { workspace, root: MEMORY_ROOT, nowMs, paths }) : []),
  ];
}

/** Moves memories out of the index, or between the states of past ones. Answers the workspace's version. */
export async function retireMemories(db: Session, query: Retiring): Promise<number> {
  const { version } = await guardedBatch(db, {
    retired: retire(db, query),
    version: db.bind(RAISE_VERSION, { workspace: query.workspace }),
  });
  return version[0]?.version ?? 0;
}

/** Fails the batch when a past memory is gone, or another request has brought it back. */
const RETURN_GUARD = statement(`INSERT INTO write_guards (document) SELECT 0 FROM json_each(:ids)
  WHERE NOT EXISTS (SELECT 1 FROM past_memories p WHERE p.workspace = :workspace AND p.id = value) LIMIT 1`);
const DELETE_PAST = statement(
  "DELETE FROM past_memories WHERE workspace = :workspace AND id IN (SELECT value FROM json_each(:ids))",
);

const OBSERVATION_FIELDS = ["memory", "merged", "text", "type", "confidence", "session", "source", "at"];
/** Older texts as JSON `:rows`. */
export const INSERT_OBSERVATIONS = `INSERT INTO memory_observations (num, workspace, ${insertFields(OBSERVATION_FIELDS)})
  SELECT ${nextNumber("memory_observations", "num")} + key, :workspace, ${jsonFields(OBSERVATION_FIELDS)} FROM json_each(:rows)`;
/** The same wording among the older texts of the same memory; what led to it from an id that was merged is a row of its own. */
const SAME_WORDING = `o.workspace = :workspace AND o.memory = r.value->>'memory' AND o.merged IS NULL
  AND r.value->>'merged' IS NULL AND o.text = r.value->>'text'`;
/** A wording that was said before, and is older again, stands once: as it was said last. */
const DROP_REPEATED = statement(`DELETE FROM memory_observations WHERE num IN (SELECT o.num
  FROM json_each(:rows) r CROSS JOIN memory_observations o ON ${SAME_WORDING})`);
const OBSERVATIONS = statement(INSERT_OBSERVATIONS);

const keepOlderTexts = (
  db: Session,
  workspace: number,
  observations: readonly ObservationRecord[],
): Bound[] =>
  jsonParts(observations).flatMap((rows) => [
    db.bind(DROP_REPEATED, { workspace, rows }),
    db.bind(OBSERVATIONS, { workspace, rows }),
  ]);

/** Older wordings of one memory, beside those that lead from an id that was merged. */
export const MAX_WORDINGS = 1_000;
const FULL = statement<{
  readonly memory: string;
}>(`SELECT r.value->>'memory' AS memory FROM json_each(:rows) r
  WHERE NOT EXISTS (SELECT 1 FROM memory_observations o WHERE ${SAME_WORDING})
    AND (SELECT count(*) FROM memory_observations o WHERE o.workspace = :workspace AND o.memory = r.value->>'memory'
      AND o.merged IS NULL) >= ${MAX_WORDINGS} LIMIT 1`);

/** Throws `limit_reached` where a memory has no room for one more wording: none of them is dropped for it. */
async function checkRoom(
  db: Session,
  workspace: number,
  observations: readonly ObservationRecord[],
): Promise<void> {
  const own = observations.filter(({ merged }) => merged === null);
  const [full] = own.length === 0 ? [] : await db.all(FULL, { workspace, rows: JSON.stringify(own) });
  if (full !== undefined)
    throw new AppError(
      "limit_reached",
      `The memory ${full.memory} has ${MAX_WORDINGS} older wordings, and room for no more: remember the text as a memory of its own, with supersedes ${full.memory}`,
      { details: { limit: MAX_WORDINGS } },
    );
}

/** What named a memory that was merged names the other one. */
const REDIRECTS = [
  "UPDATE memory_observations SET memory = :into WHERE workspace = :workspace AND memory = :id",
  "UPDATE past_memories SET superseded_by = :into WHERE workspace = :workspace AND superseded_by = :id",
  `UPDATE feedback SET path = :into WHERE workspace = :workspace AND root = '${MEMORY_ROOT}' AND path = :id`,
].map((sql) => statement(sql));

interface Merged {
  readonly memory: MemoryRecord;
  readonly into: string;
}

function mergeInto(
  db: Session,
  { workspace, nowMs }: Pick<MemoriesWrite, "workspace" | "nowMs">,
  { memory: { id, version }, into }: Merged,
): D1PreparedStatement[] {
  const place = { workspace, root: MEMORY_ROOT };
  return [
    documentGuard(db, place, JSON.stringify([{ path: id, expects: version }])),
    ...movePairs(db, { workspace, id, into }),
    ...removalStatements(db, { ...place, nowMs, paths: [id] }),
    ...REDIRECTS.map((redirect) => db.bind(redirect, { workspace, id, into })),
  ];
}

export interface MemoriesWrite {
  readonly workspace: number;
  readonly identity: string;
  readonly nowMs: number;
  readonly documents: readonly DocumentWrite[];
  /** By id: the version that must still stand, 0 for none. */
  readonly expects: ReadonlyMap<string, number>;
  /** Leave in the same transaction. */
  readonly retirements?: readonly Retirement[];
  /** Past memories that come back with this write: nobody else may have brought them back. */
  readonly returning?: readonly MemoryRecord[];
  /** What is written takes the place of past memories of the same id, where there are any. */
  readonly replacesPast?: boolean;
  readonly observations?: readonly ObservationRecord[];
  /** Memories that those written may contradict. */
  readonly pairs?: readonly Pair[];
  /** The wordings may change and say the same: what a memory may contradict stays. @default false */
  readonly saysTheSame?: boolean;
  /** A live memory that becomes another: whatever names the first leads to the second from then on. */
  readonly merged?: Merged;
}

/**
 * Writes memories and what leaves with them. What a memory contradicted is forgotten where it says something else now.
 * Answers the workspace's version. Throws `limit_reached` where an older text has no room.
 */
export async function writeMemories(db: Session, write: MemoriesWrite): Promise<number> {
  const { workspace, identity, nowMs, documents, expects, merged, replacesPast = false } = write;
  const { retirements = [], returning = [], observations = [] } = write;
  const { pairs = [], saysTheSame = false } = write;
  const written = documents.map(({ path }) => path);
  const isRewritten = ({ path }: DocumentWrite) => expects.get(path) !== 0;
  const isBack = returning.length > 0;
  await checkRoom(db, workspace, observations);
  const returned = { workspace, ids: JSON.stringify(returning.map(({ id }) => id)) };
  const { version } = await writeDocuments(
    db,
    { workspace, root: MEMORY_ROOT, identity, nowMs, documents, expects },
    {
      before: [
        ...(isBack ? [db.bind(RETURN_GUARD, returned), db.bind(DELETE_PAST, returned)] : []),
        ...(replacesPast ? [db.bind(DELETE_PAST, { workspace, ids: JSON.stringify(written) })] : []),
        ...retire(db, { workspace, nowMs, retirements }),
        ...(merged ? mergeInto(db, write, merged) : []),
        ...(saysTheSame ? [] : unlinkStatements(db, workspace, documents.filter(isRewritten))),
      ],
      after: [
        ...voteStatements(db, {
          ...{ workspace, nowMs },
          ids: written.filter((id) => isBack || expects.get(id) !== 0),
        }),
        ...keepOlderTexts(db, workspace, observations),
        ...linkStatements(db, workspace, pairs),
      ],
    },
  );
  return version;
}

const DESTROY = [
  "DELETE FROM past_memories WHERE workspace = :workspace AND id = :id",
  "DELETE FROM memory_observations WHERE workspace = :workspace AND memory = :id",
  // Answers that were kept for repeated requests may hold the text: a repeat is answered without it.
  "UPDATE idempotency SET body = NULL WHERE workspace = :workspace AND body IS NOT NULL",
].map((sql) => statement(sql));

/** Deletes a memory for good, live or past, with its older texts. Answers the workspace's version. */
export async function destroyMemory(
  db: Session,
  query: { readonly workspace: number; readonly nowMs: number; readonly memory: MemoryRecord },
): Promise<number> {
  const { workspace, nowMs, memory } = query;
  const { id } = memory;
  const { version } = await guardedBatch(db, {
    guards: guards(db, workspace, [memory]),
    removed: [...removalStatements(db, { workspace, root: MEMORY_ROOT, nowMs, paths: [id] })],
    destroyed: DESTROY.map((sql) => db.bind(sql, { workspace, id })),
    version: db.bind(RAISE_VERSION, { workspace }),
  });
  return version[0]?.version ?? 0;
}

const FORGOTTEN = `SELECT workspace, id FROM past_memories WHERE state = 'forgotten' AND left_at <= :forgottenAt
  ORDER BY left_at, workspace, id LIMIT ${MAX_DELETED}`;

/** Delete what was forgotten by `:forgottenAt`, older texts first: undo brings it back no more. */
export const DROP_FORGOTTEN = [
  `DELETE FROM memory_observations WHERE (workspace, memory) IN (SELECT workspace, id FROM (${FORGOTTEN}))`,
  `DELETE FROM past_memories WHERE (workspace, id) IN (SELECT workspace, id FROM (${FORGOTTEN}))`,
].map((sql) => statement(sql));
