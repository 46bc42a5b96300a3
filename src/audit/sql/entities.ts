import { answer, type TableAudit } from "./audit-sql.ts";

/** A mention of entity `e` in no chunk of its workspace. */
const STRAY = `EXISTS (SELECT 1 FROM mentions m LEFT JOIN chunks c ON c.rid = m.chunk AND c.workspace = e.workspace
  WHERE m.entity = e.num AND c.rid IS NULL)`;

const COUNTED = "(SELECT count(*), coalesce(sum(m.evidence), 0) FROM mentions m WHERE m.entity = e.num)";

/** What chunk `c` is said to name, or to say of two entities, and no entity of its workspace is. */
const UNNAMED = (
  c: string,
): string => `(EXISTS (SELECT 1 FROM mentions m LEFT JOIN entities e ON e.num = m.entity
    WHERE m.chunk = ${c}.rid AND e.workspace IS NOT ${c}.workspace)
  OR EXISTS (SELECT 1 FROM relations r LEFT JOIN entities e ON e.num = r.from_entity LEFT JOIN entities t ON t.num = r.to_entity
    WHERE r.chunk = ${c}.rid AND (e.workspace IS NOT ${c}.workspace OR t.workspace IS NOT ${c}.workspace)))`;

const MINE = "c.workspace = :workspace AND c.rid IN (SELECT CAST(value AS INTEGER) FROM json_each(:keys))";
const STRANGE = (entity: string): string =>
  `NOT EXISTS (SELECT 1 FROM entities e WHERE e.num = ${entity} AND e.workspace = :workspace)`;

/** What must hold between chunks and the entities that they name. */
export const ENTITY_AUDITS = {
  entity_counts: {
    scan: ({ workspace, after, limit }) => ({
      sql: answer(`SELECT e.slug AS place, e.slug AS id, e.slug AS key, NULL AS note,
          ((e.mentions, e.evidence) <> ${COUNTED} OR ${STRAY}) AS wrong
        FROM entities e WHERE e.workspace = :workspace AND e.slug > :after ORDER BY e.slug LIMIT :limit`),
      values: { workspace, after, limit },
    }),
    mend: () => [
      `DELETE FROM mentions WHERE entity IN (SELECT num FROM entities WHERE workspace = :workspace
         AND slug IN (SELECT value FROM json_each(:keys)))
         AND NOT EXISTS (SELECT 1 FROM chunks c WHERE c.rid = mentions.chunk AND c.workspace = :workspace)`,
      `UPDATE entities AS e SET (mentions, evidence) = ${COUNTED}
       WHERE e.workspace = :workspace AND e.slug IN (SELECT value FROM json_each(:keys))`,
    ],
  },
  mention_without_entity: {
    scan: ({ workspace, after, limit }) => {
      const [hash = "", rid = "0"] = after.split(" ");
      return {
        sql: answer(`SELECT c.embed_hash || printf(' %016d', c.rid) AS place, c.id, CAST(c.rid AS TEXT) AS key,
            NULL AS note, ${UNNAMED("c")} AS wrong
          FROM chunks c WHERE c.workspace = :workspace AND (c.embed_hash, c.rid) > (:hash, CAST(:rid AS INTEGER))
          ORDER BY c.embed_hash, c.rid LIMIT :limit`),
        values: { workspace, hash, rid, limit },
      };
    },
    mend: () => [
      `DELETE FROM mentions WHERE chunk IN (SELECT c.rid FROM chunks c WHERE ${MINE}) AND ${STRANGE("mentions.entity")}`,
      `DELETE FROM relations WHERE chunk IN (SELECT c.rid FROM chunks c WHERE ${MINE})
         AND (${STRANGE("relations.from_entity")} OR ${STRANGE("relations.to_entity")})`,
    ],
  },
} as const satisfies Readonly<Record<string, TableAudit>>;
