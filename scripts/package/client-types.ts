import { ERRORS } from "../../src/errors.ts";
import {
  type OpenApiDocument,
  operationsOf,
  type Parameter,
  type PlacedOperation,
} from "../../src/http/openapi/types.ts";
import { comment, key, typeOf } from "./schema-type.ts";

/** What `src/client/client.ts` exports, in words that need no other package's types. */
const HEAD = `/** Sends requests to an edge-recall server. Written from its OpenAPI document, which says what each field means. */

export type ErrorCode = ${Object.keys(ERRORS)
  .map((code) => JSON.stringify(code))
  .join(" | ")};

/**
 * A call that did not succeed; \`cause\` is what lies behind it: the body that the server answered, or what \`fetch\` threw.
 * A call that the caller's \`signal\` ends rejects with the signal's reason instead, an AbortError unless said otherwise.
 */
export declare class RecallError extends Error {
  readonly name: "RecallError";
  readonly code: ErrorCode;
  /** Data that helps: the limit, the candidates, the field. */
  readonly details: unknown;
  /** The code's HTTP status. */
  readonly status: number;
}

export interface ClientOptions {
  /** Sends the requests. @default the platform's fetch */
  readonly fetch?: typeof fetch;
  /** Limit of one request, milliseconds. @default 30000 */
  readonly timeoutMs?: number;
  /** Retries of a request that may pass later: refused for now, a server's failure, a lost connection. @default 0 */
  readonly retries?: number;
}

export interface CallOptions {
  /** \`idempotency-key\` names a write; left out, each call has a key of its own. */
  readonly headers?: Record<string, string>;
  readonly init?: RequestInit;
}

export interface Answer<Body> {
  readonly ok: true;
  readonly status: 200;
  readonly headers: Headers;
  json(): Promise<Body>;
  text(): Promise<string>;
}

/**
 * A client of one server with one token. It reads what it wrote, and each write carries an \`Idempotency-Key\` of its own.
 * A call throws RecallError when it does not succeed; it retries only with \`retries\`.
 */
export declare function createClient(url: string, token: string, options?: ClientOptions): Client;

export type View = "full" | "snippet" | "compact" | "digest";

/** A hit of a view. Under a small \`budget\` a first hit with \`cut\` may be down to what the digest has. */
export type HitOf<V extends View> = V extends "compact" ? Schemas.CompactHit : V extends "digest" ? Schemas.DigestHit : Schemas.Hit;

/** An answer of a view: its hits have that view's fields. */
export type SearchAnswerOf<V extends View> = Omit<Schemas.SearchAnswer, "hits" | "closest"> & {
  hits: HitOf<V>[];
  closest?: HitOf<V>[] | undefined;
};

/** What comes while an answer is written. */
export type AskPart =
  /** What the text model is given to read, best first. */
  | { readonly event: "passages"; readonly passages: readonly Omit<Schemas.AskSource, "number">[] }
  /** A sentence; \`newSources\` are those of its sources that no sentence before it has. */
  | {
      readonly event: "sentence";
      readonly text: string;
      readonly sources: readonly number[];
      readonly newSources: readonly Schemas.AskSource[];
    }
  /** The whole answer: the last. */
  | ({ readonly event: "end" } & Schemas.AskAnswer);

/**
 * Asks a question and gives the answer as it is written. Whoever stops iterating, or whose signal aborts, stops the model.
 * Throws RecallError, also midway.
 */
export declare function askInParts(
  client: Client,
  question: Schemas.AskRequest,
  signal?: AbortSignal,
): AsyncGenerator<AskPart, void, void>;

export interface FollowOptions {
  /** \`cursor\` of a page that was dealt with, or an ISO time. @default everything that is there */
  readonly since?: string | undefined;
  /** Changes of a page at most. @default 100 */
  readonly limit?: number | undefined;
  /** Ends after the last change that there is. @default false: waits for the next */
  readonly untilNow?: boolean | undefined;
  /** Ends the iteration without an error. */
  readonly signal?: AbortSignal | undefined;
}

/** Changes and the place behind them: keep it once they are dealt with. */
export interface ChangePage {
  readonly changes: readonly Schemas.Change[];
  readonly cursor: string;
}

/**
 * Pages of what changed, in order, for as long as they are asked for; also pages without changes. Whoever begins again with
 * the cursor of the last page that was dealt with misses nothing. Throws RecallError, \`cursor_expired\` where everything has
 * to be read anew.
 */
export declare function followChanges(client: Client, options?: FollowOptions): AsyncGenerator<ChangePage, void, void>;

/** What a call answers: \`const { hits } = await answerOf(client.v1.search.$post({ json: { query } }))\`. */
export declare function answerOf<Body>(call: Promise<Answer<Body>>): Promise<Body>;
`;

