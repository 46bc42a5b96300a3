import type {
  ClientRegistrationCallbackOptions,
  OAuthAuthorizationServer,
  OAuthHelpers,
  TokenExchangeCallbackOptions,
} from "@cloudflare/workers-oauth-provider";
import { z } from "@hono/zod-openapi";
import { DAY_MS, SECOND_MS } from "../../config.ts";
import { openSession, type Session } from "../../database/session.ts";
import { createMeter } from "../../models/ports.ts";
import { recentlyUsed } from "../../text/recently-used.ts";
import { entriesIn } from "../../workspaces/oauth/entries.ts";
import { liveClaims } from "../../workspaces/oauth/granted-token.ts";
import { isFirst } from "../../workspaces/oauth/once.ts";
import { mayRegister } from "../../workspaces/oauth/registrations.ts";
import type { AppParts } from "../app-parts.ts";
import { publicOrigin } from "../door.ts";
import { networkOf } from "../origin-of.ts";

/** What a client may be granted; `write` reads as well. */
export const SCOPES = ["read", "write"] as const;

/** Where the door's parts are, below the server's address. */
export const PATHS = {
  authorize: "/oauth/authorize",
  token: "/oauth/token",
  register: "/oauth/register",
  resourceMetadata: "/.well-known/oauth-protected-resource",
  serverMetadata: "/.well-known/oauth-authorization-server",
} as const;

/** How long an access token is good, seconds; a client refreshes it by itself. */
const ACCESS_SECONDS = 3_600;
/** A client that nobody uses is forgotten after so long, seconds; one in use is kept. */
const CLIENT_SECONDS = (90 * DAY_MS) / SECOND_MS;
/** The least that the provider takes for an end. */
const LEAST_SECONDS = 60;

/** What a grant stands for: an ordinary token, encrypted with the client's own secret. */
export const Granted = z.object({ token: z.string() });

/** What the provider's handlers are given for an environment. */
interface ProviderEnv {
  readonly OAUTH_KV: KVNamespace;
}

/** The provider at one address of the server. */
export interface Provider {
  /** Scheme and host, as clients know them. */
  readonly issuer: string;
  /** What its tokens are for. */
  readonly resource: string;
  readonly server: OAuthAuthorizationServer<ProviderEnv>;
  readonly helpers: OAuthHelpers;
  readonly env: ProviderEnv;
  /** Whether what may be done once is done for the first time, of several at the same moment. */
  readonly isFirst: (what: string) => Promise<boolean>;
}

type Parts = Pick<AppParts, "databases" | "secrets" | "day" | "isLocal" | "now">;

/** What OAuth keeps lies in the first database. */
export const primarySession = ({ databases, day }: Pick<Parts, "databases" | "day">): Session =>
  openSession(databases, { from: "primary", meter: createMeter(), ...(day && { day }) });

/** The provider of the address that a request came to. */
export type ProviderOf = (request: Request) => Promise<Provider>;

/** Addresses of the server that are remembered: whoever asks a local one names the port as they like. */
const MAX_ISSUERS = 8;

/** Makes the provider of an address when it is first asked for. */
export function createProviders(parts: Parts): ProviderOf {
  const made = recentlyUsed<string, Promise<Provider>>(MAX_ISSUERS);
  return (request) => {
    const issuer = publicOrigin(request);
    const provider = made.get(issuer) ?? createProvider(issuer, parts);
    made.set(issuer, provider);
    return provider;
  };
}

/**
 * Cloudflare's OAuth 2.1 provider for the tokens of /mcp, its entries kept in the database. Each grant wraps a token of
 * its own, so scope, roots, limits, access log and revocation are those of any token.
 */
async function createProvider(issuer: string, parts: Parts): Promise<Provider> {
  // It imports what only a Worker has; scripts and tests run the application in Node.
  const { OAuthAuthorizationServer, OAuthError, GrantType } = await import(
    "@cloudflare/workers-oauth-provider"
  );
  const { secrets, isLocal = false, now } = parts;
  const session = () => primarySession(parts);
  const env = { OAUTH_KV: entriesIn(session, now) as unknown as KVNamespace };
  const first = (what: string) => isFirst(session(), what, now());
  const refused = (description: string) => new OAuthError("invalid_grant", { description });
  const server = new OAuthAuthorizationServer<ProviderEnv>({
    issuer,
    resources: [`${issuer}/mcp`],
    ...{ authorizeEndpoint: PATHS.authorize, tokenEndpoint: PATHS.token },
    clientRegistrationEndpoint: PATHS.register,
    scopesSupported: [...SCOPES],
    accessTokenTTL: ACCESS_SECONDS,
    clientRegistrationTTL: CLIENT_SECONDS,
    // A local server asks nobody on the web for what a client says of itself.
    clientIdMetadataDocumentEnabled: !isLocal,
    clientRegistrationCallback: async ({ request }: ClientRegistrationCallbackOptions) => {
      const network = networkOf(request.headers.get("cf-connecting-ip") ?? undefined);
      if (await mayRegister(session(), network, now())) return undefined;
      return { code: "temporarily_unavailable", description: "Too many clients registered", status: 429 };
    },
    tokenExchangeCallback: async ({
      props,
      grantType,
      grantId,
    }: TokenExchangeCallbackOptions<ProviderEnv>) => {
      const nowMs = now();
      const { token } = Granted.parse(props);
      const claims = await liveClaims(token, { secrets, session: session(), nowMs });
      if (claims === undefined) throw refused("The token was revoked or has ended");
      const left = secondsLeft(claims.expiresAt, nowMs);
      if (left < LEAST_SECONDS) throw refused("The token was revoked or has ended");
      // A grant has one code, which was proved by now.
      if (grantType === GrantType.AUTHORIZATION_CODE && !(await first(`grant ${grantId}`)))
        throw refused("The code was used");
      return {
        accessTokenTTL: Math.min(ACCESS_SECONDS, left),
        ...{ refreshTokenTTL: left, refreshTokenIdleTTL: left },
      };
    },
    // The request's log line tells of failures.
    onError: () => undefined,
  });
  const helpers = server.getOAuthApi(env);
  return { issuer, resource: `${issuer}/mcp`, server, helpers, env, isFirst: first };
}

const secondsLeft = (expiresAt: number | null, nowMs: number): number =>
  expiresAt === null ? CLIENT_SECONDS : Math.floor((expiresAt - nowMs) / SECOND_MS);
