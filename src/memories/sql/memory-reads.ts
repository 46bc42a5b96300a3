import { MEMORY_ROOT, UNDO_MS } from "../../config.ts";
import { rowsOf, type Session } from "../../database/session.ts";
import { type Piece, reassemble } from "../../text/reassemble.ts";
import type { MemoryRecord, Named, ObservationRecord } from "./memory-types.ts";

const MEMORY_COLUMNS = `d.num, d.path AS id, 'live' AS state, d.hash, d.normal_hash AS normalHash, d.type, d.importance,
  d.priority, d.confidence, d.times_observed AS timesObserved, d.mtime AS firstObserved, d.last_observed AS lastObserved,
  d.session, d.source, d.tags, d.entities, d.metadata, d.supersedes, NULL AS supersededBy, d.compared AS isCompared,
  d.version, NULL AS leftAt, d.final_newline AS finalNewline`;

const CHUNK_COLUMNS = `c.document, c.start_line AS startLine, c.end_line AS endLine,
  c.start_column AS startColumn, c.end_column AS endColumn, c.text`;

export const PAST_COLUMNS = `p.id, p.state, '' AS hash, '' AS normalHash, p.type, p.importance, p.priority, p.confidence,
  p.times_observed AS timesObserved, p.first_observed AS firstObserved, p.last_observed AS lastObserved, p.session,
  p.source, p.tags, p.entities, p.metadata, p.supersedes, p.superseded_by AS supersededBy, 1 AS isCompared, 0 AS version,
  p.left_at AS leftAt, p.text`;

interface RawMemory extends Omit<MemoryRecord, "tags" | "entities" | "metadata" | "text" | "isCompared"> {
  readonly tags: string;
  readonly entities: string;
  readonly metadata: string;
  readonly isCompared: 0 | 1;
}

interface RawLive extends RawMemory {
  readonly num: number;
  readonly finalNewline: 0 | 1;
}

interface RawPast extends RawMemory {
  readonly text: string;
}

interface RawChunk extends Piece {
  readonly document: number;
}

type Answer = D1Result<Record<string, unknown>>;

/** What a statement reads from (`documents d`), and its parameters. */
export interface Source {
  readonly from: string;
  readonly params: readonly unknown[];
}

/** The two statements that read live memories whole. */
export const liveStatements = (session: Session, { from, params }: Source): D1PreparedStatement[] => [
  session.prepare(`SELECT ${MEMORY_COLUMNS} ${from}`).bind(...params),
  session
    .prepare(
      `SELECT ${CHUNK_COLUMNS} FROM (SELECT d.num ${from}) m CROSS JOIN chunks c ON c.document = m.num
       ORDER BY c.document, c.ordinal`,
    )
    .bind(...params),
];

/** Answers of `liveStatements` as memories. */
export function liveMemories(rows: Answer | undefined, chunks: Answer | undefined): MemoryRecord[] {
  const byDocument = Map.groupBy(rowsOf<RawChunk>(chunks), ({ document }) => document);
  return rowsOf<RawLive>(rows).map(({ num, finalNewline, ...memory }) => {
    const own = byDocument.get(num) ?? [];
    return { ...parsed(memory), text: reassemble(own, finalNewline === 1) };
  });
}

const parsed = ({ tags, entities, metadata, isCompared, ...memory }: RawMemory) => ({
  ...memory,
  tags: JSON.parse(tags) as string[],
  entities: JSON.parse(entities) as string[],
  metadata: JSON.parse(metadata) as Record<string, unknown>,
  isCompared: isCompared === 1,
});

const pastMemory = ({ text, ...memory }: RawPast): MemoryRecord => ({
  ...parsed(memory),
  text,
});

/** Memories that left, from the rows of `past_memories`. */
export const pastMemories = (rows: Answer | undefined): MemoryRecord[] =>
  rowsOf<RawPast>(rows).map(pastMemory);

/** Live memories by the hash of their normalised text. */
export async function memoriesByText(
  session: Session,
  workspace: number,
  normalHashes: readonly string[],
): Promise<ReadonlyMap<string, MemoryRecord>> {
  const [rows, chunks] = await session.batch(
    liveStatements(session, {
      from: `FROM json_each(?2) j CROSS JOIN documents d ON d.workspace = ?1 AND d.normal_hash = j.value
        AND d.kind = 'memory'`,
      params: [workspace, JSON.stringify([...new Set(normalHashes)])],
    }),
  );
  return new Map(liveMemories(rows, chunks).map((memory) => [memory.normalHash, memory]));
}

/** Live memories of these ids, in no order; those that are not there are left out. */
export async function memoriesById(
  session: Session,
  workspace: number,
  ids: readonly string[],
): Promise<readonly MemoryRecord[]> {
  const [rows, chunks] = await session.batch(
    liveStatements(session, {
      from: `FROM json_each(?2) j CROSS JOIN documents d ON d.workspace = ?1 AND d.root = '${MEMORY_ROOT}'
        AND d.path = j.value AND d.kind = 'memory'`,
      params: [workspace, JSON.stringify(ids)],
    }),
  );
  return liveMemories(rows, chunks);
}

