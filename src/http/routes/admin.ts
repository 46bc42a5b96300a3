import { z } from "@hono/zod-openapi";
import { Slug } from "../../contract/common.ts";
import { readWorkspaces } from "../../workspaces/access.ts";
import {
  AccessCheck,
  AccessCheckParameters,
  AccessList,
  AccessParameters,
} from "../../workspaces/access-log/contract.ts";
import { pageOfAccess } from "../../workspaces/access-log/read-log.ts";
import * as workspaces from "../../workspaces/contract.ts";
import { DeploymentAnswer, SchemaAnswer, SchemaParameters } from "../../workspaces/deployment-contract.ts";
import { QuotasAnswer, QuotasRequest } from "../../workspaces/limits/contract.ts";
import { changeQuotas } from "../../workspaces/limits/workspace-quotas.ts";
import { applyMigrations, schemaStatus } from "../../workspaces/schema-status.ts";
import { readTokens, revoke } from "../../workspaces/tokens.ts";
import type { AppParts } from "../app-parts.ts";
import { accessTo, answered, answers, body, route, router } from "../routing.ts";

const { reads, forAdmins, forAdminsByProof, forOwners, forOwnersByProof, seesTables, makesTables } =
  accessTo("Workspaces and tokens");

const STATUS = route("get", "/status", "status", {
  ...reads,
  summary: "Status of the workspace",
  description:
    "Documents, pending and failed work, the models at work, the searches of today, and on the free plan what is left of the day.",
  responses: answers(workspaces.StatusAnswer, "State of the workspace"),
});
const DEPLOYMENT = route("get", "/deployment", "deployment", {
  ...forOwners,
  summary: "What all workspaces share: the database, today's model calls, what of the plan is used",
  description:
    "Rows, neurons, vector queries and queue operations, as the Worker counts them, with what is left and list prices. Tokens of a workspace do not see what others do.",
  responses: answers(DeploymentAnswer, "State of the deployment"),
});
const SCHEMA = route("get", "/migrations", "schema", {
  ...seesTables,
  summary: "Whether the database's tables are this server's",
  description:
    "Migrations that are applied and missing, and what of their tables, indexes and triggers is not as they made it.",
  request: { query: SchemaParameters },
  responses: answers(SchemaAnswer, "State of the tables"),
});
const MIGRATE = route("post", "/migrations", "migrate", {
  ...makesTables,
  summary: "Apply the next part of the missing migrations",
  description:
    "Up to 40 statements in one transaction, so that a call fits any plan: call it until nothing is pending, for each of the databases. It may be called at any time, by several at once.",
  request: { query: SchemaParameters },
  responses: answers(SchemaAnswer, "State afterwards"),
});
const CREATE_TOKEN = route("post", "/tokens", "createToken", {
  ...forAdminsByProof,
  summary: "Mint a token",
  description:
    "An admin mints for its own workspace, an owner for any. A token ends after 90 days unless `expiresInDays` says otherwise, never after the one that minted it, and is revoked with it. Only an owner's first token, which the signing secret mints, has no end.",
  request: { body: body(workspaces.TokenRequest) },
  responses: answers(workspaces.TokenAnswer, "The token, shown once", "not_found"),
});
const LIST_TOKENS = route("get", "/tokens", "listTokens", {
  ...forAdmins,
  summary: "List tokens",
  description: "Those of the workspace; with an owner's token all.",
  responses: answers(workspaces.TokenList, "Tokens without their secret part"),
});
const REVOKE_TOKEN = route("delete", "/tokens/{id}", "revokeToken", {
  ...forAdmins,
  summary: "Revoke a token",
  description: "At once, everywhere, with all that it minted and what those minted.",
  request: { params: z.object({ id: z.string() }) },
  responses: answers(workspaces.Deleted, "Refused from now on", "not_found"),
});
const START_EPOCH = route("post", "/tokens/epoch", "startEpoch", {
  ...forOwnersByProof,
  summary: "End every token, and begin anew with one for the owner",
  description:
    "After a database was restored: tokens that were revoked or minted since then do not count in it. The answer's token has no end.",
  request: { body: body(workspaces.EpochRequest) },
  responses: answers(workspaces.TokenAnswer, "The owner's token, shown once"),
});
const ACCESS_LOG = route("get", "/access-log", "accessLog", {
  ...forAdmins,
  summary: "Who did what: requests by token, door, route, outcome and network",
  description:
    "Of the workspace; with an owner's token of all. Never a text, a path or a query. 90 days, newest first in each workspace, in pages: `nextCursor` of one is `cursor` of the next.",
  request: { query: AccessParameters },
  responses: answers(AccessList, "A page of the log", "not_found"),
});
const CHECK_ACCESS = route("get", "/access-log/check", "checkAccessLog", {
  ...forAdmins,
  summary: "Check that no entry of the access log was changed or removed",
  description:
    "Of the workspace; with an owner's token of the one that it names, else of the owner's own requests. In pages of 500: ask again with `nextCursor` as `cursor` until it is null.",
  request: { query: AccessCheckParameters },
  responses: answers(AccessCheck, "What is wrong in a page of the chain", "not_found"),
});
const CREATE_WORKSPACE = route("post", "/workspaces", "createWorkspace", {
  ...forOwners,
  summary: "Create a workspace",
  description: "A workspace is a tenant: its documents, statistics and tokens are its own.",
  request: { body: body(workspaces.WorkspaceRequest) },
  responses: answers(workspaces.WorkspaceSummary, "Empty and ready", "workspace_exists", "limit_reached"),
});
const LIST_WORKSPACES = route("get", "/workspaces", "listWorkspaces", {
  ...forOwners,
  summary: "List workspaces",
  description:
    "Each with its version and how many documents it has; deleted ones count until they are emptied, within minutes.",
  responses: answers(workspaces.WorkspaceList, "All workspaces"),
});
const DELETE_WORKSPACE = route("delete", "/workspaces/{slug}", "deleteWorkspace", {
  ...forOwners,
  summary: "Delete a workspace and everything in it",
  description: "Unreachable at once, with its tokens; its rows are deleted in the background.",
  request: { params: z.object({ slug: Slug }) },
  responses: answers(workspaces.Deleted, "Gone", "not_found"),
});

