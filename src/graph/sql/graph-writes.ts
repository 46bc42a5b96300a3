import { isThere } from "../../database/gone-documents.ts";
import type { Session } from "../../database/session.ts";
import { type Bound, statement, type Values } from "../../database/statement.ts";
import { RAISE_VERSION } from "../../database/versions.ts";
import { AppError } from "../../errors.ts";
import { BY_HAND, RANDOM_NUMBER } from "./graph-reads.ts";

// Changes by hand. Each is one transaction that names its entities by slug: when another request has removed one of them, a
// constraint fails and nothing is written.

/** Number of the entity with a slug. */
const num = (slug: string): string =>
  `(SELECT num FROM entities WHERE workspace = :workspace AND slug = ${slug})`;
const ENTITY = num(":slug");
const FROM = num(":from");
const INTO = num(":into");

/** Runs the statements and raises the version. Throws `conflict` when another request changed the same entities. */
async function change(db: Session, values: Values, statements: readonly Bound[]): Promise<number> {
  try {
    const { version } = await db.batch({ statements, version: db.bind(RAISE_VERSION, values) });
    return version[0]?.version ?? 0;
  } catch (cause) {
    if (!(cause instanceof Error && /constraint failed/i.test(cause.message))) throw cause;
    const message = "Another request changed these entities: read them again, then try again";
    throw new AppError("conflict", message, { cause });
  }
}

/** Statements that all take the same values. */
const statements = (...texts: readonly string[]) => {
  const compiled = texts.map((text) => statement(text));
  return (db: Session, values: Values): Bound[] => compiled.map((one) => db.bind(one, values));
};

const KEEP = "UPDATE entities SET state = 1 WHERE workspace = :workspace AND slug";

/** After mentions moved. */
const recount = (slug: string): string => `UPDATE entities SET (mentions, evidence) =
  (SELECT count(*), coalesce(sum(m.evidence), 0) FROM mentions m WHERE m.entity = entities.num)
  WHERE workspace = :workspace AND slug = ${slug}`;

interface EntityPlace {
  readonly workspace: number;
  readonly slug: string;
}

