import { get, Agent as HttpAgent, type IncomingMessage } from "node:http";
import { get as getSecurely, Agent as HttpsAgent } from "node:https";
import { Readable } from "node:stream";
import { isLoopback } from "../../client/loopback.ts";
import { AppError } from "../../errors.ts";

/** As much of `fetch` as downloads need. */
export type DownloadFetch = (
  url: string,
  init?: { readonly headers?: Readonly<Record<string, string>>; readonly signal?: AbortSignal },
) => Promise<Response>;

type Environment = Readonly<Record<string, string | undefined>>;

const PROXIES = ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"];
/** As many as `fetch` follows. https://fetch.spec.whatwg.org/#http-redirect-fetch */
const MOST_REDIRECTS = 20;

/**
 * `fetch`, through the proxy that `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` name. Node's own one reads them only when it was started
 * with `NODE_USE_ENV_PROXY`; its agents take them at any time, from 22.21 on (https://nodejs.org/api/http.html#new-agentoptions).
 * Throws AppError `unavailable` for a redirect that `redirected` does not follow.
 */
export function downloadFetch(env: Environment): DownloadFetch {
  const fetchOnce = PROXIES.some((name) => env[name]) ? throughProxy(env) : direct;
  return async (url, init = {}) => {
    let at = new URL(url);
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      const response = await fetchOnce(at, init);
      const location = response.headers.get("location");
      if (response.status < 300 || response.status >= 400 || location === null) return response;
      await response.body?.cancel();
      at = redirected(at, location);
    }
    throw new AppError("unavailable", `${url} redirects without end`);
  };
}

/** Addresses of this machine beside its loopback, and of what hands out credentials in a data centre. */
const NEAR = /^(0\.0\.0\.0|\[::\]|\[::ffff:.*\]|localhost\.|169\.254(\.\d{1,3}){2})$/;

const isNear = (url: URL): boolean => isLoopback(url.href) || NEAR.test(url.hostname);

/**
 * Where a redirect leads. Throws AppError `unavailable` for one that is not followed: not from HTTPS to anything else, whose answers anybody between may write, the checksums too; and from
 * another machine not to this one, whose own servers would be asked in its name. No name is looked up for that.
 */
export function redirected(from: URL, location: string): URL {
  const to = URL.canParse(location, from) ? new URL(location, from) : undefined;
  const isWeb = to?.protocol === "https:" || (to?.protocol === "http:" && from.protocol === "http:");
  if (to !== undefined && isWeb && (isNear(from) || !isNear(to))) return to;
  throw new AppError(
    "unavailable",
    `${from} redirects to ${to ?? JSON.stringify(location)}, which is not followed`,
  );
}

type FetchOnce = (url: URL, init: NonNullable<Parameters<DownloadFetch>[1]>) => Promise<Response>;

const direct: FetchOnce = (url, init) => fetch(url, { ...init, redirect: "manual" });

function throughProxy(env: Environment): FetchOnce {
  // Node's types do not know `proxyEnv` yet.
  const options = { keepAlive: true, proxyEnv: env };
  const agents = { http: new HttpAgent(options), https: new HttpsAgent(options) };
  return async (url, init) => responseOf(await request(url, init, agents));
}

function request(
  url: URL,
  init: NonNullable<Parameters<DownloadFetch>[1]>,
  agents: { readonly http: HttpAgent; readonly https: HttpsAgent },
): Promise<IncomingMessage> {
  return new Promise((done, fail) => {
    const asked =
      url.protocol === "https:"
        ? getSecurely(url, { ...init, agent: agents.https }, done)
        : get(url, { ...init, agent: agents.http }, done);
    asked.on("error", fail);
  });
}

const responseOf = (message: IncomingMessage): Response =>
  // Node has two types of one stream.
  new Response(Readable.toWeb(message) as ReadableStream<Uint8Array>, {
    status: message.statusCode ?? 0,
    headers: Object.entries(message.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  });
