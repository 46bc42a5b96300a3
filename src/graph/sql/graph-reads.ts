import {
  aliasesOf,
  countsOf,
  documentIsThere,
  entitiesSql,
  entityOf,
  hasTexts,
  IS_LEFT,
  IS_SHOWN,
  SAID,
  SHOWN_EVIDENCE,
  slugsOf,
} from "../../database/entity-sql.ts";
import type { Session } from "../../database/session.ts";
import { type Statement, statement } from "../../database/statement.ts";
import { NAMED_SLUGS } from "../../search/arms/entity/named-entities.ts";
import type { CitedChunk, EntityRow, RelationRow, RemarkRow } from "../../search/sql/graph-types.ts";

/** Number of a new row that callers are shown: a counter would tell how many all workspaces have made. */
export const RANDOM_NUMBER = "abs(random() >> 12)";

const ENTITY_COLUMNS = "e.slug, e.name, e.type, e.state, e.mentions, e.aliases";

/** A chunk `c` of document `d` as a citation. */
const CITED = `json_object('id', c.id, 'root', d.root, 'path', d.path, 'startLine', c.start_line, 'endLine', c.end_line,
  'startColumn', c.start_column, 'endColumn', c.end_column)`;

type RawEntity = Omit<EntityRow, "aliases"> & { readonly aliases: string };

const entityRow = (row: RawEntity): EntityRow => ({ ...row, aliases: JSON.parse(row.aliases) as string[] });

/** Entities of rows with columns `slug` and `place`. */
const reading = (slugs: string, rest = ""): Statement<RawEntity> =>
  statement(`${entitiesSql(slugs)} SELECT ${ENTITY_COLUMNS} FROM e ${rest}`);

const FIND = reading(`SELECT iif(EXISTS (SELECT 1 FROM entities h WHERE h.workspace = :workspace AND h.slug = :slug),
  :slug, ${entityOf(":slug")}) AS slug, 0 AS place`);

/** The entity that goes by a slug or an alias; also one that is not shown. */
export async function findEntity(
  db: Session,
  workspace: number,
  slug: string,
): Promise<EntityRow | undefined> {
  const row = await db.first(FIND, { workspace, slug });
  return row && entityRow(row);
}

const SHOWN = reading("SELECT :slug AS slug, 0 AS place", `WHERE ${IS_SHOWN} AND ${IS_LEFT}`);

/** Whether readers see the entity of a slug. */
export const isShown = async (db: Session, workspace: number, slug: string): Promise<boolean> =>
  (await db.first(SHOWN, { workspace, slug })) !== undefined;

interface EntityPage {
  readonly workspace: number;
  /** Of the slug. */
  readonly prefix: string;
  readonly type: string | undefined;
  /** Slug that the page begins after. */
  readonly after: string;
  readonly limit: number;
}

const onPage = (table: string): string => `${table}.workspace = :workspace AND ${table}.slug > :after
  AND ${table}.slug >= :prefix AND ${table}.slug < :prefix || char(1114111)`;
const isOfType = (table: string): string => `(:type IS NULL OR ${table}.type = :type)`;
const FOUND = countsOf("f");

/** What is found and what is made, each in the order of its table, so that a page reads little more than it shows. */
const PAGE = statement<RawEntity>(`SELECT f.slug, f.name, f.type, 0 AS state, ${FOUND.passages} AS mentions, '[]' AS aliases
    FROM mentions f WHERE ${onPage("f")} AND ${FOUND.evidence} >= ${SHOWN_EVIDENCE} AND ${isOfType("f")}
      AND NOT EXISTS (SELECT 1 FROM entities h WHERE h.workspace = :workspace AND h.slug = f.slug)
      AND NOT EXISTS (SELECT 1 FROM entity_names a WHERE a.workspace = :workspace AND a.name = f.slug AND a.kind = 'alias')
      AND ${hasTexts("f.slug")}
  UNION ALL
  SELECT h.slug, h.name, h.type, h.state, (SELECT coalesce(sum(${countsOf("m").passages}), 0) FROM mentions m
      WHERE m.workspace = :workspace AND m.slug IN ${slugsOf("h.slug")}), ${aliasesOf("h.slug")}
    FROM entities h WHERE ${onPage("h")} AND h.state = 1 AND ${isOfType("h")}
  ORDER BY slug LIMIT :limit`);

