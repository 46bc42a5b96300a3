import { h } from "preact";
import { describe, expect, it } from "vitest";
import {
  addressOf,
  type Place,
  readPlace,
  readTarget,
  searchFor,
  usePlace,
  withParameters,
} from "../../../src/web/state/place.ts";
import { Screen } from "../support/screen.ts";
import { asWindow } from "../support/window.ts";

const place = (parameters: Readonly<Record<string, string>>, view: Place["view"] = "search"): Place => ({
  view,
  parameters,
});

describe("an address", () => {
  it.each([
    ["nothing", place({}), "/"],
    ["only empty values", place({ q: "", tag: "" }), "/"],
    ["a query", place({ q: "a b" }), "/?q=a+b"],
    ["a view before its parameters", place({ q: "a" }, "graph"), "/?view=graph&q=a"],
    ["a view alone", place({}, "index"), "/?view=index"],
    ["readable signs, each time", place({ q: "a/b/c:d:e,f,g" }), "/?q=a/b/c:d:e,f,g"],
    ["other signs written out", place({ q: "a&b=c#d%" }), "/?q=a%26b%3Dc%23d%25"],
  ])("says %s", (_, given, address) => {
    expect(addressOf(given)).toBe(address);
    expect(readPlace(address.slice(1)).view).toBe(given.view);
  });

  it.each([
    ["?view=memory&tag=t", place({ tag: "t" }, "memory")],
    ["?view=&q=a", place({ q: "a" })],
    ["?view=Memory", place({})],
    ["?view=memor", place({})],
    ["", place({})],
  ])("%j is read", (query, expected) => {
    expect(readPlace(query)).toEqual(expected);
  });

  it("changes by parameters, of which an empty one is taken away", () => {
    const given = place({ q: "a", tag: "t", open: "" }, "memory");
    expect(withParameters(given, { q: "b", tag: "", type: undefined, kind: "file" })).toEqual(
      place({ q: "b", kind: "file" }, "memory"),
    );
  });

  it.each([
    ["x", "n:a#L1", place({ q: "x", open: "n:a#L1" })],
    [null, "n:a#L1", place({ open: "n:a#L1" })],
    [undefined, undefined, place({})],
    ["x", undefined, place({ q: "x" })],
  ])("of a search for %j with %j open", (q, open, expected) => {
    expect(searchFor(q, open)).toEqual(expected);
  });
});

describe("the lines of a target", () => {
  it.each([
    ["n:a#L123456789-L123456789", [123_456_789, 123_456_789]],
    ["n:a#L1C123456789-L2C123456789", [1, 2]],
    ["n:a#L1C1", [1, 1]],
    ["n:a#L1-L2C3", [1, 2]],
    ["n:a#L0-L0", [1, 1]],
  ] as const)("are read from %s", (text, lines) => {
    expect(readTarget(text)).toMatchObject({ root: "n", path: "a", lines });
  });

  it.each([
    "a#L1234567890",
    "a#L1C1234567890",
    "a#L1-L1234567890",
    "a#L1-L2C1234567890",
    "a#L",
    "a#L1C",
    "a#L1-L",
    "a#L1-L2C",
    "a#L1 ",
    "a#L1-L2.md",
    "a#l1",
  ])("are none in %j, which is a path", (path) => {
    expect(readTarget(`n:${path}`)).toEqual({ root: "n", path });
  });

  it("are those at the end", () => {
    expect(readTarget("n:a#L1#L2")).toEqual({ root: "n", path: "a#L1", lines: [2, 2] });
    expect(readTarget("n:#L1")).toBeUndefined();
    expect(readTarget(":a")).toBeUndefined();
    expect(readTarget("n:a")).toEqual({ root: "n", path: "a" });
  });
});

describe("the place as state", () => {
  function open(query: string) {
    const steps: string[] = [];
    const location = { search: query };
    let refused: DOMException | undefined;
    const refuse = (error: typeof refused) => {
      refused = error;
    };
    const history = { state: null as unknown };
    const step = (name: string) => (state: unknown, _: string, address: string) => {
      if (refused !== undefined) throw refused;
      steps.push(`${name} ${address}`);
      location.search = address.slice(1);
      history.state = state;
    };
    Object.assign(history, { pushState: step("push"), replaceState: step("replace") });
    const window = asWindow({ location, history });
    let go: ReturnType<typeof usePlace>["go"] = () => undefined;
    const Probe = () => {
      const state = usePlace();
      go = state.go;
      return h("p", {}, addressOf(state.place));
    };
    const screen = new Screen(h(Probe, {}), window);
    return { window, screen, steps, location, refuse, go: (...given: Parameters<typeof go>) => go(...given) };
  }

  const shown = async (page: ReturnType<typeof open>) => {
    await page.screen.rest();
    return page.screen.text;
  };

  it("is a step in the history where it is another one, and none where it is told or the same", async () => {
    const page = open("?q=a");
    expect(await shown(page)).toBe("/?q=a");
    page.go(place({ q: "b" }));
    expect(await shown(page)).toBe("/?q=b");
    page.go(place({ q: "b" }));
    page.go(place({ q: "c" }), { replace: true });
    page.go(place({}, "index"), { replace: false });
    expect(await shown(page)).toBe("/?view=index");
    expect(page.steps).toEqual(["push /?q=b", "replace /?q=b", "replace /?q=c", "push /?view=index"]);
  });

  it("is one step for a query, from its first key to the whole of it", async () => {
    const page = open("");
    const type = (q: string) => page.go(place({ q }), { typed: "half" });
    const confirm = (q: string) => page.go(place({ q }), { typed: "whole" });
    type("k");
    type("ko");
    page.go(place({ q: "ko", limit: "50" }), { replace: true });
    confirm("koala");
    type("w");
    type("wombat");
    confirm("wombat");
    type("e");
    page.go(place({}, "index"));
    await shown(page);
    expect(page.steps).toEqual([
      ...["push /?q=k", "replace /?q=ko", "replace /?q=ko&limit=50", "replace /?q=koala"],
      ...["push /?q=w", "replace /?q=wombat", "replace /?q=wombat"],
      ...["push /?q=e", "push /?view=index"],
    ]);
  });

  it("changes though the browser takes no more addresses for a while, as Safari after 100 in 30 seconds", async () => {
    const page = open("?q=a");
    page.refuse(
      new DOMException("Attempt to use history.replaceState() more than 100 times", "SecurityError"),
    );
    page.go(place({ q: "b" }), { replace: true });
    expect(await shown(page)).toBe("/?q=b");
    page.refuse(undefined);
    page.go(place({ q: "c" }), { replace: true });
    expect([await shown(page), page.steps]).toEqual(["/?q=c", ["replace /?q=c"]]);
  });

  it("is the same for an address that is written otherwise", async () => {
    const page = open("?tag=&q=a%2Fb&view=search");
    page.go(place({ q: "a/b" }));
    await shown(page);
    expect(page.steps).toEqual(["replace /?q=a/b"]);
  });

  it("follows the history", async () => {
    const page = open("?q=a");
    page.location.search = "?view=memory&tag=t";
    page.screen.fire(page.window, "popstate");
    expect(await shown(page)).toBe("/?view=memory&tag=t");
  });
});
