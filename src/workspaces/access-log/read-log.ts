import { and, desc, eq, gte, like, lt, lte, or } from "drizzle-orm";
import { accessLog } from "../../database/schema/access-log.ts";
import { workspaces } from "../../database/schema/workspaces.ts";
import { overDatabases } from "../../database/several/over-databases.ts";
import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import { AppError } from "../../errors.ts";
import type { RequestContext } from "../context.ts";
import { Door } from "../contract.ts";
import { findHome, homeOf } from "../sql/directory-store.ts";
import { seenBy } from "../tokens.ts";
import { checkLines } from "./check-log.ts";
import type {
  AccessCheck,
  AccessCheckParameters,
  AccessEntry,
  AccessList,
  AccessParameters,
} from "./contract.ts";

/** Matches the start of a route word for word. */
const startsWith = (text: string): string => `${text.replaceAll(/[\\%_]/g, "\\$&")}%`;

/** Whose entries are asked for, and where they lie. */
interface Asked {
  readonly session: Session;
  /** Undefined: all, where an owner named no workspace. */
  readonly workspace: number | undefined;
}

/** The workspace whose entries are asked for. Throws `forbidden`, `not_found`. */
async function askedWorkspace({ session, claims }: RequestContext, slug: string | undefined): Promise<Asked> {
  const own = seenBy(claims);
  if (own === null) {
    const home = slug === undefined ? undefined : await homeOf(session, slug);
    return { session: home?.session ?? session, workspace: home?.row.num };
  }
  if (slug === undefined) return { session, workspace: own };
  const named = await findHome(session, slug);
  if (named?.row.num === own) return { session, workspace: own };
  throw new AppError("forbidden", "An admin reads the access log of its own workspace only");
}

/** The chain of requests that are of no workspace. */
const OWNERS = 0;
/** Entries of a page: each takes a hash. */
const CHECKED = 500;

/**
 * Checks a page of a chain of entries: an admin its own workspace's; an owner any workspace's, or without a name that of
 * the owner's requests, which belong to no workspace and so to no audit. Throws `forbidden`, `not_found`.
 */
export async function checkAccessLog(
  context: RequestContext,
  secrets: readonly string[],
  { workspace: slug, cursor = "0" }: AccessCheckParameters,
): Promise<AccessCheck> {
  const found = await askedWorkspace(context, slug);
  const { workspace = OWNERS } = found;
  // A replica that lags would show the newest as missing.
  const db = found.session.toPrimary();
  const page = { workspace, secrets, after: Number(cursor), limit: CHECKED };
  const { checked, broken, next } = await checkLines(db, page);
  const named = workspace === OWNERS ? undefined : await workspaceSlug(db, workspace);
  return { workspace: named ?? null, checked, broken: [...broken], nextCursor: next?.toString() ?? null };
}

const SLUG = statement<{ readonly slug: string }>("SELECT slug FROM workspaces WHERE num = :workspace");
const workspaceSlug = async (db: Session, workspace: number): Promise<string | undefined> =>
  (await db.first(SLUG, { workspace }))?.slug;

/** One page of who did what, newest first in each workspace: an admin's own, an owner's of all. Throws `forbidden`, `not_found`. */
export async function pageOfAccess(context: RequestContext, asked: AccessParameters): Promise<AccessList> {
  const { limit } = asked;
  const { session, workspace } = await askedWorkspace(context, asked.workspace);
  const read = (db: Session) => readRows(db, workspace, asked);
  const found = workspace === undefined ? await overDatabases(session, read) : [await read(session)];
  const rows = found
    .flat()
    .toSorted(({ entry: a }, { entry: b }) => b.workspace - a.workspace || b.seq - a.seq);
  const page = rows.slice(0, limit);
  const last = page.at(-1)?.entry;
  const next = rows.length > limit && last !== undefined ? `${last.workspace}.${last.seq}` : null;
  return { entries: page.map(entryOf), nextCursor: next };
}

/** A page's rows of one database, and one more. */
function readRows(db: Session, workspace: number | undefined, asked: AccessParameters): Promise<Row[]> {
  const { token, door, route, outcome, from, to, limit, cursor } = asked;
  const [at = 0, before = 0] = cursor?.split(".").map(Number) ?? [];
  const l = accessLog;
  return db.orm
    .select({ entry: accessLog, slug: workspaces.slug })
    .from(accessLog)
    .leftJoin(workspaces, eq(workspaces.num, accessLog.workspace))
    .where(
      and(
        workspace === undefined ? undefined : eq(l.workspace, workspace),
        cursor === undefined
          ? undefined
          : or(lt(l.workspace, at), and(eq(l.workspace, at), lt(l.seq, before))),
        token === undefined ? undefined : eq(l.token, token),
        door === undefined ? undefined : eq(l.door, door),
        route === undefined ? undefined : like(l.route, startsWith(route)),
        outcome === undefined ? undefined : eq(l.outcome, outcome),
        from === undefined ? undefined : gte(l.at, Date.parse(from)),
        to === undefined ? undefined : lte(l.at, Date.parse(to)),
      ),
    )
    .orderBy(desc(l.workspace), desc(l.seq))
    .limit(limit + 1);
}

type Row = { readonly entry: typeof accessLog.$inferSelect; readonly slug: string | null };

const entryOf = ({ entry: { workspace: _, key: __, hash: ___, ...entry }, slug }: Row): AccessEntry => ({
  ...entry,
  workspace: slug,
  at: new Date(entry.at).toISOString(),
  door: Door.parse(entry.door),
});
