import { randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import { AppError } from "../errors.ts";
import { BACKGROUND } from "../models/http/openai-embedder.ts";
import type { OutageDetails } from "../models/http/installed-outages.ts";
import type { ModelHost } from "./host.ts";
import { MODEL_NAME } from "./manifest.ts";
import { scoreInTime } from "./speed/score-in-time.ts";

/** More texts at once than any adapter sends; each is cut at the model's own length. */
const MAX_TEXTS = 200;
const MAX_BODY_BYTES = 4_000_000;
const SECRET_BYTES = 32;

const texts = z.array(z.string()).min(1).max(MAX_TEXTS);
/** Names a folder among the models, and none elsewhere. */
const model = z.string().regex(MODEL_NAME);
const embeddingsRequest = z.object({ model, input: texts });
const rerankRequest = z.object({ model, query: z.string(), documents: texts });

export interface ModelServer {
  /** Base URL on this machine's loopback. */
  readonly url: string;
  /** What callers send as a bearer token; made anew at each start. */
  readonly secret: string;
  stop(): Promise<void>;
}

type Clock = () => number;
interface Serving {
  readonly host: ModelHost;
  /** A clock that never goes back, milliseconds. @default this process's */
  readonly now?: Clock;
  /** Aborts after so many milliseconds. @default by this process's clock */
  readonly timeout?: ((ms: number) => AbortSignal) | undefined;
}

interface Caller {
  readonly signal: AbortSignal;
  /** Somebody waits for the answer to a search. */
  readonly isUrgent: boolean;
}

type Operation = (body: unknown, serving: Serving, caller: Caller) => Promise<unknown>;

const embeddings: Operation = async (body, { host }, { signal, isUrgent }) => {
  const { model, input } = embeddingsRequest.parse(body);
  const rows = await host.ask({ model, texts: input, isUrgent }, signal);
  const data = rows.map((row, index) => ({ object: "embedding", index, embedding: [...row] }));
  return { object: "list", model, data };
};

const processTime: Clock = () => performance.now();

const rerank: Operation = async (body, { host, now = processTime, timeout }, { signal }) => {
  const { model, query, documents } = rerankRequest.parse(body);
  const ask = (texts: readonly string[], late?: AbortSignal) =>
    host.ask({ model, query, texts, isUrgent: true }, late ? AbortSignal.any([signal, late]) : signal);
  const scores = await scoreInTime(ask, { documents, now, ...(timeout && { timeout }) });
  return { model, results: scores.map((score, index) => ({ index, relevance_score: score })) };
};

const OPERATIONS: Readonly<Record<string, Operation>> = {
  "POST /v1/embeddings": embeddings,
  "POST /v1/rerank": rerank,
};

/** A failure as a status, what is said, and the code of an outage. */
function failureOf(error: unknown): readonly [status: number, message: string, code?: string | undefined] {
  if (error instanceof AppError)
    return [error.status, error.message, (error.details as OutageDetails | undefined)?.outage];
  if (error instanceof z.ZodError) return [400, z.prettifyError(error)];
  if (error instanceof SyntaxError) return [400, "The body is no JSON"];
  // Nothing here may end the server that this runs in, least of all a caller that went away within its body.
  return [500, error instanceof Error ? error.message : String(error)];
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > MAX_BODY_BYTES)
      throw new AppError("too_large", `A body has at most ${MAX_BODY_BYTES} bytes`);
    parts.push(part);
  }
  return JSON.parse(Buffer.concat(parts).toString("utf8"));
}

function isAllowed(request: IncomingMessage, secret: string): boolean {
  const given = Buffer.from(request.headers.authorization ?? "");
  const wanted = Buffer.from(`Bearer ${secret}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  serving: Serving,
): Promise<unknown> {
  const operation = OPERATIONS[`${request.method} ${request.url}`];
  if (operation === undefined) throw new AppError("not_found", "There is no such operation here");
  const gone = new AbortController();
  response.on("close", () => gone.abort());
  const isUrgent = request.headers.priority !== BACKGROUND.priority;
  return operation(await readBody(request), serving, { signal: gone.signal, isUrgent });
}

/**
 * Serves the models of this process over HTTP in the shapes of OpenAI (`/v1/embeddings`) and Jina (`/v1/rerank`), on a free
 * port that only this machine reaches, and only for whoever knows the secret. A call that is given up is not calculated.
 * Passages that a re-ranker does not reach in time are missing in its answer.
 */
export async function startModelServer(serving: Serving): Promise<ModelServer> {
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  const server = createServer((request, response) => {
    const send = (status: number, body: unknown): void => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    const fail = (error: unknown): void => {
      const [status, message, code] = failureOf(error);
      send(status, { error: { message, code } });
    };
    if (!isAllowed(request, secret))
      return fail(new AppError("unauthorized", "The secret is missing or wrong"));
    answer(request, response, serving)
      .then((body) => send(200, body))
      .catch(fail);
  });
  await new Promise<void>((done, refuse) => {
    server.once("error", refuse);
    server.listen(0, "127.0.0.1", done);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secret,
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
