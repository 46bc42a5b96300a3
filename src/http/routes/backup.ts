import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { ExportAnswer, ExportParameters, ImportAnswer, ImportRequest } from "../../contract/export.ts";
import { answers, body } from "../answers.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { forWorkspace } from "../authenticate.ts";
import { refuseInvalid } from "../errors.ts";

const EXPORT = createRoute({
  middleware: forWorkspace("admin"),
  method: "get",
  path: "/export",
  summary: "Everything that was put into the workspace, page by page",
  request: { query: ExportParameters },
  responses: answers(ExportAnswer, "Records of one version of the workspace"),
});

const IMPORT = createRoute({
  middleware: forWorkspace("admin"),
  method: "post",
  path: "/import",
  summary: "Take in some records of an export; may be repeated",
  request: { body: body(ImportRequest) },
  responses: answers(ImportAnswer, "What was taken in, and what was not"),
});

/** /v1/export, /v1/import */
export const backupRoutes = ({ services }: AppParts) =>
  new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid })
    .openapi(EXPORT, async (c) => {
      const { vectors, cursor } = c.req.valid("query");
      return c.json(
        await services.exportPage(c.get("workspace"), { vectors: vectors === "true", cursor }),
        200,
      );
    })
    .openapi(IMPORT, async (c) => {
      return c.json(await services.importRecords(c.get("workspace"), c.req.valid("json")), 200);
    });
