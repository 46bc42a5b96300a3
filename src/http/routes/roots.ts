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
} from "../../contract/documents.ts";
import { answers, body } from "../answers.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { forWorkspace } from "../authenticate.ts";
import { refuseInvalid } from "../errors.ts";

const params = z.object({ root: RootName });

const MANIFEST = createRoute({
  middleware: forWorkspace("write"),
  method: "post",
  path: "/roots/{root}/manifest",
  summary: "Compare a folder's files with what is indexed",
  request: { params, body: body(ManifestRequest) },
  responses: answers(ManifestAnswer, "What to send, and what is gone"),
});

const UPLOAD = createRoute({
  middleware: forWorkspace("write"),
  method: "post",
  path: "/roots/{root}/documents",
  summary: "Index files; all of one request or none, but for those it names",
  request: { params, body: body(UploadRequest) },
  responses: answers(UploadAnswer, "Searchable by keyword from now on"),
});

const PRUNE = createRoute({
  middleware: forWorkspace("write"),
  method: "post",
  path: "/roots/{root}/prune",
  summary: "Delete documents that are gone from the folder",
  request: { params, body: body(PruneRequest) },
  responses: answers(DeletionAnswer, "Gone"),
});

const DELETE = createRoute({
  middleware: forWorkspace("write"),
  method: "delete",
  path: "/roots/{root}",
  summary: "Delete a root, or what is below a prefix of it",
  request: { params, query: DeleteRootParameters },
  responses: answers(DeletionAnswer, "Out of reach; emptied in slices"),
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
