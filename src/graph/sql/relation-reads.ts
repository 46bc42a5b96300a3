import { documentIsThere, entityOf, SAID, slugsOf } from "../../database/fragments/entity-sql.ts";
import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import type { CitedChunk, RelationRow } from "../../search/sql/graph-types.ts";
import { CITED, LAST, ofEachName } from "./mention-reads.ts";

/** What a spot says of an entity `j.value` and others; what goes by its own aliases is not another. */
const said = (
  spot: string,
  side: "to" | "by",
  document: string,
): string => `json_each(${spot}, '$.${side}') said
  WHERE ${entityOf(SAID.other)} <> j.value AND ${documentIsThere(document)}`;
const SAID_COLUMNS = `${SAID.chunk} AS chunk, ${SAID.type} AS type, ${entityOf(SAID.other)} AS other`;

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
