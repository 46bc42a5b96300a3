import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { AskAnswer, AskRequest } from "../../search/contract/ask.ts";
import { ExplainAnswer, ExplainRequest } from "../../search/contract/explain.ts";
import { FilterParameters, Filters } from "../../search/contract/filters.ts";
import { ProfileAnswer, ProfileChange, ProfileList, ProfileName } from "../../search/contract/profiles.ts";
import { SearchAnswer, SearchParameters, SearchRequest } from "../../search/contract/search.ts";
import { SearchesAnswer, SearchesRequest } from "../../search/contract/searches.ts";
import { checkInput } from "../../contract/read-input.ts";
import { limitOfRoute } from "../../contract/input-limits.ts";
import { AppError } from "../../errors.ts";
import { parseJson } from "../../text/parse-json.ts";
import { changeProfile, listProfiles } from "../../search/profiles/profile-service.ts";
import { asLogged } from "../../search/record/confined.ts";
import type { WorkspaceContext } from "../../workspaces/context.ts";
import { inWorkspace } from "../../workspaces/open-workspace.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { eventStream, wantsEvents } from "../event-stream.ts";
import { accessTo, answered, answers, body, fromBodyOf, route, router } from "../routing.ts";

const { asks } = accessTo("Search");
const { administers, reads } = accessTo("Profiles");

const POST = route("post", "/search", "search", {
  ...asks,
  summary: "Search the workspace",
  description:
    "Finds passages by keyword and by meaning, best first. The `limit` never changes the order: a longer list extends a shorter one, unless the setting `arms.pool` is `original`. What the answer lacks stands in `degraded`.",
  request: { body: body(SearchRequest) },
  responses: answers(SearchAnswer, "Hits, best first", "conflict"),
});

const MANY = route("post", "/searches", "searchMany", {
  ...asks,
  summary: "Make up to 20 searches at once",
  description:
    "In the round trips of one to the database: `results` has one for each, in their order, answered or failed by itself. Each costs its unit.",
  request: { body: body(SearchesRequest) },
  responses: answers(SearchesAnswer, "A result for each search"),
});

const GET = route("get", "/search", "searchByAddress", {
  ...asks,
  summary: "Search the workspace, everything in the address",
  description:
    "The same as `POST /v1/search`, for what can only fetch addresses: each filter is a parameter of its own, which may come several times, and `filters` takes all of them as JSON.",
  request: { query: SearchParameters },
  responses: answers(SearchAnswer, "Hits, best first", "conflict"),
});

/** `session` is the asker's; `onlySession` makes it a filter too. */
const FILTER_NAMES = Object.keys(FilterParameters).filter((name) => name !== "session");

const ASK = route("post", "/ask", "ask", {
  ...asks,
  summary: "Answer a question from passages, each sentence with its sources",
  description:
    "A text model writes the answer from the hits of a search, each sentence with the passages it stands on; without one that stands on a passage there is no answer, and `outcome` says why. With `accept: text/event-stream` it comes as events: `passages`, each `sentence`, then `end` with this answer, or `error`.",
  request: { body: body(AskRequest) },
  responses: answers(
    AskAnswer,
    "Sentences and their sources, or none and why",
    "generator_unavailable",
    "quota",
    "model_budget",
    "workspace_quota",
    "capacity",
    "timeout",
  ),
});

const EXPLAIN = route("post", "/explain", "explain", {
  ...asks,
  summary: "Explain a chunk's rank in an answer, or its absence",
  description:
    "Repeats a search and follows one chunk through it: its rank after every step, or the first reason that it is not in the answer.",
  request: { body: body(ExplainRequest) },
  responses: answers(
    ExplainAnswer,
    "Its rank after every step, or the first reason that it is not there",
    "ambiguous",
  ),
});

