import { isThere } from "../../database/gone-documents.ts";
import { firstRow, type Session } from "../../database/session.ts";
import { AppError } from "../../errors.ts";
import { BY_HAND, RANDOM_NUMBER } from "./graph-reads.ts";

// Changes by hand. Each is one transaction that names its entities by slug, so that what vanished meanwhile makes a
// constraint fail, and nothing is half done. `?1` is the workspace throughout.

const RAISE = "UPDATE workspaces SET version = version + 1 WHERE num = ?1 RETURNING version";

/** Number of the entity with a slug. */
const num = (slug: string): string => `(SELECT num FROM entities WHERE workspace = ?1 AND slug = ${slug})`;

/** After mentions moved: what the entity's counts are. */
const RECOUNT = (slug: string): string => `UPDATE entities SET (mentions, evidence) =
  (SELECT count(*), coalesce(sum(m.evidence), 0) FROM mentions m WHERE m.entity = entities.num)
  WHERE workspace = ?1 AND slug = ${slug}`;

type Statement = readonly [sql: string, ...params: readonly unknown[]];

/** Runs the statements and raises the version. Throws `conflict` when another request changed the same entities. */
async function change(
  session: Session,
  workspace: number,
  statements: readonly Statement[],
): Promise<number> {
  const batch = [...statements, [RAISE] as Statement].map(([sql, ...params]) =>
    session.prepare(sql).bind(workspace, ...params),
  );
  try {
    return firstRow<{ version: number }>((await session.batch(batch)).at(-1))?.version ?? 0;
  } catch (cause) {
    if (!(cause instanceof Error && /constraint failed/i.test(cause.message))) throw cause;
    throw new AppError("conflict", "Another request changed these entities: look and try again", { cause });
  }
}

export interface EntityWrite {
  readonly workspace: number;
  readonly slug: string;
  /** Undefined: as it is. */
  readonly name?: string | undefined;
  readonly type?: string | undefined;
  /** JSON list of parts of the name. */
  readonly parts: string;
  /** Slugs of aliases that are not entities, and as they are written. */
  readonly aliases: readonly { readonly slug: string; readonly written: string }[];
  /** Slugs of found entities that become aliases. */
  readonly merges: readonly string[];
}

const UPSERT = `INSERT INTO entities (workspace, slug, name, type, state, parts)
  VALUES (?1, ?2, coalesce(?3, ?2), coalesce(?4, 'other'), 1, ?5)
  ON CONFLICT (workspace, slug) DO UPDATE SET name = coalesce(?3, name), type = coalesce(?4, type), state = 1,
    parts = excluded.parts`;

/** A new name has other parts. */
const PARTS = [
  `DELETE FROM entity_names WHERE workspace = ?1 AND kind = 'part' AND entity = ${num("?2")} AND ?3 IS NOT NULL`,
  `INSERT INTO entity_names (workspace, name, kind, entity) SELECT ?1, value, 'part', ${num("?2")} FROM json_each(?3)
   WHERE true ON CONFLICT DO NOTHING`,
] as const;

const ADD_ALIASES = `INSERT INTO entity_names (workspace, name, kind, entity, written)
  SELECT ?1, value->>'slug', 'alias', ${num("?2")}, value->>'written' FROM json_each(?3) WHERE true
  ON CONFLICT (workspace, name, kind, entity) DO UPDATE SET written = excluded.written`;

/** Makes an entity, or changes it; from then on it is kept without mentions too. */
export function putEntity(
  session: Session,
  { workspace, slug, name = undefined, type, parts, aliases, merges }: EntityWrite,
): Promise<number> {
  return change(session, workspace, [
    [UPSERT, slug, name ?? null, type ?? null, parts],
    ...PARTS.map((sql): Statement => [sql, slug, parts]),
    ...merges.flatMap((from) => mergeStatements(from, slug)),
    [ADD_ALIASES, slug, JSON.stringify(aliases)],
  ]);
}