const CHANGE_QUOTAS = route("patch", "/workspaces/{slug}/quotas", "changeQuotas", {
  ...forOwners,
  summary: "Set what a workspace may hold",
  description:
    "Bytes of text, documents, memories, tokens, model calls a day; 0 is no limit. Those left out stay as they are, null gives back the deployment's (`MAX_BYTES` and the others); without any the answer says what counts, and what is used. What is there stays, also beyond a quota, and deleting always goes; what would add to it is refused with `quota_exceeded`. Beyond its model calls a workspace's searches go on by keyword (`workspace_quota`) until midnight UTC.",
  request: { params: z.object({ slug: Slug }), body: body(QuotasRequest) },
  responses: answers(QuotasAnswer, "The quotas that count from now on", "not_found"),
});

const deleted = () => ({ deleted: true }) as const;

/** /v1/status, /v1/deployment, /v1/migrations, /v1/tokens, /v1/workspaces */
export const adminRoutes = ({ services }: AppParts) =>
  router()
    .openapi(STATUS, (c) => answered(c, services.status(c.var.workspace)))
    .openapi(DEPLOYMENT, (c) => answered(c, services.deployment(c.var.request)))
    .openapi(SCHEMA, (c) => answered(c, schemaStatus(c.var.request, c.req.valid("query"))))
    .openapi(MIGRATE, (c) => answered(c, applyMigrations(c.var.request, c.req.valid("query"))))
    .openapi(CREATE_TOKEN, (c) => answered(c, services.createToken(c.var.request, c.req.valid("json"))))
    .openapi(LIST_TOKENS, (c) => answered(c, readTokens(c.var.request)))
    .openapi(REVOKE_TOKEN, (c) => answered(c, revoke(c.var.request, c.req.valid("param").id).then(deleted)))
    .openapi(START_EPOCH, (c) => answered(c, services.startEpoch(c.var.request, c.req.valid("json"))))
    .openapi(ACCESS_LOG, (c) => answered(c, pageOfAccess(c.var.request, c.req.valid("query"))))
    .openapi(CHECK_ACCESS, (c) => answered(c, services.checkAccessLog(c.var.request, c.req.valid("query"))))
    .openapi(CREATE_WORKSPACE, (c) =>
      answered(c, services.createWorkspace(c.var.request, c.req.valid("json"))),
    )
    .openapi(LIST_WORKSPACES, (c) => answered(c, readWorkspaces(c.var.request)))
    .openapi(CHANGE_QUOTAS, (c) =>
      answered(c, changeQuotas(c.var.request, c.req.valid("param").slug, c.req.valid("json"))),
    )
    .openapi(DELETE_WORKSPACE, (c) =>
      answered(c, services.removeWorkspace(c.var.request, c.req.valid("param").slug).then(deleted)),
    );
