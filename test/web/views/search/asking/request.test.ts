import { Fragment, h } from "preact";
import { expect, it } from "vitest";
import { usePage } from "../../../../../src/web/state/page.ts";
import { nextLimit, requestOf } from "../../../../../src/web/views/search/asking/request.ts";
import { useSearch } from "../../../../../src/web/views/search/asking/use-search.ts";
import { useHitVotes } from "../../../../../src/web/views/search/asking/use-hit-votes.ts";
import { hitOf, searchAnswerOf } from "../../../support/answers.ts";
import { onPage, refusal } from "../../../support/screen.ts";

const asked = (parameters: Readonly<Record<string, string>>) => requestOf({ q: "a", ...parameters });

it.each<[string, Readonly<Record<string, string>>, object]>([
  ["a star", { path: "a*" }, { glob: "a*" }],
  ["a question mark", { path: "a?" }, { glob: "a?" }],
  ["a set of characters", { path: "[ab]" }, { glob: "[ab]" }],
  ["none of them", { path: "a]b" }, { prefix: "a]b" }],
  ["an empty path", { path: "" }, {}],
  ["files", { kind: "file" }, { kind: "file" }],
  ["memories", { kind: "memory" }, { kind: "memory" }],
  ["another kind", { kind: "files" }, {}],
  ["no value", { root: "", tag: "" }, {}],
  ["what no search takes", { open: "x", view: "memory", why: "1" }, {}],
  ...["root", "type", "tag", "language", "session", "after", "before"].map(
    (name): [string, Record<string, string>, object] => [`a ${name}`, { [name]: "x" }, { [name]: "x" }],
  ),
])("filters of an address with %s", (_, parameters, filters) => {
  expect(asked(parameters)?.filters).toEqual(filters);
});

it.each<[string, Readonly<Record<string, string>>, object]>([
  ["a query", {}, { query: "a", limit: 20, filters: {} }],
  ["a profile", { profile: "keyword" }, { query: "a", limit: 20, filters: {}, profile: "keyword" }],
  ["an empty profile", { profile: "" }, { query: "a", limit: 20, filters: {} }],
])("a request of %s has no more than that", (_, parameters, request) => {
  expect(asked(parameters)).toEqual(request);
});

it.each([
  ["20", 20, 50],
  ["50", 50, 100],
  ["100", 100, undefined],
  ["99", 20, 50],
  ["1000", 20, 50],
  ["", 20, 50],
  ["x", 20, 50],
])("the limit %j is %i hits, then %s", (limit, now, next) => {
  expect([asked({ limit })?.limit, nextLimit({ limit })]).toEqual([now, next]);
});

const Probe = () => {
  const search = useSearch(usePage());
  const { value, isLoading, request } = search;
  const settled = () => search.settle();
  return h("button", { onClick: settled }, `${value?.recallId} ${isLoading} ${request?.query}`);
};

const open = (address: string) =>
  onPage(() => h(Probe, {}), { address, answers: () => searchAnswerOf({ recallId: "r9" }) });

it("a search without a query asks for nothing, also when it is settled", async () => {
  const { screen, asked: requests } = open("?q=%20&tag=t");
  screen.fire(screen.one("button"), "click");
  await screen.rest();
  expect([requests, screen.text]).toEqual([[], "undefined false undefined"]);
});

it("a search is logged from when it is settled", async () => {
  const { screen, asked: requests } = open("?q=a&tag=t");
  await screen.shows("r9 false a");
  screen.fire(screen.one("button"), "click");
  await screen.until(() => requests.length === 2);
  const request = { query: "a", limit: 20, filters: { tag: "t" } };
  expect(requests.map(({ path, body }) => [path, body])).toEqual([
    ["/v1/search", { ...request, log: false }],
    ["/v1/search", { ...request, log: true }],
  ]);
  screen.fire(screen.one("button"), "click");
  await screen.rest();
  expect(requests).toHaveLength(2);
});