/** Everything of `from` becomes `into`'s, and its slug an alias: what is found under it later counts for `into`. */
const mergeStatements = (from: string, into: string): Statement[] => [
  [
    `UPDATE OR IGNORE mentions SET entity = ${num("?3")}, alias = iif(alias = '', ?2, alias) WHERE entity = ${num("?2")}`,
    from,
    into,
  ],
  [
    `UPDATE OR IGNORE relations SET from_entity = ${num("?3")} WHERE from_entity = ${num("?2")} AND to_entity <> ${num("?3")}`,
    from,
    into,
  ],
  [
    `UPDATE OR IGNORE relations SET to_entity = ${num("?3")} WHERE to_entity = ${num("?2")} AND from_entity <> ${num("?3")}`,
    from,
    into,
  ],
  [`UPDATE OR IGNORE observations SET entity = ${num("?3")} WHERE entity = ${num("?2")}`, from, into],
  [`UPDATE OR IGNORE entity_names SET entity = ${num("?3")} WHERE entity = ${num("?2")}`, from, into],
  [
    `INSERT INTO entity_names (workspace, name, kind, entity, written)
     VALUES (?1, ?2, 'alias', ${num("?3")}, (SELECT name FROM entities WHERE workspace = ?1 AND slug = ?2))`,
    from,
    into,
  ],
  ["DELETE FROM entities WHERE workspace = ?1 AND slug = ?2", from],
  ["UPDATE entities SET state = 1 WHERE workspace = ?1 AND slug = ?2", into],
  [RECOUNT("?2"), into],
];

/** Makes one entity of two, under the name `into`. Answers the version; throws `conflict`. */
export const mergeEntities = (
  session: Session,
  workspace: number,
  { from, into }: { readonly from: string; readonly into: string },
): Promise<number> => change(session, workspace, mergeStatements(from, into));

export interface Split {
  readonly workspace: number;
  readonly from: string;
  /** Slug of the alias that becomes an entity. */
  readonly slug: string;
  readonly name: string;
  readonly type: string;
  /** JSON lists of parts: of its name, and of all that is left to the other. */
  readonly parts: string;
  readonly partsLeft: string;
  /** Slugs of all aliases that leave, `slug` among them. */
  readonly aliases: readonly string[];
}

/** Some aliases become an entity of their own, with all that was found under them. */
export function splitEntity(session: Session, split: Split): Promise<number> {
  const { workspace, from, slug, name, type, parts, partsLeft } = split;
  const aliases = JSON.stringify(split.aliases);
  return change(session, workspace, [
    ["DELETE FROM entity_names WHERE workspace = ?1 AND kind = 'alias' AND name = ?2", slug],
    [
      "INSERT INTO entities (workspace, slug, name, type, state, parts) VALUES (?1, ?2, ?3, ?4, 1, ?5)",
      ...[slug, name, type, parts],
    ],
    [
      `UPDATE entity_names SET entity = ${num("?3")} WHERE workspace = ?1 AND kind = 'alias' AND entity = ${num("?2")}
       AND name IN (SELECT value FROM json_each(?4))`,
      ...[from, slug, aliases],
    ],
    [
      `DELETE FROM entity_names WHERE workspace = ?1 AND kind = 'part' AND entity = ${num("?2")}
       AND name NOT IN (SELECT value FROM json_each(?3))`,
      ...[from, partsLeft],
    ],
    [
      `UPDATE mentions SET entity = ${num("?3")}, alias = iif(alias = ?3, '', alias) WHERE entity = ${num("?2")}
       AND alias IN (SELECT value FROM json_each(?4))`,
      ...[from, slug, aliases],
    ],
    ...(["from_entity", "to_entity"] as const).map(
      (end): Statement => [
        `UPDATE OR IGNORE relations SET ${end} = ${num("?3")} WHERE ${end} = ${num("?2")}
         AND EXISTS (SELECT 1 FROM mentions m WHERE m.chunk = relations.chunk AND m.entity = ${num("?3")})
         AND NOT EXISTS (SELECT 1 FROM mentions m WHERE m.chunk = relations.chunk AND m.entity = ${num("?2")})`,
        ...[from, slug],
      ],
    ),
    [RECOUNT("?2"), from],
    [RECOUNT("?2"), slug],
    ["UPDATE entities SET state = 1 WHERE workspace = ?1 AND slug = ?2", from],
  ]);
}

