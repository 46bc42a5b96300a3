import { jsonParts } from "./json-rows.ts";
import type { Session } from "./session.ts";
import { type Bound, type Statement, statement, type Values } from "./statement.ts";

/** The names that a chunk mentions, and what it says of two of them. */
export interface NamesWrite {
  readonly chunkId: string;
  readonly names: readonly NameWrite[];
  /** Between slugs of names of the same document. */
  readonly relations: readonly { readonly from: string; readonly to: string; readonly type: string }[];
}

export interface NameWrite {
  readonly slug: string;
  readonly name: string;
  readonly type: string;
  /** Hundredths. */
  readonly evidence: number;
  /** Slugs of words that may stand for it. */
  readonly parts: readonly string[];
}

// Names are written after their chunks: what was known of a written chunk went with it (a trigger), so that only new
// rows are made here, and counted once. `:rows` is JSON throughout.

/** An alias stands for its entity, in whatever is found from then on. */
const ALIAS = (names: string, slug: string) =>
  `LEFT JOIN entity_names ${names} ON ${names}.workspace = :workspace AND ${names}.name = ${slug} AND ${names}.kind = 'alias'`;

const ENTITY = (entities: string, slug: string) =>
  `LEFT JOIN entities ${entities} ON ${entities}.workspace = :workspace AND ${entities}.slug = ${slug}`;

/** A better type than none replaces it, and a name with fewer signs the other, unless somebody chose them. */
const INSERT_ENTITIES = statement(`INSERT INTO entities (workspace, slug, name, type, parts)
  SELECT :workspace, j.value->>'slug', j.value->>'name', j.value->>'type', j.value->>'parts' FROM json_each(:rows) j
  ${ALIAS("a", "j.value->>'slug'")} WHERE a.entity IS NULL
  ON CONFLICT (workspace, slug) DO UPDATE SET
    name = iif(length(excluded.name) < length(entities.name), excluded.name, entities.name),
    type = iif(entities.type = 'other', excluded.type, entities.type)
    WHERE entities.state = 0 AND ((entities.type = 'other' AND excluded.type <> 'other')
      OR length(excluded.name) < length(entities.name))`);

/** Rows of the chunks that still wait for what a model said of them: one that was written again lost its lease. */
const IS_MINE = "CROSS JOIN name_requests x ON x.chunk = c.id AND x.lease = :lease";

/** Mentions as they are to be. */
const placed = (
  guard: string,
): string => `SELECT coalesce(a.entity, e.num) AS entity, coalesce(d.dated_at, 0) AS at,
    c.rid AS chunk, iif(a.entity IS NULL, '', n.value->>0) AS alias, n.value->>1 AS evidence
  FROM json_each(:rows) j CROSS JOIN chunks c ON c.id = j.value->>'chunk' AND c.workspace = :workspace ${guard}
  CROSS JOIN documents d ON d.num = c.document CROSS JOIN json_each(j.value, '$.names') n
  ${ALIAS("a", "n.value->>0")} ${ENTITY("e", "n.value->>0")}
  WHERE coalesce(a.entity, e.num) IS NOT NULL`;

const insertMentions = (guard = "") =>
  statement(
    `INSERT INTO mentions (entity, at, chunk, alias, evidence) ${placed(guard)} ON CONFLICT DO NOTHING`,
  );
const INSERT_MENTIONS = insertMentions();
const ADD_MENTIONS = insertMentions(IS_MINE);

/** What texts alone say of the same names goes first, so that each row is counted once (a trigger counts it out). */
const DELETE_PLACED = statement(`DELETE FROM mentions WHERE (entity, at, chunk, alias) IN
  (SELECT entity, at, chunk, alias FROM (${placed(IS_MINE)}))`);

/** Adds mentions to what is counted of their entities. */
const counting = (mentions: string) =>
  statement(`UPDATE entities SET mentions = entities.mentions + t.mentions, evidence = entities.evidence + t.evidence
  FROM (SELECT entity, count(*) AS mentions, sum(evidence) AS evidence FROM (${mentions}) GROUP BY entity) t
  WHERE entities.num = t.entity`);

