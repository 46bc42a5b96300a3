import { claimsText, mintToken, newTokenId, type TokenClaims } from "../../src/workspaces/token.ts";

/** The epoch of databases whose rows tests write themselves. */
export const EPOCH = "e".repeat(16);

/** Claims as a token of that epoch carries them. */
export const claimsOf = (claims: Partial<TokenClaims> = {}): TokenClaims => ({
  ...{ id: newTokenId(), workspace: 1, scope: "read", expiresAt: null, epoch: EPOCH },
  ...claims,
});

/** Begins the epoch of a database, where it has none. */
export const beginEpoch = (database: D1Database): Promise<unknown> =>
  database
    .prepare("INSERT INTO epochs (num, epoch, started_at) VALUES (1, ?1, 0) ON CONFLICT DO NOTHING")
    .bind(EPOCH)
    .run();

/** A token that the service did not mint, with the row that makes it known. */
export async function knownToken(
  database: D1Database,
  secret: string,
  claims: Partial<TokenClaims> = {},
): Promise<string> {
  await beginEpoch(database);
  const found = await database.prepare("SELECT epoch FROM epochs").first<string>("epoch");
  const whole = claimsOf({ epoch: found ?? EPOCH, ...claims });
  const { id, workspace, scope, expiresAt } = whole;
  await database
    .prepare(
      "INSERT INTO tokens (id, workspace, scope, name, created_at, expires_at, claims) VALUES (?1, ?2, ?3, '', 0, ?4, ?5)",
    )
    .bind(id, workspace, scope, expiresAt, claimsText(whole))
    .run();
  return mintToken(secret, whole);
}
