import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { ExportAnswer, ExportParameters, ImportAnswer, ImportRequest } from "../../backup/contract.ts";
import { needs } from "../access.ts";
import { answers, body } from "../answers.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { refuseInvalid } from "../errors.ts";

const tags = ["Upkeep"];

const EXPORT = createRoute({
  ...needs("admin"),
  method: "get",
  path: "/export",
  operationId: "exportPage",
  tags,
  summary: "Everything that was put into the workspace, page by page",
  description:
    "All pages are of one version of the workspace: one that changed meanwhile is a `conflict`, and the export begins anew.",
  request: { query: ExportParameters },
  responses: answers(ExportAnswer, "Records of one version of the workspace", "conflict"),
});

const IMPORT = createRoute({
  ...needs("admin"),
  method: "post",
  path: "/import",
  operationId: "importRecords",
  tags,
  summary: "Take in some records of an export; may be repeated",
  description: "What is there already is left alone; what is wrong with single records stands in `failed`.",
  request: { body: body(ImportRequest) },
  responses: answers(ImportAnswer, "What was taken in, and what was not", "conflict"),
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
