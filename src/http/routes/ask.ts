import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { AskAnswer, AskRequest } from "../../search/contract/ask.ts";
import { inWorkspace } from "../../workspaces/open-workspace.ts";
import { needsInside } from "../access.ts";
import { answers, body } from "../answers.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { refuseInvalid } from "../errors.ts";

const tags = ["Search"];

const ASK = createRoute({
  ...needsInside("read"),
  method: "post",
  path: "/ask",
  operationId: "ask",
  tags,
  summary: "Answer a question from passages, each sentence with its sources",
  description:
    "A text model writes the answer from the hits of a search, each sentence with the passages it stands on; without one that stands on a passage there is no answer, and `outcome` says why.",
  request: { body: body(AskRequest) },
  responses: answers(
    AskAnswer,
    "Sentences and their sources, or none and why",
    "generator_unavailable",
    "quota",
    "model_budget",
    "capacity",
    "timeout",
  ),
});

/** POST /v1/ask */
export const askRoutes = ({ services }: AppParts) =>
  new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid }).openapi(ASK, async (c) => {
    const context = inWorkspace(c.get("request"), "read");
    return c.json(await services.ask(context, c.req.valid("json")), 200);
  });
