import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import { BEGINNING, type ChainedEntry, type ChainPlace } from "./chain.ts";

/** The last line of a workspace, or what stands for it once that was deleted for its age. */
const HEAD = `SELECT seq, hash FROM (SELECT seq, hash FROM access_log WHERE workspace = :workspace ORDER BY seq DESC LIMIT 1)
  UNION ALL SELECT seq, hash FROM access_anchors WHERE workspace = :workspace ORDER BY seq DESC LIMIT 1`;
const READ_HEAD = statement<ChainPlace>(HEAD);

const IS_THERE = `(:workspace = 0 OR EXISTS (SELECT 1 FROM workspaces WHERE num = :workspace AND gone_at IS NULL))`;
const READ_PLACE = statement(`SELECT 1 WHERE ${IS_THERE}`);

// Only behind the line that the hashes were made for: another isolate may have added one since.
const APPEND = statement(`INSERT INTO access_log
    (workspace, seq, at, token, door, route, outcome, requests, address, key, hash)
  SELECT :workspace, value ->> 'seq', value ->> 'at', value ->> 'token', value ->> 'door', value ->> 'route',
    value ->> 'outcome', value ->> 'requests', value ->> 'address', value ->> 'key', value ->> 'hash'
  FROM json_each(:lines) WHERE ${IS_THERE}
    AND :seq = coalesce((SELECT seq FROM (${HEAD})), 0) AND :before = coalesce((SELECT hash FROM (${HEAD})), '') RETURNING 1`);

interface Appended {
  /** False: another isolate had added lines since. */
  readonly isAdded: boolean;
  /** The chain's last place as it is now. */
  readonly head: ChainPlace;
}

/** Adds lines behind a place: one round trip. Undefined: the workspace is gone. */
export async function appendLines(
  db: Session,
  { workspace, after, lines }: { workspace: number; after: ChainPlace; lines: readonly ChainedEntry[] },
): Promise<Appended | undefined> {
  const values = { workspace, seq: after.seq, before: after.hash, lines: JSON.stringify(lines) };
  const { added, head, there } = await db.batch({
    added: db.bind(APPEND, values),
    head: db.bind(READ_HEAD, { workspace }),
    there: db.bind(READ_PLACE, { workspace }),
  });
  return there.length === 0 ? undefined : { isAdded: added.length > 0, head: head[0] ?? BEGINNING };
}

const LINES =
  statement<ChainedEntry>(`SELECT seq, at, token, door, route, outcome, requests, address, key, hash
  FROM access_log WHERE workspace = :workspace AND seq > :after ORDER BY seq LIMIT :limit`);
const LINE = statement<ChainPlace>(
  "SELECT seq, hash FROM access_log WHERE workspace = :workspace AND seq = :seq",
);

export interface Anchor extends ChainPlace {
  readonly key: string;
  readonly mark: string;
}
const ANCHOR = statement<Anchor>(
  "SELECT seq, hash, key, mark FROM access_anchors WHERE workspace = :workspace",
);

/** Lines behind a number, the line with that number, and where the chain begins. */
export async function readLines(db: Session, query: { workspace: number; after: number; limit: number }) {
  const { lines, before, anchors } = await db.batch({
    lines: db.bind(LINES, query),
    before: db.bind(LINE, { ...query, seq: query.after }),
    anchors: db.bind(ANCHOR, query),
  });
  return { lines, before: before[0], anchor: anchors[0] };
}

// Lines are in the order of their time, but for those that were counted together.
const OLD = statement<ChainPlace & { readonly workspace: number }>(`WITH slices AS (SELECT num AS workspace,
    (SELECT max(seq) FROM (SELECT seq, at FROM access_log WHERE workspace = num ORDER BY seq LIMIT :max)
      WHERE at < :before) AS seq
    FROM (SELECT num FROM workspaces UNION ALL SELECT 0)
    WHERE (SELECT at FROM access_log WHERE workspace = num ORDER BY seq LIMIT 1) < :before LIMIT 1)
  SELECT l.workspace, l.seq, l.hash FROM slices s JOIN access_log l ON l.workspace = s.workspace AND l.seq = s.seq`);

/** The last line of a slice of lines that are older than a time; undefined: there are none. */
export const oldLines = (db: Session, query: { before: number; max: number }) => db.first(OLD, query);

const DROP = statement("DELETE FROM access_log WHERE workspace = :workspace AND seq <= :seq RETURNING 1");
const KEEP_ANCHOR = statement(`INSERT INTO access_anchors (workspace, seq, hash, key, mark)
  VALUES (:workspace, :seq, :hash, :key, :mark) ON CONFLICT DO UPDATE SET seq = excluded.seq, hash = excluded.hash,
    key = excluded.key, mark = excluded.mark WHERE seq < excluded.seq`);

/** Deletes lines up to the anchor, which then stands for them; answers how many went. */
export async function dropLines(
  db: Session,
  anchor: Anchor & { readonly workspace: number },
): Promise<number> {
  const { dropped } = await db.batch({
    anchor: db.bind(KEEP_ANCHOR, { ...anchor }),
    dropped: db.bind(DROP, { ...anchor }),
  });
  return dropped.length;
}