/** Shown entities by slug. */
export async function listEntities(db: Session, page: EntityPage): Promise<readonly EntityRow[]> {
  return (await db.all(PAGE, { ...page, type: page.type ?? null })).map(entityRow);
}

const NAMED = reading(NAMED_SLUGS, `WHERE ${IS_SHOWN} AND ${IS_LEFT} ORDER BY e.place`);

/** The shown entities that the slugs name, the most telling first. */
export async function entitiesNamed(
  db: Session,
  workspace: number,
  slugs: readonly string[],
): Promise<readonly EntityRow[]> {
  return (await db.all(NAMED, { workspace, slugs: JSON.stringify(slugs) })).map(entityRow);
}

/** What some chunks name, with the place of the first such chunk and the best evidence. */
const OF_CHUNKS = `SELECT slug, min(place) AS place, max(told) AS told FROM (
    SELECT ${entityOf("n.value")} AS slug, j.key AS place,
      coalesce(m.spots ->> ('$."' || d.num || '".in."' || c.rid || '"'),
        (SELECT o.spot ->> ('$.in."' || c.rid || '"') FROM more_mentions o WHERE o.workspace = :workspace
          AND o.slug = n.value AND o.at = coalesce(d.dated_at, 0) AND o.document = d.num)) AS told
    FROM json_each(:ids) j CROSS JOIN chunks c ON c.id = j.value AND c.workspace = :workspace
    CROSS JOIN documents d ON d.num = c.document CROSS JOIN json_each(d.names) n
    CROSS JOIN mentions m ON m.workspace = :workspace AND m.slug = n.value)
  WHERE told IS NOT NULL GROUP BY slug`;

const ENTITIES_OF_CHUNKS = statement<{ readonly slug: string }>(
  `${entitiesSql(`SELECT slug, row_number() OVER (ORDER BY place, told DESC, slug) AS place FROM (${OF_CHUNKS})`)}
  SELECT e.slug FROM e WHERE ${IS_SHOWN} ORDER BY e.place LIMIT :limit`,
);

