import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { AuditAnswer, AuditParameters, RepairRequest } from "../../contract/audit.ts";
import { answers, body } from "../answers.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { forWorkspace } from "../authenticate.ts";
import { refuseInvalid } from "../errors.ts";

const AUDIT = createRoute({
  middleware: forWorkspace("admin"),
  method: "get",
  path: "/audit",
  summary: "Check that everything is there, page by page",
  request: { query: AuditParameters },
  responses: answers(AuditAnswer, "Each check of the page with what failed"),
});

const REPAIR = createRoute({
  middleware: forWorkspace("admin"),
  method: "post",
  path: "/audit/repair",
  summary: "Check page by page, and repair what is wrong",
  request: { body: body(RepairRequest) },
  responses: answers(AuditAnswer, "What was wrong; look again to see that it no longer is"),
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
