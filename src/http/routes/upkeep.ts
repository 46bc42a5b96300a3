import { OpenAPIHono } from "@hono/zod-openapi";
import { AuditAnswer, AuditParameters, RepairRequest } from "../../audit/contract.ts";
import { RunList, RunParameters } from "../../background/contract.ts";
import { pageOfRuns } from "../../background/runs.ts";
import { ExportAnswer, ExportParameters, ImportAnswer, ImportRequest } from "../../backup/contract.ts";
import { ReindexAnswer, ReindexRequest } from "../../vectors/contract.ts";
import { HealthAnswer } from "../../workspaces/contract.ts";
import { needs, needsToken, route } from "../access.ts";
import { answered, answers, body } from "../answers.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { refuseInvalid } from "../errors.ts";

const tags = ["Upkeep"];
const administers = { ...needs("admin"), tags };
const forAdmins = { ...needsToken("admin"), tags };

const AUDIT = route("get", "/audit", "audit", {
  ...administers,
  summary: "Check that everything is there, page by page",
  description: "Looks at rows, keyword index and vectors; `next` of a page is `cursor` of the next.",
  request: { query: AuditParameters },
  responses: answers(AuditAnswer, "Each check of the page with what failed", "vector_index_unavailable"),
});

const REPAIR = route("post", "/audit/repair", "repair", {
  ...administers,
  summary: "Check page by page, and repair what is wrong",
  description: "What can be made again is made again from the stored texts.",
  request: { body: body(RepairRequest) },
  responses: answers(
    AuditAnswer,
    "What was wrong; look again to see that it no longer is",
    "vector_index_unavailable",
  ),
});

const LIST = route("get", "/runs", "listRuns", {
  ...forAdmins,
  summary: "What the background did for this workspace; with the owner's token all of it",
  description:
    "A run for several workspaces is told to an owner only. In pages: `next` of one is `before` of the next.",
  request: { query: RunParameters },
  responses: answers(RunList, "Newest first"),
});

const REINDEX = route("post", "/reindex", "reindex", {
  ...administers,
  summary: "Index anew what is stale, what failed, or everything",
  description: "Work goes on in the background, and searches meanwhile by what there is.",
  request: { body: body(ReindexRequest) },
  responses: answers(ReindexAnswer, "What is under way; status shows how far it is"),
});

const EXPORT = route("get", "/export", "exportPage", {
  ...administers,
  summary: "Everything that was put into the workspace, page by page",
  description:
    "All pages are of one version of the workspace: one that changed meanwhile is a `conflict`, and the export begins anew.",
  request: { query: ExportParameters },
  responses: answers(ExportAnswer, "Records of one version of the workspace", "conflict"),
});

const IMPORT = route("post", "/import", "importRecords", {
  ...administers,
  summary: "Take in some records of an export; may be repeated",
  description: "What is there already is left alone; what is wrong with single records stands in `failed`.",
  request: { body: body(ImportRequest) },
  responses: answers(ImportAnswer, "What was taken in, and what was not", "conflict"),
});

const HEALTH = route("get", "/health", "health", {
  tags,
  summary: "Is it up",
  description: "Needs no token, and reads no database.",
  responses: answers(HealthAnswer, "It is", "misconfigured"),
});

/** /v1/audit, /v1/runs, /v1/reindex, /v1/export, /v1/import */
export const upkeepRoutes = ({ services }: AppParts) =>
  new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid })
    .openapi(AUDIT, (c) => {
      const { full, cursor } = c.req.valid("query");
      const query = { full: full === "true", cursor, repairs: false };
      return answered(c, services.audit(c.get("workspace"), query));
    })
    .openapi(REPAIR, (c) =>
      answered(c, services.audit(c.get("workspace"), { ...c.req.valid("json"), repairs: true })),
    )
    .openapi(LIST, (c) => answered(c, pageOfRuns(c.get("request"), c.req.valid("query"))))
    .openapi(REINDEX, (c) => answered(c, services.reindex(c.get("workspace"), c.req.valid("json"))))
    .openapi(EXPORT, (c) => {
      const { vectors, cursor } = c.req.valid("query");
      return answered(c, services.exportPage(c.get("workspace"), { vectors: vectors === "true", cursor }));
    })
    .openapi(IMPORT, (c) => answered(c, services.importRecords(c.get("workspace"), c.req.valid("json"))));

/** GET /health */
export const healthRoutes = ({ version }: AppParts) =>
  new OpenAPIHono<AppEnv>().openapi(HEALTH, (c) =>
    c.json({ ok: true, service: "edge-recall", version } as const, 200),
  );