/** The body of a search, from the parameters of an address. */
function requestOf(asked: z.infer<typeof SearchParameters>): SearchRequest {
  const { q, onlySession, filters: written, ...parameters } = asked;
  const entries = Object.entries(parameters);
  const isFilter = ([name]: readonly [string, unknown]) => FILTER_NAMES.includes(name);
  const filters = Object.fromEntries(entries.filter(isFilter));
  const others = Object.fromEntries(entries.filter((entry) => !isFilter(entry)));
  const session = onlySession === true && { session: parameters.session };
  const more = written === undefined ? {} : { all: [filtersIn(written)] };
  return SearchRequest.parse({ query: q, ...others, filters: { ...filters, ...session, ...more } });
}

/** Filters that an address has as JSON. Throws `invalid_input`. */
function filtersIn(text: string): Filters {
  const filters = parseJson(text);
  if (filters === undefined) throw new AppError("invalid_input", "filters: this is not JSON");
  checkInput(filters, limitOfRoute("POST", "/v1/search"));
  return Filters.parse(filters);
}

const asker = (c: Context<AppEnv>) => inWorkspace(c.var.request, "read", { isConfined: true });

const searched = (services: AppParts["services"], context: WorkspaceContext, request: SearchRequest) =>
  asLogged(context, request, (allowed) => services.search(context, allowed));

const params = z.object({ name: ProfileName });

const PROFILES = route("get", "/profiles", "listProfiles", {
  ...reads,
  summary: "List profiles, with each setting's value, range and meaning",
  description:
    "A profile is a named way of ranking. Each setting comes with its value, range, unit and meaning.",
  responses: answers(ProfileList, "Profiles, settings and stages"),
});

const CHANGE_PROFILE = route("put", "/profiles/{name}", "changeProfile", {
  ...administers,
  summary: "Replace this workspace's changes to a profile",
  description:
    "Settings that are left out return to the profile's own values. Takes effect with the next search.",
  request: { params, body: body(ProfileChange) },
  responses: answers(ProfileAnswer, "The profile as it is now"),
});

const RESET_PROFILE = route("delete", "/profiles/{name}", "resetProfile", {
  ...administers,
  summary: "Reset a profile for this workspace",
  description: "The same as replacing its settings with an empty set.",
  request: { params },
  responses: answers(ProfileAnswer, "The profile as it is now"),
});

/** /v1/search, /v1/searches, /v1/ask, /v1/explain, /v1/profiles */
export const searchRoutes = ({ services }: AppParts) =>
  router()
    .openapi(POST, (c) => answered(c, searched(services, asker(c), c.req.valid("json"))))
    .openapi(MANY, (c) => {
      const context = asker(c);
      const asked = c.req.valid("json");
      // The route itself costs the first.
      context.spend(asked.searches.length - 1);
      return answered(c, services.searchMany(context, asked));
    })
    .openapi(GET, (c) => answered(c, searched(services, asker(c), requestOf(c.req.valid("query")))))
    .openapi(ASK, async (c) => {
      const context = asker(c);
      const asked = c.req.valid("json");
      if (!wantsEvents(c.req.header("accept")))
        return answered(
          c,
          asLogged(context, asked, (request) => services.ask(context, request)),
        );
      const work: Parameters<typeof eventStream>[0]["work"] = (tell, signal) =>
        asLogged(context, asked, (request) =>
          services.ask({ ...context, signal }, request, ({ event, ...data }) => tell(event, data)),
        );
      // Of the one type that the route has: events are for who asks for them.
      return (await eventStream({ work, signal: c.req.raw.signal })) as never;
    })
    // What an explanation shows is of the whole workspace.
    .openapi(EXPLAIN, (c) =>
      answered(c, services.explain(inWorkspace(c.var.request, "read"), c.req.valid("json"))),
    )
    .openapi(PROFILES, (c) => answered(c, listProfiles(c.var.workspace.row)))
    .openapi(CHANGE_PROFILE, fromBodyOf("name", changeProfile))
    .openapi(RESET_PROFILE, (c) =>
      answered(c, changeProfile(c.var.workspace, c.req.valid("param").name, { settings: {} })),
    );
