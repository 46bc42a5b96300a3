import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { RootName } from "../../contract/common.ts";
import {
  DeleteRootParameters,
  DeletionAnswer,
  ManifestAnswer,
  ManifestRequest,
  PruneRequest,
  UploadAnswer,
  UploadRequest,
} from "../../documents/contract.ts";
import { needs } from "../access.ts";
import { answers, body } from "../answers.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { refuseInvalid } from "../errors.ts";

const tags = ["Pushing"];

const params = z.object({ root: RootName });

const MANIFEST = createRoute({
  ...needs("write"),
  method: "post",
  path: "/roots/{root}/manifest",
  operationId: "compareManifest",
  tags,
  summary: "Compare a folder's files with what is indexed",
  description:
    "The first request of a push: names the files of a folder (a page of them, in byte order of their paths) with their hashes, and is told which contents are missing and what is gone.",
  request: { params, body: body(ManifestRequest) },
  responses: answers(ManifestAnswer, "What to send, and what is gone", "root_exists", "conflict"),
});

const UPLOAD = createRoute({
  ...needs("write"),
  method: "post",
  path: "/roots/{root}/documents",
  operationId: "uploadDocuments",
  tags,
  summary: "Index files; all of one request or none, but for those it names",
  description:
    "Files are found by keyword when this returns, by meaning as soon as their vectors exist. What is wrong with a single file stands in `failed`.",
  request: { params, body: body(UploadRequest) },
  responses: answers(UploadAnswer, "Searchable by keyword from now on", "root_exists", "conflict"),
});

const PRUNE = createRoute({
  ...needs("write"),
  method: "post",
  path: "/roots/{root}/prune",
  operationId: "pruneDocuments",
  tags,
  summary: "Delete documents that are gone from the folder",
  description:
    "Deletes by path, inside the root only. More than half of a root of over 20 documents needs `confirm`.",
  request: { params, body: body(PruneRequest) },
  responses: answers(DeletionAnswer, "Gone", "root_exists", "too_many_deletions", "conflict"),
});

const DELETE = createRoute({
  ...needs("write"),
  method: "delete",
  path: "/roots/{root}",
  operationId: "deleteRoot",
  tags,
  summary: "Delete a root, or what is below a folder of it",
  description: "Nothing of it is found from now on; the rows go in slices in the background.",
  request: { params, query: DeleteRootParameters },
  responses: answers(DeletionAnswer, "Out of reach; emptied in slices", "not_found"),
});

/** /v1/roots: pushing a folder. */
export const rootRoutes = ({ services }: AppParts) =>
  new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid })
    .openapi(MANIFEST, async (c) => {
      const context = c.get("workspace");
      return c.json(
        await services.compareManifest(context, c.req.valid("param").root, c.req.valid("json")),
        200,
      );
    })
    .openapi(UPLOAD, async (c) => {
      const context = c.get("workspace");
      return c.json(await services.upload(context, c.req.valid("param").root, c.req.valid("json")), 200);
    })
    .openapi(PRUNE, async (c) => {
      const context = c.get("workspace");
      return c.json(await services.prune(context, c.req.valid("param").root, c.req.valid("json")), 200);
    })
    .openapi(DELETE, async (c) => {
      const query = { ...c.req.valid("param"), ...c.req.valid("query") };
      return c.json(await services.deleteRoot(c.get("workspace"), query), 200);
    });
