import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import {
  FeedbackAnswer,
  FeedbackList,
  FeedbackListParameters,
  FeedbackParameters,
  FeedbackRequest,
} from "../../contract/feedback.ts";
import { answers, body } from "../answers.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { forWorkspace } from "../authenticate.ts";
import { refuseInvalid } from "../errors.ts";

const GIVE = createRoute({
  middleware: forWorkspace("read"),
  method: "post",
  path: "/feedback",
  summary: "Vote a hit of a search up or down, or change the vote",
  request: { body: body(FeedbackRequest) },
  responses: answers(FeedbackAnswer, "The vote counts at once"),
});

const TAKE = createRoute({
  middleware: forWorkspace("read"),
  method: "delete",
  path: "/feedback",
  summary: "Take a vote back",
  request: { query: FeedbackParameters },
  responses: answers(FeedbackAnswer, "It counts no more"),
});

const LIST = createRoute({
  middleware: forWorkspace("read"),
  method: "get",
  path: "/feedback",
  summary: "This token's own votes, newest first",
  request: { query: FeedbackListParameters },
  responses: answers(FeedbackList, "A page of votes"),
});

/** /v1/feedback */
export const feedbackRoutes = ({ services }: AppParts) =>
  new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid })
    .openapi(GIVE, async (c) => {
      return c.json(await services.giveFeedback(c.get("workspace"), c.req.valid("json")), 200);
    })
    .openapi(TAKE, async (c) => {
      return c.json(await services.takeFeedback(c.get("workspace"), c.req.valid("query")), 200);
    })
    .openapi(LIST, async (c) => {
      return c.json(await services.listFeedback(c.get("workspace"), c.req.valid("query")), 200);
    });
