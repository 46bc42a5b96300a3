import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
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
} from "../../contract/admin.ts";
import { Slug } from "../../contract/common.ts";
import { readTokens, readWorkspaces, revoke } from "../../services/access.ts";
import { answers, body } from "../answers.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { forScope, forWorkspace } from "../authenticate.ts";
import { refuseInvalid } from "../errors.ts";

const STATUS = createRoute({
  middleware: forWorkspace("read"),
  method: "get",
  path: "/status",
  summary: "What the workspace holds and what is still to be done",
  responses: answers(StatusAnswer, "State of the workspace"),
});
const DEPLOYMENT = createRoute({
  middleware: forScope("owner"),
  method: "get",
  path: "/deployment",
  summary: "What all workspaces share: the database and today's model calls",
  responses: answers(DeploymentAnswer, "State of the deployment"),
});
const CREATE_TOKEN = createRoute({
  middleware: forScope("admin"),
  method: "post",
  path: "/tokens",
  summary: "Mint a token",
  request: { body: body(TokenRequest) },
  responses: answers(TokenAnswer, "The token, shown once"),
});
const LIST_TOKENS = createRoute({
  middleware: forScope("admin"),
  method: "get",
  path: "/tokens",
  summary: "List tokens",
  responses: answers(TokenList, "Tokens without their secret part"),
});
const REVOKE_TOKEN = createRoute({
  middleware: forScope("admin"),
  method: "delete",
  path: "/tokens/{id}",
  summary: "Revoke a token",
  request: { params: z.object({ id: z.string() }) },
  responses: answers(Deleted, "Refused from now on"),
});
const CREATE_WORKSPACE = createRoute({
  middleware: forScope("owner"),
  method: "post",
  path: "/workspaces",
  summary: "Create a workspace",
  request: { body: body(WorkspaceRequest) },
  responses: answers(WorkspaceSummary, "Empty and ready"),
});
const LIST_WORKSPACES = createRoute({
  middleware: forScope("owner"),
  method: "get",
  path: "/workspaces",
  summary: "List workspaces",
  responses: answers(WorkspaceList, "All workspaces"),
});
const DELETE_WORKSPACE = createRoute({
  middleware: forScope("owner"),
  method: "delete",
  path: "/workspaces/{slug}",
  summary: "Delete a workspace and everything in it",
  request: { params: z.object({ slug: Slug }) },
  responses: answers(Deleted, "Gone"),
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
