import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { RunList, RunParameters } from "../../background/contract.ts";
import { needsToken } from "../access.ts";
import { answers } from "../answers.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { refuseInvalid } from "../errors.ts";

const LIST = createRoute({
  ...needsToken("admin"),
  method: "get",
  path: "/runs",
  operationId: "listRuns",
  tags: ["Upkeep"],
  summary: "What the background did for this workspace; with the owner's token all of it",
  description:
    "A run for several workspaces is told to an owner only. In pages: `next` of one is `before` of the next.",
  request: { query: RunParameters },
  responses: answers(RunList, "Newest first"),
});

/** GET /v1/runs */
export const runRoutes = ({ services }: AppParts) =>
  new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid }).openapi(LIST, async (c) =>
    c.json(await services.listRuns(c.get("request"), c.req.valid("query")), 200),
  );
