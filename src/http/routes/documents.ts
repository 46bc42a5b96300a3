import { OpenAPIHono, z } from "@hono/zod-openapi";
import { RootName, StoredPath } from "../../contract/common.ts";
import {
  DeletionAnswer,
  DocumentAnswer,
  DocumentList,
  DocumentParameters,
} from "../../documents/contract.ts";
import { pageOfDocuments, readDocument } from "../../documents/documents.ts";
import { readChunk } from "../../documents/passages/read-chunk.ts";
import { ChunkAnswer, ChunkId } from "../../search/contract/chunks.ts";
import { parseLines } from "../../text/place.ts";
import { needs, route } from "../access.ts";
import { answered, answers } from "../answers.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { refuseInvalid } from "../errors.ts";

const tags = ["Documents"];
const reads = { ...needs("read"), tags };
const writes = { ...needs("write"), tags };

const LIST = route("get", "/documents", "listDocuments", {
  ...reads,
  summary: "List documents",
  description: "In pages: `next` of one is `after` of the next; null is the last page.",
  request: { query: DocumentParameters },
  responses: answers(DocumentList, "Documents by root and path"),
});

// The path may hold any number of "/", which OpenAPI cannot say: the parameter takes the rest of the address.
const params = z.object({ path: StoredPath });

const READ = route("get", "/documents/{path}", "readDocument", {
  ...reads,
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

const DELETE = route("delete", "/documents/{path}", "deleteDocument", {
  ...writes,
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

const READ_CHUNK = route("get", "/chunks/{id}", "readChunk", {
  ...reads,
  summary: "Read one chunk by its id",
  description: "The passage that a hit stands for, by its id or a start of it that no other has.",
  request: { params: z.object({ id: ChunkId }) },
  responses: answers(ChunkAnswer, "The chunk, exactly as pushed", "not_found", "ambiguous"),
});

/** /v1/documents, /v1/chunks */
export const documentRoutes = ({ services }: AppParts) => {
  const routes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });
  for (const { middleware: _, ...described } of [READ, DELETE])
    routes.openAPIRegistry.registerPath(described);
  return routes
    .openapi(LIST, (c) => answered(c, pageOfDocuments(c.get("workspace"), c.req.valid("query"))))
    .openapi(routed(READ), (c) => {
      const { root, lines } = c.req.valid("query");
      const query = { root, ...c.req.valid("param"), lines: parseLines(lines) };
      return answered(c, readDocument(c.get("workspace"), query));
    })
    .openapi(routed(DELETE), (c) => {
      const query = { ...c.req.valid("query"), ...c.req.valid("param") };
      return answered(c, services.deleteDocument(c.get("workspace"), query));
    })
    .openapi(READ_CHUNK, (c) => answered(c, readChunk(c.get("workspace"), c.req.valid("param").id)));
};
