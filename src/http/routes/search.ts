import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { Filters } from "../../search/contract/filters.ts";
import { SearchAnswer, SearchParameters, SearchRequest } from "../../search/contract/search.ts";
import { inWorkspace } from "../../workspaces/open-workspace.ts";
import { needsInside } from "../access.ts";
import { answers, body } from "../answers.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { refuseInvalid } from "../errors.ts";

const tags = ["Search"];

const POST = createRoute({
  ...needsInside("read"),
  method: "post",
  path: "/search",
  operationId: "search",
  tags,
  summary: "Search the workspace",
  description:
    "Finds passages by keyword and by meaning, best first. The `limit` never changes the order: a longer list extends a shorter one. What the answer lacks stands in `degraded`.",
  request: { body: body(SearchRequest) },
  responses: answers(SearchAnswer, "Hits, best first"),
});

const GET = createRoute({
  ...needsInside("read"),
  method: "get",
  path: "/search",
  operationId: "searchByAddress",
  tags,
  summary: "Search the workspace, everything in the address",
  description:
    "The same as `POST /v1/search`, for what can only fetch addresses: each filter is a parameter of its own.",
  request: { query: SearchParameters },
  responses: answers(SearchAnswer, "Hits, best first"),
});

/** `session` is the asker's; `onlySession` makes it a filter too. */
const FILTER_NAMES = Object.keys(Filters.shape).filter((name) => name !== "session");

/** POST and GET /v1/search */
export const searchRoutes = ({ services }: AppParts) =>
  new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid })
    .openapi(POST, async (c) => {
      const context = inWorkspace(c.get("request"), "read");
      return c.json(await services.search(context, c.req.valid("json")), 200);
    })
    .openapi(GET, async (c) => {
      const context = inWorkspace(c.get("request"), "read");
      const { q, onlySession, ...parameters } = c.req.valid("query");
      const isFilter = (name: string) => FILTER_NAMES.includes(name);
      const entries = Object.entries(parameters);
      const session = onlySession === true && { session: parameters.session };
      const filters = { ...Object.fromEntries(entries.filter(([name]) => isFilter(name))), ...session };
      const others = Object.fromEntries(entries.filter(([name]) => !isFilter(name)));
      const request = SearchRequest.parse({ query: q, ...others, filters });
      return c.json(await services.search(context, request), 200);
    });
