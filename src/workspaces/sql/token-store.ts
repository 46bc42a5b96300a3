import { and, asc, eq, isNull } from "drizzle-orm";
import { HOUR_MS } from "../../config.ts";
import { MAX_DELETED } from "../../database/delete-some.ts";
import { allowedOf, quotaExceeded, quotaValues } from "../../database/quotas.ts";
import { epochs, tokens, workspaces } from "../../database/schema/workspaces.ts";
import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import { claimsText, type TokenClaims } from "../token.ts";
import type { WorkspaceRow } from "./workspace-store.ts";

export type TokenRow = typeof tokens.$inferSelect;

/**
 * Joins a token's row `t`, where there is one with these claims and the database stands in their epoch. A plus before
 * a parameter: SQLite would plan by its value, and so prepare the statement at each search.
 */
export const TOKEN_ROW = `LEFT JOIN tokens t ON t.id = +:token AND t.claims = +:claims
    AND +:epoch = (SELECT epoch FROM epochs WHERE num = 1)`;

/** The parameters of `TOKEN_ROW`. */
export const tokenValues = (claims: TokenClaims) => ({
  token: claims.id,
  claims: claimsText(claims),
  epoch: claims.epoch ?? "",
});

interface Access {
  readonly workspace: WorkspaceRow | undefined;
  /** Undefined: the database does not know these claims, or they are of another epoch. */
  readonly token: Pick<TokenRow, "revokedAt" | "lastUsedAt"> | undefined;
}

/** A token's workspace and the token's own row: one round trip. */
export async function findAccess(session: Session, claims: TokenClaims): Promise<Access> {
  const { id, epoch = "", workspace } = claims;
  const token = session.orm
    .select({ revokedAt: tokens.revokedAt, lastUsedAt: tokens.lastUsedAt })
    .from(tokens)
    .innerJoin(epochs, and(eq(epochs.num, 1), eq(epochs.epoch, epoch)))
    .where(and(eq(tokens.id, id), eq(tokens.claims, claimsText(claims))));
  if (workspace === null) return { workspace: undefined, token: (await token)[0] };
  const own = session.orm
    .select()
    .from(workspaces)
    .where(and(eq(workspaces.num, workspace), isNull(workspaces.goneAt)));
  const [[row], [tokenRow]] = await session.orm.batch([own, token]);
  return { workspace: row, token: tokenRow };
}

const BEGIN = statement(
  "INSERT INTO epochs (num, epoch, started_at) VALUES (1, :fresh, :now) ON CONFLICT DO NOTHING",
);
const EPOCH = statement<{ readonly epoch: string }>("SELECT epoch FROM epochs WHERE num = 1");

/** The database's epoch; `fresh` becomes the first one. */
export async function epochOf(session: Session, fresh: string, nowMs: number): Promise<string> {
  const { epoch } = await session.batch({
    begun: session.bind(BEGIN, { fresh, now: nowMs }),
    epoch: session.bind(EPOCH),
  });
  return epoch[0]?.epoch ?? fresh;
}

const ANEW = statement(`INSERT INTO epochs (num, epoch, started_at) VALUES (1, :epoch, :now)
  ON CONFLICT DO UPDATE SET epoch = excluded.epoch, started_at = excluded.started_at`);
const END_ALL = statement("UPDATE tokens SET revoked_at = :now WHERE revoked_at IS NULL");

/** A minted token as its row begins. */
export type NewToken = Pick<
  TokenRow,
  "id" | "workspace" | "scope" | "name" | "createdAt" | "expiresAt" | "parent" | "claims"
>;

/** In SQL: tokens of the workspace `w` that have not ended by `:createdAt`. */
const LIVE_TOKENS = `(SELECT count(*) FROM tokens o WHERE o.workspace = w.num AND o.revoked_at IS NULL
  AND (o.expires_at IS NULL OR o.expires_at > :createdAt))`;

// Its parent may be revoked, or the epoch over, since the request was let in.
const INSERT = statement<{ readonly id: string }>(`INSERT INTO tokens
    (id, workspace, scope, name, created_at, expires_at, parent, claims)
  SELECT :id, :workspace, :scope, :name, :createdAt, :expiresAt, :parent, :claims
  WHERE :epoch = (SELECT epoch FROM epochs WHERE num = 1)
    AND (:parent IS NULL OR EXISTS (SELECT 1 FROM tokens WHERE id = :parent AND revoked_at IS NULL))
    AND NOT EXISTS (SELECT 1 FROM workspaces w WHERE w.num = :workspace AND :held AND ${allowedOf("tokens")} > 0
      AND ${LIVE_TOKENS} >= ${allowedOf("tokens")})
  RETURNING id`);

