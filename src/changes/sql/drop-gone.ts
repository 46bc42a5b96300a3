import { MAX_DELETED } from "../../database/delete-some.ts";
import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";

/** The newest change of a workspace stays, whatever it is: the next number is counted from it. */
const OLD = `SELECT c.workspace, c.root, c.path, c.seq FROM changes c WHERE c.gone = 1 AND c.at <= :before
  AND c.seq < (SELECT max(x.seq) FROM changes x WHERE x.workspace = c.workspace)
  ORDER BY c.at, c.workspace, c.root, c.path LIMIT ${MAX_DELETED}`;

const NOTE = statement(`UPDATE workspaces SET feed_from = max(feed_from, d.seq)
  FROM (SELECT workspace, max(seq) AS seq FROM (${OLD}) GROUP BY workspace) d WHERE workspaces.num = d.workspace`);
const DROP = statement(
  `DELETE FROM changes WHERE (workspace, root, path) IN (SELECT workspace, root, path FROM (${OLD})) RETURNING 1`,
);

/** Drops a slice of what was gone by a time, milliseconds, and notes how far the feed is without it. Answers its rows. */
export async function dropGone(db: Session, before: number): Promise<number> {
  const { dropped } = await db.batch({
    noted: db.bind(NOTE, { before }),
    dropped: db.bind(DROP, { before }),
  });
  return dropped.length;
}
