import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { ExplainAnswer, ExplainRequest } from "../../contract/explain.ts";
import { inWorkspace } from "../../services/open-workspace.ts";
import { answers, body } from "../answers.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { refuseInvalid } from "../errors.ts";

const EXPLAIN = createRoute({
  method: "post",
  path: "/explain",
  summary: "Why a chunk is where it is in an answer, or why it is not there",
  request: { body: body(ExplainRequest) },
  responses: answers(ExplainAnswer, "Its rank after every step, or the first reason that it is not there"),
});

/** POST /v1/explain */
export const explainRoutes = ({ services }: AppParts) =>
  new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid }).openapi(EXPLAIN, async (c) => {
    const context = inWorkspace(c.get("request"), "read");
    return c.json(await services.explain(context, c.req.valid("json")), 200);
  });
