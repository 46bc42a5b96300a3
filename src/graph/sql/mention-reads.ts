import {
  documentIsThere,
  entitiesSql,
  IS_LEFT,
  IS_SHOWN,
  slugsOf,
} from "../../database/fragments/entity-sql.ts";
import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import type { CitedChunk, EntityRow } from "../../search/sql/graph-types.ts";
import { ENTITY_COLUMNS, entityRow, type RawEntity } from "./graph-reads.ts";

/** A chunk `c` of document `d` as a citation. */
export const CITED = `json_object('id', c.id, 'root', d.root, 'path', d.path, 'startLine', c.start_line, 'endLine', c.end_line,
  'startColumn', c.start_column, 'endColumn', c.end_column)`;

/** After every date, document and chunk. */
export const LAST = Number.MAX_SAFE_INTEGER;

/** Rows of an entity's own slug and of each of its aliases; a query for one slug ends where it has enough. */
export const ofEachName = (
  entity: string,
  columns: readonly string[],
  rowsOf: (slug: string) => string,
): string => {
  const list = `SELECT json_group_array(json_array(${columns.join(", ")})) FROM (${rowsOf("a.name")})`;
  return `SELECT * FROM (${rowsOf(entity)})
    UNION ALL SELECT ${columns.map((_, at) => `row.value->>${at}`).join(", ")} FROM entity_names a CROSS JOIN json_each((${list})) row
      WHERE a.workspace = :workspace AND a.entity = ${entity} AND a.kind = 'alias'`;
};

/** Chunks that name an entity, newest first, each once: columns at, document, chunk. */
const placesSql = (
  entity: string,
  isAfter: (place: string, at: string) => string = () => "true",
): string => `SELECT DISTINCT at, document, chunk FROM (
    SELECT spot.value->>'at' AS at, CAST(spot.key AS INTEGER) AS document, CAST(passage.key AS INTEGER) AS chunk
      FROM mentions m CROSS JOIN json_each(m.spots) spot CROSS JOIN json_each(spot.value, '$.in') passage
      WHERE m.workspace = :workspace AND m.slug IN ${slugsOf(entity)}
    UNION ALL ${ofEachName(
      entity,
      ["at", "document", "chunk"],
      (
        slug,
      ) => `SELECT o.at AS at, o.document AS document, CAST(passage.key AS INTEGER) AS chunk FROM more_mentions o
        CROSS JOIN json_each(o.spot, '$.in') passage WHERE o.workspace = :workspace AND o.slug = ${slug}
          AND ${isAfter("(o.at, o.document, CAST(passage.key AS INTEGER))", "o.at")} AND ${documentIsThere("o.document")}
        ORDER BY o.at DESC, o.document DESC, CAST(passage.key AS INTEGER) DESC LIMIT :limit`,
    )})
  WHERE ${isAfter("(at, document, chunk)", "at")} AND ${documentIsThere("document")}
  ORDER BY 1 DESC, 2 DESC, 3 DESC LIMIT :limit`;

/** The places with their chunks, as `RawPlace`, in no order. */
const citedSql = (places: string): string => `SELECT json_array(p.at, p.document, p.chunk, ${CITED}) AS cited
  FROM (${places}) p CROSS JOIN chunks c ON c.rid = p.chunk CROSS JOIN documents d ON d.num = c.document`;

type RawPlace = readonly [at: number, document: number, rid: number, chunk: CitedChunk];

const newestFirst = (places: readonly RawPlace[]): readonly RawPlace[] =>
  places.toSorted((a, b) => b[0] - a[0] || b[1] - a[1] || b[2] - a[2]);

const CITED_ENTITIES = statement<RawEntity & { readonly citations: string }>(
  `${entitiesSql("SELECT value AS slug, key AS place FROM json_each(:slugs)")}
  SELECT ${ENTITY_COLUMNS}, (SELECT json_group_array(json(cited)) FROM (${citedSql(placesSql("e.slug"))})) AS citations
  FROM e WHERE ${IS_SHOWN} AND ${IS_LEFT}`,
);

/** Those of some entities that are shown, in their order, each with its newest mentions. */
export async function citedEntities(
  db: Session,
  { workspace, slugs, each }: { workspace: number; slugs: readonly string[]; each: number },
): Promise<readonly (EntityRow & { readonly citations: readonly CitedChunk[] })[]> {
  const rows = await db.all(CITED_ENTITIES, { workspace, slugs: JSON.stringify(slugs), limit: each });
  return rows.map(({ citations, ...row }) => ({
    ...entityRow(row),
    citations: newestFirst(JSON.parse(citations) as RawPlace[]).map(([, , , chunk]) => chunk),
  }));
}

/** A place in the mentions of an entity: date and chunk id, whose number would tell how many all workspaces have. */
export type MentionPlace = readonly [at: number, chunk: string];

const AFTER = "FROM chunks c WHERE c.id = :chunk AND c.workspace = :workspace";

/** The place's chunk by its numbers; of a deleted one the last that its date can have. */
const MENTIONS = statement<{ readonly cited: string }>(
  citedSql(
    placesSql(
      ":entity",
      (place, at) => `${at} <= :at AND ${place} < (:at, coalesce((SELECT c.document ${AFTER}), ${LAST}),
        coalesce((SELECT c.rid ${AFTER}), ${LAST}))`,
    ),
  ),
);

/** A page of an entity's mentions, newest first. */
export async function mentionsOf(
  db: Session,
  workspace: number,
  { entity, after: [at, chunk], limit }: { entity: string; after: MentionPlace; limit: number },
): Promise<readonly { readonly place: MentionPlace; readonly chunk: CitedChunk }[]> {
  const rows = await db.all(MENTIONS, { workspace, entity, at, chunk, limit });
  const places = rows.map(({ cited }) => JSON.parse(cited) as RawPlace);
  return newestFirst(places).map(([date, , , cited]) => ({ place: [date, cited.id], chunk: cited }));
}
