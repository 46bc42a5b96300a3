import { SECOND_MS } from "../../config.ts";
import type { MiddlewareHandler } from "hono";
import { recentlyUsed } from "../../text/recently-used.ts";
import { PREFIX } from "../../workspaces/token.ts";
import type { AppEnv } from "../app-parts.ts";
import { bearerOf } from "../authenticate.ts";
import { publicOrigin } from "../door.ts";
import { Granted, PATHS, type ProviderOf, SCOPES } from "./provider.ts";

/** How long an access token's own token is remembered; that one is looked at in the database each time. */
const REMEMBERED_MS = 60_000;
const MAX_REMEMBERED = 1_000;
const UNAUTHORIZED = 401;

/** The token that an access token stands for; undefined for one that this server did not give, or that has ended. */
function grantedTokens(providerOf: ProviderOf, now: () => number) {
  const known = recentlyUsed<string, { readonly token: string; readonly until: number }>(MAX_REMEMBERED);
  return async (request: Request, access: string): Promise<string | undefined> => {
    const key = `${publicOrigin(request)} ${access}`;
    const found = known.get(key);
    if (found !== undefined && found.until > now()) return found.token;
    const { server, resource, env } = await providerOf(request);
    const valid = await server.validateToken(resource, access, env);
    if (valid === null) return undefined;
    const { token } = Granted.parse(valid.props);
    const until = Math.min(now() + REMEMBERED_MS, valid.expiresAt * SECOND_MS);
    known.set(key, { token, until });
    return token;
  };
}

/** Where who brings no token, or one that does not count, learns how to get one (RFC 9728, 5.1). */
function challenge(request: Request, wasSent: boolean): string {
  const metadata = `${publicOrigin(request)}${PATHS.resourceMetadata}/mcp`;
  const parts = [`resource_metadata="${metadata}"`, `scope="${SCOPES.join(" ")}"`];
  return `Bearer ${[...(wasSent ? ['error="invalid_token"'] : []), ...parts].join(", ")}`;
}

/** Reads an access token as the token that it stands for, and tells who brings none where to get one. */
export function oauthBearer(providerOf: ProviderOf, now: () => number): MiddlewareHandler<AppEnv> {
  const granted = grantedTokens(providerOf, now);
  return async (c, next) => {
    const sent = bearerOf(c);
    if (sent !== undefined && !sent.startsWith(PREFIX)) {
      const token = await granted(c.req.raw, sent);
      if (token !== undefined) c.set("bearer", token);
    }
    await next();
    if (c.res.status === UNAUTHORIZED) c.header("www-authenticate", challenge(c.req.raw, sent !== undefined));
  };
}
