import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
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
import { needs } from "../access.ts";
import { answers, body } from "../answers.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { refuseInvalid } from "../errors.ts";

const tags = ["Recall log"];

const LIST = createRoute({
  ...needs("admin"),
  method: "get",
  path: "/recalls",
  operationId: "listRecalls",
  tags,
  summary: "Logged searches, newest first",
  description: "In pages: `next` of one is `cursor` of the next.",
  request: { query: RecallParameters },
  responses: answers(RecallList, "A page of the log"),
});

const REPORT = createRoute({
  ...needs("admin"),
  method: "get",
  path: "/recalls/reports",
  operationId: "reportRecalls",
  tags,
  summary: "What the log tells: queries without a hit, popular and stale documents",
  description: "One report a request, as `kind` says.",
  request: { query: ReportParameters },
  responses: answers(RecallReport, "The report"),
});

const READ = createRoute({
  ...needs("admin"),
  method: "get",
  path: "/recalls/{id}",
  operationId: "readRecall",
  tags,
  summary: "A logged search with its hits",
  description: "By `recallId` of an answer, or a start of it that no other has.",
  request: { params: z.object({ id: RecallId }) },
  responses: answers(RecallAnswer, "The search", "not_found", "ambiguous"),
});

const CLEAR = createRoute({
  ...needs("admin"),
  method: "delete",
  path: "/recalls",
  operationId: "clearRecalls",
  tags,
  summary: "Delete logged searches, all or the older ones; votes stay",
  description: "In slices: ask again until `isDone`.",
  request: { query: ClearParameters },
  responses: answers(ClearAnswer, "How many went"),
});

const CHANGE = createRoute({
  ...needs("admin"),
  method: "put",
  path: "/recalls/log",
  operationId: "changeRecallLog",
  tags,
  summary: "Turn this workspace's log on or off",
  description: "While it is off nothing is written to the log; what is there stays.",
  request: { body: body(RecallLogChange) },
  responses: answers(RecallLogAnswer, "As it is now"),
});

/** /v1/recalls */
export const recallRoutes = ({ services }: AppParts) =>
  new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid })
    .openapi(LIST, async (c) => {
      return c.json(await services.listRecalls(c.get("workspace"), c.req.valid("query")), 200);
    })
    .openapi(REPORT, async (c) => {
      return c.json(await services.reportRecalls(c.get("workspace"), c.req.valid("query")), 200);
    })
    .openapi(READ, async (c) => {
      return c.json(await services.readRecall(c.get("workspace"), c.req.valid("param").id), 200);
    })
    .openapi(CLEAR, async (c) => {
      return c.json(await services.deleteRecalls(c.get("workspace"), c.req.valid("query").before), 200);
    })
    .openapi(CHANGE, async (c) => {
      return c.json(await services.changeRecallLog(c.get("workspace"), c.req.valid("json")), 200);
    });
