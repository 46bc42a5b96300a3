import { EXAMPLES, type Example } from "../../src/http/openapi/examples.ts";
import type { JsonObject, PlacedOperation } from "../../src/http/openapi/types.ts";
import type { Names } from "../../test/integration/isolation/places.ts";
import { WRONG_TYPES } from "../../test/openapi/fuzz/hostile.ts";
import type { Random } from "../../test/openapi/fuzz/random.ts";
import { addressed, bodySchema, invalidRequest, parametersIn } from "../../test/openapi/fuzz/requests.ts";
import { hostileText, idFor, spoiled, withIds, withText } from "./bodies.ts";
import { brokenBytes, HEADERS, hugeBody, METHODS, pathTricks } from "./hostile-parts.ts";
import type { Sent } from "./send.ts";

/** Who asks for whose things. */
export interface Targets {
  readonly own: Names;
  readonly theirs: Names;
}

/** One request, without who sends it. */
export interface Attempt extends Sent {
  /** What is wrong with it. */
  readonly kind: string;
}

const JSON_TYPE = { "content-type": "application/json" };
const HUGE_SHARE = 0.003;

const bytesOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value) ?? "");

/** Of ten requests six are about its own things, two about somebody else's, two about what never was. */
function namesOf({ own, theirs }: Targets, random: Random): Names | undefined {
  const kind = random.next();
  return kind < 0.6 ? own : kind < 0.8 ? theirs : undefined;
}

/** An address takes no half of a character. */
const inAddress = (text: string): string => (text.isWellFormed() ? text : "%ed%a0%80");

function exampleFor({ path, operation }: PlacedOperation, targets: Targets, random: Random): Example {
  const example = EXAMPLES[operation.operationId] ?? { answer: undefined };
  const names = namesOf(targets, random);
  if (names === undefined) return example;
  const fill = (texts: Readonly<Record<string, string>> = {}): Record<string, string> =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, idFor(name, path, names) ?? text]));
  const { params, query, body, answer } = example;
  return { params: fill(params), query: fill(query), body: withIds(body, path, names), answer };
}

type Way = (placed: PlacedOperation, targets: Targets, random: Random) => Attempt;

/** As the operation is meant, but for what is named. */
function plain(
  placed: PlacedOperation,
  example: Example,
  changed: Partial<Attempt> & { kind: string },
): Attempt {
  const hasBody = placed.operation.requestBody !== undefined;
  return {
    ...addressed(placed, example),
    headers: hasBody ? JSON_TYPE : {},
    body: hasBody ? bytesOf(example.body) : null,
    ...changed,
  };
}

const asItIs: Way = (placed, targets, random) =>
  plain(placed, exampleFor(placed, targets, random), { kind: "whose id" });

const fields: Way = (placed, targets, random) => {
  const example = exampleFor(placed, targets, random);
  const schema = bodySchema(placed.operation);
  if (schema === undefined) return parameters(placed, targets, random);
  const isSpoilt = random.next() < 0.6;
  const body = isSpoilt ? spoiled(schema, example.body, random) : withText(example.body, random);
  return plain(placed, { ...example, body }, { kind: isSpoilt ? "fields" : "texts" });
};

const parameters: Way = (placed, targets, random) => {
  const { query = {}, ...example } = exampleFor(placed, targets, random);
  const known = parametersIn(placed, "query").map(({ name }) => name);
  const names = [...known, "__proto__", "limit", "q"].filter(() => random.next() < 0.5);
  const hostile = names.map((name): readonly [string, string] => [name, hostileText(random)]);
  const kept = random.next() < 0.5 ? query : {};
  const { method, path } = addressed(placed, { ...example, query: kept }, hostile);
  return plain(placed, example, { kind: "parameters", method, path });
};

const place: Way = (placed, targets, random) => {
  const example = exampleFor(placed, targets, random);
  const params = Object.fromEntries(
    parametersIn(placed, "path").map(({ name }) => [name, inAddress(hostileText(random))]),
  );
  return plain(placed, { ...example, params }, { kind: "name" });
};

const bytes: Way = (placed, targets, random) => {
  const example = exampleFor(placed, targets, random);
  const headers = { "content-type": random.next() < 0.8 ? "application/json" : random.pick(WRONG_TYPES) };
  if (random.next() < HUGE_SHARE / 0.2)
    return plain(placed, example, { kind: "huge", headers, body: hugeBody(random) });
  const body = brokenBytes(JSON.stringify(example.body ?? { a: "b" }), random);
  return plain(placed, example, { kind: "bytes", headers, body });
};

