import { VOTE_HALF_LIFE_MS, weightSql } from "../../database/vote-sql.ts";
import { answer, type TableAudit } from "./audit-sql.ts";

/** Sums of the same votes made at different times differ by what floating point loses. */
const TOLERANCE = 1e-6;

/** `now`: at which both are compared. */
const sumOf = (
  chunk: string,
  now: string,
): string => `(SELECT sum(f.value * ${weightSql("f", now)}) FROM feedback f
  WHERE f.workspace = :workspace AND f.chunk = ${chunk})`;

/** What must hold between votes and the chunks that they are on. */
export const VOTE_AUDITS = {
  wrong_votes: {
    scan: ({ workspace, after, limit, nowMs }) => {
      const [hash = "", rid = "0"] = after.split(" ");
      const kept = `c.votes_net * pow(0.5, max(0, :now - c.votes_at) / ${VOTE_HALF_LIFE_MS}.0)`;
      return {
        sql: answer(
          `SELECT c.embed_hash || printf(' %016d', c.rid) AS place, c.id, CAST(c.rid AS TEXT) AS key, NULL AS note,
             (c.votes_at IS NOT NULL AND abs(${kept} - coalesce(${sumOf("c.id", ":now")}, 0)) > ${TOLERANCE}) AS wrong
           FROM chunks c WHERE c.workspace = :workspace AND (c.embed_hash, c.rid) > (:hash, CAST(:rid AS INTEGER))
           ORDER BY c.embed_hash, c.rid LIMIT :limit`,
        ),
        values: { workspace, hash, rid, limit, now: nowMs },
      };
    },
    mend: () => [
      `UPDATE chunks SET votes_net = ${sumOf("chunks.id", ":now")},
         votes_at = (SELECT :now FROM feedback f WHERE f.workspace = :workspace AND f.chunk = chunks.id LIMIT 1)
       WHERE rid IN (SELECT CAST(value AS INTEGER) FROM json_each(:keys)) AND workspace = :workspace`,
    ],
  },
} as const satisfies Readonly<Record<string, TableAudit>>;
