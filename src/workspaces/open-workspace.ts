import type { Scope } from "../contract/common.ts";
import { translateDatabaseError } from "../database/failures/database-errors.ts";
import { AppError } from "../errors.ts";
import { checkAccess, mayAct, UNKNOWN_TOKEN } from "./access.ts";
import type { RequestContext, WorkspaceContext } from "./context.ts";
import { confinesOf, notConfined } from "./narrowing.ts";
import type { WorkspaceRow } from "./sql/workspace-store.ts";

/** A workspace that a request may act in, read. */
export type OpenWorkspace = WorkspaceContext & { readonly row: WorkspaceRow };

/** Refuses a valid token whose scope is too small: 403, where an invalid token gets 401. */
export function checkScope({ claims }: Pick<RequestContext, "claims">, needed: Scope): void {
  if (!mayAct(claims.scope, needed))
    throw new AppError("forbidden", `This needs a token of scope ${needed}; this one has ${claims.scope}`, {
      details: { needed, has: claims.scope },
    });
}

/** Rate limit, scope, revocation and workspace: one read, before anything of the request is looked at. */
export async function allowed(request: RequestContext, needed: Scope): Promise<WorkspaceRow | undefined> {
  checkScope(request, needed);
  await request.admitted;
  // It proves that its sender knows the secret, and stands for no token.
  if (isProof(request)) throw new AppError("unauthorized", UNKNOWN_TOKEN);
  return checkAccess(request);
}

const isProof = ({ claims }: RequestContext): boolean => claims.epoch === undefined;

/** The same, and a proof of the signing secret passes: for what comes before there is a token. */
export async function allowedByProof(request: RequestContext, needed: Scope): Promise<void> {
  if (isProof(request)) return request.admitted;
  await allowed(request, needed);
}

/** The same where the table of tokens may be missing still: no token was revoked then, and the signature alone counts. */
export async function allowedBeforeTables(request: RequestContext, needed: Scope): Promise<void> {
  await allowedByProof(request, needed).catch((thrown: unknown) => {
    const error = translateDatabaseError(thrown);
    if (!(error instanceof AppError && error.code === "schema_mismatch")) throw error;
  });
}

/** Who may come in: tokens that are limited to a part of the workspace only where their part is all that is read. */
interface Door {
  /** @default false: `forbidden` for such a token */
  readonly isConfined?: boolean;
}

/** Scope and workspace by the token alone; the search reads revocation in its first hop. */
export function inWorkspace(
  request: RequestContext,
  needed: Scope,
  { isConfined = false }: Door = {},
): WorkspaceContext {
  checkScope(request, needed);
  const { workspace, narrow } = request.claims;
  if (workspace === null)
    throw new AppError(
      "forbidden",
      "An owner token is bound to no workspace: mint one for the workspace with it",
    );
  const confines = confinesOf(narrow);
  if (confines !== undefined && !isConfined)
    throw notConfined(
      confines,
      "what was asked reads the whole workspace, for which recall token create makes a token without --root and --session",
    );
  return { ...request, workspace, confines };
}

/** The workspace of a token, for what happens inside it. Throws `forbidden`, `unauthorized`, `rate_limited`. */
export async function openWorkspace(
  request: RequestContext,
  needed: Scope,
  door?: Door,
): Promise<OpenWorkspace> {
  const context = inWorkspace(request, needed, door);
  const row = await allowed(request, needed);
  if (row === undefined) throw new AppError("unauthorized", "This token's workspace was deleted");
  return { ...context, row };
}
