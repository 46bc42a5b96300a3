import { isThere } from "../../database/gone-documents.ts";
import { firstRow, rowsOf, type Session } from "../../database/session.ts";
import { ALIASES, IS_SHOWN, namedSql } from "../../search/sql/graph-names.ts";
import type { CitedChunk, EntityRow, ObservationRow, RelationRow } from "../../search/sql/graph-types.ts";

/** Number of a new row that callers are shown: a counter would tell how many all workspaces have made. */
export const RANDOM_NUMBER = "abs(random() >> 12)";

/** The place of a chunk that stands for "by hand": behind every other. */
export const BY_HAND = Number.MAX_SAFE_INTEGER;

const ENTITY_COLUMNS = `e.num, e.slug, e.name, e.type, e.state, e.mentions, ${ALIASES} AS aliases`;

/** A chunk `c` of document `d` as a citation. */
const CITED = `json_object('id', c.id, 'root', d.root, 'path', d.path, 'startLine', c.start_line, 'endLine', c.end_line,
  'startColumn', c.start_column, 'endColumn', c.end_column)`;

/** Its texts are not all deleted and waiting to be emptied. Looked at only where such a deletion waits. */
const IS_LEFT = `(e.state = 1 OR NOT EXISTS (SELECT 1 FROM deletions x WHERE x.workspace = e.workspace)
  OR EXISTS (SELECT 1 FROM mentions m CROSS JOIN chunks c ON c.rid = m.chunk
    CROSS JOIN documents d ON d.num = c.document WHERE m.entity = e.num AND ${isThere("d")}))`;

type RawEntity = Omit<EntityRow, "aliases"> & { readonly aliases: string };

const entityRow = (row: RawEntity): EntityRow => ({ ...row, aliases: JSON.parse(row.aliases) as string[] });

/** The entity that goes by a slug or an alias; also one that is not shown. */
export async function findEntity(
  session: Session,
  workspace: number,
  slug: string,
): Promise<EntityRow | undefined> {
  const sql = `SELECT ${ENTITY_COLUMNS} FROM entities e WHERE e.num = coalesce(
    (SELECT num FROM entities WHERE workspace = ?1 AND slug = ?2),
    (SELECT entity FROM entity_names WHERE workspace = ?1 AND name = ?2 AND kind = 'alias'))`;
  const [found] = await session.batch([session.prepare(sql).bind(workspace, slug)]);
  const row = firstRow<RawEntity>(found);
  return row && entityRow(row);
}

/** Whether readers see an entity. */
export async function isShown(session: Session, num: number): Promise<boolean> {
  const sql = `SELECT 1 FROM entities e WHERE e.num = ? AND ${IS_SHOWN} AND ${IS_LEFT}`;
  const [found] = await session.batch([session.prepare(sql).bind(num)]);
  return firstRow(found) !== undefined;
}

export interface EntityPage {
  readonly workspace: number;
  /** Of the slug. */
  readonly prefix: string;
  readonly type: string | undefined;
  /** Slug that the page begins after. */
  readonly after: string;
  readonly limit: number;
}

/** Entities by slug. */
export async function listEntities(session: Session, page: EntityPage): Promise<readonly EntityRow[]> {
  const { workspace, prefix, type = null, after, limit } = page;
  const sql = `SELECT ${ENTITY_COLUMNS} FROM entities e WHERE e.workspace = ?1 AND e.slug > ?2 AND e.slug >= ?3
    AND e.slug < ?3 || char(1114111) AND (?4 IS NULL OR e.type = ?4) AND ${IS_SHOWN} AND ${IS_LEFT}
    ORDER BY e.slug LIMIT ?5`;
  const [rows] = await session.batch([session.prepare(sql).bind(workspace, after, prefix, type, limit)]);
  return rowsOf<RawEntity>(rows).map(entityRow);
}

/** Numbers of the shown entities that the slugs name, the most telling first. */
export async function entitiesNamed(
  session: Session,
  workspace: number,
  slugs: readonly string[],
): Promise<readonly EntityRow[]> {
  const sql = `WITH named AS MATERIALIZED (${namedSql("?1", "?2")}) SELECT ${ENTITY_COLUMNS}
    FROM named CROSS JOIN entities e ON e.num = named.entity WHERE ${IS_SHOWN} AND ${IS_LEFT} ORDER BY named.place`;
  const [rows] = await session.batch([session.prepare(sql).bind(workspace, JSON.stringify(slugs))]);
  return rowsOf<RawEntity>(rows).map(entityRow);
}

/** Shown entities that some chunks name, those of the first chunk first, the best attested of a chunk first. */
export async function entitiesOfChunks(
  session: Session,
  workspace: number,
  { ids, limit }: { readonly ids: readonly string[]; readonly limit: number },
): Promise<readonly number[]> {
  const sql = `SELECT e.num FROM json_each(?2) j CROSS JOIN chunks c ON c.id = j.value AND c.workspace = ?1
    CROSS JOIN mentions m ON m.chunk = c.rid CROSS JOIN entities e ON e.num = m.entity WHERE ${IS_SHOWN}
    GROUP BY e.num ORDER BY min(j.key), max(m.evidence) DESC, e.slug LIMIT ?3`;
  const [rows] = await session.batch([session.prepare(sql).bind(workspace, JSON.stringify(ids), limit)]);
  return rowsOf<{ num: number }>(rows).map(({ num }) => num);
}

