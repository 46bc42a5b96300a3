import { DAY_MS, HOUR_MS } from "../config.ts";
import type { Scope } from "../contract/common.ts";
import { orOnPrimary } from "../database/session.ts";
import { AppError } from "../errors.ts";
import type { RequestContext } from "./context.ts";
import type {
  TokenAnswer,
  TokenList,
  TokenRequest,
  TokenSummary,
  WorkspaceList,
  WorkspaceSummary,
} from "./contract.ts";
import { isoTime } from "./iso-time.ts";
import {
  createWorkspace,
  findAccess,
  findWorkspace,
  insertToken,
  listTokens,
  listWorkspaces,
  markTokenUsed,
  markWorkspace,
  revokeToken,
  type TokenRow,
  type WorkspaceRow,
} from "./sql/workspace-store.ts";
import { mintToken, newTokenId, type TokenClaims } from "./token.ts";

const RANK: Readonly<Record<Scope, number>> = { read: 1, write: 2, admin: 3, owner: 4 };

/** Whether a token of one scope may do what another is needed for. An owner is bound to no workspace. */
export const mayAct = (scope: Scope, needed: Scope): boolean => RANK[scope] >= RANK[needed];

/** Throws `unauthorized` for a revoked token or a deleted workspace; one read. */
export async function checkAccess(context: RequestContext): Promise<WorkspaceRow | undefined> {
  const { claims, session, nowMs } = context;
  const { workspace, token } = await orOnPrimary(
    session,
    () => findAccess(session, { workspace: claims.workspace, tokenId: claims.id }),
    (access) => claims.workspace !== null && access.workspace === undefined,
  );
  if (token !== undefined && token.revokedAt !== null)
    throw new AppError("unauthorized", "This token was revoked");
  if (claims.workspace !== null && workspace === undefined)
    throw new AppError("unauthorized", "This token's workspace was deleted");
  if (token !== undefined && (token.lastUsedAt ?? 0) < nowMs - HOUR_MS)
    context.later(() => markTokenUsed(session, claims.id, nowMs));
  return workspace;
}

const tokenSummary = (row: TokenRow, workspace: string | null): TokenSummary => ({
  ...row,
  workspace,
  createdAt: isoTime(row.createdAt) ?? "",
  expiresAt: isoTime(row.expiresAt),
  revokedAt: isoTime(row.revokedAt),
  lastUsedAt: isoTime(row.lastUsedAt),
});

/** Mints a token: an admin for its own workspace, an owner for any workspace, or (scope owner) for none. */
export async function createToken(
  context: RequestContext,
  secret: string,
  request: TokenRequest,
): Promise<TokenAnswer> {
  const { session, nowMs, claims } = context;
  const workspace = await targetWorkspace(context, request);
  const wanted = request.expiresInDays === undefined ? null : nowMs + request.expiresInDays * DAY_MS;
  const row: TokenRow = {
    id: newTokenId(),
    workspace: workspace?.num ?? null,
    scope: request.scope,
    label: request.label,
    createdAt: nowMs,
    expiresAt: earlier(wanted, claims.expiresAt),
    revokedAt: null,
    lastUsedAt: null,
  };
  await insertToken(session, row);
  const token = await mintToken(secret, row);
  return { ...tokenSummary(row, workspace?.slug ?? null), token };
}

/** A token never outlives the one that minted it. */
const earlier = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

async function targetWorkspace(
  { claims, session }: RequestContext,
  { scope, workspace: slug }: TokenRequest,
): Promise<WorkspaceRow | undefined> {
  if (claims.scope === "owner") {
    if (scope === "owner") {
      if (slug === undefined) return undefined;
      throw new AppError("invalid_input", "An owner token is bound to no workspace: leave `workspace` out");
    }
    if (slug === undefined) throw new AppError("invalid_input", "Name the token's `workspace`");
    return existing(await findWorkspace(session, slug), slug);
  }
  if (scope === "owner") throw new AppError("forbidden", "Only an owner mints owner tokens");
  const { workspace: own } = await findAccess(session, { workspace: claims.workspace, tokenId: claims.id });
  if (own === undefined) throw new AppError("unauthorized", "This token's workspace was deleted");
  if (slug !== undefined && slug !== own.slug)
    throw new AppError("forbidden", "An admin mints tokens of its own workspace only");
  return own;
}

function existing(workspace: WorkspaceRow | undefined, slug: string): WorkspaceRow {
  if (workspace === undefined) throw new AppError("not_found", `There is no workspace "${slug}"`);
  return workspace;
}

/** The workspace whose tokens a caller may see; null: all, for an owner only. */
function seenBy({ scope, workspace }: TokenClaims): number | null {
  if (scope !== "owner" && workspace === null)
    throw new AppError("unauthorized", "This token is bound to no workspace");
  return scope === "owner" ? null : workspace;
}

/** Tokens the caller may see: an admin its workspace's, an owner all. */
export async function readTokens({ claims, session }: RequestContext): Promise<TokenList> {
  const rows = await listTokens(session, seenBy(claims));
  return { tokens: rows.map(({ token, slug }) => tokenSummary(token, slug)) };
}

/** Throws `not_found` for a token of another workspace as for none at all. */
export async function revoke({ claims, session, nowMs }: RequestContext, id: string): Promise<void> {
  if (!(await revokeToken(session, { id, workspace: seenBy(claims), nowMs })))
    throw new AppError("not_found", "There is no such token");
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
