import { HOUR_MS } from "../config.ts";
import type { Scope } from "../contract/common.ts";
import { orOnPrimary } from "../database/session.ts";
import { AppError } from "../errors.ts";
import type { RequestContext } from "./context.ts";
import type { WorkspaceList, WorkspaceSummary } from "./contract.ts";
import { findAccess, markTokenUsed } from "./sql/token-store.ts";
import {
  createWorkspace,
  existing,
  findWorkspace,
  listWorkspaces,
  markWorkspace,
  type WorkspaceRow,
} from "./sql/workspace-store.ts";

const RANK: Readonly<Record<Scope, number>> = { read: 1, write: 2, admin: 3, owner: 4 };

/** Whether a token of one scope may do what another is needed for. An owner is bound to no workspace. */
export const mayAct = (scope: Scope, needed: Scope): boolean => RANK[scope] >= RANK[needed];

/** What a refused token is told. A token that the database does not know was forged, or is of another database. */
export const UNKNOWN_TOKEN =
  "This token is not known here: it was made for another database, or before a new start";
export const REVOKED_TOKEN = "This token was revoked";

/** Throws `unauthorized` for a token that is unknown or revoked, or whose workspace was deleted; one read. */
export async function checkAccess(context: RequestContext): Promise<WorkspaceRow | undefined> {
  const { claims, session, nowMs } = context;
  const { workspace, token } = await orOnPrimary(
    session,
    () => findAccess(session, claims),
    (access) => access.token === undefined || (claims.workspace !== null && access.workspace === undefined),
  );
  if (claims.workspace !== null && workspace === undefined)
    throw new AppError("unauthorized", "This token's workspace was deleted");
  if (token === undefined) throw new AppError("unauthorized", UNKNOWN_TOKEN);
  if (token.revokedAt !== null) throw new AppError("unauthorized", REVOKED_TOKEN);
  if ((token.lastUsedAt ?? 0) < nowMs - HOUR_MS)
    context.later(() => markTokenUsed(session, { id: claims.id, nowMs, ...context.from }));
  return workspace;
}

const workspaceSummary = ({ createdAt, ...row }: WorkspaceRow): WorkspaceSummary => ({
  slug: row.slug,
  name: row.name,
  version: row.version,
  documents: row.documents,
  createdAt: new Date(createdAt).toISOString(),
});

/** Creates a workspace. Throws `workspace_exists`, `limit_reached`. */
export async function addWorkspace(
  { session, nowMs }: RequestContext,
  request: { slug: string; name?: string | undefined; identity: string },
): Promise<WorkspaceSummary> {
  const { slug, identity } = request;
  await createWorkspace(session, { slug, name: request.name ?? slug, identity, nowMs });
  return workspaceSummary(existing(await findWorkspace(session, slug), slug));
}

/** Every workspace but those being deleted, by slug. */
export async function readWorkspaces({ session }: RequestContext): Promise<WorkspaceList> {
  return { workspaces: (await listWorkspaces(session)).map(workspaceSummary) };
}

/** Puts a workspace out of reach at once; what is in it goes in slices. Throws `not_found`. */
export async function removeWorkspace({ session, nowMs }: RequestContext, slug: string): Promise<void> {
  if (!(await markWorkspace(session, { slug, nowMs })))
    throw new AppError("not_found", `There is no workspace "${slug}"`);
}
