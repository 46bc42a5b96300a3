import { createHash } from "node:crypto";
import { cloudflareModels } from "../../src/models/models.ts";
import { createHandlers } from "../../src/wiring.ts";
import { inAccount } from "../support/account/account.ts";
import { testEnv } from "../support/client.ts";
import type { SimulatedWorld } from "../support/worlds/world.ts";

export const ORIGIN = "https://recall.test";
export const CALLBACK = "https://client.test/callback";
export const VERIFIER = "v".repeat(64);
const s256 = (verifier: string): string => createHash("sha256").update(verifier).digest("base64url");

type Fields = Readonly<Record<string, string | undefined>>;

const without = (fields: Fields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );

/** A consent page that was shown: its form's handle, its browser's cookie, its address. */
export interface ShownConsent {
  readonly address: string;
  readonly handle: string;
  readonly cookie: string;
  readonly text: string;
  readonly headers: Headers;
}

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scope: string;
  readonly expires_in: number;
}

/** The Worker of a world as OAuth's parties meet it: a client, a browser with a person, and who is neither. */
export function oauthParties({ database, ai, vectorize, clock }: SimulatedWorld, origin = ORIGIN) {
  const worker = createHandlers({ cloudflare: cloudflareModels }, clock.now);
  const env = testEnv(database, { PLATFORM: "cloudflare", AI: ai, VECTORIZE: vectorize });
  const { env: bound, begin } = inAccount(env, { now: clock.now });
  const later: Promise<unknown>[] = [];
  const context = {
    waitUntil: (work: Promise<unknown>) => later.push(work),
    passThroughOnException: () => undefined,
    props: {},
  };
  const send = async (path: string, init: RequestInit = {}, at = origin): Promise<Response> => {
    begin();
    const request = new Request(path.startsWith("http") ? path : `${at}${path}`, {
      redirect: "manual",
      ...init,
    });
    return worker.fetch(request as never, bound, context as unknown as ExecutionContext) as Promise<Response>;
  };
  const form = (fields: Fields, headers: Fields = {}): RequestInit => ({
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...without(headers) },
    body: new URLSearchParams(without(fields)).toString(),
  });
  const register = async (more: object = {}, headers: Fields = {}) => {
    const body = {
      client_name: "Client",
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      ...more,
    };
    const answer = await send("/oauth/register", {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...without(headers) },
    });
    return {
      status: answer.status,
      body: (await answer.json()) as { client_id: string; client_secret?: string },
    };
  };
  const addressOf = (client: string, more: Fields = {}, at = origin): string => {
    const fields = {
      client_id: client,
      redirect_uri: CALLBACK,
      response_type: "code",
      state: "s1",
      scope: "read write",
      code_challenge: s256(VERIFIER),
      code_challenge_method: "S256",
      resource: `${at}/mcp`,
      ...more,
    };
    return `${at}/oauth/authorize?${new URLSearchParams(without(fields))}`;
  };
  const show = async (address: string): Promise<ShownConsent> => {
    const answer = await send(address);
    const text = await answer.text();
    const handle = /name="handle" value="([^"]+)"/.exec(text)?.[1] ?? "";
    const cookie = answer.headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");
    return { address, handle, cookie, text, headers: answer.headers };
  };
  const press = (shown: ShownConsent, step: string, fields: Fields, headers: Fields = {}) =>
    send(
      shown.address,
      form({ handle: shown.handle, step, ...fields }, { cookie: shown.cookie, ...headers }),
    );
  const token = (fields: Fields, at = origin, headers: Fields = {}) =>
    send("/oauth/token", form(fields, headers), at);
  const exchange = (client: string, code: string, more: Fields = {}, at = origin) =>
    token(
      {
        grant_type: "authorization_code",
        client_id: client,
        code,
        redirect_uri: CALLBACK,
        code_verifier: VERIFIER,
        ...more,
      },
      at,
    );
  const refresh = (client: string, refresh_token: string, more: Fields = {}) =>
    token({ grant_type: "refresh_token", client_id: client, refresh_token, ...more });
  /** The code that a person's yes sends to the client. */
  const codeOf = async (
    client: string,
    admin: string,
    fields: Fields = {},
    more: Fields = {},
  ): Promise<URLSearchParams> => {
    const shown = await show(addressOf(client, more));
    const answer = await press(shown, "allow", { token: admin, scope: "write", days: "30", ...fields });
    return new URL(answer.headers.get("location") ?? "about:blank").searchParams;
  };
  const connect = async (client: string, admin: string, fields: Fields = {}): Promise<Tokens> => {
    const code = (await codeOf(client, admin, fields)).get("code") ?? "";
    return (await (await exchange(client, code)).json()) as Tokens;
  };
  const call = async (access: string, name: string, args: object = {}, at = origin) => {
    const answer = await send(
      "/mcp",
      {
        method: "POST",
        headers: {
          authorization: `Bearer ${access}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
        },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name, arguments: args },
        }),
      },
      at,
    );
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  return { send, form, register, addressOf, show, press, token, exchange, refresh, codeOf, connect, call };
}
export type Parties = ReturnType<typeof oauthParties>;
