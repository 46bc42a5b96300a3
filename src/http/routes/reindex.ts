import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { ReindexAnswer, ReindexRequest } from "../../vectors/contract.ts";
import { needs } from "../access.ts";
import { answers, body } from "../answers.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { refuseInvalid } from "../errors.ts";

const tags = ["Upkeep"];

const REINDEX = createRoute({
  ...needs("admin"),
  method: "post",
  path: "/reindex",
  operationId: "reindex",
  tags,
  summary: "Index anew what is stale, what failed, or everything",
  description: "Work goes on in the background, and searches meanwhile by what there is.",
  request: { body: body(ReindexRequest) },
  responses: answers(ReindexAnswer, "What is under way; status shows how far it is"),
});

/** /v1/reindex */
export const reindexRoutes = ({ services }: AppParts) =>
  new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid }).openapi(REINDEX, async (c) =>
    c.json(await services.reindex(c.get("workspace"), c.req.valid("json")), 200),
  );
