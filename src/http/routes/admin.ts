import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { Slug } from "../../contract/common.ts";
import { readTokens, readWorkspaces, revoke } from "../../workspaces/access.ts";
import {
  Deleted,
  DeploymentAnswer,
  StatusAnswer,
  TokenAnswer,
  TokenList,
  TokenRequest,
  WorkspaceList,
  WorkspaceRequest,
  WorkspaceSummary,
} from "../../workspaces/contract.ts";
import { needs, needsToken } from "../access.ts";
import { answers, body } from "../answers.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { refuseInvalid } from "../errors.ts";

const tags = ["Workspaces and tokens"];

const STATUS = createRoute({
  ...needs("read"),
  method: "get",
  path: "/status",
  operationId: "status",
  tags,
  summary: "What the workspace holds and what is still to be done",
  description: "Documents, pending and failed work, the models at work, and the searches of today.",
  responses: answers(StatusAnswer, "State of the workspace"),
});
const DEPLOYMENT = createRoute({
  ...needsToken("owner"),
  method: "get",
  path: "/deployment",
  operationId: "deployment",
  tags,
  summary: "What all workspaces share: the database and today's model calls",
  description: "No workspace's token is told what others do.",
  responses: answers(DeploymentAnswer, "State of the deployment"),
});
const CREATE_TOKEN = createRoute({
  ...needsToken("admin"),
  method: "post",
  path: "/tokens",
  operationId: "createToken",
  tags,
  summary: "Mint a token",
  description:
    "An admin mints for its own workspace, an owner for any. A token never outlives the one that minted it.",
  request: { body: body(TokenRequest) },
  responses: answers(TokenAnswer, "The token, shown once", "not_found"),
});
const LIST_TOKENS = createRoute({
  ...needsToken("admin"),
  method: "get",
  path: "/tokens",
  operationId: "listTokens",
  tags,
  summary: "List tokens",
  description: "Those of the workspace; with an owner's token all.",
  responses: answers(TokenList, "Tokens without their secret part"),
});
const REVOKE_TOKEN = createRoute({
  ...needsToken("admin"),
  method: "delete",
  path: "/tokens/{id}",
  operationId: "revokeToken",
  tags,
  summary: "Revoke a token",
  description: "At once, everywhere.",
  request: { params: z.object({ id: z.string() }) },
  responses: answers(Deleted, "Refused from now on", "not_found"),
});
const CREATE_WORKSPACE = createRoute({
  ...needsToken("owner"),
  method: "post",
  path: "/workspaces",
  operationId: "createWorkspace",
  tags,
  summary: "Create a workspace",
  description: "A workspace is a tenant: its documents, statistics and tokens are its own.",
  request: { body: body(WorkspaceRequest) },
  responses: answers(WorkspaceSummary, "Empty and ready", "workspace_exists", "limit_reached"),
});
const LIST_WORKSPACES = createRoute({
  ...needsToken("owner"),
  method: "get",
  path: "/workspaces",
  operationId: "listWorkspaces",
  tags,
  summary: "List workspaces",
  description: "Each with its version and how many documents it has.",
  responses: answers(WorkspaceList, "All workspaces"),
});
const DELETE_WORKSPACE = createRoute({
  ...needsToken("owner"),
  method: "delete",
  path: "/workspaces/{slug}",
  operationId: "deleteWorkspace",
  tags,
  summary: "Delete a workspace and everything in it",
  description: "Out of reach at once, its tokens with it; its rows go in slices in the background.",
  request: { params: z.object({ slug: Slug }) },
  responses: answers(Deleted, "Gone", "not_found"),
});

/** /v1/status, /v1/deployment, /v1/tokens, /v1/workspaces */
export const adminRoutes = ({ services }: AppParts) =>
  new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid })
    .openapi(STATUS, async (c) => {
      const context = c.get("workspace");
      return c.json(await services.status(context), 200);
    })
    .openapi(DEPLOYMENT, async (c) => {
      return c.json(await services.deployment(c.get("request")), 200);
    })
    .openapi(CREATE_TOKEN, async (c) => {
      return c.json(await services.createToken(c.get("request"), c.req.valid("json")), 200);
    })
    .openapi(LIST_TOKENS, async (c) => {
      return c.json(await readTokens(c.get("request")), 200);
    })
    .openapi(REVOKE_TOKEN, async (c) => {
      await revoke(c.get("request"), c.req.valid("param").id);
      return c.json({ deleted: true } as const, 200);
    })
    .openapi(CREATE_WORKSPACE, async (c) => {
      return c.json(await services.createWorkspace(c.get("request"), c.req.valid("json")), 200);
    })
    .openapi(LIST_WORKSPACES, async (c) => {
      return c.json(await readWorkspaces(c.get("request")), 200);
    })
    .openapi(DELETE_WORKSPACE, async (c) => {
      await services.deleteWorkspace(c.get("request"), c.req.valid("param").slug);
      return c.json({ deleted: true } as const, 200);
    });
