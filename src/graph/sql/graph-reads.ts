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

/** After every date, document and chunk. */
const LAST = Number.MAX_SAFE_INTEGER;

type RawEntity = Omit<EntityRow, "aliases"> & { readonly aliases: string };

const entityRow = (row: RawEntity): EntityRow => ({ ...row, aliases: JSON.parse(row.aliases) as string[] });

/** Entities of rows with columns `slug` and `place`. */
const reading = (slugs: string, rest = ""): Statement<RawEntity> =>
  statement(`${entitiesSql(slugs)} SELECT ${ENTITY_COLUMNS} FROM e ${rest}`);

const FIND =
  reading(`SELECT iif(EXISTS (SELECT 1 FROM entities h WHERE h.workspace = :workspace AND h.slug = :slug),
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
const PAGE =
  statement<RawEntity>(`SELECT f.slug, f.name, f.type, 0 AS state, ${FOUND.passages} AS mentions, '[]' AS aliases
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
const said = (
  spot: string,
  side: "to" | "by",
  document: string,
): string => `json_each(${spot}, '$.${side}') said
  WHERE ${entityOf(SAID.other)} <> j.value AND ${documentIsThere(document)}`;
const SAID_COLUMNS = `${SAID.chunk} AS chunk, ${SAID.type} AS type, ${entityOf(SAID.other)} AS other`;

/** Rows of an entity's own slug and of each of its aliases; a query for one slug ends where it has enough. */
const ofEachName = (entity: string, columns: readonly string[], rowsOf: (slug: string) => string): string => {
  const list = `SELECT json_group_array(json_array(${columns.join(", ")})) FROM (${rowsOf("a.name")})`;
  return `SELECT * FROM (${rowsOf(entity)})
    UNION ALL SELECT ${columns.map((_, at) => `row.value->>${at}`).join(", ")} FROM entity_names a CROSS JOIN json_each((${list})) row
      WHERE a.workspace = :workspace AND a.entity = ${entity} AND a.kind = 'alias'`;
};

/** What texts say of an entity `j.value` and others, of its own documents and of more the newest each. */
const saidSql = (side: "to" | "by"): string => `SELECT * FROM (
    SELECT CAST(spot.key AS INTEGER) AS document, ${SAID_COLUMNS} FROM mentions m CROSS JOIN json_each(m.spots) spot
      CROSS JOIN ${said("spot.value", side, "CAST(spot.key AS INTEGER)")}
        AND m.workspace = :workspace AND m.slug IN ${slugsOf("j.value")} ORDER BY document DESC, chunk DESC LIMIT :limit)
  UNION ALL ${ofEachName(
    "j.value",
    ["document", "chunk", "type", "other"],
    (
      slug,
    ) => `SELECT o.document AS document, ${SAID_COLUMNS} FROM more_mentions o CROSS JOIN ${said("o.spot", side, "o.document")}
      AND o.workspace = :workspace AND o.slug = ${slug} AND o.has_${side} = 1 ORDER BY o.document DESC LIMIT :limit`,
  )}`;

const relationsSql = (side: "to" | "by"): string => {
  const [own, other] = side === "to" ? ["from_entity", "to_entity"] : ["to_entity", "from_entity"];
  // As the index has them, from its end.
  const order = side === "to" ? "r.type DESC, r.to_entity DESC" : "r.from_entity DESC, r.type DESC";
  return `(SELECT json_group_array(json_object('other', other, 'type', type, 'place', json_array(document, chunk), 'cited', json(cited)))
    FROM (SELECT * FROM (SELECT r.${other} AS other, r.type, 'null' AS cited, ${LAST} AS document, 0 AS chunk
      FROM relations r WHERE r.workspace = :workspace AND r.${own} = j.value ORDER BY ${order} LIMIT :limit)
    UNION ALL SELECT s.other, s.type, ${CITED}, s.document, s.chunk FROM (${saidSql(side)}) s
      CROSS JOIN chunks c ON c.rid = s.chunk CROSS JOIN documents d ON d.num = c.document))`;
};

const NEIGHBOURS = statement<{ slug: string; outgoing: string; incoming: string }>(
  `SELECT j.value AS slug, ${relationsSql("to")} AS outgoing, ${relationsSql("by")} AS incoming FROM json_each(:entities) j`,
);

interface RawRelation {
  readonly other: string;
  readonly type: string;
  readonly place: readonly [document: number, chunk: number];
  readonly cited: CitedChunk | null;
}

/** By hand first, then of the newest documents. */
const inOrder = (json: string, limit: number): readonly RawRelation[] =>
  (JSON.parse(json) as RawRelation[])
    .sort(({ place: a }, { place: b }) => b[0] - a[0] || b[1] - a[1])
    .slice(0, limit);

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
  return rows.map(({ slug, outgoing, incoming }) => ({
    outgoing: inOrder(outgoing, limit).map(({ other, type, cited }) => ({
      from: slug,
      to: other,
      type,
      chunk: cited,
    })),
    incoming: inOrder(incoming, limit).map(({ other, type, cited }) => ({
      from: other,
      to: slug,
      type,
      chunk: cited,
    })),
  }));
}

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
