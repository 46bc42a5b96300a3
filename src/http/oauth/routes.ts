import { type Context, Hono, type MiddlewareHandler } from "hono";
import { DOOR_HEADER, SIGN_IN_HEADER } from "../../contract/headers.ts";
import { limitOfRoute } from "../../contract/input-limits.ts";
import { readInput } from "../../contract/read-input.ts";
import { AppError } from "../../errors.ts";
import { revokeToken } from "../../workspaces/sql/token-store.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { isOwnPage, publicOrigin } from "../door.ts";
import type { Ask } from "./approver.ts";
import type { Shown } from "./consent-page.tsx";
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

/** The headers by which somebody shows who they are. Throws `forbidden` for a sign-in that another page's form brings. */
function headersOf({ req: { raw } }: OauthContext, { issuer }: Provider, shown: Shown): Headers {
  const headers = new Headers({ [DOOR_HEADER]: "page" });
  const address = raw.headers.get("cf-connecting-ip");
  if (address !== null) headers.set("cf-connecting-ip", address);
  if ("token" in shown) {
    headers.set("authorization", `Bearer ${shown.token}`);
    return headers;
  }
  if (!isOwnPage(raw) || raw.headers.get("origin") === null)
    throw new AppError("forbidden", "Who is signed in answers on this server's own page only");
  headers.set("cookie", raw.headers.get("cookie") ?? "");
  headers.set(SIGN_IN_HEADER, shown.key);
  headers.set("origin", issuer);
  return headers;
}

/** The server asked as a person, from where the person is. */
const askAs =
  (c: OauthContext, provider: Provider, send: Send): Ask =>
  async (shown, path, json) => {
    const headers = headersOf(c, provider, shown);
    const url = `${provider.issuer}${path}`;
    if (json === undefined) return send(new Request(url, { headers }), c);
    headers.set("content-type", "application/json");
    return send(new Request(url, { method: "POST", headers, body: JSON.stringify(json) }), c);
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
      return consent(c, provider, askAs(c, provider, send));
    });
}
