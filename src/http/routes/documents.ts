import { z } from "@hono/zod-openapi";
import { RootName, StoredPath } from "../../contract/common.ts";
import * as documents from "../../documents/contract.ts";
import { pageOfDocuments, readDocument } from "../../documents/documents.ts";
import { readChunk } from "../../documents/passages/read-chunk.ts";
import { ChunkAnswer, ChunkId } from "../../search/contract/chunks.ts";
import { parseLines } from "../../text/places/place.ts";
import { RootDescription, RootDescriptionRequest } from "../../workspaces/roots/contract.ts";
import { describeRoot } from "../../workspaces/roots/describe-root.ts";
import type { AppParts } from "../app-parts.ts";
import {
  accessTo,
  answered,
  answers,
  body,
  fromBodyOf,
  fromQuery,
  NAMED,
  route,
  router,
} from "../routing.ts";

const { readsConfined, writes } = accessTo("Documents");
const pushes = accessTo("Pushing").writes;

const root = z.object({ root: RootName });

const MANIFEST = route("post", "/roots/{root}/manifest", "compareManifest", {
  ...pushes,
  summary: "Compare a folder's files with what is indexed",
  description:
    "The first request of a push: names the files of a folder (a page of them, in byte order of their paths) with their hashes; the answer lists which contents are missing and what is gone.",
  request: { params: root, body: body(documents.ManifestRequest) },
  responses: answers(documents.ManifestAnswer, "What to send, and what is gone", "root_exists", "conflict"),
});

const UPLOAD = route("post", "/roots/{root}/documents", "uploadDocuments", {
  ...pushes,
  summary: "Index files; all of one request or none, but for those it names",
  description:
    "Keyword search finds the files when this returns, vector search as soon as their vectors exist. `failed` lists the files that were refused.",
  request: { params: root, body: body(documents.UploadRequest) },
  responses: answers(documents.UploadAnswer, "Searchable by keyword from now on", "root_exists", "conflict"),
});

const PRUNE = route("post", "/roots/{root}/prune", "pruneDocuments", {
  ...pushes,
  summary: "Delete documents that are gone from the folder",
  description:
    "Deletes by path, inside the root only. More than half of a root of over 20 documents needs `confirm`.",
  request: { params: root, body: body(documents.PruneRequest) },
  responses: answers(documents.DeletionAnswer, "Gone", "root_exists", "too_many_deletions", "conflict"),
});

const DESCRIBE_ROOT = route("put", "/roots/{root}/description", "describeRoot", {
  ...pushes,
  summary: "Say in a line what a root holds",
  description:
    "Whoever chooses where to search is shown it, and its words count for the root's passages. Takes effect with the next search.",
  request: { params: root, body: body(RootDescriptionRequest) },
  responses: answers(RootDescription, "As it is now", "not_found", "too_large"),
});

const DELETE_ROOT = route("delete", "/roots/{root}", "deleteRoot", {
  ...pushes,
  summary: "Delete a root, or what is below a folder of it",
  description: "Searches no longer find it; its rows are deleted in the background.",
  request: { params: root, query: documents.DeleteRootParameters },
  responses: answers(documents.DeletionAnswer, "Deleted; its rows follow in the background", "not_found"),
});

const INDEX = route("post", "/documents", "indexDocuments", {
  ...writes,
  summary: "Index a text, or a list of texts",
  description:
    "For programs: a path and a text are enough. The root `default` is made by the first text; several programs may write to a root. A text at a path that is there replaces it. Searches find it when this returns. In a list, `failed` names the texts that were refused; a single one that is refused is an error.",
  request: { query: documents.IndexParameters, body: body(documents.IndexRequest) },
  responses: answers(
    documents.UploadAnswer,
    "Searchable by keyword from now on",
    "root_exists",
    "conflict",
    "not_text",
  ),
});

const LIST = route("get", "/documents", "listDocuments", {
  ...readsConfined,
  summary: "List documents",
  description: "In pages: `nextCursor` of one is `cursor` of the next; null is the last page.",
  request: { query: documents.DocumentParameters },
  responses: answers(documents.DocumentList, "Documents by root and path"),
});

// The path may hold any number of "/", which OpenAPI cannot say: the parameter takes the rest of the address.
const params = z.object({ path: StoredPath });

const READ = route("get", "/documents/{path}", "readDocument", {
  ...readsConfined,
  summary: "Read a document, or some of its lines",
  description:
    "The pushed bytes, or some of its lines (`10-40`, `10-`, `12`). The path may hold any number of `/`. A path that several roots have needs `root`.",
  request: {
    params,
    query: z.strictObject({
      root: RootName.optional(),
      lines: z.optional(z.string()).meta({ examples: ["10-40"] }),
      anchor: z
        .optional(z.string().max(300))
        .meta({ description: "A part of it instead: a page, slide, sheet", examples: ["page=12"] }),
    }),
  },
  responses: answers(documents.DocumentAnswer, "The pushed text", ...NAMED),
});

const DELETE = route("delete", "/documents/{path}", "deleteDocument", {
  ...writes,
  summary: "Delete a document",
  description:
    "With all that was made from it: passages, keyword rows, vectors, kept answers. Without `root` it is one of the root `default` where programs have written to that, else of the one root that has the path.",
  request: { params, query: z.strictObject({ root: RootName.optional() }) },
  responses: answers(documents.DeletionAnswer, "Gone", ...NAMED, "conflict"),
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
  ...readsConfined,
  summary: "Read one chunk by its id",
  description: "The passage that a hit stands for, by its id or a start of it that no other has.",
  request: { params: z.object({ id: ChunkId }) },
  responses: answers(ChunkAnswer, "The chunk, exactly as pushed", ...NAMED),
});

/** /v1/roots (pushing a folder), /v1/documents, /v1/chunks */
export const documentRoutes = ({ services }: AppParts) => {
  const routes = router()
    .openapi(MANIFEST, fromBodyOf("root", services.compareManifest))
    .openapi(UPLOAD, fromBodyOf("root", services.upload))
    .openapi(PRUNE, fromBodyOf("root", services.prune))
    .openapi(DESCRIBE_ROOT, fromBodyOf("root", describeRoot))
    .openapi(DELETE_ROOT, (c) => {
      const query = { ...c.req.valid("param"), ...c.req.valid("query") };
      return answered(c, services.deleteRoot(c.var.workspace, query));
    });
  for (const { middleware: _, ...described } of [READ, DELETE])
    routes.openAPIRegistry.registerPath(described);
  return routes
    .openapi(INDEX, (c) =>
      answered(c, services.indexTexts(c.var.workspace, c.req.valid("query").root, c.req.valid("json"))),
    )
    .openapi(LIST, fromQuery(pageOfDocuments))
    .openapi(routed(READ), (c) => {
      const { root, lines, anchor } = c.req.valid("query");
      const query = { root, ...c.req.valid("param"), lines: parseLines(lines), anchor };
      return answered(c, readDocument(c.var.workspace, query));
    })
    .openapi(routed(DELETE), (c) => {
      const query = { ...c.req.valid("query"), ...c.req.valid("param") };
      return answered(c, services.deleteDocument(c.var.workspace, query));
    })
    .openapi(READ_CHUNK, (c) => answered(c, readChunk(c.var.workspace, c.req.valid("param").id)));
};
