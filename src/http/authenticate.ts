import type { Context, MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { HOUR_MS } from "../config.ts";
import { BOOKMARK_HEADER } from "../contract/headers.ts";
import { READS_BY_POST } from "../contract/reads-by-post.ts";
import { unitsOfRoute } from "../contract/request-units.ts";
import type { Databases } from "../database/several/databases.ts";
import { noteDue } from "../database/day-use.ts";
import { openSession } from "../database/session.ts";
import { AppError } from "../errors.ts";
import { createMeter } from "../models/ports.ts";
import { markSignInUsed } from "../workspaces/sign-ins/sign-in-store.ts";
import { LINK_PREFIX } from "../workspaces/sign-ins/sign-ins.ts";
import { type TokenClaims, verifyToken } from "../workspaces/token.ts";
import type { AppEnv, AppParts } from "./app-parts.ts";
import type { BookmarkMemory } from "./bookmark-memory.ts";
import { originOf } from "./origin-of.ts";
import { newestBookmark, sealBookmark } from "./sealed-bookmark.ts";
import type { LinkUse, ShownSignIn, SignedInBrowsers } from "./sign-ins/signed-in-browser.ts";

/** What a request shows itself with: a token of ours, or what stands for one. */
export const bearerOf = (c: Context): string | undefined =>
  /^Bearer (\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];

/** Who asks, and until when that counts. */
interface Shown {
  readonly claims: TokenClaims;
  readonly signIn?: ShownSignIn;
}

/** Where a link stands for a token, and nowhere else: the page asks what it leads to before it takes it. */
const LINK_USES: Readonly<Record<string, LinkUse>> = {
  "GET /v1/status": "look",
  "POST /v1/sign-ins": "take",
};

/**
 * Whom a request shows itself as: by its token alone where it brings one. `admitted` has the limit of its address. Throws
 * `unauthorized`, `forbidden`, `rate_limited`.
 */
async function shownBy(
  c: Context<AppEnv>,
  { secrets, now, browsers }: Pick<AppParts, "secrets" | "now"> & Pick<DoorParts, "browsers">,
  admitted: Promise<void>,
): Promise<Shown> {
  const token = c.get("bearer") ?? bearerOf(c);
  if (token === undefined) {
    const signIn = await browsers?.find(c, admitted);
    if (signIn !== undefined) return { claims: signIn.claims, signIn };
    throw new AppError("unauthorized", "Send a token: Authorization: Bearer …");
  }
  const use = token.startsWith(LINK_PREFIX) ? LINK_USES[`${c.req.method} ${c.req.path}`] : undefined;
  if (browsers !== undefined && use !== undefined)
    return { claims: await browsers.byLink(token, use, admitted) };
  const claims = await verifyToken(token, secrets, now());
  if (claims !== undefined) return { claims };
  throw new AppError("unauthorized", "This token is not valid here, or has ended");
}

/** What a door has beside the parts. */
interface DoorParts {
  /** Bookmarks of clients that cannot send their own. */
  readonly remembered?: Pick<BookmarkMemory, "newest">;
  /** Lets in browsers that are signed in. @default nobody without a token */
  readonly browsers?: SignedInBrowsers | undefined;
}

/**
 * Proves the token by its signature alone, before anything is spent, or a browser's sign-in by one read; opens the request's
 * database session.
 */
export const authenticate =
  (parts: AppParts, { remembered, browsers }: DoorParts = {}): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const { secrets, databases, limiters, units, day, readsNames, quotas, now } = parts;
    const nowMs = now();
    const byAddress = limiters.address?.limit({ key: c.req.header("cf-connecting-ip") ?? "local" });
    const addressAdmitted = admit(byAddress);
    const { claims, signIn } = await shownBy(c, { secrets, now, browsers }, addressAdmitted).catch(
      async (refused: unknown) => {
        await addressAdmitted;
        throw refused;
      },
    );
    const owned = { secrets, token: claims.id, database: databaseOf(claims, databases) };
    const { database } = owned;
    const byToken = admit(limiters.token?.limit({ key: claims.id }));
    const admitted = allOf([addressAdmitted, byToken, signIn?.confirmed]);
    const meter = createMeter(c.get("span"));
    const sent = await newestBookmark(c.req.header(BOOKMARK_HEADER), owned);
    const bookmark = sent ?? remembered?.newest(owned);
    // What is about to be written must not rest on what a replica still shows.
    const isWrite = !isRead(c.req.method, c.req.path);
    const session = openSession(databases, {
      database,
      from: isWrite ? "primary" : bookmark !== undefined ? { bookmark } : "nearest",
      meter,
      ...(day && { day }),
      ...{ readsNames, quotas },
    });
    const answered = Promise.withResolvers<void>();
    const later = (work: () => Promise<unknown>): void => keepAlive(c, answered.promise, work);
    const wallet = walletOf((cost) => units?.spend(claims, cost, later));
    c.set("request", {
      ...{ claims, signIn: signIn?.id },
      from: originOf(c),
      session,
      meter,
      nowMs,
      notes: {},
      ...{ admitted, later, hold: wallet.hold, spend: wallet.spend },
    });
    try {
      wallet.hold(unitsOfRoute(c.req.method, routePath(c, -1)));
      await next();
      if (signIn !== undefined) noteSignIn(c, signIn);
      if (c.res.status === UNAUTHORIZED) units?.giveBack(claims, wallet.spent());
      const written = session.bookmark();
      if (written !== undefined)
        c.header(BOOKMARK_HEADER, await sealBookmark(written, { ...owned, database: session.database }));
    } finally {
      if (day?.isDue()) keepAlive(c, answered.promise, () => noteDue(session, now()));
      answered.resolve();
    }
  };

