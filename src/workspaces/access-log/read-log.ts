import { and, desc, eq, gte, like, lt, lte, or } from "drizzle-orm";
import { accessLog } from "../../database/schema/access-log.ts";
import { workspaces } from "../../database/schema/workspaces.ts";
import { AppError } from "../../errors.ts";
import type { RequestContext } from "../context.ts";
import { Door } from "../contract.ts";
import { existing, findWorkspace } from "../sql/workspace-store.ts";
import { seenBy } from "../tokens.ts";
import type { AccessEntry, AccessList, AccessParameters } from "./contract.ts";

/** Matches the start of a route word for word. */
const startsWith = (text: string): string => `${text.replaceAll(/[\\%_]/g, "\\$&")}%`;

/** The workspace whose entries are asked for; undefined: all, for an owner. */
async function askedWorkspace(
  { session, claims }: RequestContext,
  slug: string | undefined,
): Promise<number | undefined> {
  const own = seenBy(claims);
  if (own === null)
    return slug === undefined ? undefined : existing(await findWorkspace(session, slug), slug).num;
  if (slug === undefined) return own;
  const named = await findWorkspace(session, slug);
  if (named?.num === own) return own;
  throw new AppError("forbidden", "An admin reads the access log of its own workspace only");
}

/** One page of who did what, newest first in each workspace: an admin's own, an owner's of all. Throws `forbidden`, `not_found`. */
export async function pageOfAccess(context: RequestContext, asked: AccessParameters): Promise<AccessList> {
  const { token, door, route, outcome, from, to, limit, cursor } = asked;
  const workspace = await askedWorkspace(context, asked.workspace);
  const [at = 0, before = 0] = cursor?.split(".").map(Number) ?? [];
  const l = accessLog;
  const rows = await context.session.orm
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
  const page = rows.slice(0, limit);
  const last = page.at(-1)?.entry;
  const next = rows.length > limit && last !== undefined ? `${last.workspace}.${last.seq}` : null;
  return { entries: page.map(entryOf), next };
}

type Row = { readonly entry: typeof accessLog.$inferSelect; readonly slug: string | null };

const entryOf = ({ entry: { workspace: _, key: __, hash: ___, ...entry }, slug }: Row): AccessEntry => ({
  ...entry,
  workspace: slug,
  at: new Date(entry.at).toISOString(),
  door: Door.parse(entry.door),
});
