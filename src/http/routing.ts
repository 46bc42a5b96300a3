import { createRoute, OpenAPIHono, type RouteConfig, z } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import type { Scope } from "../contract/common.ts";
import type { ErrorCode } from "../errors.ts";
import type { RequestContext } from "../workspaces/context.ts";
import { invalidInput } from "../workspaces/invalid-input.ts";
import { allowed, allowedBeforeTables, allowedByProof, openWorkspace } from "../workspaces/open-workspace.ts";
import type { AppEnv } from "./app-parts.ts";

/** The one way to prove oneself: a name in the OpenAPI document. */
export const TOKEN_SCHEME = "token";

/** The least scope, where OpenAPI 3.1 has it: a role beside the scheme. */
const secured = (scope: Scope) => ({ security: [{ [TOKEN_SCHEME]: [scope] }] });

/** A route inside a workspace: lets tokens of the scope pass, and leaves the workspace's context. */
const inside = (scope: Scope, door?: { readonly isConfined: boolean }) => {
  const middleware: MiddlewareHandler<AppEnv> = async (c, next) => {
    c.set("workspace", await openWorkspace(c.var.request, scope, door));
    await next();
  };
  return { middleware, ...secured(scope) };
};

type Pass = (request: RequestContext, scope: Scope) => Promise<unknown>;

/** A route beside the workspaces: lets tokens of the scope pass. */
const beside = (scope: Scope, pass: Pass = allowed) => {
  const middleware: MiddlewareHandler<AppEnv> = async (c, next) => {
    await pass(c.var.request, scope);
    await next();
  };
  return { middleware, ...secured(scope) };
};

/** What each route of a group of the reference page spreads: who may use it. */
export function accessTo(group: string) {
  const tags = [group];
  return {
    /** The route looks at scope and revocation itself, in its first hop. */
    asks: { ...secured("read"), tags },
    reads: { ...inside("read"), tags },
    /** For tokens that are limited to a part of the workspace, too: the route reads nothing beyond `confines`. */
    readsConfined: { ...inside("read", { isConfined: true }), tags },
    writes: { ...inside("write"), tags },
    administers: { ...inside("admin"), tags },
    forAdmins: { ...beside("admin"), tags },
    forOwners: { ...beside("owner"), tags },
    /** For who proves the signing secret, too. */
    forOwnersByProof: { ...beside("owner", allowedByProof), tags },
    forAdminsByProof: { ...beside("admin", allowedByProof), tags },
    /** These two work before the database has tables. */
    seesTables: { ...beside("read", allowedBeforeTables), tags },
    makesTables: { ...beside("owner", allowedBeforeTables), tags },
  };
}

/** Parameters of a route that names none: what a request does not know is refused everywhere. */
const NO_QUERY = z.strictObject({});

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
) =>
  createRoute<Path, Config & { method: Method; path: Path; operationId: string }>({
    ...config,
    ...{ method, path, operationId },
    request: { query: NO_QUERY, ...config.request },
  });

const json = <Schema extends z.ZodType>(schema: Schema) => ({ "application/json": { schema } });

/** A request with a JSON body that must be there. */
export const body = <Schema extends z.ZodType>(schema: Schema) => ({
  content: json(schema),
  required: true as const,
});

/** Where a route names its own failures, until `openapi/failures.ts` makes responses of them. */
export const OWN_CODES = "x-error-codes";

/**
 * The success of a route with its schema, and the codes of failures that only it and some others give: what any route of
 * its kind may answer (no token, no input, an outage …) is added where the document is made.
 */
export const answers = <Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  ...codes: readonly ErrorCode[]
) => ({ 200: { description, content: json(schema), [OWN_CODES]: codes } });

/** What a name or the start of an id can meet. */
export const NAMED = ["not_found", "ambiguous"] as const satisfies readonly ErrorCode[];

/** What a route answers. */
export const answered = async <Answer extends object>(c: Context, answer: Promise<Answer> | Answer) =>
  c.json(await answer, 200);

type Work<Asked, Answer> = (workspace: AppEnv["Variables"]["workspace"], asked: Asked) => Promise<Answer>;

/** Answers what a function makes of the workspace and the request's body. */
export const fromBody =
  <Asked, Answer extends object>(work: Work<Asked, Answer>) =>
  <Path extends string, Given extends { out: { json: Asked } }>(c: Context<AppEnv, Path, Given>) =>
    answered(c, work(c.var.workspace, c.req.valid("json")));

/** Answers what a function makes of the workspace and the request's query. */
export const fromQuery =
  <Asked, Answer extends object>(work: Work<Asked, Answer>) =>
  <Path extends string, Given extends { out: { query: Asked } }>(c: Context<AppEnv, Path, Given>) =>
    answered(c, work(c.var.workspace, c.req.valid("query")));

/** The same of a body that is about what the parameter of the address names. */
export const fromBodyOf =
  <Name extends string, Named extends string, Asked, Answer extends object>(
    name: Name,
    work: (workspace: AppEnv["Variables"]["workspace"], named: Named, asked: Asked) => Promise<Answer>,
  ) =>
  <Path extends string, Given extends { out: { param: Record<Name, Named>; json: Asked } }>(
    c: Context<AppEnv, Path, Given>,
  ) =>
    answered(c, work(c.var.workspace, c.req.valid("param")[name], c.req.valid("json")));

/** Routes that refuse an invalid request with `invalid_input`. */
export const router = () =>
  new OpenAPIHono<AppEnv>({
    defaultHook: (parsed) => {
      if (!parsed.success) throw invalidInput(parsed.error);
    },
  });