const ROOM = statement<{ readonly used: number; readonly allowed: number }>(
  `SELECT ${LIVE_TOKENS} AS used, ${allowedOf("tokens")} AS allowed FROM workspaces w WHERE w.num = :workspace`,
);

/**
 * Keeps a token's row, under an id that none has yet. False: its parent was revoked, or its epoch is over. Throws
 * `quota_exceeded` where its workspace has as many as it may: not for an owner, who backs up what others have filled.
 */
export async function insertToken(
  session: Session,
  row: NewToken,
  { epoch, byOwner }: { readonly epoch: string; readonly byOwner: boolean },
): Promise<boolean> {
  const values = { ...row, epoch, ...quotaValues(session), held: byOwner ? 0 : 1 };
  if ((await session.first(INSERT, values)) !== undefined) return true;
  const { workspace, createdAt } = row;
  const room = await session.first(ROOM, { workspace, createdAt, ...quotaValues(session) });
  if (!byOwner && room !== undefined && room.allowed > 0 && room.used >= room.allowed)
    throw quotaExceeded("tokens", room.used, room.allowed, 1);
  return false;
}

/** Tokens of a workspace that have not ended. */
export const countTokens = async (session: Session, workspace: number, nowMs: number): Promise<number> =>
  (await session.first(ROOM, { workspace, createdAt: nowMs, ...quotaValues(session) }))?.used ?? 0;

/** Begins an epoch with its first token: all others end with the one before. */
export const startEpoch = (session: Session, row: NewToken, epoch: string): Promise<unknown> =>
  session.batch({
    ended: session.bind(END_ALL, { now: row.createdAt }),
    epoch: session.bind(ANEW, { epoch, now: row.createdAt }),
    token: session.bind(INSERT, { ...row, epoch, ...quotaValues(session), held: 0 }),
  });

/** Tokens of one workspace, or (null) all of them, with their workspace's slug. */
export const listTokens = (session: Session, workspace: number | null) =>
  session.orm
    .select({ token: tokens, slug: workspaces.slug })
    .from(tokens)
    .leftJoin(workspaces, eq(workspaces.num, tokens.workspace))
    .where(workspace === null ? undefined : eq(tokens.workspace, workspace))
    .orderBy(asc(tokens.createdAt));

// One statement: between two, a child could mint another.
const REVOKE = statement(`WITH RECURSIVE ended (id) AS (
    SELECT id FROM tokens WHERE id = :id AND (:workspace IS NULL OR workspace = :workspace)
    UNION SELECT t.id FROM ended CROSS JOIN tokens t ON t.parent = ended.id)
  UPDATE tokens SET revoked_at = coalesce(revoked_at, :now) WHERE id IN (SELECT id FROM ended) RETURNING id`);

/** Ends a token and all that it minted, and what those minted. False: no such token there. Revoking twice keeps the first time. */
export async function revokeToken(
  session: Session,
  { id, workspace, nowMs }: { id: string; workspace: number | null; nowMs: number },
): Promise<boolean> {
  return (await session.all(REVOKE, { id, workspace, now: nowMs })).length > 0;
}

// As the access log, which names them, keeps its lines. What came of an ended token has ended, too.
const DROP_ENDED = statement<{ readonly id: string }>(`DELETE FROM tokens WHERE id IN (
    SELECT id FROM tokens WHERE revoked_at < :before OR expires_at < :before LIMIT ${MAX_DELETED}) RETURNING id`);

/** Deletes rows of tokens that were revoked or have ended before a time, a bounded number; answers how many went. */
export const dropEndedTokens = async (session: Session, before: number): Promise<number> =>
  (await session.all(DROP_ENDED, { before })).length;

/** Where a token was used: by which door, from which network. */
export interface TokenUse {
  readonly door: string;
  readonly address: string;
}

/** Marks a token as used. */
export const TOKEN_USE =
  statement(`UPDATE tokens SET last_used_at = :now, last_door = :door, last_address = :address
  WHERE id = :token AND (last_used_at IS NULL OR last_used_at < :now - ${HOUR_MS})`);

/** Marks a token as used; at most one write an hour. */
export const markTokenUsed = (
  session: Session,
  { id, nowMs, ...use }: TokenUse & { readonly id: string; readonly nowMs: number },
): Promise<unknown> => session.all(TOKEN_USE, { ...use, token: id, now: nowMs });
