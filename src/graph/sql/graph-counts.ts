import { firstRow, type Session } from "../../database/session.ts";
import { BY_HAND } from "./graph-reads.ts";

/** What hangs on an entity by hand. */
export interface EntityLoad {
  readonly aliases: number;
  readonly remarks: number;
  readonly remarkChars: number;
  /** That begin at it. */
  readonly relations: number;
}

const LOAD = `SELECT (SELECT count(*) FROM entity_names n WHERE n.entity = e.num AND n.kind = 'alias') AS aliases,
    (SELECT count(*) FROM observations o WHERE o.entity = e.num) AS remarks,
    (SELECT coalesce(sum(length(o.text)), 0) FROM observations o WHERE o.entity = e.num) AS remarkChars,
    (SELECT count(*) FROM relations r WHERE r.from_entity = e.num AND r.chunk = ${BY_HAND}) AS relations
  FROM entities e WHERE e.workspace = ? AND e.slug = ?`;

/** Undefined: there is no such entity. */
export async function entityLoad(
  session: Session,
  workspace: number,
  slug: string,
): Promise<EntityLoad | undefined> {
  const [rows] = await session.batch([session.prepare(LOAD).bind(workspace, slug)]);
  return firstRow<EntityLoad>(rows);
}
