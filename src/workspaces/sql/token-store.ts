import { and, asc, eq, isNull } from "drizzle-orm";
import { HOUR_MS } from "../../config.ts";
import { MAX_DELETED } from "../../database/delete-some.ts";
import { FIRST } from "../../database/several/databases.ts";
import { overDatabases } from "../../database/several/over-databases.ts";
import { allowedOf, quotaExceeded, quotaValues } from "../../database/quotas.ts";
import { epochs, tokens, workspaces } from "../../database/schema/workspaces.ts";
import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import { claimsText, type TokenClaims } from "../token.ts";
import { beginAnew, type Epoch } from "./epoch-store.ts";
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
    AND (:parent IS NULL OR :isFromElsewhere OR EXISTS (SELECT 1 FROM tokens WHERE id = :parent AND revoked_at IS NULL))
    AND NOT EXISTS (SELECT 1 FROM workspaces w WHERE w.num = :workspace AND :held AND ${allowedOf("tokens")} > 0
      AND ${LIVE_TOKENS} >= ${allowedOf("tokens")})
  RETURNING id`);

const ROOM = statement<{ readonly used: number; readonly allowed: number }>(
  `SELECT ${LIVE_TOKENS} AS used, ${allowedOf("tokens")} AS allowed FROM workspaces w WHERE w.num = :workspace`,
);

interface Minter {
  readonly epoch: string;
  readonly byOwner: boolean;
  /** Its own row lies in another database. @default false */
  readonly isFromElsewhere?: boolean;
}

/**
 * Keeps a token's row, under an id that none has yet. False: its parent was revoked, or its epoch is over. Throws
 * `quota_exceeded` where its workspace has as many as it may: not for an owner, who backs up what others have filled.
 */
export async function insertToken(
  session: Session,
  row: NewToken,
  { epoch, byOwner, isFromElsewhere = false }: Minter,
): Promise<boolean> {
  const values = {
    ...row,
    epoch,
    ...quotaValues(session),
    held: byOwner ? 0 : 1,
    isFromElsewhere: isFromElsewhere ? 1 : 0,
  };
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

/**
 * Begins an epoch with its first token: all others end with the one before. The first database comes last: whoever is
 * answered knows that every database has begun.
 */
export async function startEpoch(session: Session, row: NewToken, epoch: string): Promise<void> {
  const begun: Epoch = { epoch, startedAt: row.createdAt };
  await overDatabases(session, async (db) => {
    if (db.database !== FIRST) await db.batch({ begun: beginAnew(db, begun) });
  });
  const first = session.on(FIRST);
  const values = { ...row, epoch, ...quotaValues(session), held: 0, isFromElsewhere: 0 };
  await first.batch({ begun: beginAnew(first, begun), token: first.bind(INSERT, values) });
}

const IS_LIVE = statement("SELECT 1 FROM tokens WHERE id = :id AND revoked_at IS NULL");

/** Whether a token has not been revoked. */
export const isLive = async (session: Session, id: string): Promise<boolean> =>
  (await session.first(IS_LIVE, { id })) !== undefined;

/** Tokens of one workspace, or (null) all of them, with their workspace's slug. */
export const listTokens = (session: Session, workspace: number | null) =>
  session.orm
    .select({ token: tokens, slug: workspaces.slug })
    .from(tokens)
    .leftJoin(workspaces, eq(workspaces.num, tokens.workspace))
    .where(workspace === null ? undefined : eq(tokens.workspace, workspace))
    .orderBy(asc(tokens.createdAt));

// One statement: between two, a child could mint another. What an owner's minted may lie in other databases.
const REVOKE = statement<{ readonly id: string }>(`WITH RECURSIVE ended (id) AS (
    SELECT id FROM tokens WHERE id = :id AND (:workspace IS NULL OR workspace = :workspace)
    UNION SELECT t.id FROM json_each(:parents) p CROSS JOIN tokens t ON t.parent = p.value
    UNION SELECT t.id FROM ended CROSS JOIN tokens t ON t.parent = ended.id)
  UPDATE tokens SET revoked_at = coalesce(revoked_at, :now) WHERE id IN (SELECT id FROM ended) RETURNING id`);

interface Revoked {
  readonly id: string;
  /** Null: of any, in any database. */
  readonly workspace: number | null;
  readonly nowMs: number;
}

/**
 * Ends a token and all that it minted, and what those minted. False: no such token there. Revoking twice keeps the first
 * time. The first database comes first: whoever mints in another one looks there once more.
 */
export async function revokeToken(session: Session, { id, workspace, nowMs }: Revoked): Promise<boolean> {
  const end = (db: Session, parents: readonly string[]) =>
    db.all(REVOKE, { id, parents: JSON.stringify(parents), workspace, now: nowMs });
  if (workspace !== null) return (await end(session, [])).length > 0;
  const ended = (await end(session.on(FIRST), [])).map((row) => row.id);
  const others = await overDatabases(session, (db) =>
    db.database === FIRST ? Promise.resolve([]) : end(db, ended),
  );
  return ended.length + others.flat().length > 0;
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
