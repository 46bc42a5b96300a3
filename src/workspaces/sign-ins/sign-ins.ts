import type { z } from "@hono/zod-openapi";
import { DAY_MS } from "../../config.ts";
import { whereItLives } from "../../database/several/directory.ts";
import type { Session } from "../../database/session.ts";
import { AppError } from "../../errors.ts";
import { base64Url } from "../../text/coding/base64-url.ts";
import { sha256Hex } from "../../text/hash.ts";
import type { WorkspaceContext } from "../context.ts";
import { claimsOfRow, newTokenId, type Place, placeText, readPlace, type TokenClaims } from "../token.ts";
import type { SignInAnswer, SignInLink, SignInList, SignInSummary } from "./contract.ts";
import {
  endSignIn,
  endSignInsOf,
  findSignIn,
  keepSignIn,
  listSignIns,
  lookAtLink,
  type SignInRow,
  takeLink,
} from "./sign-in-store.ts";

/** How long a browser stays signed in. */
const SIGN_IN_MS = 30 * DAY_MS;
/** How long a link waits to be opened. */
const LINK_MS = 15 * 60_000;
/** What a link's secret begins with: it goes where a token would. */
export const LINK_PREFIX = "rcs_";
const SECRET_BYTES = 32;
const SECRET = /^[A-Za-z0-9_-]{43}$/;

const newSecret = (): string => base64Url(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));

/**
 * What proves a sign-in: a cookie and a key. A browser sends cookies to every port of a host, and so to other programs of
 * the machine, but gives what a page keeps to pages of the same port alone: neither half is worth anything by itself.
 */
export interface SignInProof {
  readonly cookie: string;
  readonly key: string;
}

/** The hash by which the database knows a proof; undefined: it has not the form of one. */
export async function hashOfProof({ cookie, key }: SignInProof): Promise<string | undefined> {
  const [secret = ""] = cookie.split(".");
  return SECRET.test(secret) && SECRET.test(key) ? sha256Hex(`sign-in\n${cookie}\n${key}`) : undefined;
}

/** A cookie's secret, behind it where the workspace lives: the sign-in lies there, too. The only database needs no name. */
const newCookie = ({ session: { database, databases }, workspace }: Request): string =>
  databases === 1 ? newSecret() : `${newSecret()}.${placeText({ workspace, database })}`;

/** Where a cookie says that its workspace lives. */
export const placeOfCookie = (cookie: string): Place =>
  readPlace(cookie.split(".")[1] ?? "-") ?? { workspace: null };

const hashOfLink = (secret: string): Promise<string> => sha256Hex(`link\n${secret}`);

type Request = Pick<WorkspaceContext, "claims" | "session" | "nowMs" | "workspace">;

const ends = ({ claims, nowMs }: Request, ms: number): number =>
  claims.expiresAt === null ? nowMs + ms : Math.min(nowMs + ms, claims.expiresAt);

const rowOf = (request: Request, own: Pick<SignInRow, "hash" | "kind" | "browser" | "expiresAt">) => ({
  ...{ id: newTokenId(), token: request.claims.id, workspace: request.workspace, createdAt: request.nowMs },
  ...own,
});

/** A new sign-in, and the half of its proof that goes into the cookie. */
export interface BegunSignIn {
  readonly answer: SignInAnswer;
  readonly cookie: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/**
 * Signs a browser in for the token of the request, for 30 days, or until the token ends. What the same browser held before
 * ends. Throws `forbidden` for a request that is itself one of a signed-in browser: it would never end.
 */
export async function beginSignIn(
  request: Request & Pick<WorkspaceContext, "signIn">,
  { browser, before }: { readonly browser: string; readonly before?: string | undefined },
): Promise<BegunSignIn> {
  if (request.signIn !== undefined)
    throw new AppError("forbidden", "This browser is signed in: sign out, then sign in with a token");
  const proof = { cookie: newCookie(request), key: newSecret() };
  const hash = (await hashOfProof(proof)) ?? "";
  const expiresAt = ends(request, SIGN_IN_MS);
  const row = rowOf(request, { hash, kind: "browser", browser, expiresAt });
  await keepSignIn(request.session, row, before);
  const answer = { id: row.id, key: proof.key, expiresAt: new Date(expiresAt).toISOString() };
  return { answer, cookie: proof.cookie, expiresAt };
}

/** Makes a link that signs one browser in for the token of the request: once, within 15 minutes. */
export async function createLink(request: Request): Promise<z.infer<typeof SignInLink>> {
  const secret = `${LINK_PREFIX}${newSecret()}`;
  const expiresAt = ends(request, LINK_MS);
  const hash = await hashOfLink(secret);
  await keepSignIn(request.session, rowOf(request, { hash, kind: "link", browser: "", expiresAt }));
  return { secret, expiresAt: new Date(expiresAt).toISOString() };
}

/** The claims that a link stands for; whoever takes it is the last to get them. Throws `unauthorized`. */
export async function claimsOfLink(
  session: Session,
  secret: string,
  { nowMs, takes }: { readonly nowMs: number; readonly takes: boolean },
): Promise<TokenClaims> {
  const row = await (takes ? takeLink : lookAtLink)(session, await hashOfLink(secret), nowMs);
  const claims = row === undefined ? undefined : claimsOfRow(row);
  if (claims !== undefined) return claims;
  throw new AppError(
    "unauthorized",
    "This link was used, or is older than 15 minutes. Type the token that is printed below it, or start the server again",
  );
}

/** A sign-in that counts, and its token's claims. */
export interface SignedIn {
  readonly id: string;
  readonly claims: TokenClaims;
  /** To the hour. */
  readonly lastUsedAt: number | null;
}

interface Proven {
  readonly hash: string;
  readonly workspace: number | null;
}

/** Who a browser is signed in as; undefined: nobody any more. One read, where its workspace was not moved. */
export async function signedIn(
  session: Session,
  { hash, workspace }: Proven,
  nowMs: number,
): Promise<SignedIn | undefined> {
  const find = () => findSignIn(session, hash, nowMs);
  const found = await whereItLives(session, find, { workspace, isMissing: (row) => row === undefined });
  const claims = found === undefined ? undefined : claimsOfRow(found.claims);
  return found === undefined || claims === undefined ? undefined : { ...found, claims };
}

const iso = (ms: number): string => new Date(ms).toISOString();

/** A row as lists show it. */
export const signInSummary = ({ id, browser, lastAddress, ...times }: SignInRow): SignInSummary => ({
  ...{ id, browser, lastAddress, createdAt: iso(times.createdAt), expiresAt: iso(times.expiresAt) },
  lastUsedAt: times.lastUsedAt === null ? null : iso(times.lastUsedAt),
});

/** Browsers that are signed in by the request's token. */
export async function readSignIns({
  claims,
  session,
  workspace,
  nowMs,
}: Request): Promise<z.infer<typeof SignInList>> {
  const rows = await listSignIns(session, { token: claims.id, workspace }, nowMs);
  return { signIns: rows.map(signInSummary) };
}

/** Signs out a browser of the request's token. Throws `not_found`. */
export async function signOut({ claims, session, workspace }: Request, id: string): Promise<void> {
  if (!(await endSignIn(session, id, { token: claims.id, workspace })))
    throw new AppError("not_found", "No browser is signed in by that id");
}

/** Signs out every browser of the request's token, and ends links that nobody opened. */
export const signOutAll = async ({ claims, session }: Request): Promise<{ readonly ended: number }> => ({
  ended: await endSignInsOf(session, claims.id),
});
