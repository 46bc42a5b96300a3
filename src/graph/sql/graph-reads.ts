import { MEMORY_ROOT } from "../../config.ts";
import {
  aliasesOf,
  countsOf,
  entitiesSql,
  entityOf,
  hasTexts,
  IS_LEFT,
  IS_SHOWN,
  SHOWN_EVIDENCE,
  slugsOf,
} from "../../database/fragments/entity-sql.ts";
import type { Session } from "../../database/session.ts";
import { type Statement, statement } from "../../database/statement.ts";
import { NAMED_SLUGS } from "../../search/arms/entity/named-entities.ts";
import type { EntityRow, RemarkRow } from "../../search/sql/graph-types.ts";

/** Number of a new row that callers are shown: a counter would tell how many all workspaces have made. */
export const RANDOM_NUMBER = "abs(random() >> 12)";

/** Of `e`. */
export const ENTITY_COLUMNS = "e.slug, e.name, e.type, e.state, e.mentions, e.aliases";

export type RawEntity = Omit<EntityRow, "aliases"> & { readonly aliases: string };

/** The row of a statement that answers `ENTITY_COLUMNS`. */
export const entityRow = (row: RawEntity): EntityRow => ({
  ...row,
  aliases: JSON.parse(row.aliases) as string[],
});

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

/** What some chunks and memories name, with the place of the first such chunk and the best evidence. */
const OF_CHUNKS = `SELECT slug, min(place) AS place, max(told) AS told FROM (
    SELECT ${entityOf("n.value")} AS slug, j.key AS place,
      coalesce(m.spots ->> ('$."' || d.num || '".in."' || c.rid || '"'),
        (SELECT o.spot ->> ('$.in."' || c.rid || '"') FROM more_mentions o WHERE o.workspace = :workspace
          AND o.slug = n.value AND o.at = coalesce(d.dated_at, 0) AND o.document = d.num)) AS told
    FROM json_each(:ids) j CROSS JOIN chunks c ON c.rid IN (SELECT o.rid FROM chunks o WHERE o.id = j.value
        UNION ALL SELECT o.rid FROM documents x CROSS JOIN chunks o ON o.document = x.num
          WHERE x.workspace = :workspace AND x.root = '${MEMORY_ROOT}' AND x.path = j.value)
      AND +c.workspace = :workspace
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
