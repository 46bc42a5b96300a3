import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { AskAnswer, AskRequest } from "../../contract/ask.ts";
import { inWorkspace } from "../../services/open-workspace.ts";
import { answers, body } from "../answers.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { refuseInvalid } from "../errors.ts";

const ASK = createRoute({
  method: "post",
  path: "/ask",
  summary: "Answer a question from passages, each sentence with its sources",
  request: { body: body(AskRequest) },
  responses: answers(AskAnswer, "Sentences and their sources, or none and why"),
});

/** POST /v1/ask */
export const askRoutes = ({ services }: AppParts) =>
  new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid }).openapi(ASK, async (c) => {
    const context = inWorkspace(c.get("request"), "read");
    return c.json(await services.ask(context, c.req.valid("json")), 200);
  });
