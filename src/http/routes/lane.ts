import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { LaneAnswer, LaneParameters } from "../../contract/lane.ts";
import { answers } from "../answers.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { forWorkspace } from "../authenticate.ts";
import { refuseInvalid } from "../errors.ts";

const READ = createRoute({
  middleware: forWorkspace("read"),
  method: "get",
  path: "/lane",
  summary: "What was recalled and remembered over time",
  request: { query: LaneParameters },
  responses: answers(LaneAnswer, "Newest first, with counts by day and type"),
});

/** GET /v1/lane */
export const laneRoutes = ({ services }: AppParts) =>
  new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid }).openapi(READ, async (c) =>
    c.json(await services.lane(c.get("workspace"), c.req.valid("query")), 200),
  );
