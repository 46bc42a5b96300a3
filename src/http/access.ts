import { createRoute, type RouteConfig } from "@hono/zod-openapi";
import type { Scope } from "../contract/common.ts";
import { forScope, forWorkspace } from "./authenticate.ts";

/** The one way to prove oneself: a name in the OpenAPI document. */
export const TOKEN_SCHEME = "token";

/** The least scope, where OpenAPI 3.1 has it: a role beside the scheme. */
const secured = (scope: Scope) => ({ security: [{ [TOKEN_SCHEME]: [scope] }] });

/** A route inside a workspace: lets tokens of the scope pass, and leaves the workspace's context. */
export const needs = (scope: Scope) => ({ middleware: forWorkspace(scope), ...secured(scope) });

/** A route beside the workspaces: lets tokens of the scope pass. */
export const needsToken = (scope: Scope) => ({ middleware: forScope(scope), ...secured(scope) });

/** A route that looks at scope and revocation itself, in its first hop. */
export const needsInside = secured;

/** A route by its method, path and the name that the OpenAPI document has for it. */
export const route = <
  Method extends RouteConfig["method"],
  Path extends string,
  Config extends Omit<RouteConfig, "method" | "path" | "operationId">,
>(
  method: Method,
  path: Path,
  operationId: string,
  config: Config,
) => createRoute({ ...config, method, path, operationId });
