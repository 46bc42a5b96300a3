import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { EXAMPLES, type Example } from "../../../src/http/openapi/examples.ts";
import type { JsonObject, Parameter, PlacedOperation } from "../../../src/http/openapi/types.ts";
import { closed } from "../../support/check-answer.ts";
import { BROKEN_BODIES, HOSTILE_TEXTS, WRONG_TYPES } from "./hostile.ts";
import { mutated } from "./mutate.ts";
import type { Random } from "./random.ts";

/** A request that its route's description does not allow. */
export interface InvalidRequest {
  /** What is wrong with it. */
  readonly kind: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

const JSON_TYPE = { "content-type": "application/json" };
/** Mutations tried until the schema refuses one. */
const TRIES = 50;

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
const validators = new WeakMap<object, ValidateFunction>();

function allows(schema: JsonObject, value: unknown): boolean {
  const isValid = validators.get(schema) ?? ajv.compile(schema);
  validators.set(schema, isValid);
  return isValid(value);
}

const bodies = new WeakMap<object, JsonObject>();

/** Lists whose items are refused one by one, in an answer that succeeds: what is wrong with an item is no wrong body. */
const BY_ITEM: Readonly<Record<string, string>> = { rememberMany: "memories" };

function withoutItems(schema: JsonObject, list: string | undefined): JsonObject {
  if (list === undefined) return schema;
  const properties = schema.properties as Readonly<Record<string, JsonObject>>;
  return { ...schema, properties: { ...properties, [list]: { ...properties[list], items: {} } } };
}

/** The schema of an operation's body, with nothing left to look up. */
export function bodySchema({
  requestBody,
  operationId,
}: PlacedOperation["operation"]): JsonObject | undefined {
  if (requestBody === undefined) return undefined;
  const schema =
    bodies.get(requestBody) ??
    withoutItems(closed(requestBody.content["application/json"].schema), BY_ITEM[operationId]);
  bodies.set(requestBody, schema);
  return schema;
}

/** Parameters of an operation that stand in one place. */
export const parametersIn = ({ operation }: PlacedOperation, place: Parameter["in"]): readonly Parameter[] =>
  (operation.parameters ?? []).filter((one) => one.in === place);

/** One request of an operation that is wrong in one way; undefined where there is hardly any. */
export function invalidRequest(placed: PlacedOperation, random: Random): InvalidRequest | undefined {
  const example = EXAMPLES[placed.operation.operationId] ?? { answer: {} };
  const ways = [wrongBody, wrongBody, brokenBody, wrongQuery, wrongQuery, wrongName, wrongKey];
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const request = random.pick(ways)(placed, example, random);
    if (request !== undefined) return request;
  }
  return undefined;
}

type Way = (placed: PlacedOperation, example: Example, random: Random) => InvalidRequest | undefined;

const wrongBody: Way = (placed, example, random) => {
  const schema = bodySchema(placed.operation);
  if (schema === undefined) return undefined;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const value = mutated(schema, example.body, random);
    const text = JSON.stringify(value);
    if (allows(schema, JSON.parse(text))) continue;
    return { kind: "body", ...addressed(placed, example), headers: JSON_TYPE, body: text };
  }
  return undefined;
};

const brokenBody: Way = (placed, example, random) => {
  if (placed.operation.requestBody === undefined) return undefined;
  const isTyped = random.next() < 0.7;
  const headers = isTyped ? JSON_TYPE : { "content-type": random.pick(WRONG_TYPES) };
  const body = isTyped ? random.pick(BROKEN_BODIES) : JSON.stringify(example.body);
  return { kind: isTyped ? "no JSON" : "content type", ...addressed(placed, example), headers, body };
};

const wrongQuery: Way = (placed, example, random) => {
  const parameters = parametersIn(placed, "query");
  if (parameters.length === 0) return undefined;
  const rest = { headers: JSON_TYPE, body: bodyOf(placed, example) };
  const kind = random.next();
  if (kind < 0.15)
    return { kind: "parameter", ...addressed(placed, example, [[`x${random.below(9)}`, "1"]]), ...rest };
  const one = random.pick(parameters);
  if (kind < 0.3 && one.required === true) {
    const { [one.name]: _, ...query } = example.query ?? {};
    return { kind: "parameter", ...addressed(placed, { ...example, query }), ...rest };
  }
  const text = random.pick([
    ...HOSTILE_TEXTS,
    "a".repeat(9_000),
    "-5",
    "1.5",
    "99999999999",
    "maybe",
    "2026-13-40",
  ]);
  if (mayBe(one, text)) return undefined;
  const query = { ...example.query, [one.name]: text };
  return { kind: "parameter", ...addressed(placed, { ...example, query }), ...rest };
};

/** Names in the path that no such thing has. */
const wrongName: Way = (placed, example, random) => {
  const names = parametersIn(placed, "path");
  if (names.length === 0) return undefined;
  const one = random.pick(names);
  const text = random.pick(HOSTILE_TEXTS);
  // What may be made by that name is not asked for.
  const makesNothing = ["get", "delete"].includes(placed.method);
  if (text.trim() === "" || (!makesNothing && mayBe(one, text))) return undefined;
  const params = { ...example.params, [one.name]: text.isWellFormed() ? text : "%ed%a0%80" };
  return {
    kind: "name",
    ...addressed(placed, { ...example, params }),
    headers: JSON_TYPE,
    body: bodyOf(placed, example),
  };
};

/** A write under a key that is none. */
const wrongKey: Way = (placed, example, random) => {
  const isWrite = placed.operation.responses[422] !== undefined;
  if (!isWrite) return undefined;
  const key = random.pick(["", "a b", "é", "x".repeat(256)]);
  const headers = { ...JSON_TYPE, "idempotency-key": key };
  return { kind: "key", ...addressed(placed, example), headers, body: bodyOf(placed, example) };
};

const bodyOf = ({ operation }: PlacedOperation, { body }: Example): string | null =>
  operation.requestBody === undefined ? null : JSON.stringify(body);

/** Whether a text is a value of a parameter; numbers and switches travel as text. */
function mayBe({ schema = {} }: Parameter, text: string): boolean {
  if (allows(schema, text)) return true;
  if (schema.type === "boolean") return /^(?:true|false|1|0|yes|no|on|off|y|n|enabled|disabled)$/i.test(text);
  return (schema.type === "integer" || schema.type === "number") && allows(schema, Number(text));
}

/** Method and address of an operation with the parameters of an example; a text that begins with % is escaped already. */
export function addressed(
  { path, method }: PlacedOperation,
  { params = {}, query = {} }: Example,
  more: readonly (readonly [string, string])[] = [],
): { readonly method: string; readonly path: string } {
  const named = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = params[name] ?? "";
    return /^%/.test(text) ? text : encodeURIComponent(text);
  });
  const search = new URLSearchParams([...Object.entries(query), ...more]).toString();
  return { method: method.toUpperCase(), path: search === "" ? named : `${named}?${search}` };
}