const header: Way = (placed, targets, random) => {
  const request = plain(placed, exampleFor(placed, targets, random), { kind: "header" });
  const more = Array.from({ length: 1 + random.below(3) }, () => random.pick(HEADERS));
  return { ...request, headers: { ...request.headers, ...Object.fromEntries(more) } };
};

const method: Way = (placed, targets, random) =>
  plain(placed, exampleFor(placed, targets, random), { kind: "method", method: random.pick(METHODS) });

const address: Way = (placed, targets, random) => {
  const request = plain(placed, exampleFor(placed, targets, random), { kind: "address" });
  return { ...request, path: random.pick(pathTricks(request.path, targets.theirs)) };
};

/** The more often a way is named, the more often it is gone. */
const WAYS: readonly Way[] = [
  ...[asItIs, asItIs, fields, fields, fields, fields, fields, parameters, parameters],
  ...[place, bytes, bytes, header, method, address],
];

/** One hostile request of an operation. */
export const hostileRequest: Way = (placed, targets, random) => random.pick(WAYS)(placed, targets, random);

/** One that its description does not allow, for who may do everything; undefined where there is hardly any. */
export function refusedRequest(placed: PlacedOperation, random: Random): Attempt | undefined {
  const request = invalidRequest(placed, random);
  return (
    request && { ...request, kind: "invalid", body: request.body === null ? null : Buffer.from(request.body) }
  );
}

const PROTOCOLS = ["2025-06-18", "2025-03-26", "2026-01-01"];

/** The head of a message to /mcp. */
export function mcpRequest(kind: string, body: Buffer, random?: Random): Attempt {
  const headers = {
    ...{ ...JSON_TYPE, accept: "application/json, text/event-stream" },
    ...(random !== undefined && random.next() < 0.3 && { "mcp-protocol-version": random.pick(PROTOCOLS) }),
  };
  return { kind, method: "POST", path: "/mcp", headers, body };
}

export interface ListedTool {
  readonly name: string;
  readonly inputSchema: JsonObject;
}

/** Where HTTP has what a tool's `id` names. */
const toolAddress = (tool: string): string => (tool === "forget" ? "/memories/" : "/chunks/");

/** A call of a tool with arguments that are wrong, hostile, or about somebody else's things. */
export function hostileCall(
  { name, inputSchema }: ListedTool,
  given: JsonObject,
  { targets, random }: { readonly targets: Targets; readonly random: Random },
): Attempt {
  const names = namesOf(targets, random);
  const meant = names === undefined ? given : withIds(given, toolAddress(name), names);
  const kind = random.next();
  const args =
    kind < 0.3 ? meant : kind < 0.6 ? withText(meant, random) : spoiled(inputSchema, meant, random);
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
  if (kind > 0.95) return mcpRequest("bytes", brokenBytes(JSON.stringify(call), random), random);
  return mcpRequest("arguments", bytesOf(call), random);
}

const RPC: readonly (readonly [string, unknown])[] = [
  [
    "initialize",
    { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "a", version: "1" } },
  ],
  ["tools/list", {}],
  ["tools/call", { name: "__proto__", arguments: {} }],
  ["tools/call", { name: "constructor" }],
  ["resources/list", { cursor: "a" }],
  ["resources/read", { uri: "recall://notes/guides/harbour.md" }],
  ["resources/templates/list", {}],
  ["prompts/list", {}],
  ["prompts/get", { name: "toString", arguments: { topic: "a" } }],
  [
    "completion/complete",
    { ref: { type: "ref/resource", uri: "recall://{root}/{path}" }, argument: { name: "root", value: "a" } },
  ],
  ["notifications/cancelled", { requestId: 1 }],
  ["logging/setLevel", { level: "debug" }],
  ["sampling/createMessage", {}],
  ["ping", {}],
];

/** A message of the protocol itself, or many in one. */
export function hostileMessage(random: Random): Attempt {
  const message = (): unknown => {
    const [name, params] = random.pick(RPC);
    const sent = { jsonrpc: "2.0", id: random.pick([1, "1", -1, null, 1.5, { a: 1 }]), method: name, params };
    return random.next() < 0.6 ? withText(sent, random) : sent;
  };
  const isBatch = random.next() < 0.2;
  const body = isBatch ? Array.from({ length: 1 + random.below(25) }, message) : message();
  return mcpRequest(isBatch ? "batch" : "message", bytesOf(body), random);
}
