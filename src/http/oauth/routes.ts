import { Hono, type MiddlewareHandler } from "hono";
import { DOOR_HEADER } from "../../contract/headers.ts";
import { limitOfRoute } from "../../contract/input-limits.ts";
import { readInput } from "../../contract/read-input.ts";
import { AppError } from "../../errors.ts";
import { revokeToken } from "../../workspaces/sql/token-store.ts";
import { PREFIX } from "../../workspaces/token.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { bearerOf } from "../authenticate.ts";
import { publicOrigin } from "../door.ts";
import type { Ask } from "./approver.ts";
import { consent } from "./consent.ts";
import { createProvider, Granted, PATHS, type Provider, primarySession, SCOPES } from "./provider.ts";

/** Addresses of the server that are remembered: whoever asks a local one names the port as they like. */
const MAX_ISSUERS = 8;
/** How long an access token's own token is remembered; that one is looked at in the database each time. */
const REMEMBERED_MS = 60_000;
const MAX_REMEMBERED = 1_000;

const RESOURCE_METADATA = "/.well-known/oauth-protected-resource";
const SERVER_METADATA = "/.well-known/oauth-authorization-server";

type Send = (request: Request, c: Parameters<MiddlewareHandler<AppEnv>>[0]) => Response | Promise<Response>;

/** A map that forgets its oldest beyond so many. */
function remember<Value>(map: Map<string, Value>, key: string, value: Value, most: number): Value {
  const oldest = map.keys().next().value;
  if (map.size >= most && oldest !== undefined) map.delete(oldest);
  map.set(key, value);
  return value;
}

/** The provider of the address that a request came to. */
function providersOf(parts: AppParts) {
  const made = new Map<string, Promise<Provider>>();
  return (request: Request): Promise<Provider> => {
    const issuer = publicOrigin(request);
    return made.get(issuer) ?? remember(made, issuer, createProvider(issuer, parts), MAX_ISSUERS);
  };
}

/** The token that an access token stands for; undefined for one that this server did not give, or that has ended. */
function grantedTokens(providerOf: (request: Request) => Promise<Provider>, now: () => number) {
  const known = new Map<string, { readonly token: string; readonly until: number }>();
  return async (request: Request, access: string): Promise<string | undefined> => {
    const key = `${publicOrigin(request)} ${access}`;
    const found = known.get(key);
    if (found !== undefined && found.until > now()) return found.token;
    known.delete(key);
    const { server, resource, env } = await providerOf(request);
    const valid = await server.validateToken(resource, access, env);
    if (valid === null) return undefined;
    const { token } = Granted.parse(valid.props);
    const until = Math.min(now() + REMEMBERED_MS, valid.expiresAt * 1_000);
    return remember(known, key, { token, until }, MAX_REMEMBERED).token;
  };
}

/** A refresh token or an access token is `<id of the granted token>:<grant>:<secret>`. */
const tokenIdIn = (sent: string): string => sent.split(":")[0] ?? "";

/** A client that gives its grant back ends the token with it. */
async function revoking(
  parts: AppParts,
  { server, helpers, env }: Provider,
  request: Request,
  sent: string,
  ctx: ExecutionContext,
) {
  const id = tokenIdIn(sent);
  const had = (await helpers.listUserGrants(id)).items.length > 0;
  const answer = await server.fetch(request, env, ctx);
  if (had && answer.ok && (await helpers.listUserGrants(id)).items.length === 0)
    await revokeToken(primarySession(parts), { id, workspace: null, nowMs: parts.now() });
  return answer;
}

/** OAuth for the clients of /mcp that have no token: what they ask before, and how what they bring is read. */
export function oauthDoor(parts: AppParts, send: Send) {
  const providerOf = providersOf(parts);
  const granted = grantedTokens(providerOf, parts.now);
  const routes = new Hono<AppEnv>();
  const limited: MiddlewareHandler<AppEnv> = async (c, next) => {
    const key = c.req.header("cf-connecting-ip") ?? "local";
    if ((await parts.limiters.address?.limit({ key }))?.success === false)
      throw new AppError("rate_limited", "Too many requests; try again in a minute");
    await next();
  };
  const metadata: MiddlewareHandler<AppEnv> = async (c) => {
    const issuer = publicOrigin(c.req.raw);
    return c.json({
      ...{ resource: `${issuer}/mcp`, authorization_servers: [issuer], scopes_supported: [...SCOPES] },
      ...{ bearer_methods_supported: ["header"], resource_name: "edge-recall" },
    });
  };
  const asked: MiddlewareHandler<AppEnv> = async (c) => {
    const provider = await providerOf(c.req.raw);
    const { raw, path } = c.req;
    const body = raw.body === null ? null : await readInput(raw.body, limitOfRoute(raw.method, path));
    const { method, headers } = raw;
    const request = new Request(`${provider.issuer}${path}`, { method, headers, body });
    const form = new URLSearchParams(new TextDecoder().decode(body ?? new Uint8Array()));
    const sent = form.get("token");
    const ctx = c.executionCtx as ExecutionContext;
    if (path === PATHS.token && sent !== null && !form.has("grant_type"))
      return revoking(parts, provider, request, sent, ctx);
    return provider.server.fetch(request, provider.env, ctx);
  };
  routes.get(RESOURCE_METADATA, metadata).get(`${RESOURCE_METADATA}/mcp`, metadata);
  routes.use("/oauth/*", limited);
  routes.get(SERVER_METADATA, asked).post(PATHS.register, asked).post(PATHS.token, asked);
  routes.on(["GET", "POST"], PATHS.authorize, async (c) => {
    const provider = await providerOf(c.req.raw);
    const ask: Ask = async (token, path, json) => {
      const headers = new Headers({ authorization: `Bearer ${token}`, [DOOR_HEADER]: "page" });
      const address = c.req.header("cf-connecting-ip");
      if (address !== undefined) headers.set("cf-connecting-ip", address);
      if (json !== undefined) headers.set("content-type", "application/json");
      const init = json === undefined ? {} : { method: "POST", body: JSON.stringify(json) };
      return send(new Request(`${provider.issuer}${path}`, { headers, ...init }), c);
    };
    return consent(c, provider, ask);
  });
  /** Reads an access token as the token that it stands for, and tells who brings none where to get one. */
  const bearer: MiddlewareHandler<AppEnv> = async (c, next) => {
    const sent = bearerOf(c);
    if (sent !== undefined && !sent.startsWith(PREFIX)) {
      const token = await granted(c.req.raw, sent);
      if (token !== undefined) c.set("bearer", token);
    }
    await next();
    if (c.res.status !== 401) return;
    const issuer = publicOrigin(c.req.raw);
    const told = [
      ...(sent === undefined ? [] : ['error="invalid_token"']),
      `resource_metadata="${issuer}${RESOURCE_METADATA}/mcp"`,
      `scope="${SCOPES.join(" ")}"`,
    ];
    c.header("www-authenticate", `Bearer ${told.join(", ")}`);
  };
  return { routes, bearer };
}
