import { h } from "preact";
import { describe, expect, it } from "vitest";
import { FirstRun } from "../../../../src/web/first-run/first-run.tsx";
import { SourcesPanel } from "../../../../src/web/views/index/sources/sources-panel.tsx";
import { asBrowser } from "../../support/globals.ts";
import { type Answers, fetchOf, onPage, refusal, type Screen } from "../../support/screen.ts";

const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const NONE = { asked: 0, written: 0, unchanged: 0, removed: 0, leftOut: 0, failed: 0, redacted: 0 };
const GUIDE = {
  ...{ root: "acme guide", kind: "site", location: "https://docs.acme.io/guide/", options: { maxItems: 9 } },
  ...{
    everyHours: 24,
    state: "waiting",
    items: 9,
    documents: 8,
    counts: { ...NONE, written: 2, leftOut: 1 },
  },
  ...{
    startedAt: at(-3),
    endedAt: at(-2),
    completedAt: at(-2),
    lastError: null,
    nextAt: at(22),
    createdAt: at(-99),
  },
};
const REPOSITORY = {
  ...{ ...GUIDE, root: "heron", kind: "git", location: "https://github.com/kestrel/heron" },
  ...{
    options: { branch: "main", folder: "docs" },
    everyHours: 6,
    state: "paused",
    counts: NONE,
    nextAt: null,
  },
};
const FRESH = {
  ...{ ...GUIDE, root: "blog", kind: "feed", everyHours: 1, documents: 0, counts: NONE },
  ...{ startedAt: null, endedAt: null, completedAt: null, nextAt: at(-1) },
};
const REFUSED = {
  ...{ ...GUIDE, counts: NONE },
  lastError: "too_many_deletions: This would delete 30 of the 40 documents",
};

interface Opened {
  readonly sources?: readonly object[];
  readonly rest?: Answers;
  readonly address?: string;
}

async function open({ sources = [GUIDE, REPOSITORY, FRESH], rest, address = "" }: Opened = {}) {
  let removed = 0;
  const answers: Answers = (asked) => {
    const own = rest?.(asked);
    if (own !== undefined) return own;
    if (asked.path === "/v1/sources") return { sources };
    return asked.method === "DELETE" ? { deleted: true, documents: 8 } : GUIDE;
  };
  const panel = () => h(SourcesPanel, { round: 0, changed: () => void removed++ });
  const page = onPage(panel, { answers, address: `?view=index&show=sources${address}` });
  await page.screen.until((screen) => screen.all(".skeleton").length === 0);
  const did = () =>
    page.asked
      .filter(({ method }) => method !== "GET")
      .map(({ method, path, query, body }) => [`${method} ${path}`, body ?? query]);
  return { ...page, did, removed: () => removed };
}
const factsOf = (screen: Screen) =>
  screen
    .all(".pulled-source")
    .map((one) => Array.from(one.querySelectorAll(".fact"), (fact) => fact.textContent));
const accept = (screen: Screen) => screen.fire(screen.one("dialog .dialog-acts button:last-child"), "click");

