import { jsonParts } from "../../database/json-rows.ts";
import type { Session } from "../../database/session.ts";
import { type Bound, statement } from "../../database/statement.ts";
import type { KnownThing, Thing } from "../adapter.ts";
import { type Claim, HOLDS } from "./claims.ts";

/** The run that works on its source's things. */
export interface RunPlace extends Claim {
  readonly workspace: number;
  readonly run: number;
}

// A thing that this run has asked for is not asked for again, whatever else leads to it.
const IS_CURRENT = "version IS t.listed AND t.listed IS NOT NULL";
const SEE = statement(`UPDATE source_items SET due = iif(asked < :run AND NOT (${IS_CURRENT}), 1, due),
    missed = iif(asked < :run AND ${IS_CURRENT}, 0, missed), problem = iif(asked < :run AND ${IS_CURRENT}, NULL, problem),
    run = iif(asked < :run, :run, run), depth = min(depth, t.far)
  FROM (SELECT value->>'key' AS name, value->>'version' AS listed, value->>'depth' AS far FROM json_each(:things)) t
  WHERE source = :id AND key = t.name AND ${HOLDS}`);
const ADD = statement(`INSERT INTO source_items (source, key, workspace, path, depth, run, due)
  SELECT :id, value->>'key', :workspace, value->>'path', value->>'depth', :run, 1 FROM json_each(:things)
  WHERE ${HOLDS} AND NOT EXISTS (SELECT 1 FROM source_items i WHERE i.source = :id AND i.key = value->>'key')
  LIMIT max(0, :maxItems - (SELECT count(*) FROM source_items c WHERE c.source = :id))
  ON CONFLICT DO NOTHING`);

/** Notes what a source has, up to so many things; those that are new, or not as they are kept, become due. */
export function seeThings(
  db: Session,
  place: RunPlace,
  { things, maxItems }: { readonly things: readonly Thing[]; readonly maxItems: number },
): readonly Bound[] {
  const rows = things.map(({ key, path, version, depth = 0 }) => ({ key, path, version, depth }));
  return jsonParts(rows).flatMap((part) => {
    const values = { ...place, things: part, maxItems };
    return [db.bind(SEE, values), db.bind(ADD, values)];
  });
}

const KNOWN_DUE = statement(
  `UPDATE source_items SET due = 1 WHERE source = :id AND asked < :run AND ${HOLDS}`,
);

/** Has all be asked for that is known: what leads to it may be unchanged, and is then not read. */
export const askKnown = (db: Session, place: RunPlace): Bound => db.bind(KNOWN_DUE, { ...place });

const DUE =
  statement<KnownThing>(`SELECT key, path, depth, etag, last_modified AS lastModified FROM source_items
  WHERE source = :id AND due = 1 ORDER BY depth, key LIMIT :limit`);

/** Things to ask for, those nearest to the start first. */
export const dueThings = (
  db: Session,
  { id }: Pick<RunPlace, "id">,
  limit: number,
): Promise<readonly KnownThing[]> => db.all(DUE, { id, limit });

/** What is kept of an outcome. */
export interface ItemChange {
  readonly key: string;
  readonly did: "read" | "unchanged" | "gone" | "failed";
  readonly version: string | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly problem: string | null;
}

const kept = (column: string, given: string): string =>
  `${column} = CASE t.did WHEN 'read' THEN t.${given} WHEN 'gone' THEN NULL ELSE ${column} END`;
const CHANGE = statement(`UPDATE source_items SET asked = :run, due = 0, problem = t.why,
    run = iif(t.did = 'gone', 0, :run), missed = iif(t.did = 'gone', missed, 0), kept = iif(t.did = 'read', 1, kept),
    ${kept("version", "newVersion")}, ${kept("etag", "newEtag")}, ${kept("last_modified", "newTime")}
  FROM (SELECT value->>'key' AS name, value->>'did' AS did, value->>'version' AS newVersion, value->>'etag' AS newEtag,
    value->>'lastModified' AS newTime, value->>'problem' AS why FROM json_each(:changes)) t
  WHERE source = :id AND key = t.name AND ${HOLDS}`);

/** Notes what came of asking. */
export const changeItems = (db: Session, place: RunPlace, changes: readonly ItemChange[]): readonly Bound[] =>
  jsonParts(changes).map((part) => db.bind(CHANGE, { ...place, changes: part }));

/** Runs in a row that do not see a thing before its document goes: one may have been a mistake of the source's. */
const MISSES = 2;

const MISSED = statement(
  `UPDATE source_items SET missed = missed + 1 WHERE source = :id AND run < :run AND ${HOLDS}`,
);
const MISSED_AGAIN = statement(
  `UPDATE source_items SET missed = missed + 1 WHERE source = :id AND missed > 0 AND ${HOLDS}`,
);

/** Once a run, when it has seen all: counts what it did not see. Where nothing changed, what was missing is missing still. */
export const countMissed = (db: Session, place: RunPlace, isUnchanged: boolean): Bound =>
  db.bind(isUnchanged ? MISSED_AGAIN : MISSED, { ...place });

export interface Missing {
  /** Things whose documents are to go. */
  readonly gone: number;
  /** Things that have a document, those among them. */
  readonly kept: number;
}

const COUNT = statement<Missing>(`SELECT coalesce(sum(kept = 1 AND missed >= ${MISSES}), 0) AS gone,
  coalesce(sum(kept), 0) AS kept FROM source_items WHERE source = :id`);

export const countGone = async (db: Session, { id }: Pick<RunPlace, "id">): Promise<Missing> =>
  (await db.first(COUNT, { id })) ?? { gone: 0, kept: 0 };

const GONE = statement<{ readonly key: string; readonly path: string }>(`SELECT key, path FROM source_items
  WHERE source = :id AND kept = 1 AND missed >= ${MISSES} ORDER BY key LIMIT :limit`);

/** Some of the things whose documents are to go. */
export const goneThings = (db: Session, { id }: Pick<RunPlace, "id">, limit: number) =>
  db.all(GONE, { id, limit });

const FORGET = statement(
  `DELETE FROM source_items WHERE source = :id AND key IN (SELECT value FROM json_each(:keys)) AND ${HOLDS}`,
);
/** Runs in a row after which nobody asks any more for what is never there. */
const LONG_MISSED = 10;
const FORGET_EMPTY = statement(`DELETE FROM source_items WHERE source = :id AND kept = 0
  AND (missed >= ${LONG_MISSED} OR (missed >= ${MISSES} AND asked < :run)) AND ${HOLDS}`);

/** Forgets things whose documents are gone. */
export const forgetThings = (db: Session, place: RunPlace, keys: readonly string[]): Bound =>
  db.bind(FORGET, { ...place, keys: JSON.stringify(keys) });

/** Forgets things that never had one. */
export const forgetEmpty = (db: Session, place: RunPlace): Bound => db.bind(FORGET_EMPTY, { ...place });
