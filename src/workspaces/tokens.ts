import { DAY_MS } from "../config.ts";
import { FIRST } from "../database/several/databases.ts";
import { overDatabases } from "../database/several/over-databases.ts";
import type { Session } from "../database/session.ts";
import { AppError } from "../errors.ts";
import { REVOKED_TOKEN } from "./access.ts";
import type { RequestContext } from "./context.ts";
import { Door, type TokenAnswer, type TokenList, type TokenRequest, type TokenSummary } from "./contract.ts";
import { isoTime } from "../text/dates/utc-day.ts";
import type { Narrowing } from "./narrowing.ts";
import { clientsOfTokens } from "./oauth/clients.ts";
import { endSignIn, listSignIns } from "./sign-ins/sign-in-store.ts";
import { signInSummary } from "./sign-ins/sign-ins.ts";
import { epochOf } from "./sql/epoch-store.ts";
import {
  findAccess,
  insertToken,
  isLive,
  listTokens,
  type NewToken,
  revokeToken,
  startEpoch,
  type TokenRow,
} from "./sql/token-store.ts";
import { type Home, homeOf } from "./sql/directory-store.ts";
import { claimsText, mintToken, narrowingIn, newTokenId, type TokenClaims } from "./token.ts";

/** What is known of a token beside its row. */
type Beside = Pick<TokenSummary, "workspace" | "client" | "signIns">;

const tokenSummary = ({ claims, unitsUntil: _, ...row }: TokenRow, beside: Beside): TokenSummary => ({
  ...row,
  ...beside,
  ...narrowingIn(claims),
  createdAt: isoTime(row.createdAt) ?? "",
  expiresAt: isoTime(row.expiresAt),
  revokedAt: isoTime(row.revokedAt),
  lastUsedAt: isoTime(row.lastUsedAt),
  lastDoor: Door.nullable().parse(row.lastDoor),
});

/** What a token is to be; the rest is the minter's and the moment's. */
interface Wanted {
  readonly request: Pick<TokenRequest, "scope" | "name" | keyof Narrowing>;
  /** Undefined: an owner's is for none. */
  readonly home: Home | undefined;
  readonly expiresAt: number | null;
  readonly parent: string | null;
  readonly epoch: string;
}

/** Signs a token and has its row kept by `keep`. */
async function mint(
  { nowMs, secret }: { readonly nowMs: number; readonly secret: string },
  { request, home, expiresAt, parent, epoch }: Wanted,
  keep: (row: NewToken) => Promise<unknown>,
): Promise<TokenAnswer> {
  const { scope, name } = request;
  const claims: TokenClaims = {
    id: newTokenId(),
    workspace: home?.row.num ?? null,
    ...(home !== undefined && { database: home.session.database }),
    ...{ scope, expiresAt, epoch, narrow: narrowingOf(request) },
  };
  const { id, workspace: num } = claims;
  const row = { id, workspace: num, scope, name, expiresAt, parent, createdAt: nowMs };
  const whole = { ...row, claims: claimsText(claims) };
  await keep(whole);
  const unused = { revokedAt: null, lastUsedAt: null, lastDoor: null, lastAddress: null, unitsUntil: null };
  const beside = { workspace: home?.row.slug ?? null, client: null, signIns: [] };
  const summary = tokenSummary({ ...whole, ...unused }, beside);
  return { ...summary, token: await mintToken(secret, claims) };
}

function narrowingOf({ roots, session, log }: Narrowing): Narrowing | undefined {
  const narrow = {
    ...(roots !== undefined && { roots }),
    ...(session !== undefined && { session }),
    ...(log !== undefined && { log }),
  };
  return Object.keys(narrow).length === 0 ? undefined : narrow;
}

/**
 * Mints a token: an admin for its own workspace, an owner for any workspace, or (scope owner) for none. Who proves the
 * signing secret mints an owner's token that has no parent and no end.
 */
export async function createToken(
  context: RequestContext,
  secret: string,
  request: TokenRequest,
): Promise<TokenAnswer> {
  const { session, nowMs, claims } = context;
  if (claims.epoch === undefined) return firstToken(context, secret, request);
  const { epoch } = claims;
  const home = await targetWorkspace(context, request);
  // A token says its end in whole seconds.
  const end = Math.floor((nowMs + request.expiresInDays * DAY_MS) / 1_000) * 1_000;
  const expiresAt = earlier(end, claims.expiresAt);
  const wanted = { request, home, expiresAt, epoch, parent: claims.id };
  const there = home?.session ?? session;
  const minter = { epoch, byOwner: claims.workspace === null, isFromElsewhere: there !== session };
  return mint({ nowMs, secret }, wanted, async (row) => {
    const isKept = await insertToken(there, row, minter);
    // What the minter's own database has ended by now has not ended what was minted in another one.
    const isEnded = isKept && minter.isFromElsewhere && !(await isLive(session, claims.id));
    if (isEnded) await revokeToken(there, { id: row.id, workspace: row.workspace, nowMs });
    if (!isKept || isEnded) throw new AppError("unauthorized", REVOKED_TOKEN);
  });
}

