import { MEMORY_ROOT } from "../../config.ts";
import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import { raiseVersion } from "../../database/versions.ts";
import type { Pair } from "./contradictions.ts";

// What a person decides of memories that may contradict each other.

/** Rows of the pairs in the JSON `:pairs`, both ways round, that are not decided so yet. */
const OTHERWISE = `x.workspace = :workspace AND x.settled <> :settled AND (x.memory, x.other) IN
  (SELECT value->>0, value->>1 FROM json_each(:pairs) UNION SELECT value->>1, value->>0 FROM json_each(:pairs))`;
const RAISE = statement(
  raiseVersion({
    where: `workspaces.num = :workspace AND EXISTS (SELECT 1 FROM contradictions x WHERE ${OTHERWISE})`,
  }),
);
const SETTLE = statement(`UPDATE contradictions AS x SET settled = :settled WHERE ${OTHERWISE}`);

/** Notes of pairs that both hold, or that this is open again; pairs that nobody noted are left out. */
export async function settlePairs(
  db: Session,
  workspace: number,
  { pairs, isSettled }: { readonly pairs: readonly Pair[]; readonly isSettled: boolean },
): Promise<void> {
  const values = { workspace, pairs: JSON.stringify(pairs), settled: Number(isSettled) };
  await db.batch({ raised: db.bind(RAISE, values), settled: db.bind(SETTLE, values) });
}

const IS_NOTED = statement(`SELECT 1 FROM contradictions
  WHERE workspace = :workspace AND memory = :id AND other = :other`);

/** Whether the two are noted as what may contradict each other, decided or not. */
export const isNoted = async (db: Session, workspace: number, [id, other]: Pair): Promise<boolean> =>
  (await db.first(IS_NOTED, { workspace, id, other })) !== undefined;

/** A pair that nobody has decided on. */
export interface OpenPair {
  readonly memory: string;
  readonly other: string;
  /** When the one that was said last was last observed, milliseconds. */
  readonly at: number;
}

const memoryAt = (name: string, id: string): string =>
  `CROSS JOIN documents ${name} ON ${name}.workspace = :workspace AND ${name}.root = '${MEMORY_ROOT}' AND ${name}.path = ${id}`;

const OPEN = statement<OpenPair>(`SELECT * FROM (
    SELECT x.memory, x.other, max(m.last_observed, o.last_observed) AS at FROM contradictions x
    ${memoryAt("m", "x.memory")} ${memoryAt("o", "x.other")}
    WHERE x.workspace = :workspace AND x.memory < x.other AND x.settled = 0)
  WHERE (at, memory, other) < (:at, :memory, :other) ORDER BY at DESC, memory DESC, other DESC LIMIT :limit`);

/** Before all of them: "g" comes after every hexadecimal id. */
const START: OpenPair = { at: Number.MAX_SAFE_INTEGER, memory: "g", other: "g" };

/** Pairs that nobody has decided on, each once, those first of which one was said last; after one of them. */
export const openPairs = (
  db: Session,
  {
    after = START,
    ...query
  }: { readonly workspace: number; readonly limit: number; readonly after?: OpenPair | undefined },
): Promise<readonly OpenPair[]> => db.all(OPEN, { ...query, ...after });