it("ranks as this browser is set where the address says nothing", () => {
  expect(requestOf({ q: "a" }, "latest")?.profile).toBe("latest");
  expect(requestOf({ q: "a", profile: "keyword" }, "latest")?.profile).toBe("keyword");
});

it("an answer that was here before is shown at once, and loaded anew", async () => {
  const answered: string[] = [];
  const answers = async ({ body }: { readonly body: unknown }) => {
    const { query } = body as { query: string };
    answered.push(query);
    // The second answer to the first query never comes.
    if (answered.filter((one) => one === "a").length > 1) await new Promise(() => undefined);
    return searchAnswerOf({ recallId: `r-${query}` });
  };
  const Going = () => {
    const page = usePage();
    const { value, isStale, isLoading } = useSearch(page);
    const to = (q: string) => () => page.change({ q });
    return [
      h("p", {}, `${value?.recallId} ${isStale ? "stale" : "fresh"} ${isLoading}`),
      h("button", { onClick: to("a") }, "a"),
      h("button", { onClick: to("b") }, "b"),
    ];
  };
  const { screen } = onPage(() => h(Fragment, {}, h(Going, {})), { address: "?q=a", answers });
  await screen.shows("r-a fresh false");
  screen.press("b");
  expect(screen.texts("p")).toEqual(["r-a stale true"]);
  await screen.shows("r-b fresh false");
  screen.press("a");
  expect(screen.texts("p")).toEqual(["r-a fresh true"]);
});

it("a vote logs the query it is for once, and a query that is settled already is not logged again", async () => {
  const Voting = () => {
    const page = usePage();
    const search = useSearch(page);
    const votes = useHitVotes(page, search);
    const hit = hitOf();
    return [
      h("p", {}, `${votes.of(hit)} ${search.isLoading}`),
      h("button", { onClick: () => votes.give(hit, "up") }, "up"),
      h("button", { onClick: () => votes.give(hit, "down") }, "down"),
    ];
  };
  const answers = ({ path, body }: { readonly path: string; readonly body: unknown }) =>
    path === "/v1/search"
      ? searchAnswerOf({ recallId: (body as { log: boolean }).log ? "logged" : "unlogged" })
      : {};
  const { screen, asked: requests } = onPage(() => h(Fragment, {}, h(Voting, {})), {
    address: "?q=a",
    answers,
  });
  await screen.shows("undefined false");
  for (const value of ["up", "down", "down"]) screen.press(value);
  await screen.until(() => requests.length === 5);
  await screen.rest();
  const seen = requests.map(({ method, body, query }) => {
    const { log, recallId, value } = { ...query, ...(body as object) } as Record<string, unknown>;
    return [method, log ?? recallId, value];
  });
  expect(seen).toEqual([
    ["POST", false, undefined],
    ["POST", true, undefined],
    ["POST", "logged", "up"],
    ["POST", "logged", "down"],
    ["DELETE", "logged", undefined],
  ]);
  expect(screen.texts("p")).toEqual(["undefined false"]);
});

it("a vote that the server refuses is taken back, and it is said why", async () => {
  const Voting = () => {
    const page = usePage();
    const votes = useHitVotes(page, useSearch(page));
    return [
      h("p", {}, `${votes.of(hitOf())}`),
      h("button", { onClick: () => votes.give(hitOf(), "up") }, "up"),
    ];
  };
  const answers = ({ path }: { readonly path: string }) =>
    path === "/v1/search" ? searchAnswerOf() : refusal(404, "not_found", "No such recall");
  const { screen, told } = onPage(() => h(Fragment, {}, h(Voting, {})), { address: "?q=a", answers });
  screen.press("up");
  expect(screen.texts("p")).toEqual(["up"]);
  await screen.until(() => told.length > 0);
  expect([screen.texts("p"), told[0]?.text]).toEqual([
    ["undefined"],
    "Could not save your vote: No such recall",
  ]);
});