/** Out of sight whatever names it; what was said by hand goes. */
export const hideEntity = (session: Session, workspace: number, slug: string): Promise<number> =>
  change(session, workspace, [
    [`DELETE FROM relations WHERE chunk = ${BY_HAND} AND from_entity = ${num("?2")}`, slug],
    [`DELETE FROM relations WHERE chunk = ${BY_HAND} AND to_entity = ${num("?2")}`, slug],
    [`DELETE FROM observations WHERE entity = ${num("?2")}`, slug],
    ["UPDATE entities SET state = -1 WHERE workspace = ?1 AND slug = ?2", slug],
  ]);

export interface RelationWrite {
  readonly workspace: number;
  /** Slugs. */
  readonly from: string;
  readonly to: string;
  readonly type: string;
}

/** Both ends are kept from then on. */
export const putRelation = (
  session: Session,
  { workspace, from, to, type }: RelationWrite,
): Promise<number> =>
  change(session, workspace, [
    [
      `INSERT INTO relations (from_entity, chunk, type, to_entity) VALUES (${num("?2")}, ${BY_HAND}, ?4, ${num("?3")})
       ON CONFLICT DO NOTHING`,
      ...[from, to, type],
    ],
    ["UPDATE entities SET state = 1 WHERE workspace = ?1 AND slug IN (?2, ?3)", from, to],
  ]);

const SAME_RELATION = `from_entity = ${num("?2")} AND to_entity = ${num("?3")} AND type = ?4`;

/** What was said by hand only: what a text says stays while it says so, and is counted. */
export async function deleteRelation(
  session: Session,
  { workspace, from, to, type }: RelationWrite,
): Promise<{ version: number; removed: boolean; texts: number }> {
  const of = (sql: string) => session.prepare(sql).bind(workspace, from, to, type);
  const [gone, said, raised] = await session.batch([
    of(`DELETE FROM relations WHERE ${SAME_RELATION} AND chunk = ${BY_HAND} RETURNING 1`),
    of(`SELECT count(*) AS texts FROM (SELECT chunk FROM relations WHERE ${SAME_RELATION}) r
      CROSS JOIN chunks c ON c.rid = r.chunk CROSS JOIN documents d ON d.num = c.document WHERE ${isThere("d")}`),
    session.prepare(RAISE).bind(workspace),
  ]);
  return {
    version: firstRow<{ version: number }>(raised)?.version ?? 0,
    removed: firstRow(gone) !== undefined,
    texts: firstRow<{ texts: number }>(said)?.texts ?? 0,
  };
}

export interface ObservationWrite {
  readonly workspace: number;
  readonly slug: string;
  readonly text: string;
  readonly nowMs: number;
}

/** The same remark once. */
export const putObservation = (
  session: Session,
  { workspace, slug, text, nowMs }: ObservationWrite,
): Promise<number> =>
  change(session, workspace, [
    [
      `INSERT INTO observations (num, entity, text, at) VALUES (${RANDOM_NUMBER}, ${num("?2")}, ?3, ?4)
       ON CONFLICT (entity, text) DO NOTHING`,
      ...[slug, text, nowMs],
    ],
    ["UPDATE entities SET state = 1 WHERE workspace = ?1 AND slug = ?2", slug],
  ]);

/** Whether an entity has the remark. */
export async function hasObservation(
  session: Session,
  { workspace, slug, id }: { readonly workspace: number; readonly slug: string; readonly id: number },
): Promise<boolean> {
  const found = await session
    .prepare(`SELECT 1 FROM observations WHERE num = ?3 AND entity = ${num("?2")}`)
    .bind(workspace, slug, id)
    .first();
  return found !== null;
}

/** Takes a remark away; none of that id does nothing. Answers the version; throws `conflict`. */
export const deleteObservation = (
  session: Session,
  { workspace, slug, id }: { readonly workspace: number; readonly slug: string; readonly id: number },
): Promise<number> =>
  change(session, workspace, [
    [`DELETE FROM observations WHERE num = ?3 AND entity = ${num("?2")}`, slug, id],
  ]);
