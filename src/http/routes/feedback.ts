import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import {
  FeedbackAnswer,
  FeedbackList,
  FeedbackListParameters,
  FeedbackParameters,
  FeedbackRequest,
} from "../../recalls/contract/feedback.ts";
import { needs } from "../access.ts";
import { answers, body } from "../answers.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { refuseInvalid } from "../errors.ts";

const tags = ["Feedback"];

const GIVE = createRoute({
  ...needs("read"),
  method: "post",
  path: "/feedback",
  operationId: "giveFeedback",
  tags,
  summary: "Vote a hit of a search up or down, or change the vote",
  description: "Counts in the ranking from the next search on, and fades by half in 180 days.",
  request: { body: body(FeedbackRequest) },
  responses: answers(FeedbackAnswer, "The vote counts at once", "not_found", "ambiguous", "conflict"),
});

const TAKE = createRoute({
  ...needs("read"),
  method: "delete",
  path: "/feedback",
  operationId: "takeFeedback",
  tags,
  summary: "Take a vote back",
  description: "Only a vote of the same token.",
  request: { query: FeedbackParameters },
  responses: answers(FeedbackAnswer, "It counts no more", "not_found", "ambiguous", "conflict"),
});

const LIST = createRoute({
  ...needs("read"),
  method: "get",
  path: "/feedback",
  operationId: "listFeedback",
  tags,
  summary: "This token's own votes, newest first",
  description: "In pages: `next` of one is `cursor` of the next.",
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
