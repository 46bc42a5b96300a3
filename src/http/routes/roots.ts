import { OpenAPIHono, z } from "@hono/zod-openapi";
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
import { needs, route } from "../access.ts";
import { answered, answers, body } from "../answers.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { refuseInvalid } from "../errors.ts";

const tags = ["Pushing"];
const writes = { ...needs("write"), tags };

const params = z.object({ root: RootName });

const MANIFEST = route("post", "/roots/{root}/manifest", "compareManifest", {
  ...writes,
  summary: "Compare a folder's files with what is indexed",
  description:
    "The first request of a push: names the files of a folder (a page of them, in byte order of their paths) with their hashes, and is told which contents are missing and what is gone.",
  request: { params, body: body(ManifestRequest) },
  responses: answers(ManifestAnswer, "What to send, and what is gone", "root_exists", "conflict"),
});

const UPLOAD = route("post", "/roots/{root}/documents", "uploadDocuments", {
  ...writes,
  summary: "Index files; all of one request or none, but for those it names",
  description:
    "Keyword search finds the files when this returns, vector search as soon as their vectors exist. `failed` lists the files that were refused.",
  request: { params, body: body(UploadRequest) },
  responses: answers(UploadAnswer, "Searchable by keyword from now on", "root_exists", "conflict"),
});

const PRUNE = route("post", "/roots/{root}/prune", "pruneDocuments", {
  ...writes,
  summary: "Delete documents that are gone from the folder",
  description:
    "Deletes by path, inside the root only. More than half of a root of over 20 documents needs `confirm`.",
  request: { params, body: body(PruneRequest) },
  responses: answers(DeletionAnswer, "Gone", "root_exists", "too_many_deletions", "conflict"),
});

const DELETE = route("delete", "/roots/{root}", "deleteRoot", {
  ...writes,
  summary: "Delete a root, or what is below a folder of it",
  description: "Searches no longer find it; its rows are deleted in the background.",
  request: { params, query: DeleteRootParameters },
  responses: answers(DeletionAnswer, "Deleted; its rows follow in the background", "not_found"),
});

/** /v1/roots: pushing a folder. */
export const rootRoutes = ({ services }: AppParts) =>
  new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid })
    .openapi(MANIFEST, (c) => {
      const context = c.get("workspace");
      return answered(c, services.compareManifest(context, c.req.valid("param").root, c.req.valid("json")));
    })
    .openapi(UPLOAD, (c) => {
      const context = c.get("workspace");
      return answered(c, services.upload(context, c.req.valid("param").root, c.req.valid("json")));
    })
    .openapi(PRUNE, (c) => {
      const context = c.get("workspace");
      return answered(c, services.prune(context, c.req.valid("param").root, c.req.valid("json")));
    })
    .openapi(DELETE, (c) => {
      const query = { ...c.req.valid("param"), ...c.req.valid("query") };
      return answered(c, services.deleteRoot(c.get("workspace"), query));
    });
