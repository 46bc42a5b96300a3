import { HOUR_MS } from "../config.ts";
import type { Scope } from "../contract/common.ts";
import { FIRST } from "../database/several/databases.ts";
import { whereItLives } from "../database/several/directory.ts";
import type { Session } from "../database/session.ts";
import { AppError } from "../errors.ts";
import type { RequestContext } from "./context.ts";
import type { WorkspaceList, WorkspaceSummary } from "./contract.ts";
import { findAccess, markTokenUsed } from "./sql/token-store.ts";
import { findEntry, homeOf, noWorkspace, release } from "./sql/directory-store.ts";
import { createWorkspace, type NewWorkspace } from "./sql/make-workspace.ts";
import {
  findNumbered,
  listWorkspaces,
  markWorkspace,
  type PlacedWorkspace,
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
  const { workspace, token } = await whereItLives(session, () => findAccess(session, claims), {
    workspace: claims.workspace,
    isMissing: (access) =>
      access.token === undefined || (claims.workspace !== null && access.workspace === undefined),
  });
  if (claims.workspace !== null && workspace === undefined)
    throw new AppError("unauthorized", "This token's workspace was deleted");
  if (token === undefined) throw new AppError("unauthorized", UNKNOWN_TOKEN);
  if (token.revokedAt !== null) throw new AppError("unauthorized", REVOKED_TOKEN);
  if ((token.lastUsedAt ?? 0) < nowMs - HOUR_MS)
    context.later(() => markTokenUsed(session, { id: claims.id, nowMs, ...context.from }));
  return workspace;
}

type Placed = WorkspaceRow & Partial<Pick<PlacedWorkspace, "move">> & Pick<PlacedWorkspace, "database">;

const workspaceSummary = ({ createdAt, database, move, ...row }: Placed): WorkspaceSummary => ({
  slug: row.slug,
  name: row.name,
  version: row.version,
  documents: row.documents,
  createdAt: new Date(createdAt).toISOString(),
  database,
  ...(move && { move }),
});

/** Creates a workspace. Throws `workspace_exists`, `limit_reached`. */
export async function addWorkspace(
  { session, nowMs }: RequestContext,
  request: Omit<NewWorkspace, "name" | "nowMs"> & { readonly name?: string | undefined },
): Promise<WorkspaceSummary> {
  const { slug, name = slug } = request;
  await createWorkspace(session, { ...request, name, nowMs });
  const home = await homeOf(session, slug);
  return workspaceSummary({ ...home.row, database: home.session.database });
}

/** Every workspace but those being deleted, by slug. */
export async function readWorkspaces({ session }: RequestContext): Promise<WorkspaceList> {
  return { workspaces: (await listWorkspaces(session)).map(workspaceSummary) };
}

/** Puts a workspace out of reach at once; what is in it goes in slices. Answers the number of its database. Throws `not_found`. */
export async function removeWorkspace({ session, nowMs }: RequestContext, slug: string): Promise<number> {
  const first = session.on(FIRST);
  for (let moves = 0; ; moves++) {
    const entry = first.databases === 1 ? undefined : await findEntry(first, slug);
    const database = entry?.database ?? FIRST;
    if (await isRemoved(first, { slug, nowMs, database, num: entry?.num })) return database;
    // It may just have been handed over to another database.
    const now = first.databases === 1 ? undefined : await findEntry(first, slug);
    if (now === undefined || now.database === database || moves === first.databases) throw noWorkspace(slug);
  }
}

interface Removed {
  readonly slug: string;
  readonly nowMs: number;
  readonly database: number;
  /** Undefined: the directory does not know it. */
  readonly num: number | undefined;
}

async function isRemoved(first: Session, { slug, nowMs, database, num }: Removed): Promise<boolean> {
  const released = release(first, { slug, database });
  if (num === undefined || database === FIRST) return markWorkspace(first, { slug, nowMs, released });
  const there = first.on(database);
  const isMarked = await markWorkspace(there, { slug, nowMs });
  // One that was only begun stays: whoever makes that workspace goes on with it.
  if (!isMarked && (await findNumbered(there, num)) === undefined) return false;
  const { released: names } = await first.batch({ released });
  return isMarked || names.length > 0;
}
