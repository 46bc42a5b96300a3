import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import type { Confines } from "../../workspaces/narrowing.ts";

/** Where to begin: behind a number of the feed, or at the first change from a time on, milliseconds. */
export type Start = { readonly after: number } | { readonly fromMs: number };

export interface ChangeRow {
  readonly seq: number;
  readonly added: number;
  readonly kind: "file" | "memory" | "entity";
  readonly change: "added" | "changed" | "restored" | "removed" | "superseded" | "merged" | "forgotten";
  readonly root: string;
  readonly path: string;
  readonly hash: string | null;
  readonly other: string | null;
  readonly at: number;
}

interface Head {
  /** The number behind which the page begins. */
  readonly after: number;
  /** Up to this number what is gone has been dropped. */
  readonly dropped: number;
  readonly createdAt: number;
  /** The newest number; 0 without any change. */
  readonly last: number;
  /** The last number that was looked at; null: there was none. */
  readonly end: number | null;
  /** Changes that were looked at. */
  readonly seen: number;
}

/** From the newest back, so that what a time names is found by reading what came after it. */
const AFTER = `iif(:fromMs IS NULL, :after, coalesce((SELECT x.seq FROM changes x
  WHERE x.workspace = :workspace AND x.at < :fromMs ORDER BY x.seq DESC LIMIT 1), 0))`;

const LOOKED_AT = `SELECT c.* FROM changes c WHERE c.workspace = :workspace AND c.seq > ${AFTER}
  AND (:upTo IS NULL OR c.seq <= :upTo) ORDER BY c.seq LIMIT :scanned`;

const HEAD = statement<Head>(`SELECT ${AFTER} AS after, w.feed_from AS dropped, w.created_at AS createdAt,
    coalesce((SELECT max(x.seq) FROM changes x WHERE x.workspace = :workspace), 0) AS last, s."end", s.seen
  FROM workspaces w CROSS JOIN (SELECT max(seq) AS "end", count(*) AS seen FROM (${LOOKED_AT.replace("c.*", "c.seq")})) s
  WHERE w.num = :workspace`);

const PAGE =
  statement<ChangeRow>(`SELECT seq, added, kind, change, root, path, hash, other, at FROM (${LOOKED_AT})
  WHERE (:roots IS NULL OR root IN (SELECT value FROM json_each(:roots))) AND (:session IS NULL OR session = :session)
    AND (:kinds IS NULL OR kind IN (SELECT value FROM json_each(:kinds)))
  ORDER BY seq LIMIT :limit`);

/** Changes looked at for a reader who wants or sees some of them only. */
const SCANNED = 2_000;

export interface ChangePage {
  readonly head: Head;
  readonly rows: readonly ChangeRow[];
  /** Where the next page begins. */
  readonly next: number;
  /** There may be more by now. */
  readonly more: boolean;
}

/** A page of the feed in one round trip; undefined: the workspace is not there. */
export async function readChangePage(
  db: Session,
  query: {
    readonly workspace: number;
    readonly start: Start;
    readonly limit: number;
    readonly confines: Confines | undefined;
    /** Only these. @default every kind */
    readonly kinds?: readonly ChangeRow["kind"][] | undefined;
    /** The last number that is looked at. @default the newest */
    readonly upTo?: number | undefined;
  },
): Promise<ChangePage | undefined> {
  const { workspace, start, limit, confines, kinds, upTo } = query;
  const values = {
    workspace,
    after: "after" in start ? start.after : 0,
    fromMs: "fromMs" in start ? start.fromMs : null,
    limit,
    scanned: confines === undefined && kinds === undefined ? limit : SCANNED,
    upTo: upTo ?? null,
    kinds: kinds === undefined ? null : JSON.stringify(kinds),
    roots: confines?.roots === undefined ? null : JSON.stringify(confines.roots),
    session: confines?.session ?? null,
  };
  const {
    head: [head],
    rows,
  } = await db.batch({ head: db.bind(HEAD, values), rows: db.bind(PAGE, values) });
  if (head === undefined) return undefined;
  const isFull = rows.length === limit;
  const next = (isFull ? rows.at(-1)?.seq : head.end) ?? head.after;
  return { head, rows, next, more: isFull || head.seen === values.scanned };
}
