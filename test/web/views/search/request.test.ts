import { h } from "preact";
import { expect, it } from "vitest";
import { usePage } from "../../../../src/web/state/page.ts";
import { nextLimit, requestOf, useSearch } from "../../../../src/web/views/search/request.ts";
import { searchAnswerOf } from "../../support/answers.ts";
import { onPage } from "../../support/screen.ts";

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
  ["a query", {}, { query: "a", limit: 10, filters: {} }],
  ["a profile", { profile: "keyword" }, { query: "a", limit: 10, filters: {}, profile: "keyword" }],
  ["an empty profile", { profile: "" }, { query: "a", limit: 10, filters: {} }],
])("a request of %s has no more than that", (_, parameters, request) => {
  expect(asked(parameters)).toEqual(request);
});

it.each([
  ["10", 10, 25],
  ["25", 25, 50],
  ["50", 50, 100],
  ["100", 100, undefined],
  ["99", 10, 25],
  ["1000", 10, 25],
  ["", 10, 25],
  ["x", 10, 25],
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
  const request = { query: "a", limit: 10, filters: { tag: "t" } };
  expect(requests.map(({ path, body }) => [path, body])).toEqual([
    ["/v1/search", { ...request, log: false }],
    ["/v1/search", { ...request, log: true }],
  ]);
  screen.fire(screen.one("button"), "click");
  await screen.rest();
  expect(requests).toHaveLength(2);
});
