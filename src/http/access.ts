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