const COUNT_PLACED = counting(placed(IS_MINE));
const COUNT = counting(`SELECT m.entity, m.evidence FROM json_each(:rows) j
  CROSS JOIN chunks c ON c.id = j.value->>'chunk' AND c.workspace = :workspace
  CROSS JOIN mentions m ON m.chunk = c.rid`);

const insertRelations = (guard = "") =>
  statement(`INSERT INTO relations (from_entity, chunk, type, to_entity)
  SELECT coalesce(fa.entity, f.num) AS source, c.rid, j.value->>'type', coalesce(ta.entity, t.num) AS target
  FROM json_each(:rows) j CROSS JOIN chunks c ON c.id = j.value->>'chunk' AND c.workspace = :workspace ${guard}
  ${ALIAS("fa", "j.value->>'from'")} ${ENTITY("f", "j.value->>'from'")}
  ${ALIAS("ta", "j.value->>'to'")} ${ENTITY("t", "j.value->>'to'")}
  WHERE source IS NOT NULL AND target IS NOT NULL AND source <> target ON CONFLICT DO NOTHING`);
const INSERT_RELATIONS = insertRelations();
const ADD_RELATIONS = insertRelations(IS_MINE);

type NamesJson = Readonly<Record<"entities" | "mentions" | "relations", readonly string[]>>;

/** Each entity of the chunks once, their mentions, their relations. */
export function namesJson(chunks: readonly NamesWrite[]): NamesJson {
  const entities = new Map<string, Pick<NameWrite, "slug" | "name" | "type"> & { parts: string | null }>();
  for (const { slug, name, type, parts } of chunks.flatMap(({ names }) => names)) {
    const before = entities.get(slug);
    entities.set(slug, {
      slug,
      name: before !== undefined && before.name.length <= name.length ? before.name : name,
      type: before === undefined || before.type === "other" ? type : before.type,
      parts: before?.parts ?? (parts.length > 0 ? JSON.stringify(parts) : null),
    });
  }
  return {
    entities: jsonParts([...entities.values()]),
    mentions: jsonParts(chunks.filter(({ names }) => names.length > 0).map(mentionsOf)),
    relations: jsonParts(
      chunks.flatMap(({ chunkId, relations }) =>
        relations.map((relation) => ({ chunk: chunkId, ...relation })),
      ),
    ),
  };
}

const mentionsOf = ({ chunkId, names }: NamesWrite) => ({
  chunk: chunkId,
  names: names.map(({ slug, evidence }) => [slug, evidence]),
});

const each = (db: Session, sql: Statement, parts: readonly string[], values: Values): Bound[] =>
  parts.map((rows) => db.bind(sql, { ...values, rows }));

/** The statements that write them: after the chunks, before the workspace's version rises. */
export const nameStatements = (
  db: Session,
  workspace: number,
  { entities, mentions, relations }: NamesJson,
): readonly Bound[] => [
  ...each(db, INSERT_ENTITIES, entities, { workspace }),
  ...each(db, INSERT_MENTIONS, mentions, { workspace }),
  ...each(db, COUNT, mentions, { workspace }),
  ...each(db, INSERT_RELATIONS, relations, { workspace }),
];

/**
 * The statements that add what a model said of the chunks that `lease` still holds to what is known of them. A name that
 * is known already weighs from now on as the model's.
 */
export const modelNameStatements = (
  db: Session,
  values: { readonly workspace: number; readonly lease: string },
  { entities, mentions, relations }: NamesJson,
): readonly Bound[] => [
  ...each(db, INSERT_ENTITIES, entities, values),
  ...mentions.flatMap((rows) =>
    [DELETE_PLACED, ADD_MENTIONS, COUNT_PLACED].flatMap((sql) => each(db, sql, [rows], values)),
  ),
  ...each(db, ADD_RELATIONS, relations, values),
];
