import { VOTE_HALF_LIFE_MS, weightSql } from "../../database/vote-sql.ts";
import { answer, type TableAudit } from "./audit-sql.ts";

/** Sums of the same votes made at different times differ by what floating point loses. */
const TOLERANCE = 1e-6;

/** `now`: at which both are compared. */
const sumOf = (
  chunk: string,
  now: string,
): string => `(SELECT sum(f.value * ${weightSql("f", now)}) FROM feedback f
  WHERE f.workspace = ?1 AND f.chunk = ${chunk})`;

/** What must hold between votes and the chunks that they are on. */
export const VOTE_AUDITS = {
  wrong_votes: {
    scan: ({ workspace, after, limit, nowMs }) => {
      const [hash = "", rid = "0"] = after.split(" ");
      const kept = `c.votes_net * pow(0.5, max(0, ?5 - c.votes_at) / ${VOTE_HALF_LIFE_MS}.0)`;
      return {
        sql: answer(
          `SELECT c.embed_hash || printf(' %016d', c.rid) AS place, c.id, CAST(c.rid AS TEXT) AS key, NULL AS note,
             (c.votes_at IS NOT NULL AND abs(${kept} - coalesce(${sumOf("c.id", "?5")}, 0)) > ${TOLERANCE}) AS wrong
           FROM chunks c WHERE c.workspace = ?1 AND (c.embed_hash, c.rid) > (?2, CAST(?3 AS INTEGER))
           ORDER BY c.embed_hash, c.rid LIMIT ?4`,
        ),
        params: [workspace, hash, rid, limit, nowMs],
      };
    },
    mend: () => [
      `UPDATE chunks SET votes_net = ${sumOf("chunks.id", "?3")},
         votes_at = (SELECT ?3 FROM feedback f WHERE f.workspace = ?1 AND f.chunk = chunks.id LIMIT 1)
       WHERE rid IN (SELECT CAST(value AS INTEGER) FROM json_each(?2)) AND workspace = ?1`,
      "UPDATE workspaces SET version = version + 1 WHERE num = ?1 AND json_array_length(?2) > 0 AND ?3 > 0",
    ],
  },
} as const satisfies Readonly<Record<string, TableAudit>>;
