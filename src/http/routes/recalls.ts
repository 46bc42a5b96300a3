import { OpenAPIHono, z } from "@hono/zod-openapi";
import {
  ClearAnswer,
  ClearParameters,
  RecallAnswer,
  RecallId,
  RecallList,
  RecallLogAnswer,
  RecallLogChange,
  RecallParameters,
  RecallReport,
  ReportParameters,
} from "../../recalls/contract/recalls.ts";
import { reportRecalls } from "../../recalls/recall-reports.ts";
import { changeRecallLog, deleteRecalls, readRecall } from "../../recalls/recalls.ts";
import { needs, route } from "../access.ts";
import { answered, answers, body } from "../answers.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { refuseInvalid } from "../errors.ts";

const tags = ["Recall log"];
const administers = { ...needs("admin"), tags };

const LIST = route("get", "/recalls", "listRecalls", {
  ...administers,
  summary: "Logged searches, newest first",
  description: "In pages: `next` of one is `cursor` of the next.",
  request: { query: RecallParameters },
  responses: answers(RecallList, "A page of the log"),
});

const REPORT = route("get", "/recalls/reports", "reportRecalls", {
  ...administers,
  summary: "Reports from the log: queries without a hit, popular and stale documents",
  description: "One report a request, as `kind` says.",
  request: { query: ReportParameters },
  responses: answers(RecallReport, "The report"),
});

const READ = route("get", "/recalls/{id}", "readRecall", {
  ...administers,
  summary: "A logged search with its hits",
  description: "By `recallId` of an answer, or a start of it that no other has.",
  request: { params: z.object({ id: RecallId }) },
  responses: answers(RecallAnswer, "The search", "not_found", "ambiguous"),
});

const CLEAR = route("delete", "/recalls", "clearRecalls", {
  ...administers,
  summary: "Delete logged searches, all or those before a time; votes stay",
  description: "In slices: ask again until `isDone`.",
  request: { query: ClearParameters },
  responses: answers(ClearAnswer, "How many went"),
});

const CHANGE = route("put", "/recalls/log", "changeRecallLog", {
  ...administers,
  summary: "Turn this workspace's log on or off",
  description: "While it is off nothing is written to the log; what is there stays.",
  request: { body: body(RecallLogChange) },
  responses: answers(RecallLogAnswer, "As it is now"),
});

/** /v1/recalls */
export const recallRoutes = ({ services }: AppParts) =>
  new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid })
    .openapi(LIST, (c) => answered(c, services.listRecalls(c.get("workspace"), c.req.valid("query"))))
    .openapi(REPORT, (c) => answered(c, reportRecalls(c.get("workspace"), c.req.valid("query"))))
    .openapi(READ, (c) => answered(c, readRecall(c.get("workspace"), c.req.valid("param").id)))
    .openapi(CLEAR, (c) => answered(c, deleteRecalls(c.get("workspace"), c.req.valid("query").before)))
    .openapi(CHANGE, (c) => answered(c, changeRecallLog(c.get("workspace"), c.req.valid("json"))));
