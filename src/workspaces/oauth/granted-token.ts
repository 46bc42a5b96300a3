import type { Session } from "../../database/session.ts";
import { findAccess } from "../sql/token-store.ts";
import { type TokenClaims, verifyToken } from "../token.ts";

/**
 * The claims of a token that still counts: signed, not ended, not revoked, of a workspace that is there. Undefined for any
 * other. One read.
 */
export async function liveClaims(
  token: string,
  { secrets, session, nowMs }: { secrets: readonly string[]; session: Session; nowMs: number },
): Promise<TokenClaims | undefined> {
  const claims = await verifyToken(token, secrets, nowMs);
  if (claims === undefined) return undefined;
  const { workspace, token: row } = await findAccess(session, claims);
  const isLive = row !== undefined && row.revokedAt === null && workspace !== undefined;
  return isLive ? claims : undefined;
}
