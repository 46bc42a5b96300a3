import { h } from "preact";
import { describe, expect, it } from "vitest";
import { Palette } from "../../../src/web/palette/palette.tsx";
import { type Answers, onPage, refusal, type Screen } from "../support/screen.ts";
import { asWindow } from "../support/window.ts";

const LISTS: Readonly<Record<string, object>> = {
  "/v1/documents": {
    documents: [
      { kind: "file", root: "notes", path: "guides/keys.md", title: "Signing keys" },
      { kind: "file", root: "notes", path: "a/retry.ts", title: null },
      { kind: "memory", root: "memories", path: "m1", title: null },
    ],
    nextCursor: null,
  },
  "/v1/memories": {
    memories: [{ id: "m1", type: "decision", text: "We **rotate** keys\non Mondays" }],
    nextCursor: null,
  },
};

const entities = (names: readonly string[], nextCursor: string | null) => ({
  entities: names.map((name, at) => ({ slug: name, name, type: "person", mentions: at })),
  nextCursor,
});

const answers: Answers = ({ path, query }) =>
  path !== "/v1/entities"
    ? LISTS[path]
    : query.cursor === "more"
      ? entities(["Kestrel Labs"], null)
      : entities(["Ana López", "Key Person"], "more");

function open(options: { readonly answers?: Answers; readonly recent?: readonly string[] } = {}) {
  const window = asWindow({
    localStorage: { getItem: () => JSON.stringify(options.recent ?? []), setItem: () => undefined },
  });
  let closed = 0;
  const close = () => {
    closed += 1;
  };
  const status = { roots: [{ root: "notes", documents: 2 }] };
  const page = onPage(() => h(Palette, { close }), { answers, status, window, address: "?q=a", ...options });
  const { screen } = page;
  const key = (name: string) => screen.fire(screen.field("input"), "keydown", { key: name });
  const groups = () =>
    screen
      .all("fieldset")
      .map((group) => [
        group.getAttribute("aria-label"),
        ...[...group.querySelectorAll(".palette-name")].map((name) => name.textContent),
      ]);
  const chosen = () => screen.texts("[aria-selected=true] .palette-name");
  return { ...page, key, groups, chosen, closed: () => closed };
}

describe("the palette", () => {
  it("begins with recent searches, actions and folders", () => {
    const { groups } = open({ recent: ["keys rotated"] });
    expect(groups()).toEqual([
      ["Recent searches", "keys rotated"],
      [
        "Actions",
        "Go to Search",
        "Go to Memory",
        "Go to Graph",
        "Go to Index",
        "Push files",
        "What waits, and what failed",
        "Connect an agent",
        "Settings",
        "Keys",
      ],
      ["Folders", "notes"],
    ]);
  });

  it("finds documents, memories, people, folders, actions and searches by what is typed, in groups", async () => {
    const { screen, groups, asked } = open({ recent: ["keys rotated"] });
    await screen.until(() => asked.length === 4);
    await screen.rest();
    screen.type(screen.field("input"), "key");
    expect(groups()).toEqual([
      ["People and things", "Key Person"],
      ["Actions", "Keys"],
      ["Recent searches", "keys rotated"],
      ["Documents", "Signing keys"],
      ["Memories", "We rotate keys on Mondays"],
      ["Search", "Search for “key”"],
    ]);
    screen.type(screen.field("input"), "kestrle");
    expect(groups()).toEqual([
      ["People and things", "Kestrel Labs"],
      ["Search", "Search for “kestrle”"],
    ]);
    // A slip of `kest` would be `keys`: nobody meant it who typed the beginning of another name.
    screen.type(screen.field("input"), "kest");
    expect(groups()).toEqual([
      ["People and things", "Kestrel Labs"],
      ["Search", "Search for “kest”"],
    ]);
    screen.type(screen.field("input"), "retry");
    expect(groups()[0]).toEqual(["Documents", "retry.ts"]);
  });

  it("says that names are still coming, until they are there or cannot be had", async () => {
    const loading = (screen: Screen) => screen.texts(".palette-loading");
    const { screen, groups } = open();
    expect(loading(screen)).toEqual([]);
    screen.type(screen.field("input"), "key");
    expect(loading(screen)).toEqual(["Documents, memories and people are still coming …"]);
    await screen.until(() => groups().some(([name]) => name === "Documents"));
    expect(loading(screen)).toEqual([]);
    const lost = open({ answers: () => refusal(503, "unavailable", "The database does not answer") });
    lost.screen.type(lost.screen.field("input"), "key");
    await lost.screen.until(() => lost.told.length > 0);
    await lost.screen.rest();
    expect(loading(lost.screen)).toEqual([]);
  });

  it.each([
    ["signing", "/?open=notes:guides/keys.md"],
    ["mondays", "/?view=memory&id=m1"],
    ["lopez", "/?view=graph&q=Ana+L%C3%B3pez"],
    ["notes", "/?q=a&root=notes"],
    ["go to index", "/?view=index"],
    ["xylophone tuning", "/?q=xylophone+tuning"],
  ])("leads with %s to %s", async (typed, address) => {
    const { screen, key, went, closed, asked } = open();
    await screen.until(() => asked.length === 4);
    await screen.rest();
    screen.type(screen.field("input"), typed);
    key("Enter");
    expect([went, closed()]).toEqual([[address], 1]);
  });

  it("is moved through by keys, round its ends, and opens settings and keys", () => {
    const { key, chosen, shown, screen, closed } = open();
    const seen = ["ArrowUp", "ArrowDown", "ArrowDown", "End", "ArrowUp", "Home"].map((name) => {
      expect(key(name).defaultPrevented).toBe(true);
      return chosen()[0];
    });
    expect(seen).toEqual(["notes", "Go to Search", "Go to Memory", "notes", "Keys", "Go to Search"]);
    expect(key("x").defaultPrevented).toBe(false);
    key("End");
    key("ArrowUp");
    expect(screen.field("input").getAttribute("aria-activedescendant")).toBe(
      screen.one("[aria-selected=true]").id,
    );
    key("Enter");
    expect([shown, closed()]).toEqual([["keys"], 1]);
  });

  it("is used by the pointer", () => {
    const { screen, chosen, went } = open();
    const [, memory] = screen.all("[role=option]");
    screen.fire(memory ?? screen.document, "pointermove");
    expect(chosen()).toEqual(["Go to Memory"]);
    screen.fire(memory ?? screen.document, "click");
    expect(went).toEqual(["/?view=memory"]);
  });

  it("has what could be listed where something could not", async () => {
    const { screen, told, groups, asked } = open({
      answers: (request) =>
        request.path === "/v1/entities" ? refusal(403, "forbidden", "Not for you") : answers(request),
    });
    await screen.until(() => asked.length === 3);
    await screen.rest();
    screen.type(screen.field("input"), "signing");
    expect([groups()[0], told]).toEqual([["Documents", "Signing keys"], []]);
  });

  it("still has actions and searches where nothing could be listed, and says why", async () => {
    const { screen, told, groups } = open({ answers: () => refusal(403, "forbidden", "Not for you") });
    await screen.until(() => told.length > 0);
    expect(told[0]?.text).toBe("Documents, memories and people could not be listed: Not for you");
    screen.type(screen.field("input"), "keys");
    expect(groups()).toEqual([
      ["Actions", "Keys"],
      ["Search", "Search for “keys”"],
    ]);
  });
});
