import { MEMORY_ROOT } from "../../config.ts";
import { beginningOf } from "../../database/fragments/rival-sql.ts";
import { ftsTable } from "../../database/keyword-tables.ts";
import type { Session } from "../../database/session.ts";
import { type Bound, statement } from "../../database/statement.ts";
import { raiseVersion } from "../../database/versions.ts";
import type { DocumentWrite } from "../../documents/sql/document-types.ts";

/** Two memories that may contradict each other. */
export type Pair = readonly [id: string, other: string];

const isLive = (id: string): string => `EXISTS (SELECT 1 FROM documents d WHERE d.workspace = p.workspace
  AND d.root = '${MEMORY_ROOT}' AND d.path = ${id} AND d.kind = 'memory')`;

/** Pairs from the JSON `:pairs`, both ways round, both live. */
const PAIRS = `(SELECT value->>0 AS workspace, value->>1 AS memory, value->>2 AS other FROM json_each(:pairs)
  UNION SELECT value->>0, value->>2, value->>1 FROM json_each(:pairs)) p
  WHERE p.memory <> p.other AND ${isLive("p.memory")} AND ${isLive("p.other")}`;
const LINK = statement(`INSERT INTO contradictions (workspace, memory, other)
  SELECT p.workspace, p.memory, p.other FROM ${PAIRS} ON CONFLICT DO NOTHING`);
/** Before the pairs are written: kept answers say nothing of them. */
const RAISE = statement(
  raiseVersion({
    where: `workspaces.num IN (SELECT p.workspace FROM ${PAIRS} AND NOT EXISTS (SELECT 1 FROM contradictions x
      WHERE x.workspace = p.workspace AND x.memory = p.memory AND x.other = p.other))`,
  }),
);
/** Memories that say something else than what is about to be written over them. */
const REWORDED = `FROM json_each(:texts) j CROSS JOIN documents d ON d.workspace = :workspace
  AND d.root = '${MEMORY_ROOT}' AND d.path = j.value->>0 AND d.kind = 'memory' AND d.normal_hash <> j.value->>1`;
const UNLINK = [
  `DELETE FROM contradictions WHERE (workspace, memory, other) IN (SELECT x.workspace, x.other, x.memory
    ${REWORDED} CROSS JOIN contradictions x ON x.workspace = :workspace AND x.memory = d.path)`,
  `DELETE FROM contradictions WHERE workspace = :workspace AND memory IN (SELECT d.path ${REWORDED})`,
].map((sql) => statement(sql));

const pairsJson = (workspace: number, pairs: readonly Pair[]): string =>
  JSON.stringify(pairs.map((pair) => [workspace, ...pair]));

/** Statements that note which of the memories may contradict each other, after these are written. */
export const linkStatements = (db: Session, workspace: number, pairs: readonly Pair[]): readonly Bound[] =>
  pairs.length === 0 ? [] : [db.bind(LINK, { pairs: pairsJson(workspace, pairs) })];

/** Statements that forget it of memories that will say something else, before these are written. */
export function unlinkStatements(
  db: Session,
  workspace: number,
  documents: readonly Pick<DocumentWrite, "path" | "memory">[],
): readonly Bound[] {
  if (documents.length === 0) return [];
  const texts = JSON.stringify(documents.map(({ path, memory }) => [path, memory?.normalHash ?? ""]));
  return UNLINK.map((sql) => db.bind(sql, { workspace, texts }));
}

/** The same with the version of workspaces where any is new, for what is found of memories that are there. */
export function notePairs(
  db: Session,
  found: readonly { readonly workspace: number; readonly pair: Pair }[],
): readonly Bound[] {
  if (found.length === 0) return [];
  const pairs = JSON.stringify(found.map(({ workspace, pair }) => [workspace, ...pair]));
  return [db.bind(RAISE, { pairs }), db.bind(LINK, { pairs })];
}

/** A pair, and whether somebody has said that both hold. */
export interface NotedPair {
  readonly pair: Pair;
  readonly isSettled: boolean;
}

const PAIRS_AFTER = statement<{
  readonly memory: string;
  readonly other: string;
  readonly settled: number;
}>(`SELECT memory, other, settled FROM contradictions
  WHERE workspace = :workspace AND (memory, other) > (:memory, :other) AND memory < other
  ORDER BY memory, other LIMIT :limit`);

