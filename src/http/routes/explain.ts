import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { ExplainAnswer, ExplainRequest } from "../../search/contract/explain.ts";
import { inWorkspace } from "../../workspaces/open-workspace.ts";
import { needsInside } from "../access.ts";
import { answers, body } from "../answers.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { refuseInvalid } from "../errors.ts";

const tags = ["Search"];

const EXPLAIN = createRoute({
  ...needsInside("read"),
  method: "post",
  path: "/explain",
  operationId: "explain",
  tags,
  summary: "Why a chunk is where it is in an answer, or why it is not there",
  description:
    "Repeats a search and follows one chunk through it: its rank after every step, or the first reason that it is not in the answer.",
  request: { body: body(ExplainRequest) },
  responses: answers(
    ExplainAnswer,
    "Its rank after every step, or the first reason that it is not there",
    "ambiguous",
  ),
});

/** POST /v1/explain */
export const explainRoutes = ({ services }: AppParts) =>
  new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid }).openapi(EXPLAIN, async (c) => {
    const context = inWorkspace(c.get("request"), "read");
    return c.json(await services.explain(context, c.req.valid("json")), 200);
  });
