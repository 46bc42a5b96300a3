import type { OpenAPIHono } from "@hono/zod-openapi";
import { ErrorAnswer } from "../../contract/common.ts";
import { BOOKMARK_HEADER, REPLAY_HEADER } from "../../contract/headers.ts";
import { limitOfRoute, limitWords } from "../../contract/input-limits.ts";
import type { ErrorCode } from "../../errors.ts";
import { ForgetAnswer } from "../../memories/contract/memories.ts";
import type { AppEnv } from "../app-parts.ts";
import { isRead } from "../authenticate.ts";
import { OWN_CODES } from "../routing.ts";
import { COMPONENTS, TAGS } from "./components.ts";
import { EXAMPLES } from "./examples.ts";
import { codesOf, failureResponses } from "./failures.ts";
import {
  type JsonObject,
  type OpenApiDocument,
  type Operation,
  operationsOf,
  type Parameter,
  type PlacedOperation,
  type Response,
} from "./types.ts";

const DESCRIPTION = `Push a folder, search it from anywhere: line-anchored passages by keyword and by meaning.

Every failure is \`{"error": {"code", "message", "details"}}\` with a code of a closed list. Answers may gain fields; what
a request does not know is refused.`;

const LICENSE = { name: "MIT", identifier: "MIT" };

type Generated = Pick<OpenApiDocument, "paths"> & {
  readonly components: Pick<OpenApiDocument["components"], "schemas">;
};

/** The OpenAPI 3.1 document of an API's routes, from the schemas that check requests; costs some 50 ms of CPU. */
export function openApiDocument(api: OpenAPIHono<AppEnv>, version: string): OpenApiDocument {
  const { openAPIRegistry: registry } = api;
  registry.register("Error", ErrorAnswer);
  // First met where it may be null, it would be null everywhere.
  registry.register("ForgetAnswer", ForgetAnswer);
  const head = {
    openapi: "3.1.0",
    info: { title: "edge-recall", version, description: DESCRIPTION, license: LICENSE },
  };
  const generated = api.getOpenAPI31Document(head) as unknown as Generated;
  const { paths, components } = asJsonSchema(generated);
  const responses: Record<string, JsonObject> = {};
  const described: Record<string, Record<string, Operation>> = {};
  for (const placed of operationsOf({ paths })) {
    const { path, method } = placed;
    described[path] = { ...described[path], [method]: describe(placed, responses) };
  }
  return {
    ...head,
    servers: [{ url: "/" }],
    tags: TAGS,
    paths: described,
    components: { ...COMPONENTS, schemas: components.schemas, responses },
  };
}

/** The operation with all its responses, headers and examples; failures go into `shared`, each once. */
function describe(placed: PlacedOperation, shared: Record<string, JsonObject>): Operation {
  const { method, path, operation } = placed;
  const { [OWN_CODES]: own = [], ...success } = operation.responses[200] ?? { description: "" };
  const failures = failureResponses(codesOf(placed, own as readonly ErrorCode[]));
  for (const { name, response } of failures) shared[name] = response;
  const isWrite = !isRead(method.toUpperCase(), path);
  const responses = {
    200: operation.security === undefined ? success : { ...success, headers: successHeaders(isWrite) },
    ...Object.fromEntries(
      failures.map(({ status, name }) => [status, { $ref: `#/components/responses/${name}` }]),
    ),
  };
  return withExamples({
    ...operation,
    security: operation.security ?? [],
    ...limitedBody(placed),
    parameters: [...(operation.parameters ?? []).map(withoutNull), ...headerParameters(operation, isWrite)],
    responses: responses as unknown as Operation["responses"],
  } as Operation);
}

/** What the body may be, in words and as data. */
function limitedBody({ method, path, operation: { requestBody } }: PlacedOperation): Partial<Operation> {
  if (requestBody === undefined) return {};
  const limit = limitOfRoute(method.toUpperCase(), path);
  return { requestBody: { ...requestBody, description: `At most ${limitWords(limit)}`, "x-limits": limit } };
}

const successHeaders = (isWrite: boolean): JsonObject => ({
  [BOOKMARK_HEADER]: { $ref: "#/components/headers/Bookmark" },
  ...(isWrite && { [REPLAY_HEADER]: { $ref: "#/components/headers/Replay" } }),
});

function headerParameters({ security }: Operation, isWrite: boolean): readonly JsonObject[] {
  if (security === undefined) return [];
  return [{ $ref: `#/components/parameters/${isWrite ? "IdempotencyKey" : "Bookmark"}` }];
}

/** What was recorded of a real call: as the examples of parameters, of the body and of the answer. */
function withExamples(operation: Operation): Operation {
  const example = EXAMPLES[operation.operationId];
  if (example === undefined) return operation;
  const { parameters = [], requestBody, responses } = operation;
  const body = requestBody && {
    ...requestBody,
    content: { "application/json": { ...requestBody.content["application/json"], example: example.body } },
  };
  const success = responses[200] as Response;
  const schema = success.content?.["application/json"].schema ?? {};
  const content = { "application/json": { schema, example: example.answer } };
  return {
    ...operation,
    parameters: parameters.map((one) => {
      const value = { ...example.query, ...example.params }[one.name];
      return value === undefined ? one : { ...one, example: ofType(value, one.schema) };
    }),
    ...(body && { requestBody: body }),
    responses: { ...responses, 200: { ...success, content } },
  };
}

/** A recorded text of an address as the value that its schema describes. */
function ofType(value: string, { type }: JsonObject = {}): string | number | boolean {
  if (type === "integer" || type === "number") return Number(value);
  return type === "boolean" ? value === "true" : value;
}

/**
 * What the generator does not say as JSON Schema has it: patterns are Unicode ones already and have no flags behind them, a
 * tuple has all of its parts, and what is named or null is not both at once.
 */
function asJsonSchema<Part>(part: Part): Part {
  if (typeof part !== "object" || part === null) return part;
  if (Array.isArray(part)) return part.map(asJsonSchema) as Part;
  const schema: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(part))
    schema[key] = key === "pattern" ? plainPattern(value) : asJsonSchema(value);
  const { prefixItems, allOf } = schema;
  if (Array.isArray(prefixItems))
    return { ...schema, minItems: prefixItems.length, maxItems: prefixItems.length } as Part;
  return (Array.isArray(allOf) ? namedOrNull(schema, allOf) : schema) as Part;
}

const plainPattern = (pattern: unknown): unknown =>
  typeof pattern === "string" ? pattern.replace(/^\/?(.*?)\/[a-z]+$/s, "$1") : pattern;

function namedOrNull(schema: JsonObject, [named, { type, ...more } = {}]: readonly JsonObject[]): JsonObject {
  const isNullable = Array.isArray(type) && type.includes("null");
  return isNullable ? { anyOf: [named, { type: "null" }], ...more } : schema;
}

/** A number of an address is never null, though what reads it would take it. */
function withoutNull(parameter: Parameter): Parameter {
  const { type } = parameter.schema ?? {};
  if (!Array.isArray(type)) return parameter;
  const [only, ...others] = type.filter((one) => one !== "null");
  return {
    ...parameter,
    schema: { ...parameter.schema, type: others.length === 0 ? only : [only, ...others] },
  };
}
