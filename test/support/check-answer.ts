import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { JsonObject, Operation } from "../../src/http/openapi/types.ts";
import { operationAt, resolve } from "./api-document.ts";

/** What came back, and what it was asked with. */
export interface Answered {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
}

const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: false });
const validators = new Map<string, ValidateFunction>();

/**
 * Throws when an answer is not what the OpenAPI document says of its route: a status or a code that the route does not
 * name, a field that is missing, of another type, or not described at all.
 */
export function checkAnswer({ method, path, status, body }: Answered): void {
  const { pathname } = new URL(path, "http://localhost");
  const placed = operationAt(method, pathname);
  const name = placed === undefined ? "no route" : `${method} ${placed.path}`;
  const schema =
    placed === undefined ? resolve("#/components/schemas/Error") : schemaOf(placed.operation, status);
  if (schema === undefined)
    throw new Error(`${name} answered ${status}, which its document does not name: ${short(body)}`);
  const isValid = validatorOf(`${name} ${status}`, schema);
  if (isValid(body)) return;
  throw new Error(
    `${name} answered ${status} otherwise than its document says: ${ajv.errorsText(isValid.errors)} in ${short(body)}`,
  );
}

const short = (body: unknown): string => (JSON.stringify(body) ?? "").slice(0, 500);

function validatorOf(name: string, schema: JsonObject): ValidateFunction {
  const known = validators.get(name) ?? ajv.compile(closed(schema));
  validators.set(name, known);
  return known;
}

function schemaOf({ responses }: Operation, status: number): JsonObject | undefined {
  const named = responses[status] as JsonObject | undefined;
  const reference = named?.$ref;
  const response = typeof reference === "string" ? resolve(reference) : named;
  const content = response?.content as Record<string, { schema: JsonObject }> | undefined;
  return content?.["application/json"]?.schema;
}

/**
 * A schema with nothing left to look up, whose objects have only the fields it describes: what the document leaves open
 * for later is an undescribed field today.
 */
export function closed(schema: JsonObject, within: readonly string[] = []): JsonObject {
  const { $ref: reference, allOf, ...own } = schema;
  if (typeof reference === "string") {
    // What holds itself is looked at as deep as its second time.
    if (within.filter((one) => one === reference).length === MAX_WITHIN) return {};
    return closed({ ...resolve(reference), ...own }, [...within, reference]);
  }
  const merged = Array.isArray(allOf) ? merge([...allOf.map((one) => closed(one, within)), own]) : own;
  const isOpen = merged.properties === undefined || merged.additionalProperties !== undefined;
  const parts = Object.entries(merged).map(([key, value]) => [key, closedPart(key, value, within)]);
  return { ...Object.fromEntries(parts), ...(!isOpen && { additionalProperties: false }) };
}

const MAX_WITHIN = 2;

const OF_SCHEMAS = ["properties", "patternProperties"];
const SCHEMAS = ["anyOf", "oneOf", "prefixItems"];
const SCHEMA = ["items", "additionalProperties", "not"];

function closedPart(key: string, value: unknown, within: readonly string[]): unknown {
  if (OF_SCHEMAS.includes(key))
    return Object.fromEntries(
      Object.entries(value as JsonObject).map(([name, one]) => [name, closed(one as JsonObject, within)]),
    );
  if (SCHEMAS.includes(key)) return (value as readonly JsonObject[]).map((one) => closed(one, within));
  if (SCHEMA.includes(key) && typeof value === "object") return closed(value as JsonObject, within);
  return value;
}

/** All parts at once. */
function merge(parts: readonly JsonObject[]): JsonObject {
  let merged: JsonObject = {};
  for (const part of parts) merged = both(merged, part);
  return merged;
}

/** Fields of each, what either requires; where both say something of one field, both hold. */
function both(one: JsonObject, other: JsonObject): JsonObject {
  const properties: Record<string, unknown> = { ...(one.properties as JsonObject | undefined) };
  for (const [name, value] of Object.entries((other.properties as JsonObject | undefined) ?? {}))
    properties[name] = both((properties[name] as JsonObject | undefined) ?? {}, value as JsonObject);
  const required = [...((one.required as string[]) ?? []), ...((other.required as string[]) ?? [])];
  return {
    ...one,
    ...other,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
}
