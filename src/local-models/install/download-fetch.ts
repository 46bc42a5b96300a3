import { get, Agent as HttpAgent, type IncomingMessage } from "node:http";
import { get as getSecurely, Agent as HttpsAgent } from "node:https";
import { Readable } from "node:stream";

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
 */
export function downloadFetch(env: Environment): DownloadFetch {
  if (!PROXIES.some((name) => env[name])) return fetch;
  // Node's types do not know `proxyEnv` yet.
  const options = { keepAlive: true, proxyEnv: env };
  const agents = { http: new HttpAgent(options), https: new HttpsAgent(options) };
  return async (url, init = {}) => {
    let at = new URL(url);
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      const message = await request(at, init, agents);
      const { statusCode: status = 0, headers } = message;
      if (status < 300 || status >= 400 || headers.location === undefined) return responseOf(message);
      message.resume();
      at = new URL(headers.location, at);
    }
    throw new TypeError(`${url} redirects without end`);
  };
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
