import type { Context, MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import type { AppEnv } from "./app-parts.ts";

/**
 * One line of JSON a request: what was asked by its route, how it ended and what it used. Never a text, a path, a query
 * or a token: the route stands for the address, the workspace's number for the caller.
 */
export const requestLog =
  (now: () => number): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const startedAt = now();
    await next();
    console.log(JSON.stringify({ ...describe(c), ms: now() - startedAt }));
  };

function describe(c: Context<AppEnv>): Record<string, unknown> {
  const request = c.get("request");
  const { status } = c.res;
  const route = `${c.req.method} ${routePath(c, -1)}`;
  if (request === undefined) return { route, status };
  const { claims, meter, notes } = request;
  const { hops, rowsRead, rowsWritten, modelCalls } = meter;
  return { route, status, workspace: claims.workspace, hops, rowsRead, rowsWritten, modelCalls, ...notes };
}
