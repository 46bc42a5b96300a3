import {
  documentIsThere,
  entitiesSql,
  entityOf,
  IS_LEFT,
  IS_SHOWN,
  SHOWN_EVIDENCE,
  slugsOf,
} from "../../database/fragments/entity-sql.ts";
import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import type { EntityRow } from "../../search/sql/graph-types.ts";
import { ENTITY_COLUMNS, entityRow, type RawEntity } from "./graph-reads.ts";

// No index has names by how often they are mentioned: it would cost a row written for each mention of any of them.

/** Names that are looked at, in the order of their slugs: all of most workspaces. */
const SCANNED_NAMES = 10_000;
/** Names of more than 32 documents that are looked at beside these: one row read each. */
const SCANNED_HUBS = 5_000;
/** Of the names that lead, as many again as are shown: aliases and names without texts fall away. */
const SPARE = 2;
/** Newest documents of a name, beside the first 32, whose passages are looked at for other names. */
const MORE_DOCUMENTS = 32;
/** Relations by hand among what is shown. */
const MAX_RELATED = 1_000;

/** The slugs of `more_mentions`, each by one look at the index. */
const HUBS = `hubs(slug) AS (SELECT min(o.slug) FROM more_mentions o WHERE o.workspace = :workspace
    UNION ALL SELECT (SELECT min(o.slug) FROM more_mentions o WHERE o.workspace = :workspace AND o.slug > hubs.slug)
      FROM hubs WHERE hubs.slug IS NOT NULL LIMIT ${SCANNED_HUBS})`;

const NAMED = `SELECT f.slug, f.type, f.passages + f.more_passages AS passages, f.evidence + f.more_evidence AS evidence
  FROM mentions f WHERE f.workspace = :workspace`;

const isOfTypes = (type: string): string =>
  `(:types IS NULL OR ${type} IN (SELECT value FROM json_each(:types)))`;

/** The most mentioned names, by what their own rows count, with those made by hand. */
const LEADING = `WITH RECURSIVE ${HUBS}, named AS (
    SELECT * FROM (${NAMED} ORDER BY f.slug LIMIT ${SCANNED_NAMES})
    UNION ${NAMED} AND f.slug IN (SELECT slug FROM hubs)
    UNION SELECT h.slug, h.type, 0, ${SHOWN_EVIDENCE} FROM (SELECT slug, type FROM entities
      WHERE workspace = :workspace AND state = 1 ORDER BY slug LIMIT ${SCANNED_NAMES}) h)
  SELECT n.entity AS slug, sum(n.passages) AS place
    FROM (SELECT *, ${entityOf("named.slug")} AS entity FROM named) n
    LEFT JOIN entities h ON h.workspace = :workspace AND h.slug = n.entity
    WHERE coalesce(h.state, 0) >= 0 AND ${isOfTypes("coalesce(h.type, n.type)")}
    GROUP BY 1 HAVING sum(n.evidence) >= ${SHOWN_EVIDENCE} ORDER BY 2 DESC, 1 LIMIT :limit * ${SPARE}`;

const MOST_MENTIONED = statement<RawEntity>(`${entitiesSql(LEADING)} SELECT ${ENTITY_COLUMNS} FROM e
  WHERE ${IS_SHOWN} AND ${IS_LEFT} AND ${isOfTypes("e.type")}
  ORDER BY e.mentions DESC, e.slug LIMIT :limit`);

/** Shown entities, the most mentioned first; of some types, or all. */
export async function mostMentioned(
  db: Session,
  workspace: number,
  { types, limit }: { readonly types: readonly string[] | undefined; readonly limit: number },
): Promise<readonly EntityRow[]> {
  const asked = { workspace, types: types === undefined ? null : JSON.stringify(types), limit };
  return (await db.all(MOST_MENTIONED, asked)).map(entityRow);
}

const newest = (slug: string): string => `(SELECT json_group_array(json_array(document, json(spot))) FROM (
  SELECT o.document, o.spot FROM more_mentions o WHERE o.workspace = :workspace AND o.slug = ${slug}
  ORDER BY o.at DESC, o.document DESC LIMIT ${MORE_DOCUMENTS}))`;

const PASSAGES = statement<{ readonly slug: string; readonly passages: string }>(`SELECT j.value AS slug,
  (SELECT json_group_array(CAST(passage.key AS INTEGER)) FROM (
      SELECT CAST(spot.key AS INTEGER) AS document, spot.value AS spot FROM mentions m CROSS JOIN json_each(m.spots) spot
        WHERE m.workspace = :workspace AND m.slug IN ${slugsOf("j.value")}
      UNION ALL SELECT more.value->>0, more.value->'$[1]' FROM json_each(${newest("j.value")}) more) n
    CROSS JOIN json_each(n.spot, '$.in') passage WHERE ${documentIsThere("n.document")}) AS passages
  FROM json_each(:slugs) j`);

const RELATED = statement<{
  readonly from: string;
  readonly to: string;
}>(`SELECT r.from_entity AS "from", r.to_entity AS "to"
  FROM json_each(:slugs) j CROSS JOIN relations r ON r.workspace = :workspace AND r.from_entity = j.value
  WHERE r.to_entity IN (SELECT value FROM json_each(:slugs)) LIMIT ${MAX_RELATED}`);

/** Of some entities the numbers of passages that name each, not all of those that very many name, and who is related by hand. */
export async function placesOf(db: Session, workspace: number, slugs: readonly string[]) {
  const asked = { workspace, slugs: JSON.stringify(slugs) };
  const { passages, related } = await db.batch({
    passages: db.bind(PASSAGES, asked),
    related: db.bind(RELATED, asked),
  });
  const places = new Map(passages.map((row) => [row.slug, new Set(JSON.parse(row.passages) as number[])]));
  return { places, related };
}
