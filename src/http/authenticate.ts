import type { Context, MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { BOOKMARK_HEADER } from "../contract/headers.ts";
import { unitsOfRoute } from "../contract/request-units.ts";
import { noteDue } from "../database/day-use.ts";
import { openSession } from "../database/session.ts";
import { AppError } from "../errors.ts";
import { createMeter } from "../models/ports.ts";
import { verifyToken } from "../workspaces/token.ts";
import type { AppEnv, AppParts } from "./app-parts.ts";
import type { BookmarkMemory } from "./bookmark-memory.ts";
import { originOf } from "./origin-of.ts";
import { newestBookmark, sealBookmark } from "./sealed-bookmark.ts";

/** What a request shows itself with: a token of ours, or what stands for one. */
export const bearerOf = (c: Context): string | undefined =>
  /^Bearer (\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];

/** Proves the token by its signature alone, before anything is spent; opens the request's database session. */
export const authenticate =
  (
    { secrets, database, limiters, units, day, readsNames, quotas, now }: AppParts,
    remembered?: Pick<BookmarkMemory, "newest">,
  ): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const nowMs = now();
    const address = c.req.header("cf-connecting-ip") ?? "local";
    const token = c.get("bearer") ?? bearerOf(c);
    const claims = token === undefined ? undefined : await verifyToken(token, secrets, nowMs);
    const admitted = admit([
      limiters.address?.limit({ key: address }),
      claims && limiters.token?.limit({ key: claims.id }),
    ]);
    if (claims === undefined) {
      await admitted;
      const message =
        token === undefined
          ? "Send a token: Authorization: Bearer …"
          : "This token is not valid here, or has ended";
      throw new AppError("unauthorized", message);
    }
    const meter = createMeter();
    const sent = await newestBookmark(c.req.header(BOOKMARK_HEADER), secrets, claims.id);
    const bookmark = sent ?? remembered?.newest(claims.id);
    // What is about to be written must not rest on what a replica still shows.
    const isWrite = !isRead(c.req.method, c.req.path);
    const session = openSession(database, {
      from: isWrite ? "primary" : bookmark !== undefined ? { bookmark } : "nearest",
      meter,
      ...(day && { day }),
      ...{ readsNames, quotas },
    });
    const answered = Promise.withResolvers<void>();
    const later = (work: () => Promise<unknown>): void => keepAlive(c, answered.promise, work);
    let spent = 0;
    const spend = (cost: number): void => {
      units?.spend(claims, cost, later);
      spent += cost;
    };
    c.set("request", {
      claims,
      from: originOf(c),
      session,
      meter,
      nowMs,
      notes: {},
      ...{ admitted, spend, later },
    });
    try {
      spend(unitsOfRoute(c.req.method, routePath(c, -1)));
      await next();
      if (c.res.status === UNAUTHORIZED) units?.giveBack(claims, spent);
      const written = session.bookmark();
      if (written !== undefined) c.header(BOOKMARK_HEADER, await sealBookmark(written, secrets, claims.id));
    } finally {
      if (day?.isDue()) keepAlive(c, answered.promise, () => noteDue(session, now()));
      answered.resolve();
    }
  };

const UNAUTHORIZED = 401;

/** Those of /mcp that write open a session of their own. */
const READS_BY_POST: readonly string[] = ["/v1/search", "/v1/searches", "/v1/ask", "/v1/explain", "/mcp"];

/** Whether a request changes nothing that others can see. */
export const isRead = (method: string, path: string): boolean =>
  method === "GET" || method === "HEAD" || READS_BY_POST.includes(path);

/** Rejects with `rate_limited` as soon as a limiter says no. */
function admit(answers: readonly (Promise<{ success: boolean }> | undefined)[]): Promise<void> {
  const admitted = Promise.all(answers).then((limits) => {
    if (limits.some((limit) => limit?.success === false))
      throw new AppError("rate_limited", "Too many requests; try again in a minute");
  });
  // Whoever needs it awaits it; until then a refusal is not an unhandled one.
  admitted.catch(() => undefined);
  return admitted;
}

/** Work begins when the answer is on its way, so that not even its start delays it. */
function keepAlive(c: Context<AppEnv>, answered: Promise<void>, work: () => Promise<unknown>): void {
  const begun = answered.then(() => new Promise((resolve) => setTimeout(resolve, 0))).then(work);
  c.executionCtx.waitUntil(begun.catch((error: unknown) => console.error("after the answer:", error)));
}