/**
 * What a request spends. Its route and its body are held: where what is done for it is refused, they are given back, and
 * spent with whatever is done for it next.
 */
function walletOf(charge: (cost: { readonly units: number; readonly held: number }) => void) {
  let [held, due, used] = [0, 0, 0];
  const hold = (units: number): void => {
    const whole = held + due + units;
    try {
      charge({ units: whole, held });
    } catch (error) {
      [held, due] = [0, held + due];
      throw error;
    }
    [held, due] = [whole, 0];
  };
  return {
    hold,
    spend(units: number): void {
      hold(units);
      used += held;
      held = 0;
    },
    spent: () => used + held,
  };
}

const UNAUTHORIZED = 401;

/** The database that a token leads to. Throws `unauthorized` where there is none of that number. */
function databaseOf(claims: TokenClaims, databases: Databases): number {
  const database = databases.of(claims);
  if (databases.at(database) !== undefined) return database;
  throw new AppError(
    "unauthorized",
    `This token is of database ${database}, and this deployment has ${databases.count}: its owner binds DB_${database} again`,
  );
}

/** Whether a request changes nothing that others can see. Calls of /mcp that write open a session of their own. */
export const isRead = (method: string, path: string): boolean =>
  method === "GET" || method === "HEAD" || path === "/mcp" || READS_BY_POST.includes(path);

/** What came by a cookie is for that browser alone, and notes its use. */
function noteSignIn(c: Context<AppEnv>, { id, lastUsedAt }: ShownSignIn): void {
  c.header("vary", "Cookie", { append: true });
  const { session, nowMs, from, later } = c.var.request;
  if (c.res.ok && (lastUsedAt ?? 0) < nowMs - HOUR_MS)
    later(() => markSignInUsed(session, { id, now: nowMs, address: from.address }));
}

/** Whoever needs it awaits it; until then a refusal is not an unhandled one. */
function allOf(answers: readonly (Promise<void> | undefined)[]): Promise<void> {
  const all = Promise.all(answers).then(() => undefined);
  all.catch(() => undefined);
  return all;
}

/** Rejects with `rate_limited` when a limiter says no. */
const admit = (limited: Promise<{ success: boolean }> | undefined): Promise<void> =>
  allOf([
    limited?.then(({ success }) => {
      if (!success) throw new AppError("rate_limited", "Too many requests; try again in a minute");
    }),
  ]);

/** Work begins when the answer is on its way, so that not even its start delays it. */
function keepAlive(c: Context<AppEnv>, answered: Promise<void>, work: () => Promise<unknown>): void {
  const begun = answered.then(() => new Promise((resolve) => setTimeout(resolve, 0))).then(work);
  c.executionCtx.waitUntil(begun.catch((error: unknown) => console.error("after the answer:", error)));
}
