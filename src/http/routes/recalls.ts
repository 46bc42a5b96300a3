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
} from "../../contract/recalls.ts";
import { answers, body } from "../answers.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { forWorkspace } from "../authenticate.ts";
import { refuseInvalid } from "../errors.ts";

const LIST = createRoute({
  middleware: forWorkspace("admin"),
  method: "get",
  path: "/recalls",
  summary: "Logged searches, newest first",
  request: { query: RecallParameters },
  responses: answers(RecallList, "A page of the log"),
});

const REPORT = createRoute({
  middleware: forWorkspace("admin"),
  method: "get",
  path: "/recalls/reports",
  summary: "What the log tells: queries without a hit, popular and stale documents",
  request: { query: ReportParameters },
  responses: answers(RecallReport, "The report"),
});

const READ = createRoute({
  middleware: forWorkspace("admin"),
  method: "get",
  path: "/recalls/{id}",
  summary: "A logged search with its hits",
  request: { params: z.object({ id: RecallId }) },
  responses: answers(RecallAnswer, "The search"),
});

const CLEAR = createRoute({
  middleware: forWorkspace("admin"),
  method: "delete",
  path: "/recalls",
  summary: "Delete logged searches, all or the older ones; votes stay",
  request: { query: ClearParameters },
  responses: answers(ClearAnswer, "How many went"),
});

const CHANGE = createRoute({
  middleware: forWorkspace("admin"),
  method: "put",
  path: "/recalls/log",
  summary: "Turn this workspace's log on or off",
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
