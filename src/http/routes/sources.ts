import { z } from "@hono/zod-openapi";
import { RootName, Slug } from "../../contract/common.ts";
import {
  SourceChange,
  SourceDetails,
  SourceList,
  SourceRemoval,
  SourceRemoved,
  SourceRequest,
  SourceRunRequest,
  SourceSummary,
} from "../../sources/contract.ts";
import { changeSource, readSource, readSources } from "../../sources/sources.ts";
import type { AppParts } from "../app-parts.ts";
import { accessTo, answered, answers, body, fromBodyOf, route, router } from "../routing.ts";

const { administers, forOwners } = accessTo("Sources");

const params = z.object({ root: RootName });

const ADD = route("post", "/workspaces/{slug}/sources", "addSource", {
  ...forOwners,
  summary: "Have a site, a repository, a bucket or a feed pulled into a root",
  description:
    "The server fetches it by itself, now and then every so many hours. An owner adds it, because the server asks whatever the address names; addresses of private networks are refused. Fifty sources a workspace.",
  request: { params: z.object({ slug: Slug }), body: body(SourceRequest) },
  responses: answers(SourceSummary, "The source", "not_found", "root_exists", "limit_reached"),
});
const LIST = route("get", "/sources", "listSources", {
  ...administers,
  summary: "List the workspace's sources",
  description: "By root, each with what came of its last run and when the next one begins.",
  responses: answers(SourceList, "All sources"),
});
const READ = route("get", "/sources/{root}", "readSource", {
  ...administers,
  summary: "Read one source",
  description: "With what of it has no document, and why.",
  request: { params },
  responses: answers(SourceDetails, "The source", "not_found"),
});
const CHANGE = route("patch", "/sources/{root}", "changeSource", {
  ...administers,
  summary: "Pause a source, or have it go on",
  description: "Its documents stay.",
  request: { params, body: body(SourceChange) },
  responses: answers(SourceSummary, "The source", "not_found"),
});
const RUN = route("post", "/sources/{root}/run", "runSource", {
  ...administers,
  summary: "Begin the next run now",
  description: "It goes on in the background; a run that is under way goes on.",
  request: { params, body: body(SourceRunRequest) },
  responses: answers(SourceSummary, "The source", "not_found", "conflict"),
});
const REMOVE = route("delete", "/sources/{root}", "removeSource", {
  ...administers,
  summary: "Remove a source, and what was pulled from it",
  description: "With `keepDocuments` the root stays as it is, and nothing changes it any more.",
  request: { params, query: SourceRemoval },
  responses: answers(SourceRemoved, "Gone", "not_found"),
});

/** /v1/sources, and an owner's /v1/workspaces/{slug}/sources */
export const sourceRoutes = ({ services }: AppParts) =>
  router()
    .openapi(ADD, (c) =>
      answered(c, services.addSource(c.var.request, c.req.valid("param").slug, c.req.valid("json"))),
    )
    .openapi(LIST, (c) => answered(c, readSources(c.var.workspace)))
    .openapi(READ, (c) => answered(c, readSource(c.var.workspace, c.req.valid("param").root)))
    .openapi(CHANGE, fromBodyOf("root", changeSource))
    .openapi(RUN, fromBodyOf("root", services.runSource))
    .openapi(REMOVE, (c) =>
      answered(c, services.removeSource(c.var.workspace, c.req.valid("param").root, c.req.valid("query"))),
    );