/** Pairs of a workspace, each once, after one of them. */
export async function readPairs(
  db: Session,
  {
    workspace,
    after: [memory, other],
    limit,
  }: { readonly workspace: number; readonly after: Pair; readonly limit: number },
): Promise<readonly NotedPair[]> {
  const rows = await db.all(PAIRS_AFTER, { workspace, memory, other, limit });
  return rows.map((row) => ({ pair: [row.memory, row.other], isSettled: row.settled === 1 }));
}

/** Notes pairs of memories that are live; the others are left out. */
export async function writePairs(db: Session, workspace: number, pairs: readonly Pair[]): Promise<void> {
  await db.batch({
    noted: notePairs(
      db,
      pairs.map((pair) => ({ workspace, pair })),
    ),
  });
}

/** What became of a memory that was merged: who may contradict it may contradict the other. What was settled goes. */
export const movePairs = (
  db: Session,
  { workspace, id, into }: { readonly workspace: number; readonly id: string; readonly into: string },
): readonly Bound[] => MOVE.map((sql) => db.bind(sql, { workspace, id, into }));
const MOVE = [
  `INSERT INTO contradictions (workspace, memory, other) SELECT workspace, :into, other FROM contradictions
    WHERE workspace = :workspace AND memory = :id AND other <> :into AND settled = 0 ON CONFLICT DO NOTHING`,
  `INSERT INTO contradictions (workspace, memory, other) SELECT workspace, other, :into FROM contradictions
    WHERE workspace = :workspace AND memory = :id AND other <> :into AND settled = 0 ON CONFLICT DO NOTHING`,
].map((sql) => statement(sql));

/** A text that is looked for, by an expression for the keyword index. */
export interface Sought {
  readonly key: string;
  readonly match: string;
}

/** A memory of one passage that has many words of a text. */
export interface NearText {
  readonly key: string;
  readonly id: string;
  readonly text: string;
  readonly lastObserved: number;
}

/** Passages that one text is compared with, the newest: a text that so many others have words of is a phrase of everyday. */
const MAX_PASSAGES = 60;

/** Live memories of one passage whose words match, for each text. */
export function memoriesNear(
  db: Session,
  workspace: number,
  sought: readonly Sought[],
): Promise<readonly NearText[]> {
  const fts = ftsTable(workspace);
  const near =
    statement<NearText>(`SELECT j.value->>'key' AS key, d.path AS id, c.text, d.last_observed AS lastObserved
    FROM json_each(:sought) j CROSS JOIN chunks c
      ON c.rid IN (SELECT rowid FROM ${fts} WHERE ${fts} MATCH j.value->>'match' ORDER BY rowid DESC LIMIT ${MAX_PASSAGES})
    CROSS JOIN documents d ON d.num = c.document AND d.workspace = :workspace AND d.root = '${MEMORY_ROOT}'
      AND d.kind = 'memory' AND d.chunk_count = 1`);
  return db.all(near, { workspace, sought: JSON.stringify(sought) });
}

/** Characters shown of a memory that another may contradict. */
const SHOWN_CHARS = 200;

/** A memory that another may contradict, as it is offered for superseding. */
export interface RivalText {
  readonly memory: string;
  /** When that one was last observed, milliseconds. */
  readonly own: number;
  readonly ownText: string;
  readonly id: string;
  readonly lastObserved: number;
  readonly text: string;
}

const RIVALS =
  statement<RivalText>(`SELECT x.memory, m.last_observed AS own, ${beginningOf("m")} AS ownText, x.other AS id, o.last_observed AS lastObserved,
    (SELECT substr(c.text, 1, ${SHOWN_CHARS}) FROM chunks c WHERE c.document = o.num ORDER BY c.ordinal LIMIT 1) AS text
  FROM json_each(:ids) j CROSS JOIN contradictions x ON x.workspace = :workspace AND x.memory = j.value AND x.settled = 0
  CROSS JOIN documents m ON m.workspace = :workspace AND m.root = '${MEMORY_ROOT}' AND m.path = x.memory
  CROSS JOIN documents o ON o.workspace = :workspace AND o.root = '${MEMORY_ROOT}' AND o.path = x.other
  ORDER BY o.last_observed DESC, x.other LIMIT 1000`);

/** What live memories may contradict, the newest first. */
export const rivalTexts = (
  db: Session,
  workspace: number,
  ids: readonly string[],
): Promise<readonly RivalText[]> => db.all(RIVALS, { workspace, ids: JSON.stringify([...new Set(ids)]) });
