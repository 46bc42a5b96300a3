import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { LaneAnswer, LaneParameters } from "../../lane/contract.ts";
import { needs } from "../access.ts";
import { answers } from "../answers.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { refuseInvalid } from "../errors.ts";

const READ = createRoute({
  ...needs("read"),
  method: "get",
  path: "/lane",
  operationId: "lane",
  tags: ["Memories"],
  summary: "What was recalled and remembered over time",
  description:
    "For admins by everybody's searches, for others by their token's own. In pages: `next` of one is `cursor` of the next.",
  request: { query: LaneParameters },
  responses: answers(LaneAnswer, "Newest first, with counts by day and type"),
});

/** GET /v1/lane */
export const laneRoutes = ({ services }: AppParts) =>
  new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid }).openapi(READ, async (c) =>
    c.json(await services.lane(c.get("workspace"), c.req.valid("query")), 200),
  );
