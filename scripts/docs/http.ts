import { apiRoutes } from "../../src/http/api.ts";
import type { AppParts } from "../../src/http/app-parts.ts";
import { aboutOf, type Field, fieldsOf, type TypeText, typeText } from "../../src/http/docs/fields.ts";
import { openApiDocument } from "../../src/http/openapi/document.ts";
import {
  type JsonObject,
  type OpenApiDocument,
  operationsOf,
  type Parameter,
  type PlacedOperation,
} from "../../src/http/openapi/types.ts";
import { VERSION } from "../../src/version.ts";
import { code, linkTo, page, sentence, table } from "./markdown.ts";

const INTRODUCTION = `Every route, from the document that a server answers at \`/openapi.json\`. How requests, tokens, retries and errors work:
[HTTP](../http.md). A running server shows the same at \`/docs\`, with an example of every call. A type with a capital, such
as \`Hit\`, is a schema under [Schemas](#schemas).`;

/** Building the routes calls nothing of the parts. */
const apiDocument = (): OpenApiDocument =>
  openApiDocument(apiRoutes({ services: {}, version: VERSION } as AppParts), VERSION);

const routeOf = ({ method, path }: PlacedOperation): string => `${method.toUpperCase()} ${path}`;

const scopeOf = ({ operation }: PlacedOperation): string => operation.security?.[0]?.token?.[0] ?? "none";

/** A type as code; one that has a name of its own leads to its fields. */
const typeLink = ({ text, schema }: TypeText): string =>
  schema === undefined ? code(text) : linkTo(schema, text);

const fieldRow = ({ name, type, isRequired, about }: Field): readonly string[] => [
  code(name),
  `${typeLink(type)}${isRequired ? ", required" : ""}`,
  sentence(about),
];

/** The fields of a schema; one without fields shows its type. */
const fieldTable = (schema: JsonObject): string =>
  table(["field", "type", ""], fieldsOf(schema).map(fieldRow)) || `${code(typeText(schema).text)}.`;

const parameterTable = (parameters: readonly Parameter[]): string =>
  table(
    ["parameter", "in", "type", ""],
    parameters
      .filter(({ name }) => name !== undefined)
      .map(({ name, in: place, schema = {}, description = "" }) => [
        code(name),
        place,
        code(typeText(schema).text),
        sentence(aboutOf({ description, default: schema.default })),
      ]),
  );

/** Every error code that an operation can answer with; a response's name says which it has. */
function codesOf({ operation }: PlacedOperation): readonly string[] {
  const references = Object.entries(operation.responses)
    .filter(([status]) => status !== "200")
    .map(([, response]) => String(response.$ref ?? ""));
  return references.flatMap((reference) => reference.split("/").at(-1)?.split(".").slice(1) ?? []);
}

/** Codes that nearly every operation answers with: listed once, at the top. */
function usualCodes(operations: readonly PlacedOperation[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const name of operations.flatMap(codesOf)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Set([...counts].filter(([, times]) => times > operations.length / 3).map(([name]) => name));
}

function section(placed: PlacedOperation, usual: ReadonlySet<string>): readonly string[] {
  const { operation } = placed;
  const body = operation.requestBody?.content["application/json"].schema;
  const limit = operation.requestBody?.description ?? "";
  const answer = operation.responses[200]?.content?.["application/json"].schema;
  const own = codesOf(placed).filter((name) => !usual.has(name));
  const ends = [
    `Scope: ${code(scopeOf(placed))}.`,
    body === undefined ? "" : `Body: ${typeLink(typeText(body))}. ${sentence(limit)}`,
    answer === undefined ? "" : `Answer: ${typeLink(typeText(answer))}.`,
    own.length === 0 ? "" : `Further errors: ${own.map(code).join(", ")}.`,
  ];
  return [
    `### ${routeOf(placed)}`,
    sentence(operation.summary),
    sentence(operation.description ?? ""),
    parameterTable(operation.parameters ?? []),
    ends.filter((text) => text !== "").join(" "),
  ];
}

/** `docs/reference/http.md`: routes by group, then the schemas that they name. */
export function httpPage(): string {
  const document = apiDocument();
  const operations = operationsOf(document);
  const usual = usualCodes(operations);
  const routes = operations.map((placed) => [
    linkTo(routeOf(placed)),
    code(scopeOf(placed)),
    sentence(placed.operation.summary),
  ]);
  const groups = document.tags.flatMap(({ name, description }) => [
    `## ${name}`,
    sentence(description),
    ...operations
      .filter(({ operation }) => operation.tags.includes(name))
      .flatMap((placed) => section(placed, usual)),
  ]);
  const schemas = Object.entries(document.components.schemas).flatMap(([name, schema]) => [
    `### ${name}`,
    fieldTable(schema),
  ]);
  return page("HTTP reference", [
    INTRODUCTION,
    `Most routes may answer ${[...usual].map(code).join(", ")}; [errors](errors.md) says what each means.`,
    "## Routes",
    table(["route", "scope", ""], routes),
    ...groups,
    "## Schemas",
    ...schemas,
  ]);
}
