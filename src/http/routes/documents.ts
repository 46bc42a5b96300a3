import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { RootName, StoredPath } from "../../contract/common.ts";
import {
  DeletionAnswer,
  DocumentAnswer,
  DocumentList,
  DocumentParameters,
} from "../../contract/documents.ts";
import { AppError } from "../../errors.ts";
import { answers } from "../answers.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { forWorkspace } from "../authenticate.ts";
import { refuseInvalid } from "../errors.ts";

const LIST = createRoute({
  middleware: forWorkspace("read"),
  method: "get",
  path: "/documents",
  summary: "List documents",
  request: { query: DocumentParameters },
  responses: answers(DocumentList, "Documents by root and path"),
});

// The path may hold any number of "/", which OpenAPI cannot say: the parameter takes the rest of the address.
const params = z.object({ path: StoredPath });

const READ = createRoute({
  method: "get",
  path: "/documents/{path}",
  summary: "Read a document, or some of its lines",
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
  responses: answers(DocumentAnswer, "The pushed text"),
});

const DELETE = createRoute({
  method: "delete",
  path: "/documents/{path}",
  summary: "Delete a document",
  request: { params, query: z.object({ root: RootName.optional() }).strict() },
  responses: answers(DeletionAnswer, "Gone"),
});

/** `40`, `10-40` or `10-` as first and last line. */
export function parseLines(text: string | undefined): readonly [number, number] | undefined {
  if (text === undefined) return undefined;
  const match = /^(\d{1,9})(?:(-)(\d{1,9})?)?$/.exec(text);
  const from = Number(match?.[1]);
  const to =
    match?.[2] === undefined ? from : match[3] === undefined ? Number.MAX_SAFE_INTEGER : Number(match[3]);
  if (match === null || from < 1 || to < from)
    throw new AppError("invalid_input", "lines: first and last line, like 10-40, 10- or 12");
  return [from, to];
}

/** Not `.+`, which stops at a line separator. */
const ANY_PATH = "/documents/:path{[\\s\\S]+}";

/** /v1/documents */
export const documentRoutes = ({ services }: AppParts) => {
  const routes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });
  routes.openAPIRegistry.registerPath(READ);
  routes.openAPIRegistry.registerPath(DELETE);
  const pathOf = (value: string) => params.parse({ path: value }).path;
  return routes
    .openapi(LIST, async (c) => {
      const context = c.get("workspace");
      return c.json(await services.listDocuments(context, c.req.valid("query")), 200);
    })
    .get(ANY_PATH, forWorkspace("read"), async (c) => {
      const { root, lines } = READ.request.query.parse(c.req.query());
      const context = c.get("workspace");
      const path = pathOf(c.req.param("path"));
      return c.json(await services.readDocument(context, { root, path, lines: parseLines(lines) }));
    })
    .delete(ANY_PATH, forWorkspace("write"), async (c) => {
      const { root } = DELETE.request.query.parse(c.req.query());
      const context = c.get("workspace");
      return c.json(await services.deleteDocument(context, { root, path: pathOf(c.req.param("path")) }));
    });
};
