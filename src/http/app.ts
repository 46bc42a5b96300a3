import { OpenAPIHono } from "@hono/zod-openapi";
import { cors } from "hono/cors";
import { readMetrics } from "../background/metrics.ts";
import { BOOKMARK_HEADER, REPLAY_HEADER } from "../contract/headers.ts";
import { MESSAGE_UNITS } from "../contract/request-units.ts";
import { AppError } from "../errors.ts";
import { serveMcp } from "../mcp/serve.ts";
import { createMcpServer } from "../mcp/server.ts";
import { allowed } from "../workspaces/open-workspace.ts";
import { apiRoutes } from "./api.ts";
import type { AppEnv, AppParts } from "./app-parts.ts";
import { authenticate } from "./authenticate.ts";
import { createBookmarkMemory } from "./bookmark-memory.ts";
import { door, refusePreflight } from "./door.ts";
import { errorResponder, toAppError } from "./errors.ts";
import { idempotency } from "./idempotency.ts";
import { limitedBody, limitedHead } from "./input.ts";
import { describingRoutes } from "./openapi/routes.ts";
import { guardedAnswers } from "./guarded-answers.ts";
import { oauthBearer } from "./oauth/bearer.ts";
import { createProviders } from "./oauth/provider.ts";
import { oauthRoutes } from "./oauth/routes.ts";
import { PROMETHEUS_TYPE, prometheusText } from "./observability/prometheus.ts";
import { requestLog } from "./observability/request-log.ts";
import { signedInBrowsers } from "./sign-ins/signed-in-browser.ts";
import { assertRoom, orStorageFull, roomForWrites } from "./storage.ts";

/** The HTTP application. What is answered without a token (/health, the API's description) reads no database. */
export function createApp(parts: AppParts) {
  const app = new OpenAPIHono<AppEnv>();
  const failed = errorResponder(parts.now);
  app.onError(async (error, c) => failed(await orStorageFull(toAppError(error), parts), c));
  app.notFound((c) => failed(new AppError("not_found", `There is no ${c.req.method} ${c.req.path}`), c));
  if (parts.isLocal === true) app.use("*", door(parts));
  const { files } = parts;
  if (files !== undefined) app.use("*", async (c, next) => (await files(c.req.raw)) ?? next());
  if (parts.corsOrigins.length > 0) {
    const exposeHeaders = [BOOKMARK_HEADER, REPLAY_HEADER, "retry-after"];
    app.use("*", cors({ origin: [...parts.corsOrigins], exposeHeaders, maxAge: 86_400 }));
  } else app.use("*", refusePreflight);
  app.use("*", guardedAnswers, limitedHead);
  const browsers = signedInBrowsers(parts);
  app.use("/v1/*", requestLog(parts), authenticate(parts, { browsers }), roomForWrites(parts));
  app.use("/v1/*", limitedBody, idempotency(parts));
  const bookmarks = createBookmarkMemory();
  const providerOf = createProviders(parts);
  app.use("/oauth/*", requestLog(parts), door(parts));
  app.route(
    "/",
    oauthRoutes(parts, providerOf, (request, c) => app.fetch(request, c.env, c.executionCtx)),
  );
  app.use("/mcp", requestLog(parts), door(parts), oauthBearer(providerOf, parts.now));
  app.use("/mcp", authenticate(parts, { remembered: bookmarks }), limitedBody);
  app.all("/mcp", async (c) => {
    const { request } = c.var;
    await request.admitted;
    const token = request.claims.id;
    const onWritten = (bookmark: string): void =>
      bookmarks.keep({ token, database: request.session.database }, bookmark);
    let refused: AppError | undefined;
    const onRefused = (error: AppError): void => {
      refused = error;
    };
    const told = { onWritten, onRefused, assertRoom: () => assertRoom(parts) };
    const create = (session?: string) => createMcpServer({ ...parts, ...told, session }, request);
    const check = async (): Promise<unknown> => {
      request.spend(MESSAGE_UNITS);
      return allowed(request, "read");
    };
    const answer = await serveMcp(c.req.raw, create, { token, check });
    // An OAuth client begins anew at a 401 only; to others the tool's answer says what to do.
    if (refused !== undefined && c.get("bearer") !== undefined) throw refused;
    return answer;
  });
  app.use("/metrics", requestLog(parts), authenticate(parts));
  app.get("/metrics", async (c) => {
    const { request } = c.var;
    await allowed(request, "owner");
    const { session, nowMs } = request;
    const body = prometheusText(await readMetrics(session, nowMs), { version: parts.version, nowMs });
    return c.body(body, 200, { "content-type": PROMETHEUS_TYPE });
  });
  const api = apiRoutes(parts);
  app.route("/", describingRoutes(api, parts.version));
  app.route("/", api);
  return app;
}
