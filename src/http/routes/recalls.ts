import { z } from "@hono/zod-openapi";
import * as feedback from "../../recalls/contract/feedback.ts";
import * as recalls from "../../recalls/contract/recalls.ts";
import { giveFeedback, listFeedback, takeFeedback } from "../../recalls/feedback.ts";
import { changeRecallLog, deleteRecalls, readRecall, reportRecalls } from "../../recalls/recalls.ts";
import type { AppParts } from "../app-parts.ts";
import { accessTo, answered, answers, body, fromBody, fromQuery, NAMED, route, router } from "../routing.ts";

const { administers } = accessTo("Recall log");
const { reads } = accessTo("Feedback");

const LIST = route("get", "/recalls", "listRecalls", {
  ...administers,
  summary: "Logged searches, newest first",
  description: "In pages: `nextCursor` of one is `cursor` of the next.",
  request: { query: recalls.RecallParameters },
  responses: answers(recalls.RecallList, "A page of the log"),
});

const REPORT = route("get", "/recalls/reports", "reportRecalls", {
  ...administers,
  summary: "Reports from the log: queries without a hit, popular and stale documents",
  description: "One report a request, as `kind` says.",
  request: { query: recalls.ReportParameters },
  responses: answers(recalls.RecallReport, "The report"),
});

const READ = route("get", "/recalls/{id}", "readRecall", {
  ...administers,
  summary: "A logged search with its hits",
  description: "By `recallId` of an answer, or a start of it that no other has.",
  request: { params: z.object({ id: recalls.RecallId }) },
  responses: answers(recalls.RecallAnswer, "The search", ...NAMED),
});

const CLEAR = route("delete", "/recalls", "clearRecalls", {
  ...administers,
  summary: "Delete logged searches, all or those before a time; votes stay",
  description: "In slices: ask again until `isDone`.",
  request: { query: recalls.ClearParameters },
  responses: answers(recalls.ClearAnswer, "How many went"),
});

const CHANGE = route("put", "/recalls/log", "changeRecallLog", {
  ...administers,
  summary: "Turn this workspace's log on or off",
  description: "While it is off nothing is written to the log; what is there stays.",
  request: { body: body(recalls.RecallLogChange) },
  responses: answers(recalls.RecallLogAnswer, "As it is now"),
});

const GIVE = route("post", "/feedback", "giveFeedback", {
  ...reads,
  summary: "Vote a hit of a search up or down, or change the vote",
  description: "Counts in the ranking from the next search on; its weight halves every 180 days.",
  request: { body: body(feedback.FeedbackRequest) },
  responses: answers(feedback.FeedbackAnswer, "The vote counts at once", ...NAMED, "conflict"),
});

const TAKE = route("delete", "/feedback", "takeFeedback", {
  ...reads,
  summary: "Withdraw a vote",
  description: "Only a vote of the same token.",
  request: { query: feedback.FeedbackParameters },
  responses: answers(feedback.FeedbackAnswer, "The vote no longer counts", ...NAMED, "conflict"),
});

const VOTES = route("get", "/feedback", "listFeedback", {
  ...reads,
  summary: "This token's own votes, newest first",
  description: "In pages: `nextCursor` of one is `cursor` of the next.",
  request: { query: feedback.FeedbackListParameters },
  responses: answers(feedback.FeedbackList, "A page of votes"),
});

/** /v1/recalls, /v1/feedback */
export const recallRoutes = ({ services }: AppParts) =>
  router()
    .openapi(LIST, fromQuery(services.listRecalls))
    .openapi(REPORT, fromQuery(reportRecalls))
    .openapi(READ, (c) => answered(c, readRecall(c.var.workspace, c.req.valid("param").id)))
    .openapi(CLEAR, (c) => answered(c, deleteRecalls(c.var.workspace, c.req.valid("query").before)))
    .openapi(CHANGE, fromBody(changeRecallLog))
    .openapi(GIVE, fromBody(giveFeedback))
    .openapi(TAKE, fromQuery(takeFeedback))
    .openapi(VOTES, fromQuery(listFeedback));
