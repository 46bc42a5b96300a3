import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { AuditAnswer, AuditParameters, RepairRequest } from "../../audit/contract.ts";
import { needs } from "../access.ts";
import { answers, body } from "../answers.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { refuseInvalid } from "../errors.ts";

const tags = ["Upkeep"];

const AUDIT = createRoute({
  ...needs("admin"),
  method: "get",
  path: "/audit",
  operationId: "audit",
  tags,
  summary: "Check that everything is there, page by page",
  description: "Looks at rows, keyword index and vectors; `next` of a page is `cursor` of the next.",
  request: { query: AuditParameters },
  responses: answers(AuditAnswer, "Each check of the page with what failed", "vector_index_unavailable"),
});

const REPAIR = createRoute({
  ...needs("admin"),
  method: "post",
  path: "/audit/repair",
  operationId: "repair",
  tags,
  summary: "Check page by page, and repair what is wrong",
  description: "What can be made again is made again from the stored texts.",
  request: { body: body(RepairRequest) },
  responses: answers(
    AuditAnswer,
    "What was wrong; look again to see that it no longer is",
    "vector_index_unavailable",
  ),
});

/** /v1/audit */
export const auditRoutes = ({ services }: AppParts) =>
  new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid })
    .openapi(AUDIT, async (c) => {
      const { full, cursor } = c.req.valid("query");
      const query = { full: full === "true", cursor, repairs: false };
      return c.json(await services.audit(c.get("workspace"), query), 200);
    })
    .openapi(REPAIR, async (c) => {
      const query = { ...c.req.valid("json"), repairs: true };
      return c.json(await services.audit(c.get("workspace"), query), 200);
    });
