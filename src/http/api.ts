import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv, AppParts } from "./app-parts.ts";
import { adminRoutes } from "./routes/admin.ts";
import { changeRoutes } from "./routes/changes.ts";
import { documentRoutes } from "./routes/documents.ts";
import { graphRoutes } from "./routes/graph.ts";
import { memoryRoutes } from "./routes/memories.ts";
import { moveRoutes } from "./routes/moves.ts";
import { recallRoutes } from "./routes/recalls.ts";
import { searchRoutes } from "./routes/search.ts";
import { signInRoutes } from "./routes/sign-ins.ts";
import { healthRoutes, upkeepRoutes } from "./routes/upkeep.ts";
import { sourceRoutes } from "./routes/sources.ts";
import { webhookRoutes } from "./routes/webhooks.ts";

/** Every route of the API, typed: what the OpenAPI document describes and the client is typed by. */
export const apiRoutes = (parts: AppParts) =>
  new OpenAPIHono<AppEnv>()
    .route("/v1", searchRoutes(parts))
    .route("/v1", documentRoutes(parts))
    .route("/v1", changeRoutes(parts))
    .route("/v1", webhookRoutes(parts))
    .route("/v1", sourceRoutes(parts))
    .route("/v1", memoryRoutes(parts))
    .route("/v1", graphRoutes(parts))
    .route("/v1", adminRoutes(parts))
    .route("/v1", moveRoutes(parts))
    .route("/v1", signInRoutes(parts))
    .route("/v1", upkeepRoutes(parts))
    .route("/v1", recallRoutes(parts))
    .route("/", healthRoutes(parts));

/** The API as a type: `hc<Api>` is a client of it. */
export type Api = ReturnType<typeof apiRoutes>;