/** The declarations of \`edge-recall/client\`, from the OpenAPI document. */
export function clientTypes(document: OpenApiDocument): string {
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => `export type ${name} = ${typeOf(schema)};`,
  );
  const routes: Tree = { parts: new Map(), calls: [] };
  for (const placed of operationsOf(document)) place(routes, placed);
  return `${HEAD}
export declare namespace Schemas {
${schemas.join("\n")}
}

/** A search whose answer is typed by its view, and every route by the parts of its path, each method with a dollar sign. */
export interface Client extends Routes {
  search<V extends View = "snippet">(
    request: Omit<Schemas.SearchRequest, "view"> & { view?: V | undefined },
    options?: CallOptions,
  ): Promise<SearchAnswerOf<V>>;
}

interface Routes ${written(routes)}
`;
}

interface Tree {
  readonly parts: Map<string, Tree>;
  readonly calls: string[];
}

function place(routes: Tree, placed: PlacedOperation): void {
  let at = routes;
  for (const part of placed.path.split("/").filter((text) => text !== "")) {
    const name = part.replace(/^\{(\w+)\}$/, ":$1");
    const next = at.parts.get(name) ?? { parts: new Map(), calls: [] };
    at.parts.set(name, next);
    at = next;
  }
  at.calls.push(callOf(placed));
}

const written = ({ parts, calls }: Tree): string =>
  `{\n${[...calls, ...[...parts].map(([name, tree]) => `${key(name)}: ${written(tree)};`)].join("\n")}\n}`;

function callOf({ method, operation }: PlacedOperation): string {
  const { summary, description, parameters = [], requestBody, responses } = operation;
  const asked = [
    ...given(
      "param",
      parameters.filter((one) => one.in === "path"),
    ),
    ...given(
      "query",
      parameters.filter((one) => one.in === "query"),
    ),
    ...(requestBody === undefined
      ? []
      : [`json: ${typeOf(requestBody.content["application/json"].schema)};`]),
  ];
  const mayBeLeftOut = asked.every((part) => /^\w+\?:/.test(part));
  const request = asked.length === 0 ? "Record<string, never>" : `{ ${asked.join(" ")} }`;
  const answer = typeOf(responses[200]?.content?.["application/json"].schema ?? {});
  const parametersText = `request${mayBeLeftOut ? "?" : ""}: ${request}, options?: CallOptions`;
  return `${comment(`${summary}. ${description}`)}$${method}(${parametersText}): Promise<Answer<${answer}>>;`;
}

/** The parameters of one place, as one field of a request. */
function given(name: string, parameters: readonly Parameter[]): readonly string[] {
  if (parameters.length === 0) return [];
  const fields = parameters.map(({ name: called, required, schema = {} }) =>
    required === true
      ? `${key(called)}: ${typeOf(schema)};`
      : `${key(called)}?: ${typeOf(schema)} | undefined;`,
  );
  const isOptional = parameters.every(({ required }) => required !== true);
  return [`${name}${isOptional ? "?" : ""}: { ${fields.join(" ")} };`];
}
