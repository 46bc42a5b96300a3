import { type Agent, type IncomingMessage, request as send } from "node:http";
import { Readable } from "node:stream";
import { AppError } from "../../errors.ts";

/** Statuses without a body, which a Response must not be given one for. */
const BODILESS: readonly (number | undefined)[] = [204, 205, 304];

function responseOf(incoming: IncomingMessage): Response {
  const { statusCode: status = 502, headersDistinct } = incoming;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct))
    for (const value of values) headers.append(name, value);
  if (BODILESS.includes(status)) incoming.resume();
  const body = BODILESS.includes(status) ? null : (Readable.toWeb(incoming) as ReadableStream);
  return new Response(body, { status, headers });
}

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));

function exchange(request: Request, body: Buffer | undefined, agent: Agent): Promise<Response> {
  const { url, method, signal } = request;
  const length = body === undefined ? {} : { "content-length": String(body.length) };
  const headers = { ...Object.fromEntries(request.headers), ...length };
  return new Promise((resolve, reject) => {
    const sent = send(url, { method, headers, agent });
    let open: { destroy(error: Error): unknown } = sent;
    const stop = (): void => void open.destroy(asError(signal.reason));
    signal.addEventListener("abort", stop, { once: true });
    const release = (): void => signal.removeEventListener("abort", stop);
    sent.once("response", (incoming) => {
      open = incoming;
      incoming.once("close", release);
      resolve(responseOf(incoming));
    });
    sent.on("error", (error) => {
      release();
      const known = signal.aborted ? signal.reason : error;
      // As fetch has it: the reason is the cause.
      reject(
        signal.aborted || known instanceof AppError ? known : new TypeError("fetch failed", { cause: error }),
      );
    });
    sent.end(body);
  });
}

/**
 * fetch over connections that the agent makes, which it gives for the token that a request carries. It follows no
 * redirect. An AppError of the agent is thrown as it is.
 */
export const fetchOver =
  (agentFor: (token: string) => Agent): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const token = /^Bearer (.*)$/.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
    const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer());
    return exchange(request, body, agentFor(token));
  };
