import { and, asc, eq, gt } from "drizzle-orm";
import { HOUR_MS } from "../../config.ts";
import { signIns } from "../../database/schema/sign-ins.ts";
import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";

export type SignInRow = typeof signIns.$inferSelect;
/** A row as it begins. */
export type NewSignIn = Omit<SignInRow, "lastUsedAt" | "lastAddress">;

/** Of one token; whoever signs one more in signs the oldest out. */
const MOST: Readonly<Record<SignInRow["kind"], number>> = { browser: 20, link: 5 };

/** More than a sign-in adds, so that what has ended never piles up and nobody has to sweep it. */
const DROP_ENDED = statement(
  "DELETE FROM sign_ins WHERE id IN (SELECT id FROM sign_ins WHERE expires_at <= :now LIMIT 10)",
);
const DROP_BEFORE = statement("DELETE FROM sign_ins WHERE hash = :before AND token = :token");
const INSERT =
  statement(`INSERT INTO sign_ins (id, hash, kind, token, workspace, browser, created_at, expires_at)
  VALUES (:id, :hash, :kind, :token, :workspace, :browser, :createdAt, :expiresAt)`);
const DROP_OLDEST = statement(`DELETE FROM sign_ins WHERE token = :token AND kind = :kind AND id NOT IN (
    SELECT id FROM sign_ins WHERE token = :token AND kind = :kind ORDER BY created_at DESC, rowid DESC LIMIT :most)`);

/** Keeps a sign-in or a link; `before` is the hash of what the same browser held. */
export async function keepSignIn(session: Session, row: NewSignIn, before = ""): Promise<void> {
  const { token, kind, createdAt } = row;
  await session.batch({
    ended: session.bind(DROP_ENDED, { now: createdAt }),
    before: session.bind(DROP_BEFORE, { before, token }),
    row: session.bind(INSERT, row),
    oldest: session.bind(DROP_OLDEST, { token, kind, most: MOST[kind] }),
  });
}

/** A sign-in and the claims of its token's row, which the request is then held to. */
export interface FoundSignIn {
  readonly id: string;
  readonly claims: string;
  readonly lastUsedAt: number | null;
}

const FIND = statement<FoundSignIn>(`SELECT s.id, s.last_used_at AS lastUsedAt, t.claims
  FROM sign_ins s JOIN tokens t ON t.id = s.token
  WHERE s.hash = :hash AND s.kind = 'browser' AND s.expires_at > :now
    AND (t.expires_at IS NULL OR t.expires_at > :now)`);

/** The sign-in that a browser shows; undefined: there is none, or it has ended. One read. */
export const findSignIn = (session: Session, hash: string, nowMs: number): Promise<FoundSignIn | undefined> =>
  session.first(FIND, { hash, now: nowMs });

const LOOK = statement<{
  readonly claims: string;
}>(`SELECT t.claims FROM sign_ins s JOIN tokens t ON t.id = s.token
  WHERE s.hash = :hash AND s.kind = 'link' AND s.expires_at > :now
    AND (t.expires_at IS NULL OR t.expires_at > :now)`);

/** The claims of the token that a link stands for; the link stays. */
export const lookAtLink = async (
  session: Session,
  hash: string,
  nowMs: number,
): Promise<string | undefined> => (await session.first(LOOK, { hash, now: nowMs }))?.claims;

// One statement: of two requests with one link, one finds it.
const TAKE = statement<{ readonly claims: string | null }>(`DELETE FROM sign_ins
  WHERE hash = :hash AND kind = 'link' AND expires_at > :now
  RETURNING (SELECT claims FROM tokens t WHERE t.id = sign_ins.token
    AND (t.expires_at IS NULL OR t.expires_at > :now)) AS claims`);

/** The claims of the token that a link stands for, this one time. */
export const takeLink = async (session: Session, hash: string, nowMs: number): Promise<string | undefined> =>
  (await session.first(TAKE, { hash, now: nowMs }))?.claims ?? undefined;

/** Whose sign-ins are meant. */
interface Of {
  readonly token?: string | undefined;
  /** Null: any. */
  readonly workspace: number | null;
}

/** Browsers that are signed in, the oldest first. */
export const listSignIns = (session: Session, { token, workspace }: Of, nowMs: number) =>
  session.orm
    .select()
    .from(signIns)
    .where(
      and(
        eq(signIns.kind, "browser"),
        gt(signIns.expiresAt, nowMs),
        workspace === null ? undefined : eq(signIns.workspace, workspace),
        token === undefined ? undefined : eq(signIns.token, token),
      ),
    )
    .orderBy(asc(signIns.createdAt), asc(signIns.id));

const END_ONE = statement<{ readonly id: string }>(`DELETE FROM sign_ins
  WHERE id = :id AND kind = 'browser' AND (:workspace IS NULL OR workspace = :workspace)
    AND (:token IS NULL OR token = :token) RETURNING id`);

/** Signs a browser out. False: there is no such sign-in there. */
export const endSignIn = async (session: Session, id: string, { token, workspace }: Of): Promise<boolean> =>
  (await session.all(END_ONE, { id, workspace, token: token ?? null })).length > 0;

const END_ALL = statement<{ readonly kind: SignInRow["kind"] }>(
  "DELETE FROM sign_ins WHERE token = :token RETURNING kind",
);

/** Signs out every browser of a token, and ends its links; answers how many browsers. */
export const endSignInsOf = async (session: Session, token: string): Promise<number> =>
  (await session.all(END_ALL, { token })).filter(({ kind }) => kind === "browser").length;

const USED = statement(`UPDATE sign_ins SET last_used_at = :now, last_address = :address
  WHERE id = :id AND (last_used_at IS NULL OR last_used_at < :now - ${HOUR_MS})`);

/** Marks a sign-in as used; at most one write an hour. */
export const markSignInUsed = (
  session: Session,
  used: { readonly id: string; readonly now: number; readonly address: string },
): Promise<unknown> => session.all(USED, used);
