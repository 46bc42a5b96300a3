import { type Context, Hono, type MiddlewareHandler } from "hono";
import { DOOR_HEADER } from "../../contract/headers.ts";
import { limitOfRoute } from "../../contract/input-limits.ts";
import { readInput } from "../../contract/read-input.ts";
import { AppError } from "../../errors.ts";
import { revokeToken } from "../../workspaces/sql/token-store.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { publicOrigin } from "../door.ts";
import type { Ask } from "./approver.ts";
import { consent } from "./consent.ts";
import { PATHS, type Provider, type ProviderOf, primarySession, SCOPES } from "./provider.ts";

type OauthContext = Context<AppEnv>;

/** Asks the application itself. */
export type Send = (request: Request, c: OauthContext) => Response | Promise<Response>;

/** What the resource /mcp says of itself (RFC 9728). */
function resourceMetadata(c: OauthContext): Response {
  const issuer = publicOrigin(c.req.raw);
  return c.json({
    ...{ resource: `${issuer}/mcp`, authorization_servers: [issuer], scopes_supported: [...SCOPES] },
    ...{ bearer_methods_supported: ["header"], resource_name: "edge-recall" },
  });
}

/** A request as the provider takes it, at the address that clients know, and the token that it gives back, if it does. */
async function read({ req: { raw, path } }: OauthContext, { issuer }: Provider) {
  const { method, headers } = raw;
  const body = raw.body === null ? null : await readInput(raw.body, limitOfRoute(method, path));
  const form = new URLSearchParams(new TextDecoder().decode(body ?? new Uint8Array()));
  const isRevocation = path === PATHS.token && !form.has("grant_type");
  const request = new Request(`${issuer}${path}`, { method, headers, body });
  return { request, givenBack: isRevocation ? form.get("token") : null };
}

/** Each token of OAuth begins with the id of the token that it stands for. */
const idIn = (sent: string): string => sent.split(":")[0] ?? "";

/** What the provider answers by itself; a client that gives its grant back ends the token with it. */
async function provided(c: OauthContext, provider: Provider, parts: AppParts): Promise<Response> {
  const { server, helpers, env } = provider;
  const { request, givenBack } = await read(c, provider);
  const asked = () => server.fetch(request, env, c.executionCtx as ExecutionContext);
  if (givenBack === null) return asked();
  const id = idIn(givenBack);
  const hasGrants = async (): Promise<boolean> => (await helpers.listUserGrants(id)).items.length > 0;
  // An id alone, which anybody may know, ends nothing: the provider must have taken a grant away.
  const had = await hasGrants();
  const answer = await asked();
  if (had && !(await hasGrants()))
    await revokeToken(primarySession(parts), { id, workspace: null, nowMs: parts.now() });
  return answer;
}

/** The server asked with a person's token, from where the person is. */
const askWith =
  (c: OauthContext, { issuer }: Provider, send: Send): Ask =>
  async (token, path, json) => {
    const headers = new Headers({ authorization: `Bearer ${token}`, [DOOR_HEADER]: "page" });
    const address = c.req.header("cf-connecting-ip");
    if (address !== undefined) headers.set("cf-connecting-ip", address);
    if (json === undefined) return send(new Request(`${issuer}${path}`, { headers }), c);
    headers.set("content-type", "application/json");
    const init = { method: "POST", headers, body: JSON.stringify(json) };
    return send(new Request(`${issuer}${path}`, init), c);
  };

const limitedByAddress =
  ({ limiters }: AppParts): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const outcome = await limiters.address?.limit({ key: c.req.header("cf-connecting-ip") ?? "local" });
    if (outcome?.success === false)
      throw new AppError("rate_limited", "Too many requests; try again in a minute");
    await next();
  };

/** What clients of /mcp that have no token ask before: what there is, who they are, whether they may, and for tokens. */
export function oauthRoutes(parts: AppParts, providerOf: ProviderOf, send: Send): Hono<AppEnv> {
  const answer = async (c: OauthContext) => provided(c, await providerOf(c.req.raw), parts);
  return new Hono<AppEnv>()
    .use("/oauth/*", limitedByAddress(parts))
    .get(PATHS.resourceMetadata, resourceMetadata)
    .get(`${PATHS.resourceMetadata}/mcp`, resourceMetadata)
    .get(PATHS.serverMetadata, answer)
    .post(PATHS.register, answer)
    .post(PATHS.token, answer)
    .on(["GET", "POST"], PATHS.authorize, async (c) => {
      const provider = await providerOf(c.req.raw);
      return consent(c, provider, askWith(c, provider, send));
    });
}
