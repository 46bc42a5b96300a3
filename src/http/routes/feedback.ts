import { OpenAPIHono } from "@hono/zod-openapi";
import {
  FeedbackAnswer,
  FeedbackList,
  FeedbackListParameters,
  FeedbackParameters,
  FeedbackRequest,
} from "../../recalls/contract/feedback.ts";
import { giveFeedback, listFeedback, takeFeedback } from "../../recalls/feedback.ts";
import { needs, route } from "../access.ts";
import { answered, answers, body } from "../answers.ts";
import type { AppEnv } from "../app-parts.ts";
import { refuseInvalid } from "../errors.ts";

const tags = ["Feedback"];
const reads = { ...needs("read"), tags };

const GIVE = route("post", "/feedback", "giveFeedback", {
  ...reads,
  summary: "Vote a hit of a search up or down, or change the vote",
  description: "Counts in the ranking from the next search on; its weight halves every 180 days.",
  request: { body: body(FeedbackRequest) },
  responses: answers(FeedbackAnswer, "The vote counts at once", "not_found", "ambiguous", "conflict"),
});

const TAKE = route("delete", "/feedback", "takeFeedback", {
  ...reads,
  summary: "Withdraw a vote",
  description: "Only a vote of the same token.",
  request: { query: FeedbackParameters },
  responses: answers(FeedbackAnswer, "The vote no longer counts", "not_found", "ambiguous", "conflict"),
});

const LIST = route("get", "/feedback", "listFeedback", {
  ...reads,
  summary: "This token's own votes, newest first",
  description: "In pages: `next` of one is `cursor` of the next.",
  request: { query: FeedbackListParameters },
  responses: answers(FeedbackList, "A page of votes"),
});

/** /v1/feedback */
export const feedbackRoutes = () =>
  new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid })
    .openapi(GIVE, (c) => answered(c, giveFeedback(c.get("workspace"), c.req.valid("json"))))
    .openapi(TAKE, (c) => answered(c, takeFeedback(c.get("workspace"), c.req.valid("query"))))
    .openapi(LIST, (c) => answered(c, listFeedback(c.get("workspace"), c.req.valid("query"))));
