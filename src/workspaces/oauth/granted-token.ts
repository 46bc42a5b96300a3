import { FIRST } from "../../database/several/databases.ts";
import { whereItLives } from "../../database/several/directory.ts";
import type { Session } from "../../database/session.ts";
import { findAccess } from "../sql/token-store.ts";
import { type TokenClaims, verifyToken } from "../token.ts";

/**
 * The claims of a token that still counts: signed, not ended, not revoked, of a workspace that is there. Undefined for any
 * other. One read, where its workspace was not moved.
 */
export async function liveClaims(
  token: string,
  { secrets, session, nowMs }: { secrets: readonly string[]; session: Session; nowMs: number },
): Promise<TokenClaims | undefined> {
  const claims = await verifyToken(token, secrets, nowMs);
  if (claims === undefined) return undefined;
  const { workspace: num } = claims;
  const there = session.on(claims.database ?? FIRST);
  const isMissing = (access: { readonly token?: unknown }): boolean => access.token === undefined;
  const found = await whereItLives(there, () => findAccess(there, claims), { workspace: num, isMissing });
  const { workspace, token: row } = found;
  const isLive = row !== undefined && row.revokedAt === null && workspace !== undefined;
  return isLive ? claims : undefined;
}