async function firstToken(
  { session, nowMs }: RequestContext,
  secret: string,
  request: TokenRequest,
): Promise<TokenAnswer> {
  if (request.scope !== "owner")
    throw new AppError(
      "forbidden",
      "A proof of the signing secret mints owner's tokens: mint others with one",
    );
  const epoch = await epochOf(session, newTokenId(), nowMs);
  const wanted = { request, home: undefined, expiresAt: null, parent: null, epoch };
  return mint({ nowMs, secret }, wanted, (row) => insertToken(session, row, { epoch, byOwner: true }));
}

/**
 * Ends every token there is, also those that only an older copy of the database knows, and answers the owner's first one
 * of the new epoch, without an end.
 */
export const beginEpoch = (
  { session, nowMs }: RequestContext,
  secret: string,
  request: Pick<TokenRequest, "name">,
): Promise<TokenAnswer> => {
  const epoch = newTokenId();
  const owner = { ...request, scope: "owner" } as const;
  const wanted = { request: owner, home: undefined, expiresAt: null, parent: null, epoch };
  return mint({ nowMs, secret }, wanted, (row) => startEpoch(session, row, epoch));
};

/** A token never outlives the one that minted it. */
const earlier = (wanted: number, minters: number | null): number =>
  minters === null ? wanted : Math.min(wanted, minters);

async function targetWorkspace(
  { claims, session }: RequestContext,
  { scope, workspace: slug }: TokenRequest,
): Promise<Home | undefined> {
  if (claims.scope === "owner") {
    if (scope === "owner") {
      if (slug === undefined) return undefined;
      throw new AppError("invalid_input", "An owner token is bound to no workspace: leave `workspace` out");
    }
    if (slug === undefined)
      throw new AppError(
        "invalid_input",
        "A token that is not an owner's is of one workspace: name it, as `workspace` or with --workspace",
      );
    return homeOf(session, slug);
  }
  if (scope === "owner") throw new AppError("forbidden", "Only an owner mints owner tokens");
  const { workspace: own } = await findAccess(session, claims);
  if (own === undefined) throw new AppError("unauthorized", "This token's workspace was deleted");
  if (slug !== undefined && slug !== own.slug)
    throw new AppError("forbidden", "An admin mints tokens of its own workspace only");
  return { session, row: own };
}

/** The workspace whose tokens a caller may see; null: all, for an owner only. */
export function seenBy({ scope, workspace }: TokenClaims): number | null {
  if (scope !== "owner" && workspace === null)
    throw new AppError("unauthorized", "This token is bound to no workspace");
  return scope === "owner" ? null : workspace;
}

/** As `overDatabases` asks all of them. */
const onlyHere = async <Answer>(
  session: Session,
  ask: (db: Session) => Promise<Answer>,
): Promise<readonly Answer[]> => [await ask(session)];

/** Tokens the caller may see, with whom they let in: an admin its workspace's, an owner all. */
export async function readTokens({ claims, session, nowMs }: RequestContext): Promise<TokenList> {
  const workspace = seenBy(claims);
  const everywhere = workspace === null ? overDatabases : onlyHere;
  const found = await everywhere(session, async (db) => ({
    rows: await listTokens(db, workspace),
    signIns: await listSignIns(db, { workspace }, nowMs),
  }));
  const rows = found.flatMap((one) => one.rows).toSorted((a, b) => a.token.createdAt - b.token.createdAt);
  const clients = await clientsOfTokens(
    session.on(FIRST),
    rows.map(({ token }) => token.id),
  );
  const signIns = Map.groupBy(
    found.flatMap((one) => one.signIns),
    ({ token }) => token,
  );
  return {
    tokens: rows.map(({ token, slug }) =>
      tokenSummary(token, {
        workspace: slug,
        client: clients.get(token.id) ?? null,
        signIns: signIns.get(token.id)?.map(signInSummary) ?? [],
      }),
    ),
  };
}

/**
 * Ends a token with all that came of it, or signs out the browser of that id. Throws `not_found` for one of another
 * workspace as for none at all.
 */
export async function revoke({ claims, session, nowMs }: RequestContext, id: string): Promise<void> {
  const workspace = seenBy(claims);
  if (await revokeToken(session, { id, workspace, nowMs })) return;
  const everywhere = workspace === null ? overDatabases : onlyHere;
  if ((await everywhere(session, (db) => endSignIn(db, id, { workspace }))).includes(true)) return;
  throw new AppError(
    "not_found",
    "There is no such token. One that the database does not know is refused by itself",
  );
}
