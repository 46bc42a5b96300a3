import { Agent, type IncomingMessage, request } from "node:http";

/** What is sent, to the byte. */
export interface Sent {
  readonly method: string;
  /** With its query, as it stands in the request's first line. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

/** What came back; a connection that ended without an answer has no status. */
export interface Got {
  readonly status: number | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
  readonly ms: number;
}

/** Nothing is waited for longer than this. */
const TIMEOUT_MS = 20_000;
/** The connection was closed while it was idle, or in the middle of what is refused for its size. */
const CLOSED = new Set(["ECONNRESET", "EPIPE", "ECONNABORTED", "HPE_INVALID_CONSTANT"]);

export type Send = (sent: Sent) => Promise<Got>;

/** A way to a server over so many connections, which stay open. */
export function sender(url: string, atOnce: number): { readonly send: Send; readonly close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce, scheduling: "fifo" });
  const send: Send = async (sent) => {
    const first = await once(url, agent, sent);
    // A kept connection may end just as it is used: that is no answer, and asked again on another one.
    return first.status === undefined && first.isReused ? once(url, agent, sent) : first;
  };
  return { send, close: () => agent.destroy() };
}

type Once = Got & { readonly isReused: boolean };

function once(url: string, agent: Agent, { method, path, headers, body }: Sent): Promise<Once> {
  const startedMs = performance.now();
  const { hostname, port } = new URL(url);
  return new Promise((done, fail) => {
    const asked = request({ hostname, port, method, path, agent, setHost: headers.host === undefined });
    for (const [name, value] of Object.entries(headers)) asked.setHeader(name, value);
    if (body !== null && headers["content-length"] === undefined)
      asked.setHeader("content-length", body.length);
    const end = (got: Pick<Got, "status" | "headers" | "text">): void =>
      done({ ...got, ms: performance.now() - startedMs, isReused: asked.reusedSocket });
    asked.setTimeout(TIMEOUT_MS, () => asked.destroy(new Error(`no answer in ${TIMEOUT_MS} ms`)));
    asked.on("error", (error: NodeJS.ErrnoException) =>
      CLOSED.has(error.code ?? "") ? end({ status: undefined, headers: {}, text: "" }) : fail(error),
    );
    asked.on("response", (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("error", () => undefined);
      response.on("close", () => {
        const text = Buffer.concat(parts).toString("utf8");
        end({ status: response.statusCode, headers: response.headers, text });
      });
    });
    asked.end(body);
  });
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
/** Longer bodies are made again from the seed. */
const SHOWN_BYTES = 2_000;

/** The request as a shell sends it; the token stays out of it. */
export function curlOf(url: string, { method, path, headers, body }: Sent, scope: string): string {
  const shown = Object.entries(headers).map(([name, value]) =>
    name === "authorization"
      ? `-H "authorization: Bearer $TOKEN_${scope.toUpperCase()}"`
      : `-H ${quoted(`${name}: ${value}`)}`,
  );
  const text = body?.toString("utf8") ?? "";
  const isWhole = body === null || (body.length <= SHOWN_BYTES && Buffer.from(text).equals(body));
  const data =
    body === null
      ? []
      : [
          isWhole
            ? `--data-binary ${quoted(text)}`
            : `--data-binary @- # ${body.length} bytes, ${JSON.stringify(text.slice(0, 200))} …`,
        ];
  return [
    "curl -s --path-as-is",
    `-X ${method}`,
    quoted(url + path.slice(0, SHOWN_BYTES)),
    ...shown,
    ...data,
  ].join(" ");
}
