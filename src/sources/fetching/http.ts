import { VERSION } from "../../version.ts";
import { type AddressRules, isAllowed, requestProblem } from "../address/check-address.ts";
import { REFUSED_HEADER } from "../address/web-desk.ts";
import { type Limits, readBody } from "./read-body.ts";
import { SourceError } from "./source-error.ts";

/** As robots.txt calls it. */
export const PRODUCT = "edge-recall";
const USER_AGENT = `${PRODUCT}/${VERSION}`;

/** Redirects of one request at most. */
const MAX_REDIRECTS = 5;

/** One request with its body, milliseconds. */
const TIMEOUT_MS = 15_000;

export interface HttpDeps {
  /** Asks one address, and follows nothing. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly rules: AddressRules;
  readonly sleep: (ms: number) => Promise<void>;
  readonly now: () => number;
  /** Between two requests to one host, milliseconds. */
  readonly pauseMs: number;
  /** When each host was last asked, over all slices of an isolate. @default of this slice alone */
  readonly lastAsked?: Map<string, number>;
  /** @default 15000 */
  readonly timeoutMs?: number | undefined;
}

interface Asked {
  readonly headers?: Readonly<Record<string, string>>;
  /** Redirects are followed, each looked at. @default false: one is an answer */
  readonly follows?: boolean;
  /** With its body. @default as for all */
  readonly timeoutMs?: number;
}

/** An answer whose body is still to be read, or thrown away. */
export interface Answer {
  /** Of the address that answered. */
  readonly url: URL;
  readonly status: number;
  readonly headers: Headers;
  /** The body; throws SourceError for one that is larger, or comes too slowly. */
  bytes(limits: Limits): Promise<Uint8Array<ArrayBuffer>>;
  /** The body as it comes, for a reader that bounds it itself; it ends with an error when its time is over. */
  stream(): ReadableStream<Uint8Array<ArrayBuffer>>;
  discard(): Promise<void>;
}

/** The web as sources see it: every address looked at, a pause between requests to one host. Throws SourceError. */
export interface Http {
  get(url: string, asked?: Asked): Promise<Answer>;
  /** A host wants a longer pause, milliseconds. */
  slowDown(ms: number): void;
}

const isRedirect = (status: number): boolean => status >= 300 && status < 400 && status !== 304;

/** Where a redirect leads; undefined: it does not say. */
export function locationOf({ url, headers }: Pick<Answer, "url" | "headers">): URL | undefined {
  const location = headers.get("location");
  return (location === null ? null : URL.parse(location, url)) ?? undefined;
}

/** A way to the web for one slice of a run. */
export function createHttp(deps: HttpDeps): Http {
  const lastMs = deps.lastAsked ?? new Map<string, number>();
  let wantedMs = 0;
  // The owner's own servers are not spared, unless they ask for it.
  const pauseOf = (url: URL): number => Math.max(wantedMs, isAllowed(url, deps.rules) ? 0 : deps.pauseMs);
  const turn = async (url: URL): Promise<void> => {
    const waitMs = (lastMs.get(url.host) ?? -Infinity) + pauseOf(url) - deps.now();
    if (waitMs > 0) await deps.sleep(waitMs);
    lastMs.set(url.host, deps.now());
  };
  return {
    slowDown(ms) {
      wantedMs = Math.max(wantedMs, ms);
    },
    async get(text, { headers = {}, follows = false, timeoutMs } = {}) {
      const first = URL.parse(text);
      if (first === null) throw new SourceError("gone", `${text} is no address`);
      let url = first;
      for (let step = 0; ; step++) {
        const problem = requestProblem(url, deps.rules);
        if (problem !== undefined) throw new SourceError("refused", `${url.href} is not fetched: ${problem}`);
        await turn(url);
        const answer = await ask({ ...deps, timeoutMs: timeoutMs ?? deps.timeoutMs }, url, headers);
        if (!follows || !isRedirect(answer.status)) return answer;
        await answer.discard();
        const next = locationOf(answer);
        if (next === undefined || step === MAX_REDIRECTS)
          throw new SourceError("gone", `${text} leads from one address to another without end`);
        url = next;
      }
    },
  };
}

async function ask(
  { fetch, timeoutMs = TIMEOUT_MS }: HttpDeps,
  url: URL,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  const signal = AbortSignal.timeout(timeoutMs);
  const failed = (): SourceError =>
    new SourceError(
      "unreachable",
      signal.aborted ? `${url.href} did not answer in time` : `${url.href} cannot be reached`,
    );
  const sent = { "user-agent": USER_AGENT, ...headers };
  const response = await fetch(url.href, { headers: sent, redirect: "manual", signal }).catch(() => {
    throw failed();
  });
  const discard = async (): Promise<void> => void (await response.body?.cancel().catch(() => undefined));
  const refusal = response.headers.get(REFUSED_HEADER);
  if (refusal !== null) {
    await discard();
    throw new SourceError("refused", `${url.href} is not fetched: ${refusal}`);
  }
  return {
    ...{ url, status: response.status, headers: response.headers, discard },
    bytes: (limits) => readBody(response.body, limits, { signal, failed, url }),
    stream: () => (response.body ?? new Blob([]).stream()) as ReadableStream<Uint8Array<ArrayBuffer>>,
  };
}
