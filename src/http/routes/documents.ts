import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { RootName, StoredPath } from "../../contract/common.ts";
import {
  DeletionAnswer,
  DocumentAnswer,
  DocumentList,
  DocumentParameters,
} from "../../documents/contract.ts";
import { parseLines } from "../../text/parse-lines.ts";
import { needs } from "../access.ts";
import { answers } from "../answers.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { refuseInvalid } from "../errors.ts";

const tags = ["Documents"];

const LIST = createRoute({
  ...needs("read"),
  method: "get",
  path: "/documents",
  operationId: "listDocuments",
  tags,
  summary: "List documents",
  description: "In pages: `next` of one is `after` of the next; null is the last page.",
  request: { query: DocumentParameters },
  responses: answers(DocumentList, "Documents by root and path"),
});

// The path may hold any number of "/", which OpenAPI cannot say: the parameter takes the rest of the address.
const params = z.object({ path: StoredPath });

const READ = createRoute({
  ...needs("read"),
  method: "get",
  path: "/documents/{path}",
  operationId: "readDocument",
  tags,
  summary: "Read a document, or some of its lines",
  description:
    "The pushed bytes, or some of its lines (`10-40`, `10-`, `12`). The path may hold any number of `/`. A path that several roots have needs `root`.",
  request: {
    params,
    query: z
      .object({
        root: RootName.optional(),
        lines: z
          .string()
          .optional()
          .meta({ examples: ["10-40"] }),
      })
      .strict(),
  },
  responses: answers(DocumentAnswer, "The pushed text", "not_found", "ambiguous"),
});

const DELETE = createRoute({
  ...needs("write"),
  method: "delete",
  path: "/documents/{path}",
  operationId: "deleteDocument",
  tags,
  summary: "Delete a document",
  description: "With all that was made from it: passages, keyword rows, vectors, kept answers.",
  request: { params, query: z.object({ root: RootName.optional() }).strict() },
  responses: answers(DeletionAnswer, "Gone", "not_found", "ambiguous", "conflict"),
});

/**
 * Takes the rest of the address. Not `.+`, which stops at a line separator. It is typed, and described, as the one
 * parameter that it is.
 */
const ANY_PATH = "/documents/{path{[\\s\\S]+}}" as string as "/documents/{path}";

const routed = <Route extends typeof READ | typeof DELETE>(route: Route): Route => ({
  ...route,
  path: ANY_PATH,
  hide: true,
});

/** /v1/documents */
export const documentRoutes = ({ services }: AppParts) => {
  const routes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });
  for (const { middleware: _, ...described } of [READ, DELETE])
    routes.openAPIRegistry.registerPath(described);
  return routes
    .openapi(LIST, async (c) => {
      const context = c.get("workspace");
      return c.json(await services.listDocuments(context, c.req.valid("query")), 200);
    })
    .openapi(routed(READ), async (c) => {
      const { root, lines } = c.req.valid("query");
      const query = { root, ...c.req.valid("param"), lines: parseLines(lines) };
      return c.json(await services.readDocument(c.get("workspace"), query), 200);
    })
    .openapi(routed(DELETE), async (c) => {
      const query = { ...c.req.valid("query"), ...c.req.valid("param") };
      return c.json(await services.deleteDocument(c.get("workspace"), query), 200);
    });
};