/** More candidates help nobody to choose. */
const MAX_NAMED = 10;

/** "g" is behind every hexadecimal id with this start. */
const begins = (column: string): string => `${column} >= ?2 AND ${column} < ?2 || 'g'`;

/** Past ones, but for what was forgotten so long ago that it only waits to be deleted. */
const IS_KEPT = (now: string): string => `(p.state <> 'forgotten' OR p.left_at > ${now} - ${UNDO_MS})`;

/** Memories by a start of their id, wherever they are: live, past, or merged into another. */
export async function namedMemories(
  session: Session,
  { workspace, idStart, nowMs }: { workspace: number; idStart: string; nowMs: number },
): Promise<readonly Named[]> {
  const here = [workspace, idStart];
  const live = {
    from: `FROM documents d WHERE d.workspace = ?1 AND d.root = '${MEMORY_ROOT}' AND d.kind = 'memory'
      AND ${begins("d.path")} ORDER BY d.path LIMIT ${MAX_NAMED}`,
    params: here,
  };
  const merged = `FROM memory_observations o WHERE o.workspace = ?1 AND ${begins("o.merged")} LIMIT ${MAX_NAMED}`;
  const past = `SELECT ${PAST_COLUMNS} FROM past_memories p WHERE p.workspace = ?1 AND ${IS_KEPT("?3")}`;
  const answers = await session.batch([
    ...liveStatements(session, live),
    session.prepare(`${past} AND ${begins("p.id")} LIMIT ${MAX_NAMED}`).bind(...here, nowMs),
    session.prepare(`SELECT o.merged, o.memory ${merged}`).bind(...here),
    ...liveStatements(session, {
      from: `FROM (SELECT DISTINCT o.memory ${merged}) s CROSS JOIN documents d ON d.workspace = ?1
        AND d.root = '${MEMORY_ROOT}' AND d.path = s.memory AND d.kind = 'memory'`,
      params: here,
    }),
    session.prepare(`${past} AND p.id IN (SELECT o.memory ${merged})`).bind(...here, nowMs),
  ]);
  const survivors = new Map(
    [...liveMemories(answers[4], answers[5]), ...pastMemories(answers[6])].map((memory) => [
      memory.id,
      memory,
    ]),
  );
  const followed = rowsOf<{ merged: string; memory: string }>(answers[3]).flatMap((row): Named[] => {
    const memory = survivors.get(row.memory);
    return memory === undefined ? [] : [{ memory, merged: row.merged }];
  });
  const own = [...liveMemories(answers[0], answers[1]), ...pastMemories(answers[2])];
  return [...own.map((memory) => ({ memory, merged: null })), ...followed];
}

/** Older texts that a memory tells too, newest first. */
export async function memoryObservations(
  session: Session,
  { workspace, id, limit }: { workspace: number; id: string; limit: number },
): Promise<readonly ObservationRecord[]> {
  const sql = `SELECT memory, merged, text, type, confidence, session, source, at FROM memory_observations
    WHERE workspace = ? AND memory = ? ORDER BY at DESC, num DESC LIMIT ?`;
  const [rows] = await session.batch([session.prepare(sql).bind(workspace, id, limit)]);
  return rowsOf<ObservationRecord>(rows);
}

/** Steps of a chain that are followed, each way. */
const MAX_CHAIN = 50;

/** What a memory superseded and what superseded it, itself included, oldest first. What was forgotten is left out. */
export async function memoryChain(
  session: Session,
  workspace: number,
  id: string,
): Promise<readonly MemoryRecord[]> {
  const chain = `older (id, step) AS (SELECT ?2, 0 UNION SELECT p.id, o.step - 1 FROM older o
      CROSS JOIN past_memories p ON p.workspace = ?1 AND p.superseded_by = o.id WHERE o.step > -${MAX_CHAIN}),
    newer (id, step) AS (SELECT ?2, 0 UNION SELECT p.superseded_by, n.step + 1 FROM newer n
      CROSS JOIN past_memories p ON p.workspace = ?1 AND p.id = n.id AND p.superseded_by IS NOT NULL WHERE n.step < ${MAX_CHAIN}),
    chain AS (SELECT id, min(step) AS step FROM (SELECT * FROM older UNION SELECT * FROM newer) GROUP BY id)`;
  const params = [workspace, id];
  const [past, ...live] = await session.batch([
    session
      .prepare(
        `WITH RECURSIVE ${chain} SELECT ${PAST_COLUMNS} FROM chain s CROSS JOIN past_memories p ON p.workspace = ?1
           AND p.id = s.id WHERE p.state = 'superseded' ORDER BY s.step, p.left_at LIMIT 100`,
      )
      .bind(...params),
    ...liveStatements(session, {
      from: `FROM (WITH RECURSIVE ${chain} SELECT id FROM chain) s CROSS JOIN documents d ON d.workspace = ?1
        AND d.root = '${MEMORY_ROOT}' AND d.path = s.id AND d.kind = 'memory'`,
      params,
    }),
  ]);
  return [...pastMemories(past), ...liveMemories(live[0], live[1])];
}