interface EntityWrite extends EntityPlace {
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

const PUT = statements(
  `INSERT INTO entities (workspace, slug, name, type, state, parts)
   VALUES (:workspace, :slug, coalesce(:name, :slug), coalesce(:type, 'other'), 1, :parts)
   ON CONFLICT (workspace, slug) DO UPDATE SET name = coalesce(:name, name), type = coalesce(:type, type), state = 1,
     parts = excluded.parts`,
  `DELETE FROM entity_names WHERE workspace = :workspace AND kind = 'part' AND entity = ${ENTITY} AND :parts IS NOT NULL`,
  `INSERT INTO entity_names (workspace, name, kind, entity) SELECT :workspace, value, 'part', ${ENTITY}
   FROM json_each(:parts) WHERE true ON CONFLICT DO NOTHING`,
);

const ADD_ALIASES = statements(`INSERT INTO entity_names (workspace, name, kind, entity, written)
  SELECT :workspace, value->>'slug', 'alias', ${ENTITY}, value->>'written' FROM json_each(:aliases) WHERE true
  ON CONFLICT (workspace, name, kind, entity) DO UPDATE SET written = excluded.written`);

/** Makes an entity, or changes it; from then on it is kept without mentions too. */
export function putEntity(
  db: Session,
  { name, type, aliases, merges, ...place }: EntityWrite,
): Promise<number> {
  const { workspace, slug } = place;
  const values = { ...place, name: name ?? null, type: type ?? null, aliases: JSON.stringify(aliases) };
  return change(db, values, [
    ...PUT(db, values),
    ...merges.flatMap((from) => MERGE(db, { workspace, from, into: slug })),
    ...ADD_ALIASES(db, values),
  ]);
}

/** Everything of `from` becomes `into`'s, and its slug an alias: what is found under it later counts for `into`. */
const MERGE = statements(
  `UPDATE OR IGNORE mentions SET entity = ${INTO}, alias = iif(alias = '', :from, alias) WHERE entity = ${FROM}`,
  `UPDATE OR IGNORE relations SET from_entity = ${INTO} WHERE from_entity = ${FROM} AND to_entity <> ${INTO}`,
  `UPDATE OR IGNORE relations SET to_entity = ${INTO} WHERE to_entity = ${FROM} AND from_entity <> ${INTO}`,
  `UPDATE OR IGNORE observations SET entity = ${INTO} WHERE entity = ${FROM}`,
  `UPDATE OR IGNORE entity_names SET entity = ${INTO} WHERE entity = ${FROM}`,
  `INSERT INTO entity_names (workspace, name, kind, entity, written) VALUES (:workspace, :from, 'alias', ${INTO},
     (SELECT name FROM entities WHERE workspace = :workspace AND slug = :from))`,
  "DELETE FROM entities WHERE workspace = :workspace AND slug = :from",
  `${KEEP} = :into`,
  recount(":into"),
);

/** Makes one entity of two, under the name `into`. Answers the version; throws `conflict`. */
export const mergeEntities = (
  db: Session,
  workspace: number,
  slugs: { readonly from: string; readonly into: string },
): Promise<number> => change(db, { workspace }, MERGE(db, { workspace, ...slugs }));

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

/** A relation goes with the aliases where its chunk names the new entity and no longer the old one. */
const splitRelations = (end: "from_entity" | "to_entity"): string =>
  `UPDATE OR IGNORE relations SET ${end} = ${ENTITY} WHERE ${end} = ${FROM}
   AND EXISTS (SELECT 1 FROM mentions m WHERE m.chunk = relations.chunk AND m.entity = ${ENTITY})
   AND NOT EXISTS (SELECT 1 FROM mentions m WHERE m.chunk = relations.chunk AND m.entity = ${FROM})`;

const SPLIT = statements(
  "DELETE FROM entity_names WHERE workspace = :workspace AND kind = 'alias' AND name = :slug",
  `INSERT INTO entities (workspace, slug, name, type, state, parts)
   VALUES (:workspace, :slug, :name, :type, 1, :parts)`,
  `UPDATE entity_names SET entity = ${ENTITY} WHERE workspace = :workspace AND kind = 'alias' AND entity = ${FROM}
   AND name IN (SELECT value FROM json_each(:aliases))`,
  `DELETE FROM entity_names WHERE workspace = :workspace AND kind = 'part' AND entity = ${FROM}
   AND name NOT IN (SELECT value FROM json_each(:partsLeft))`,
  `UPDATE mentions SET entity = ${ENTITY}, alias = iif(alias = :slug, '', alias) WHERE entity = ${FROM}
   AND alias IN (SELECT value FROM json_each(:aliases))`,
  splitRelations("from_entity"),
  splitRelations("to_entity"),
  recount(":from"),
  recount(":slug"),
  `${KEEP} = :from`,
);

/** Some aliases become an entity of their own, with all that was found under them. */
export function splitEntity(db: Session, split: Split): Promise<number> {
  const values = { ...split, aliases: JSON.stringify(split.aliases) };
  return change(db, values, SPLIT(db, values));
}

const HIDE = statements(
  `DELETE FROM relations WHERE chunk = ${BY_HAND} AND from_entity = ${ENTITY}`,
  `DELETE FROM relations WHERE chunk = ${BY_HAND} AND to_entity = ${ENTITY}`,
  `DELETE FROM observations WHERE entity = ${ENTITY}`,
  "UPDATE entities SET state = -1 WHERE workspace = :workspace AND slug = :slug",
);

/** Hides an entity whatever names it; what was added by hand goes. */
export const hideEntity = (db: Session, workspace: number, slug: string): Promise<number> =>
  change(db, { workspace }, HIDE(db, { workspace, slug }));

export interface RelationWrite {
  readonly workspace: number;
  /** Slugs. */
  readonly from: string;
  readonly into: string;
  readonly type: string;
}

const RELATE = statements(
  `INSERT INTO relations (from_entity, chunk, type, to_entity) VALUES (${FROM}, ${BY_HAND}, :type, ${INTO})
   ON CONFLICT DO NOTHING`,
  `${KEEP} IN (:from, :into)`,
);

/** Adds a relation by hand; both ends are kept from then on. */
export const putRelation = (db: Session, relation: RelationWrite): Promise<number> =>
  change(db, { ...relation }, RELATE(db, { ...relation }));

const SAME_RELATION = `from_entity = ${FROM} AND to_entity = ${INTO} AND type = :type`;
const UNRELATE = statement(`DELETE FROM relations WHERE ${SAME_RELATION} AND chunk = ${BY_HAND} RETURNING 1`);
const COUNT_TEXTS = statement<{ readonly texts: number }>(`SELECT count(*) AS texts
  FROM (SELECT chunk FROM relations WHERE ${SAME_RELATION}) r CROSS JOIN chunks c ON c.rid = r.chunk
  CROSS JOIN documents d ON d.num = c.document WHERE ${isThere("d")}`);

/** Deletes a relation that was added by hand; texts that say it are counted. */
export async function deleteRelation(
  db: Session,
  relation: RelationWrite,
): Promise<{ version: number; removed: boolean; texts: number }> {
  const values = { ...relation };
  const { removed, texts, version } = await db.batch({
    removed: db.bind(UNRELATE, values),
    texts: db.bind(COUNT_TEXTS, values),
    version: db.bind(RAISE_VERSION, values),
  });
  return { version: version[0]?.version ?? 0, removed: removed.length > 0, texts: texts[0]?.texts ?? 0 };
}

const ADD_REMARK = statements(
  `INSERT INTO observations (num, entity, text, at) VALUES (${RANDOM_NUMBER}, ${ENTITY}, :text, :nowMs)
   ON CONFLICT (entity, text) DO NOTHING`,
  `${KEEP} = :slug`,
);

/** Adds a remark; the same one is kept once. */
export const putRemark = (
  db: Session,
  write: EntityPlace & { readonly text: string; readonly nowMs: number },
): Promise<number> => change(db, { ...write }, ADD_REMARK(db, { ...write }));

type RemarkPlace = EntityPlace & { readonly id: number };

const HAS_REMARK = statement(`SELECT 1 FROM observations WHERE num = :id AND entity = ${ENTITY}`);

/** Whether an entity has the remark. */
export const hasRemark = async (db: Session, remark: RemarkPlace): Promise<boolean> =>
  (await db.first(HAS_REMARK, { ...remark })) !== undefined;

const DELETE_REMARK = statements(`DELETE FROM observations WHERE num = :id AND entity = ${ENTITY}`);

/** Deletes a remark, if there is one of that id. Answers the version; throws `conflict`. */
export const deleteRemark = (db: Session, remark: RemarkPlace): Promise<number> =>
  change(db, { ...remark }, DELETE_REMARK(db, { ...remark }));
