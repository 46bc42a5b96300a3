import { and, eq, getTableColumns, gt, gte, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { isThere } from "../../database/gone-documents.ts";
import { entities } from "../../database/schema/graph.ts";
import type { Session } from "../../database/session.ts";
import { type Statement, statement } from "../../database/statement.ts";
import { ALIASES, IS_SHOWN, namedSql } from "../../search/arms/entity/named-entities.ts";
import type { CitedChunk, EntityRow, RelationRow, RemarkRow } from "../../search/sql/graph-types.ts";

/** Number of a new row that callers are shown: a counter would tell how many all workspaces have made. */
export const RANDOM_NUMBER = "abs(random() >> 12)";

/** Stands for a chunk where a relation was added by hand: after every other. */
export const BY_HAND = Number.MAX_SAFE_INTEGER;

const ENTITY_COLUMNS = `e.num, e.slug, e.name, e.type, e.state, e.mentions, ${ALIASES} AS aliases`;

/** A chunk `c` of document `d` as a citation. */
const CITED = `json_object('id', c.id, 'root', d.root, 'path', d.path, 'startLine', c.start_line, 'endLine', c.end_line,
  'startColumn', c.start_column, 'endColumn', c.end_column)`;

/** False while all its texts are deleted and wait to be emptied; checked only where such a deletion waits. */
const IS_LEFT = `(e.state = 1 OR NOT EXISTS (SELECT 1 FROM deletions x WHERE x.workspace = e.workspace)
  OR EXISTS (SELECT 1 FROM mentions m CROSS JOIN chunks c ON c.rid = m.chunk
    CROSS JOIN documents d ON d.num = c.document WHERE m.entity = e.num AND ${isThere("d")}))`;

type RawEntity = Omit<EntityRow, "aliases"> & { readonly aliases: string };

const entityRow = (row: RawEntity): EntityRow => ({ ...row, aliases: JSON.parse(row.aliases) as string[] });

const reading = (sql: string): Statement<RawEntity> => statement(`SELECT ${ENTITY_COLUMNS} ${sql}`);

const FIND = reading(`FROM entities e WHERE e.num = coalesce(
  (SELECT num FROM entities WHERE workspace = :workspace AND slug = :slug),
  (SELECT entity FROM entity_names WHERE workspace = :workspace AND name = :slug AND kind = 'alias'))`);

/** The entity that goes by a slug or an alias; also one that is not shown. */
export async function findEntity(
  db: Session,
  workspace: number,
  slug: string,
): Promise<EntityRow | undefined> {
  const row = await db.first(FIND, { workspace, slug });
  return row && entityRow(row);
}

const SHOWN = statement(`SELECT 1 FROM entities e WHERE e.num = :num AND ${IS_SHOWN} AND ${IS_LEFT}`);

/** Whether readers see an entity. */
export const isShown = async (db: Session, num: number): Promise<boolean> =>
  (await db.first(SHOWN, { num })) !== undefined;

interface EntityPage {
  readonly workspace: number;
  /** Of the slug. */
  readonly prefix: string;
  readonly type: string | undefined;
  /** Slug that the page begins after. */
  readonly after: string;
  readonly limit: number;
}

const e = alias(entities, "e");
const { workspace: _, evidence: __, parts: ___, ...ROW } = getTableColumns(e);

/** Entities by slug. */
export async function listEntities(
  db: Session,
  { workspace, prefix, type, after, limit }: EntityPage,
): Promise<readonly EntityRow[]> {
  const rows = await db.orm
    .select({ ...ROW, aliases: sql<string>`${sql.raw(ALIASES)}`.as("aliases") })
    .from(e)
    .where(
      and(
        ...[eq(e.workspace, workspace), gt(e.slug, after), gte(e.slug, prefix)],
        sql`${e.slug} < ${prefix} || char(1114111)`,
        type === undefined ? undefined : eq(e.type, type),
        sql.raw(`${IS_SHOWN} AND ${IS_LEFT}`),
      ),
    )
    .orderBy(e.slug)
    .limit(limit);
  return (rows as RawEntity[]).map(entityRow);
}

const NAMED = statement<RawEntity>(`WITH named AS MATERIALIZED (${namedSql(":workspace", ":slugs")})
  SELECT ${ENTITY_COLUMNS} FROM named CROSS JOIN entities e ON e.num = named.entity
  WHERE ${IS_SHOWN} AND ${IS_LEFT} ORDER BY named.place`);

/** The shown entities that the slugs name, the most telling first. */
export async function entitiesNamed(
  db: Session,
  workspace: number,
  slugs: readonly string[],
): Promise<readonly EntityRow[]> {
  return (await db.all(NAMED, { workspace, slugs: JSON.stringify(slugs) })).map(entityRow);
}

const OF_CHUNKS = statement<{
  readonly num: number;
}>(`SELECT e.num FROM json_each(:ids) j CROSS JOIN chunks c ON c.id = j.value
    AND c.workspace = :workspace
  CROSS JOIN mentions m ON m.chunk = c.rid CROSS JOIN entities e ON e.num = m.entity WHERE ${IS_SHOWN}
  GROUP BY e.num ORDER BY min(j.key), max(m.evidence) DESC, e.slug LIMIT :limit`);

/** Shown entities that some chunks name, those of the first chunk first, the best attested of a chunk first. */
export async function entitiesOfChunks(
  db: Session,
  workspace: number,
  { ids, limit }: { readonly ids: readonly string[]; readonly limit: number },
): Promise<readonly number[]> {
  const rows = await db.all(OF_CHUNKS, { workspace, ids: JSON.stringify(ids), limit });
  return rows.map(({ num }) => num);
}

const relationsSql = (end: "from_entity" | "to_entity"): string => `(
  SELECT json_group_array(json_object('from', source, 'to', target, 'type', type, 'chunk', json(cited))) FROM (
    SELECT r.from_entity AS source, r.to_entity AS target, r.type, iif(c.rid IS NULL, 'null', ${CITED}) AS cited
    FROM relations r LEFT JOIN chunks c ON c.rid = r.chunk LEFT JOIN documents d ON d.num = c.document
    WHERE r.${end} = j.value AND (r.chunk = ${BY_HAND} OR (d.num IS NOT NULL AND ${isThere("d")}))
    ORDER BY r.chunk DESC LIMIT :limit))`;

const NEIGHBOURS = statement<{
  outgoing: string;
  incoming: string;
}>(`SELECT ${relationsSql("from_entity")} AS outgoing,
  ${relationsSql("to_entity")} AS incoming FROM json_each(:entities) j`);

interface Neighbours {
  readonly outgoing: readonly RelationRow[];
  readonly incoming: readonly RelationRow[];
}

/** Relations of some entities: by hand first, then of the newest chunks; at most `limit` an entity and direction. */
export async function neighboursOf(
  db: Session,
  nums: readonly number[],
  limit: number,
): Promise<readonly Neighbours[]> {
  const rows = await db.all(NEIGHBOURS, { entities: JSON.stringify(nums), limit });
  return rows.map(({ outgoing, incoming }) => ({
    outgoing: JSON.parse(outgoing) as RelationRow[],
    incoming: JSON.parse(incoming) as RelationRow[],
  }));
}

const mentionsSql = (entity: string): string => `SELECT ${CITED} AS cited, m.at, m.chunk FROM mentions m
  CROSS JOIN chunks c ON c.rid = m.chunk CROSS JOIN documents d ON d.num = c.document
  WHERE m.entity = ${entity} AND ${isThere("d")}`;

const CITED_ENTITIES = statement<
  RawEntity & { readonly citations: string }
>(`SELECT ${ENTITY_COLUMNS}, (SELECT json_group_array(json(cited))
    FROM (${mentionsSql("e.num")} ORDER BY m.at DESC, m.chunk DESC LIMIT :each)) AS citations
  FROM json_each(:nums) j CROSS JOIN entities e ON e.num = j.value AND e.workspace = :workspace
  WHERE ${IS_SHOWN} AND ${IS_LEFT}`);

/** Those of some entities that are shown, each with its newest mentions. */
export async function citedEntities(
  db: Session,
  { workspace, nums, each }: { workspace: number; nums: readonly number[]; each: number },
): Promise<readonly (EntityRow & { readonly citations: readonly CitedChunk[] })[]> {
  const rows = await db.all(CITED_ENTITIES, { workspace, nums: JSON.stringify(nums), each });
  return rows.map(({ citations, ...row }) => ({
    ...entityRow(row),
    citations: JSON.parse(citations) as CitedChunk[],
  }));
}

/** A place in the mentions of an entity: date and chunk id, whose number would tell how many all workspaces have. */
export type MentionPlace = readonly [at: number, chunk: string];

/** The place's chunk by its number; of a deleted one the last that its date can have. */
const MENTIONS = statement<{ readonly cited: string; readonly at: number }>(`${mentionsSql(":entity")}
    AND (m.at, m.chunk) < (:at, coalesce((SELECT c.rid FROM chunks c JOIN entities e ON e.workspace = c.workspace
      WHERE c.id = :chunk AND e.num = :entity), ${BY_HAND}))
  GROUP BY m.at, m.chunk ORDER BY m.at DESC, m.chunk DESC LIMIT :limit`);

/** A page of an entity's mentions, newest first. */
export async function mentionsOf(
  db: Session,
  { entity, after: [at, chunk], limit }: { entity: number; after: MentionPlace; limit: number },
): Promise<readonly { readonly place: MentionPlace; readonly chunk: CitedChunk }[]> {
  const rows = await db.all(MENTIONS, { entity, at, chunk, limit });
  return rows.map((row) => {
    const cited = JSON.parse(row.cited) as CitedChunk;
    return { place: [row.at, cited.id], chunk: cited };
  });
}

const REMARKS = statement<RemarkRow>(
  "SELECT num AS id, text, at FROM observations WHERE entity = :entity ORDER BY at, num LIMIT :limit",
);

/** Remarks on an entity, oldest first. */
export const remarksOf = (db: Session, entity: number, limit: number): Promise<readonly RemarkRow[]> =>
  db.all(REMARKS, { entity, limit });

export interface EntityLoad {
  readonly aliases: number;
  readonly remarks: number;
  readonly remarkChars: number;
  /** Relations that begin at it. */
  readonly relations: number;
}

const LOAD = statement<EntityLoad>(`SELECT
    (SELECT count(*) FROM entity_names n WHERE n.entity = e.num AND n.kind = 'alias') AS aliases,
    (SELECT count(*) FROM observations o WHERE o.entity = e.num) AS remarks,
    (SELECT coalesce(sum(length(o.text)), 0) FROM observations o WHERE o.entity = e.num) AS remarkChars,
    (SELECT count(*) FROM relations r WHERE r.from_entity = e.num AND r.chunk = ${BY_HAND}) AS relations
  FROM entities e WHERE e.workspace = :workspace AND e.slug = :slug`);

/** Undefined: there is no such entity. */
export const entityLoad = (db: Session, workspace: number, slug: string): Promise<EntityLoad | undefined> =>
  db.first(LOAD, { workspace, slug });