/** Slugs of shown entities that some chunks name, those of the first chunk first, the best attested of a chunk first. */
export async function entitiesOfChunks(
  db: Session,
  workspace: number,
  { ids, limit }: { readonly ids: readonly string[]; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await db.all(ENTITIES_OF_CHUNKS, { workspace, ids: JSON.stringify(ids), limit });
  return rows.map(({ slug }) => slug);
}

/** What a spot says of an entity `j.value` and others; what goes by its own aliases is not another. */
const said = (spot: string, side: "to" | "by", document: string): string => `json_each(${spot}, '$.${side}') said
  WHERE ${entityOf(SAID.other)} <> j.value AND ${documentIsThere(document)}`;
const SAID_COLUMNS = `${SAID.chunk} AS chunk, ${SAID.type} AS type, ${entityOf(SAID.other)} AS other`;

/** A list of the rows of a query that is made for each row before it. */
const eachTime = (columns: string, rows: string): string =>
  `json_each((SELECT json_group_array(json_array(${columns})) FROM (${rows})))`;

/** What texts say of an entity `j.value` and others, of the newest documents first: columns document, chunk, type, other. */
const saidSql = (side: "to" | "by"): string => `SELECT CAST(spot.key AS INTEGER) AS document, ${SAID_COLUMNS}
    FROM mentions m CROSS JOIN json_each(m.spots) spot CROSS JOIN ${said("spot.value", side, "CAST(spot.key AS INTEGER)")}
      AND m.workspace = :workspace AND m.slug IN ${slugsOf("j.value")}
  UNION ALL SELECT more.value->>0, more.value->>1, more.value->>2, more.value->>3 FROM ${slugsOf("j.value")} s
    CROSS JOIN ${eachTime(
      "document, chunk, type, other",
      `SELECT o.document AS document, ${SAID_COLUMNS} FROM more_mentions o CROSS JOIN ${said("o.spot", side, "o.document")}
        AND o.workspace = :workspace AND o.slug = s.slug AND o.has_${side} = 1 ORDER BY o.document DESC LIMIT :limit`,
    )} more
  ORDER BY document DESC, chunk DESC, type DESC, other DESC LIMIT :limit`;

const relationsSql = (side: "to" | "by"): string => {
  const [own, other] = side === "to" ? ["from_entity", "to_entity"] : ["to_entity", "from_entity"];
  // As the index has them, from its end.
  const order = side === "to" ? "r.type DESC, r.to_entity DESC" : "r.from_entity DESC, r.type DESC";
  const ends = side === "to" ? "'from', j.value, 'to', other" : "'from', other, 'to', j.value";
  return `(SELECT json_group_array(json_object(${ends}, 'type', type, 'chunk', json(cited))) FROM (
    SELECT * FROM (SELECT r.${other} AS other, r.type, 'null' AS cited, ${Number.MAX_SAFE_INTEGER} AS document, 0 AS chunk
      FROM relations r WHERE r.workspace = :workspace AND r.${own} = j.value ORDER BY ${order} LIMIT :limit)
    UNION ALL SELECT s.other, s.type, ${CITED}, s.document, s.chunk FROM (${saidSql(side)}) s
      CROSS JOIN chunks c ON c.rid = s.chunk CROSS JOIN documents d ON d.num = c.document
    ORDER BY document DESC, chunk DESC, type DESC, other DESC LIMIT :limit))`;
};

const NEIGHBOURS = statement<{
  outgoing: string;
  incoming: string;
}>(`SELECT ${relationsSql("to")} AS outgoing, ${relationsSql("by")} AS incoming FROM json_each(:entities) j`);

interface Neighbours {
  readonly outgoing: readonly RelationRow[];
  readonly incoming: readonly RelationRow[];
}

/** Relations of some entities: by hand first, then of the newest documents; at most `limit` an entity and direction. */
export async function neighboursOf(
  db: Session,
  workspace: number,
  { slugs, limit }: { readonly slugs: readonly string[]; readonly limit: number },
): Promise<readonly Neighbours[]> {
  const rows = await db.all(NEIGHBOURS, { workspace, entities: JSON.stringify(slugs), limit });
  return rows.map(({ outgoing, incoming }) => ({
    outgoing: JSON.parse(outgoing) as RelationRow[],
    incoming: JSON.parse(incoming) as RelationRow[],
  }));
}

/** Chunks that name an entity, newest first, each once: columns at, document, chunk. */
const placesSql = (
  entity: string,
  isAfter: (place: string, at: string) => string = () => "true",
): string => `SELECT at, document, chunk FROM (
    SELECT spot.value->>'at' AS at, CAST(spot.key AS INTEGER) AS document, CAST(passage.key AS INTEGER) AS chunk
      FROM mentions m CROSS JOIN json_each(m.spots) spot CROSS JOIN json_each(spot.value, '$.in') passage
      WHERE m.workspace = :workspace AND m.slug IN ${slugsOf(entity)}
    UNION ALL SELECT more.value->>0, more.value->>1, more.value->>2 FROM ${slugsOf(entity)} s
      CROSS JOIN ${eachTime(
        "at, document, chunk",
        `SELECT o.at, o.document, CAST(passage.key AS INTEGER) AS chunk FROM more_mentions o
          CROSS JOIN json_each(o.spot, '$.in') passage WHERE o.workspace = :workspace AND o.slug = s.slug
            AND ${isAfter("(o.at, o.document, CAST(passage.key AS INTEGER))", "o.at")} AND ${documentIsThere("o.document")}
          ORDER BY o.at DESC, o.document DESC, CAST(passage.key AS INTEGER) DESC LIMIT :limit`,
      )} more)
  WHERE ${isAfter("(at, document, chunk)", "at")} AND ${documentIsThere("document")}
  GROUP BY 1, 2, 3 ORDER BY 1 DESC, 2 DESC, 3 DESC LIMIT :limit`;

const citedSql = (places: string): string => `SELECT ${CITED} AS cited, p.at FROM (${places}) p
  CROSS JOIN chunks c ON c.rid = p.chunk CROSS JOIN documents d ON d.num = c.document
  ORDER BY p.at DESC, p.document DESC, p.chunk DESC`;

const CITED_ENTITIES = statement<RawEntity & { readonly citations: string }>(
  `${entitiesSql("SELECT value AS slug, key AS place FROM json_each(:slugs)")}
  SELECT ${ENTITY_COLUMNS}, (SELECT json_group_array(json(cited)) FROM (${citedSql(placesSql("e.slug"))})) AS citations
  FROM e WHERE ${IS_SHOWN} AND ${IS_LEFT} ORDER BY e.place`,
);

/** Those of some entities that are shown, in their order, each with its newest mentions. */
export async function citedEntities(
  db: Session,
  { workspace, slugs, each }: { workspace: number; slugs: readonly string[]; each: number },
): Promise<readonly (EntityRow & { readonly citations: readonly CitedChunk[] })[]> {
  const rows = await db.all(CITED_ENTITIES, { workspace, slugs: JSON.stringify(slugs), limit: each });
  return rows.map(({ citations, ...row }) => ({
    ...entityRow(row),
    citations: JSON.parse(citations) as CitedChunk[],
  }));
}

/** A place in the mentions of an entity: date and chunk id, whose number would tell how many all workspaces have. */
export type MentionPlace = readonly [at: number, chunk: string];

const LAST = Number.MAX_SAFE_INTEGER;
const AFTER = "FROM chunks c WHERE c.id = :chunk AND c.workspace = :workspace";

/** The place's chunk by its numbers; of a deleted one the last that its date can have. */
const MENTIONS = statement<{ readonly cited: string; readonly at: number }>(
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
  return rows.map((row) => {
    const cited = JSON.parse(row.cited) as CitedChunk;
    return { place: [row.at, cited.id], chunk: cited };
  });
}

const REMARKS = statement<RemarkRow>(
  "SELECT num AS id, text, at FROM observations WHERE workspace = :workspace AND entity = :entity ORDER BY at, num LIMIT :limit",
);

/** Remarks on an entity, oldest first. */
export const remarksOf = (
  db: Session,
  workspace: number,
  { entity, limit }: { readonly entity: string; readonly limit: number },
): Promise<readonly RemarkRow[]> => db.all(REMARKS, { workspace, entity, limit });

export interface EntityLoad {
  readonly aliases: number;
  readonly remarks: number;
  readonly remarkChars: number;
  /** Relations that begin at it. */
  readonly relations: number;
}

const REMARKED = "FROM observations o WHERE o.workspace = :workspace AND o.entity = :slug";
const LOAD = statement<EntityLoad>(`SELECT
    (SELECT count(*) FROM entity_names a WHERE a.workspace = :workspace AND a.entity = :slug AND a.kind = 'alias') AS aliases,
    (SELECT count(*) ${REMARKED}) AS remarks, (SELECT coalesce(sum(length(o.text)), 0) ${REMARKED}) AS remarkChars,
    (SELECT count(*) FROM relations r WHERE r.workspace = :workspace AND r.from_entity = :slug) AS relations`);

/** What somebody has made of an entity. */
export const entityLoad = (db: Session, workspace: number, slug: string): Promise<EntityLoad | undefined> =>
  db.first(LOAD, { workspace, slug });
