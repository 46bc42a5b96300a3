import { OpenAPIHono } from "@hono/zod-openapi";
import { bodyLimit } from "hono/body-limit";
import { cors } from "hono/cors";
import { BOOKMARK_HEADER, REPLAY_HEADER } from "../contract/headers.ts";
import { AppError } from "../errors.ts";
import { mcpDoor } from "../mcp/door.ts";
import { serveMcp } from "../mcp/serve.ts";
import { createMcpServer } from "../mcp/server.ts";
import { allowed } from "../workspaces/open-workspace.ts";
import { apiRoutes } from "./api.ts";
import type { AppEnv, AppParts } from "./app-parts.ts";
import { authenticate } from "./authenticate.ts";
import { createBookmarkMemory } from "./bookmark-memory.ts";
import { errorResponder } from "./errors.ts";
import { idempotency } from "./idempotency.ts";
import { describingRoutes } from "./openapi/routes.ts";
import { requestLog } from "./request-log.ts";

/** Largest request body, bytes: one file of the largest size, with what JSON adds to it. */
const MAX_BODY_BYTES = 16_000_000;

const limitedBody = bodyLimit({
  maxSize: MAX_BODY_BYTES,
  onError: () => {
    throw new AppError("too_large", `A request has at most ${MAX_BODY_BYTES} bytes`);
  },
});

/** The HTTP application. What is answered without a token (/health, the API's description) reads no database. */
export function createApp(parts: AppParts) {
  const app = new OpenAPIHono<AppEnv>();
  const failed = errorResponder(parts.now);
  app.onError(failed);
  app.notFound((c) => failed(new AppError("not_found", `There is no ${c.req.method} ${c.req.path}`), c));
  if (parts.corsOrigins.length > 0) {
    const exposeHeaders = [BOOKMARK_HEADER, REPLAY_HEADER, "retry-after"];
    app.use("*", cors({ origin: [...parts.corsOrigins], exposeHeaders, maxAge: 86_400 }));
  }
  app.use("/v1/*", requestLog(parts), authenticate(parts));
  app.use("/v1/*", limitedBody, idempotency(parts));
  const bookmarks = createBookmarkMemory();
  app.use("/mcp", requestLog(parts), ...mcpDoor(parts), authenticate(parts, bookmarks), limitedBody);
  app.all("/mcp", async (c) => {
    const { request } = c.var;
    await request.admitted;
    const token = request.claims.id;
    const onWritten = (bookmark: string): void => bookmarks.keep(token, bookmark);
    const create = (session?: string) => createMcpServer({ ...parts, session, onWritten }, request);
    const check = async (): Promise<unknown> => allowed(request, "read");
    return serveMcp(c.req.raw, create, { token, check, maxBodyBytes: MAX_BODY_BYTES });
  });
  const api = apiRoutes(parts);
  app.route("/", describingRoutes(api, parts.version));
  app.route("/", api);
  return app;
}
