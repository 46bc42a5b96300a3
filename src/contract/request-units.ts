/**
 * What requests cost, in units: 1 is a search or a small read. A limit counts units and not requests, because one request
 * can be worth many others: an answer written by a text model, a page of an audit, twenty tools in one message.
 */
const ROUTES: Readonly<Record<string, number>> = {
  // Its messages cost what they ask for.
  "POST /mcp": 0,
  "POST /v1/ask": 20,
  "POST /v1/explain": 3,
  "GET /v1/graph": 2,
  "GET /v1/graph/overview": 3,
  "POST /v1/memories": 2,
  "PATCH /v1/memories/{id}": 2,
  "POST /v1/memories/batch": 5,
  "POST /v1/memories/{id}/merge": 5,
  "POST /v1/memories/{id}/split": 5,
  "POST /v1/memories/prune": 5,
  "POST /v1/memories/forget": 3,
  "POST /v1/roots/{root}/manifest": 3,
  "POST /v1/roots/{root}/prune": 5,
  "DELETE /v1/roots/{root}": 5,
  "GET /v1/export": 5,
  "POST /v1/import": 10,
  "GET /v1/audit": 5,
  "POST /v1/audit/repair": 5,
  "POST /v1/entities/merge": 5,
  "POST /v1/entities/{slug}/split": 5,
  "GET /v1/recalls/reports": 3,
  "POST /v1/reindex": 20,
  "POST /v1/webhooks/{id}/test": 5,
};

export const PRICED_ROUTES: readonly string[] = Object.keys(ROUTES);

/** By tool of MCP: what its route has. */
const TOOLS: Readonly<Record<string, number>> = { remember: 5, forget: 3, graph: 2 };

/** Whatever is not listed. */
const USUAL = 1;

/** A body costs one more for each of so many bytes: texts are cut, indexed and embedded. */
const UNIT_BYTES = 50_000;

/** Units of a request by its route, whose parameters may be written `{name}` or `:name`; its body comes on top. */
export const unitsOfRoute = (method: string, route: string): number =>
  ROUTES[`${method === "HEAD" ? "GET" : method} ${route.replace(/:(\w+)/g, "{$1}")}`] ?? USUAL;

/** Units of one call of a tool of MCP. */
export const unitsOfTool = (tool: string): number =>
  (Object.hasOwn(TOOLS, tool) ? TOOLS[tool] : undefined) ?? USUAL;

/** Units of any other message of MCP: it reads at least whether its token still counts. */
export const MESSAGE_UNITS = USUAL;

/** Units of a request's body on top. */
export const unitsOfBody = (bytes: number): number => Math.floor(bytes / UNIT_BYTES);
