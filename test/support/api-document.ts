import { apiRoutes } from "../../src/http/api.ts";
import type { AppParts } from "../../src/http/app-parts.ts";
import { openApiDocument } from "../../src/http/openapi/document.ts";
import {
  type JsonObject,
  type OpenApiDocument,
  operationsOf,
  type PlacedOperation,
} from "../../src/http/openapi/types.ts";

/** Building the routes calls nothing of the parts but reads that they are there. */
const NOTHING = { services: {}, version: "" } as AppParts;

let made: OpenApiDocument | undefined;

/** The document that `/openapi.json` answers, made once a test file. */
export function apiDocument(): OpenApiDocument {
  made ??= openApiDocument(apiRoutes(NOTHING), "test");
  return made;
}

/** What a `$ref` of the document names. */
export function resolve(reference: string): JsonObject {
  const parts = reference.replace("#/", "").split("/");
  return parts.reduce<JsonObject>(
    (at, part) => at[part] as JsonObject,
    apiDocument() as unknown as JsonObject,
  );
}

/** A path of an address goes over several parts; every other parameter is one. */
const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/\/\{path\}/g, "/[\\s\\S]+").replace(/\{\w+\}/g, "[^/]*")}$`);

let patterns: readonly (PlacedOperation & { readonly pattern: RegExp })[] | undefined;

/** The operation that answers an address: the one with the fewest parameters in its path. */
export function operationAt(method: string, pathname: string): PlacedOperation | undefined {
  patterns ??= operationsOf(apiDocument())
    .map((placed) => ({ ...placed, pattern: patternOf(placed.path) }))
    .sort((a, b) => a.path.split("{").length - b.path.split("{").length);
  return patterns.find((one) => one.method === method.toLowerCase() && one.pattern.test(pathname));
}