describe("the sources of a workspace", () => {
  it("are shown with kind, address, schedule, last run and next run", async () => {
    const { screen } = await open();
    expect(screen.texts(".pulled-source > .row:first-child")).toEqual([
      ...["acme guidesitewaiting", "heronrepositorypaused", "blogfeedwaiting"],
    ]);
    expect(screen.texts(".pulled-source > p")).toEqual([
      "https://docs.acme.io/guide/",
      "https://github.com/kestrel/heron · branch main · folder docs",
      "https://docs.acme.io/guide/",
    ]);
    expect(factsOf(screen)).toEqual([
      ["Scheduleevery day", "Documents8", "Last run2h ago 2 written, 1 left out", "Next runin 22h"],
      ["Scheduleevery 6 hours", "Documents8", "Last run2h ago", "Next runnone while it is paused"],
      ["Scheduleevery hour", "Documents0", "Last runnone yet", "Next runas soon as the server gets to it"],
    ]);
  });

  it("lead to their documents, where there are any", async () => {
    const { screen } = await open();
    expect(screen.all(".pulled-source h3 a").map((link) => link.getAttribute("href"))).toEqual([
      ...["/?view=index&root=acme+guide", "/?view=index&root=heron"],
    ]);
    expect(screen.texts(".pulled-source h3")).toEqual(["acme guide", "heron", "blog"]);
  });

  it("may be none", async () => {
    const { screen } = await open({ sources: [] });
    expect(screen.text).toContain("There is no source yet.");
  });

  it("run, rest and go on when that is wanted, and are looked at again", async () => {
    const { screen, asked, did, told } = await open();
    screen.press("Run now: acme guide");
    await screen.until(() => told.length === 1);
    screen.press("Pause acme guide");
    await screen.until(() => told.length === 2);
    expect(screen.has("Run now: heron")).toBe(false);
    screen.press("Resume heron");
    await screen.until(() => told.length === 3);
    await screen.rest();
    expect(did()).toEqual([
      ["POST /v1/sources/acme guide/run", { confirm: false }],
      ["PATCH /v1/sources/acme guide", { paused: true }],
      ["PATCH /v1/sources/heron", { paused: false }],
    ]);
    expect(asked.filter(({ method }) => method === "GET")).toHaveLength(4);
    expect(told.map(({ text }) => text)).toEqual([
      ...["acme guide is pulled now", "acme guide is paused; its documents stay", "heron goes on"],
    ]);
  });

  it("that would delete most of a root say so, and do it when they are told to", async () => {
    const { screen, did } = await open({ sources: [REFUSED] });
    expect(screen.texts(".last-error p")).toEqual([
      "The last run ended early: too_many_deletions: This would delete 30 of the 40 documents",
    ]);
    screen.press("Run, and delete them: acme guide");
    await screen.until(() => did().length > 0);
    expect(did()).toEqual([["POST /v1/sources/acme guide/run", { confirm: true }]]);
    const other = await open({ sources: [{ ...REFUSED, lastError: "The server answered 503" }] });
    expect(other.screen.all(".last-error button")).toEqual([]);
  });

  it("are removed once that is confirmed, with their documents or without", async () => {
    const { screen, did, told, removed } = await open();
    screen.press("Remove acme guide");
    expect(screen.text).toContain("acme guide is not pulled any more, and 8 documents from it are deleted.");
    screen.press("Keep the source");
    expect([screen.all("dialog"), did(), removed()]).toEqual([[], [], 0]);
    screen.press("Remove acme guide");
    accept(screen);
    await screen.until(() => told.length === 1);
    screen.press("Remove acme guide");
    const box = screen.one<HTMLInputElement>("dialog input[type=checkbox]");
    box.checked = true;
    screen.fire(box, "change");
    accept(screen);
    await screen.until(() => told.length === 2);
    expect(did()).toEqual([
      ["DELETE /v1/sources/acme guide", { keepDocuments: "false" }],
      ["DELETE /v1/sources/acme guide", { keepDocuments: "true" }],
    ]);
    expect(removed()).toBe(2);
  });

  it("say what has no document when that is asked for", async () => {
    const problems = [{ key: "https://docs.acme.io/guide/old", problem: "the server answered 404" }];
    const rest: Answers = ({ path }) =>
      path === "/v1/sources/acme guide" ? { ...GUIDE, problems } : undefined;
    const { screen, asked } = await open({ rest });
    expect(asked).toHaveLength(1);
    const details = screen.one<HTMLDetailsElement>(".pulled-source details");
    details.open = true;
    screen.fire(details, "toggle");
    await screen.shows("https://docs.acme.io/guide/old: the server answered 404");
  });

  it("say why something could not be done", async () => {
    const rest: Answers = ({ method }) =>
      method === "GET" ? undefined : refusal(404, "not_found", "It is gone");
    const { screen, told } = await open({ rest });
    screen.press("Run now: acme guide");
    await screen.until(() => told.length === 1);
    screen.press("Pause acme guide");
    await screen.until(() => told.length === 2);
    screen.press("Remove acme guide");
    accept(screen);
    await screen.until(() => told.length === 3);
    expect(told.map(({ text }) => text)).toEqual([
      ...["Could not start it: It is gone", "Could not change it: It is gone"],
      "Could not remove it: It is gone",
    ]);
  });
});

describe("a new source", () => {
  const server = (answers: Answers) => {
    const sent: unknown[] = [];
    const fetch: typeof globalThis.fetch = (input, init) =>
      fetchOf((asked) => {
        sent.push([asked.path, new Headers(init?.headers).get("authorization"), asked.body]);
        return answers(asked);
      })(input, init);
    asBrowser({ location: { origin: "https://recall.example" }, fetch });
    return sent;
  };

  it("is asked for by the address, and added with the owner's token", async () => {
    const sent = server(() => ({ ...GUIDE, root: "docs.acme.io" }));
    const { screen, told, went } = await open({ address: "&add=source" });
    screen.type(screen.field("[name=location]"), "https://docs.acme.io/");
    screen.type(screen.field("[name=token]"), "owner-token");
    screen.submit();
    await screen.until(() => told.length === 1);
    screen.press("Add a source");
    for (const [name, value] of [
      ...[
        ["location", " https://github.com/kestrel/heron "],
        ["root", "heron"],
        ["token", "o"],
      ],
      ...[
        ["every", "6"],
        ["kind", "git"],
        ["branch", "next"],
        ["folder", "docs"],
        ["maxItems", "50"],
      ],
    ] as const)
      screen.type(screen.field(`[name=${name}]`), value);
    screen.submit();
    await screen.until(() => told.length === 2);
    const route = "/v1/workspaces/home/sources";
    expect(sent).toEqual([
      [route, "Bearer owner-token", { location: "https://docs.acme.io/", everyHours: 24 }],
      [
        ...[route, "Bearer o"],
        {
          ...{ location: "https://github.com/kestrel/heron", everyHours: 6, root: "heron", kind: "git" },
          ...{ branch: "next", folder: "docs", maxItems: 50 },
        },
      ],
    ]);
    expect(told[0]?.text).toBe("docs.acme.io is pulled from now on");
    expect([...new Set(went)]).toEqual([
      "replaces /?view=index&show=sources",
      "/?view=index&show=sources&add=source",
    ]);
  });

  it("that is refused stays in the form, with the reason", async () => {
    server(() => refusal(403, "forbidden", "This needs a token of scope owner"));
    const { screen, told } = await open({ address: "&add=source" });
    screen.type(screen.field("[name=location]"), "https://docs.acme.io/");
    screen.type(screen.field("[name=token]"), "an-admins");
    screen.submit();
    await screen.shows("This needs a token of scope owner");
    expect([screen.field("[name=location]").value, told]).toEqual(["https://docs.acme.io/", []]);
  });

  it("is one of the ways to begin, for an admin", () => {
    asBrowser({ location: { origin: "https://recall.example" } });
    const { screen } = onPage(() => h(FirstRun, {}), { status: { scope: "admin", documents: 0 } });
    expect(screen.texts("h3")).toContain("A source");
    expect(screen.all("a").map((link) => link.getAttribute("href"))).toContain(
      "/?view=index&show=sources&add=source",
    );
  });
});
