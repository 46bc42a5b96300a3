import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv, AppParts } from "./app-parts.ts";
import { adminRoutes } from "./routes/admin.ts";
import { askRoutes } from "./routes/ask.ts";
import { auditRoutes } from "./routes/audit.ts";
import { backupRoutes } from "./routes/backup.ts";
import { chunkRoutes } from "./routes/chunks.ts";
import { documentRoutes } from "./routes/documents.ts";
import { explainRoutes } from "./routes/explain.ts";
import { feedbackRoutes } from "./routes/feedback.ts";
import { graphRoutes } from "./routes/graph.ts";
import { healthRoutes } from "./routes/health.ts";
import { laneRoutes } from "./routes/lane.ts";
import { memoryRoutes } from "./routes/memories.ts";
import { memoryListRoutes } from "./routes/memory-lists.ts";
import { profileRoutes } from "./routes/profiles.ts";
import { recallRoutes } from "./routes/recalls.ts";
import { reindexRoutes } from "./routes/reindex.ts";
import { rootRoutes } from "./routes/roots.ts";
import { runRoutes } from "./routes/runs.ts";
import { searchRoutes } from "./routes/search.ts";

/** Every route of the API, typed: what the OpenAPI document describes and the client is typed by. */
export const apiRoutes = (parts: AppParts) =>
  new OpenAPIHono<AppEnv>()
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
    .route("/v1", feedbackRoutes(parts))
    .route("/", healthRoutes(parts));

/** The API as a type: `hc<Api>` is a client of it. */
export type Api = ReturnType<typeof apiRoutes>;
