import { documentIsThere, entityOf, SAID, spotsOf } from "../../database/fragments/entity-sql.ts";
import type { Session } from "../../database/session.ts";
import { type Bound, statement, type Values } from "../../database/statement.ts";
import { RAISE_VERSION } from "../../database/versions.ts";
import { AppError } from "../../errors.ts";
import { RANDOM_NUMBER } from "./graph-reads.ts";

// Changes by hand. Each is one transaction that names its entities by slug: when another request has removed one of them, a
// constraint fails and nothing is written.

/** The slug of an entity that is made by hand or found in texts; NULL where there is none. */
const known = (slug: string): string => `(SELECT ${slug} WHERE
  EXISTS (SELECT 1 FROM entities h WHERE h.workspace = :workspace AND h.slug = ${slug})
  OR EXISTS (SELECT 1 FROM mentions m WHERE m.workspace = :workspace AND m.slug = ${slug}))`;
const ENTITY = known(":slug");
const FROM = known(":from");
const INTO = known(":into");

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

/** What is found in texts stays from now on as it is called there, in sight or out of it. */
const keep = (
  slugs: string,
  state: 1 | -1 = 1,
): string => `INSERT INTO entities (workspace, slug, name, type, parts, state)
  SELECT workspace, slug, name, type, parts, ${state} FROM mentions WHERE workspace = :workspace AND slug IN ${slugs}
  UNION ALL SELECT workspace, slug, name, type, parts, ${state} FROM entities WHERE workspace = :workspace AND slug IN ${slugs}
  ON CONFLICT (workspace, slug) DO UPDATE SET state = excluded.state`;

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
}

const PUT = statements(
  keep("(:slug)"),
  `INSERT INTO entities (workspace, slug, name, type, parts)
   VALUES (:workspace, :slug, coalesce(:name, :slug), coalesce(:type, 'other'), :parts)
   ON CONFLICT (workspace, slug) DO UPDATE SET name = coalesce(:name, name), type = coalesce(:type, type), state = 1,
     parts = excluded.parts`,
  `INSERT INTO entity_names (workspace, name, kind, entity, written)
   SELECT :workspace, value->>'slug', 'alias', :slug, value->>'written' FROM json_each(:aliases) WHERE true
   ON CONFLICT (workspace, name, kind, entity) DO UPDATE SET written = excluded.written`,
);

/** Makes an entity, or changes it; from then on it is kept without mentions too. */
export function putEntity(db: Session, { name, type, aliases, ...place }: EntityWrite): Promise<number> {
  const values = { ...place, name: name ?? null, type: type ?? null, aliases: JSON.stringify(aliases) };
  return change(db, values, PUT(db, values));
}

/** Everything of `from` becomes `into`'s, and its slug an alias: what texts name by it counts for `into`. */
const MERGE = statements(
  keep("(:into)"),
  keep("(:from)"),
  `UPDATE OR IGNORE relations SET from_entity = :into WHERE workspace = :workspace AND from_entity = :from AND to_entity <> :into`,
  `UPDATE OR IGNORE relations SET to_entity = :into WHERE workspace = :workspace AND to_entity = :from AND from_entity <> :into`,
  "UPDATE OR IGNORE observations SET entity = :into WHERE workspace = :workspace AND entity = :from",
  "UPDATE entity_names SET entity = :into WHERE workspace = :workspace AND entity = :from AND kind = 'alias'",
  `UPDATE entities SET parts = (SELECT json_group_array(DISTINCT p.value) FROM entities e CROSS JOIN json_each(e.parts) p
     WHERE e.workspace = :workspace AND e.slug IN (:from, :into)) WHERE workspace = :workspace AND slug = :into`,
  `INSERT INTO entity_names (workspace, name, kind, entity, written) VALUES (:workspace, ${FROM}, 'alias', ${INTO},
     (SELECT name FROM entities WHERE workspace = :workspace AND slug = :from))`,
  "DELETE FROM entities WHERE workspace = :workspace AND slug = :from",
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

const SPLIT = statements(
  "DELETE FROM entity_names WHERE workspace = :workspace AND kind = 'alias' AND name = :slug",
  `INSERT INTO entities (workspace, slug, name, type, parts) VALUES (:workspace, :slug, :name, :type, :parts)`,
  `UPDATE entity_names SET entity = :slug WHERE workspace = :workspace AND kind = 'alias' AND entity = :from
   AND name IN (SELECT value FROM json_each(:aliases))`,
  "UPDATE entities SET parts = :partsLeft, state = 1 WHERE workspace = :workspace AND slug = :from",
);

/** Some aliases become an entity of their own, with all that was found under them. */
export function splitEntity(db: Session, split: Split): Promise<number> {
  const values = { ...split, aliases: JSON.stringify(split.aliases) };
  return change(db, values, SPLIT(db, values));
}

const HIDE = statements(
  "DELETE FROM relations WHERE workspace = :workspace AND from_entity = :slug",
  "DELETE FROM relations WHERE workspace = :workspace AND to_entity = :slug",
  "DELETE FROM observations WHERE workspace = :workspace AND entity = :slug",
  keep("(:slug)", -1),
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
  `INSERT INTO relations (workspace, from_entity, type, to_entity) VALUES (:workspace, ${FROM}, :type, ${INTO})
   ON CONFLICT DO NOTHING`,
  keep("(:from, :into)"),
);

/** Adds a relation by hand; both ends are kept from then on. */
export const putRelation = (db: Session, relation: RelationWrite): Promise<number> =>
  change(db, { ...relation }, RELATE(db, { ...relation }));

const UNRELATE = statement(`DELETE FROM relations
  WHERE workspace = :workspace AND from_entity = :from AND type = :type AND to_entity = :into RETURNING 1`);
const COUNT_TEXTS = statement<{ readonly texts: number }>(`SELECT count(DISTINCT ${SAID.chunk}) AS texts
  FROM ${spotsOf(":from")} n CROSS JOIN json_each(n.spot, '$.to') said
  WHERE ${SAID.type} = :type AND ${entityOf(SAID.other)} = :into AND ${documentIsThere("n.document")}`);

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
  `INSERT INTO observations (num, workspace, entity, text, at) VALUES (${RANDOM_NUMBER}, :workspace, ${ENTITY}, :text, :nowMs)
   ON CONFLICT (workspace, entity, text) DO NOTHING`,
  keep("(:slug)"),
);

/** Adds a remark; the same one is kept once. */
export const putRemark = (
  db: Session,
  write: EntityPlace & { readonly text: string; readonly nowMs: number },
): Promise<number> => change(db, { ...write }, ADD_REMARK(db, { ...write }));

type RemarkPlace = EntityPlace & { readonly id: number };

const HAS_REMARK = statement(
  "SELECT 1 FROM observations WHERE num = :id AND workspace = :workspace AND entity = :slug",
);

/** Whether an entity has the remark. */
export const hasRemark = async (db: Session, remark: RemarkPlace): Promise<boolean> =>
  (await db.first(HAS_REMARK, { ...remark })) !== undefined;

const DELETE_REMARK = statements(
  "DELETE FROM observations WHERE num = :id AND workspace = :workspace AND entity = :slug",
);

/** Deletes a remark, if there is one of that id. Answers the version; throws `conflict`. */
export const deleteRemark = (db: Session, remark: RemarkPlace): Promise<number> =>
  change(db, { ...remark }, DELETE_REMARK(db, { ...remark }));
