import { apiRoutes } from "../../src/http/api.ts";
import type { AppParts } from "../../src/http/app-parts.ts";
import { openApiDocument } from "../../src/http/openapi/document.ts";
import { operationsOf, type PlacedOperation } from "../../src/http/openapi/types.ts";
import { VERSION } from "../../src/version.ts";
import { RUNTIME } from "./python-runtime.ts";
import { createTypes, pythonName, type Types, text } from "./python-types.ts";

/** The Python client, typed by the OpenAPI document: `examples/python/edge_recall.py`. */
export function pythonClient(): string {
  const api = apiRoutes({ services: {}, version: VERSION } as AppParts);
  const document = openApiDocument(api, VERSION);
  const types = createTypes();
  for (const [name, schema] of Object.entries(document.components.schemas)) types.declare(name, schema);
  const methods = operationsOf(document).map((placed) => methodOf(placed, types));
  return `${RUNTIME}\n${methods.join("\n")}\n\n${types.all().join("\n\n")}\n`;
}

function methodOf({ path, method, operation }: PlacedOperation, types: Types): string {
  const { operationId, summary, parameters = [], requestBody, responses } = operation;
  const inPath = parameters.filter((one) => one.in === "path");
  const inQuery = parameters.filter((one) => one.in === "query");
  const name = operationId.charAt(0).toUpperCase() + operationId.slice(1);
  const body = requestBody?.content["application/json"].schema;
  const asked = [
    "self",
    ...inPath.map((one) => `${pythonName(one.name)}: str`),
    ...(body === undefined ? [] : [`body: ${types.of(body, `${name}Body`)}`]),
    ...(inQuery.length === 0 ? [] : ["*"]),
    ...inQuery.map((one) => {
      const type = types.of(one.schema ?? {}, `${name}${one.name}`);
      return one.required === true
        ? `${pythonName(one.name)}: ${type}`
        : `${pythonName(one.name)}: ${type} | None = None`;
    }),
  ];
  const answer = types.of(responses[200]?.content?.["application/json"].schema ?? {}, `${name}Answer`);
  const address = path.replace(
    /\{(\w+)\}/g,
    (_, part: string) => `{_part(${pythonName(part)}${part === "path" ? ', "/"' : ""})}`,
  );
  const query = inQuery.map((one) => `${text(one.name)}: ${pythonName(one.name)}`).join(", ");
  const place = `${address.includes("{") ? "f" : ""}${text(address).replaceAll('\\"', "'")}`;
  const sent = `self._send(${text(method.toUpperCase())}, ${place}, {${query}}, ${body === undefined ? "None" : "body"})`;
  return `
    def ${pythonName(operationId)}(${asked.join(", ")}) -> ${answer}:
        ${text(summary ?? "")}
        return ${answer === "Any" ? sent : `cast(${text(answer)}, ${sent})`}`;
}
