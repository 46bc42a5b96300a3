import { OpenAPIHono } from "@hono/zod-openapi";
import { bodyLimit } from "hono/body-limit";
import { cors } from "hono/cors";
import { AppError } from "../errors.ts";
import type { AppEnv, AppParts } from "./app-parts.ts";
import { authenticate, BOOKMARK_HEADER } from "./authenticate.ts";
import { errorResponse } from "./errors.ts";
import { idempotency, REPLAY_HEADER } from "./idempotency.ts";
import { requestLog } from "./request-log.ts";
import { adminRoutes } from "./routes/admin.ts";
import { askRoutes } from "./routes/ask.ts";
import { auditRoutes } from "./routes/audit.ts";
import { backupRoutes } from "./routes/backup.ts";
import { chunkRoutes } from "./routes/chunks.ts";
import { documentRoutes } from "./routes/documents.ts";
import { explainRoutes } from "./routes/explain.ts";
import { graphRoutes } from "./routes/graph.ts";
import { feedbackRoutes } from "./routes/feedback.ts";
import { laneRoutes } from "./routes/lane.ts";
import { memoryListRoutes } from "./routes/memory-lists.ts";
import { memoryRoutes } from "./routes/memories.ts";
import { profileRoutes } from "./routes/profiles.ts";
import { recallRoutes } from "./routes/recalls.ts";
import { reindexRoutes } from "./routes/reindex.ts";
import { rootRoutes } from "./routes/roots.ts";
import { runRoutes } from "./routes/runs.ts";
import { searchRoutes } from "./routes/search.ts";

/** Largest request body, bytes: one file of the largest size, with what JSON adds to it. */
const MAX_BODY_BYTES = 16_000_000;

/** The HTTP application. Nothing but /health is answered without a token, and /health reads no database. */
export function createApp(parts: AppParts) {
  const app = new OpenAPIHono<AppEnv>();
  app.onError(errorResponse);
  app.notFound((c) =>
    errorResponse(new AppError("not_found", `There is no ${c.req.method} ${c.req.path}`), c),
  );
  if (parts.corsOrigins.length > 0) {
    const exposeHeaders = [BOOKMARK_HEADER, REPLAY_HEADER, "retry-after"];
    app.use("*", cors({ origin: [...parts.corsOrigins], exposeHeaders, maxAge: 86_400 }));
  }
  app.get("/health", (c) => c.json({ ok: true, service: "edge-recall", version: parts.version }));
  app.use("/v1/*", requestLog(parts.now), authenticate(parts));
  app.use(
    "/v1/*",
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: () => {
        throw new AppError("too_large", `A request has at most ${MAX_BODY_BYTES} bytes`);
      },
    }),
    idempotency(parts),
  );
  return app
    .route("/v1", searchRoutes(parts))
    .route("/v1", askRoutes(parts))
    .route("/v1", explainRoutes(parts))
    .route("/v1", profileRoutes(parts))
    .route("/v1", rootRoutes(parts))
    .route("/v1", documentRoutes(parts))
    .route("/v1", chunkRoutes(parts))
    .route("/v1", memoryListRoutes(parts))
    .route("/v1", memoryRoutes(parts))
    .route("/v1", laneRoutes(parts))
    .route("/v1", graphRoutes(parts))
    .route("/v1", adminRoutes(parts))
    .route("/v1", auditRoutes(parts))
    .route("/v1", runRoutes(parts))
    .route("/v1", reindexRoutes(parts))
    .route("/v1", backupRoutes(parts))
    .route("/v1", recallRoutes(parts))
    .route("/v1", feedbackRoutes(parts));
}