const relationsSql = (end: "from_entity" | "to_entity", limit: string): string => `(
  SELECT json_group_array(json_object('from', source, 'to', target, 'type', type, 'chunk', json(cited))) FROM (
    SELECT r.from_entity AS source, r.to_entity AS target, r.type, iif(c.rid IS NULL, 'null', ${CITED}) AS cited
    FROM relations r LEFT JOIN chunks c ON c.rid = r.chunk LEFT JOIN documents d ON d.num = c.document
    WHERE r.${end} = j.value AND (r.chunk = ${BY_HAND} OR (d.num IS NOT NULL AND ${isThere("d")}))
    ORDER BY r.chunk DESC LIMIT ${limit}))`;

export interface Neighbours {
  readonly entity: number;
  readonly outgoing: readonly RelationRow[];
  readonly incoming: readonly RelationRow[];
}

/** Relations of some entities: by hand first, then of the newest chunks; at most `limit` an entity and direction. */
export async function neighboursOf(
  session: Session,
  entities: readonly number[],
  limit: number,
): Promise<readonly Neighbours[]> {
  const sql = `SELECT j.value AS entity, ${relationsSql("from_entity", "?2")} AS outgoing,
    ${relationsSql("to_entity", "?2")} AS incoming FROM json_each(?1) j`;
  const [rows] = await session.batch([session.prepare(sql).bind(JSON.stringify(entities), limit)]);
  return rowsOf<{ entity: number; outgoing: string; incoming: string }>(rows).map((row) => ({
    entity: row.entity,
    outgoing: JSON.parse(row.outgoing) as RelationRow[],
    incoming: JSON.parse(row.incoming) as RelationRow[],
  }));
}

const mentionsSql = (entity: string): string => `SELECT ${CITED} AS cited, m.at, m.chunk FROM mentions m
  CROSS JOIN chunks c ON c.rid = m.chunk CROSS JOIN documents d ON d.num = c.document
  WHERE m.entity = ${entity} AND ${isThere("d")}`;

export type CitedEntity = EntityRow & { readonly citations: readonly CitedChunk[] };

/** Those of some entities that are shown, each with its newest mentions. */
export async function citedEntities(
  session: Session,
  { workspace, nums, each }: { workspace: number; nums: readonly number[]; each: number },
): Promise<readonly CitedEntity[]> {
  const sql = `SELECT ${ENTITY_COLUMNS}, (SELECT json_group_array(json(cited)) FROM (
      ${mentionsSql("e.num")} ORDER BY m.at DESC, m.chunk DESC LIMIT ?3)) AS citations
    FROM json_each(?2) j CROSS JOIN entities e ON e.num = j.value AND e.workspace = ?1
    WHERE ${IS_SHOWN} AND ${IS_LEFT}`;
  const [rows] = await session.batch([session.prepare(sql).bind(workspace, JSON.stringify(nums), each)]);
  return rowsOf<RawEntity & { citations: string }>(rows).map(({ citations, ...row }) => ({
    ...entityRow(row),
    citations: JSON.parse(citations) as CitedChunk[],
  }));
}

/** A place in the mentions of an entity: date and chunk id, whose number would tell how many all workspaces have. */
export type MentionPlace = readonly [at: number, chunk: string];

/** Number of the chunk of a place; of one that is gone by now, the last that its date can have. */
const RID_OF_PLACE = `coalesce((SELECT c.rid FROM chunks c JOIN entities e ON e.workspace = c.workspace
  WHERE c.id = ?3 AND e.num = ?1), ${BY_HAND})`;

/** A page of an entity's mentions, newest first. */
export async function mentionsOf(
  session: Session,
  { entity, after, limit }: { entity: number; after: MentionPlace; limit: number },
): Promise<readonly { readonly place: MentionPlace; readonly chunk: CitedChunk }[]> {
  const sql = `${mentionsSql("?1")} AND (m.at, m.chunk) < (?2, ${RID_OF_PLACE}) GROUP BY m.at, m.chunk
    ORDER BY m.at DESC, m.chunk DESC LIMIT ?4`;
  const [rows] = await session.batch([session.prepare(sql).bind(entity, after[0], after[1], limit)]);
  return rowsOf<{ cited: string; at: number }>(rows).map(({ cited, at }) => {
    const chunk = JSON.parse(cited) as CitedChunk;
    return { place: [at, chunk.id], chunk };
  });
}

/** Remarks on an entity, oldest first. */
export async function observationsOf(
  session: Session,
  entity: number,
  limit: number,
): Promise<readonly ObservationRow[]> {
  const sql = "SELECT num AS id, text, at FROM observations WHERE entity = ? ORDER BY at, num LIMIT ?";
  const [rows] = await session.batch([session.prepare(sql).bind(entity, limit)]);
  return rowsOf<ObservationRow>(rows);
}
