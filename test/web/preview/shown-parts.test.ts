import { h } from "preact";
import { describe, expect, it } from "vitest";
import { DayBars } from "../../../src/web/components/day-bars.tsx";
import { Confirm } from "../../../src/web/components/dialog.tsx";
import { Cited } from "../../../src/web/components/link.tsx";
import { Answer } from "../../../src/web/components/state-panel.tsx";
import { SourceView } from "../../../src/web/preview/code/code.tsx";
import { lazy } from "../../../src/web/state/lazy.ts";
import { daysShown, laneColumns } from "../../../src/web/views/memory/lane/lane-columns.ts";
import { onPage, Screen } from "../support/screen.ts";

describe("columns of values", () => {
  const bar = (name: string, value: number, failed?: number) => ({
    ...{ name, value, title: `${name}: ${value}` },
    ...(failed !== undefined && { failed }),
  });

  it("are as high as their share of the highest, small ones still seen, none for nothing", () => {
    const bars = [bar("a", 0), bar("b", 1), bar("c", 50, 25), bar("d", 100)];
    const screen = new Screen(h(DayBars, { label: "l", bars }));
    expect(screen.all(".day-fill").map(({ style }) => style.height)).toEqual(["0px", "6%", "50%", "100%"]);
    expect(screen.all(".day-failed").map(({ style }) => style.height)).toEqual(["0%", "0%", "50%", "0%"]);
    expect(screen.all("li").map((one) => one.getAttribute("title"))).toEqual([
      "a: 0",
      "b: 1",
      "c: 50",
      "d: 100",
    ]);
  });

  it("without any value are empty", () => {
    const screen = new Screen(h(DayBars, { label: "l", bars: [bar("a", 0, 0)] }));
    expect(screen.all(".day-fill, .day-failed").map(({ style }) => style.height)).toEqual(["0px", "0%"]);
  });
});

describe("columns of the lane", () => {
  const NOW = Date.UTC(2026, 10, 22, 15);

  it.each([
    ["7d", "2026-11-15"],
    ["30d", "2026-10-23"],
    ["90d", "2026-08-24"],
    ["1y", "2025-11-22"],
    ["2026-1-1", "2026-10-23"],
  ])("of the period %s begin on %s", (after, first) => {
    expect(daysShown({ after }, NOW)).toEqual({ first, last: "2026-11-22" });
  });

  it("are one a day up to as many as fit, and of two days from one more on", () => {
    const columns = (first: string) => laneColumns([], { first, last: "2026-03-10", most: 10 });
    expect(
      columns("2026-03-01")
        .map(({ from, until }) => `${from} ${until}`)
        .slice(-1),
    ).toEqual(["2026-03-10 2026-03-11"]);
    expect(columns("2026-03-01")).toHaveLength(10);
    expect(columns("2026-02-28").map(({ from, until }) => `${from} ${until}`)).toEqual([
      ...["2026-02-27 2026-03-01", "2026-03-01 2026-03-03", "2026-03-03 2026-03-05"],
      ...["2026-03-05 2026-03-07", "2026-03-07 2026-03-09", "2026-03-09 2026-03-11"],
    ]);
    expect(columns("2026-03-10")).toHaveLength(1);
  });
});

describe("an answer", () => {
  const drawn = (of: object) => {
    const loaded = { value: undefined, isLoading: false, failure: undefined, retry: () => undefined, ...of };
    return new Screen(
      h(Answer<string>, { of: loaded, lines: 4, children: (value: string) => h("b", {}, value) }),
    );
  };
  const failure = { code: "rate_limited", message: "Slow down", retryAfter: 7 } as const;

  it("is lines until it comes, then itself", () => {
    expect(drawn({ isLoading: true }).all(".skeleton-line")).toHaveLength(4);
    expect(drawn({ value: "x", isLoading: true }).texts("b")).toEqual(["x"]);
  });

  it("is the failure, with when to try again, also where there was one before", () => {
    const screen = drawn({ value: "x", failure });
    expect(screen.texts("b")).toEqual([]);
    expect(screen.texts(".state-panel p")).toEqual([
      "Slow down",
      "Try again in 7 seconds.",
      "Try again",
      "rate_limited",
    ]);
    expect(drawn({ failure: { code: "offline", message: "m" } }).texts("h2, code")).toEqual([
      "No connection",
    ]);
  });
});

describe("code", () => {
  it("longer than 300,000 characters, or of no language, has no colours", async () => {
    const target = { root: "n", path: "a" };
    const draw = (text: string, language: string) =>
      new Screen(h(SourceView, { target, text, language, shown: [1, 1] }));
    const isColoured = (screen: Screen) => screen.all(".hljs-keyword").length > 0;
    const code = (chars: number) => `const a = 1;\n${" ".repeat(chars - 13)}`;
    // From here on the highlighter is there.
    await draw(code(100), "typescript").until(isColoured);
    expect(isColoured(draw(code(300_000), "typescript"))).toBe(true);
    expect(isColoured(draw(code(300_001), "typescript"))).toBe(false);
    for (const language of ["", "text", "plaintext", "unknown"])
      expect([language, isColoured(draw(code(100), language))]).toEqual([language, false]);
  });
});

describe("code that is loaded when it is wanted", () => {
  function probe(load: () => Promise<string>) {
    const usePart = lazy(load);
    const Probe = ({ isWanted }: { readonly isWanted: boolean }) => {
      const { part, isLost } = usePart(isWanted);
      return h("p", {}, `${part} ${isLost}`);
    };
    return (isWanted: boolean) => h(Probe, { isWanted });
  }

  it("is loaded once, for whoever wants it", async () => {
    let loads = 0;
    const of = probe(async () => `part ${++loads}`);
    const screen = new Screen(of(false));
    await screen.rest();
    expect([screen.text, loads]).toEqual(["undefined false", 0]);
    screen.draw(of(true));
    await screen.shows("part 1");
    expect(new Screen(of(true)).text).toBe("part 1 false");
    expect(loads).toBe(1);
  });

  it("says when it cannot be had", async () => {
    const screen = new Screen(probe(() => Promise.reject(new Error("gone")))(true));
    await screen.shows("undefined true");
  });
});

describe("a citation", () => {
  it("leads to the passage, under the query that found it", () => {
    const link = (q: string | null | undefined) =>
      onPage(() => h(Cited, { q, root: "notes", citation: "a.md#L1" }))
        .screen.one("a")
        .getAttribute("href");
    expect([link("x"), link(null), link(undefined)]).toEqual([
      ...["/?q=x&open=notes:a.md%23L1", "/?open=notes:a.md%23L1", "/?open=notes:a.md%23L1"],
    ]);
  });
});

describe("a question", () => {
  it("is modal, and answered by one of two buttons", () => {
    const answers: string[] = [];
    const answer = (text: string) => () => void answers.push(text);
    const properties = { title: "T", yes: "Yes", no: "No", look: "danger", close: answer("no") } as const;
    const screen = new Screen(h(Confirm, { ...properties, confirm: answer("yes") }));
    expect(screen.one("dialog").hasAttribute("open")).toBe(true);
    screen.one("button").focus();
    for (const name of ["Yes", "No", "Close"]) screen.press(name);
    screen.fire(screen.one("dialog"), "close");
    expect(answers).toEqual(["yes", "no", "no", "no"]);
  });
});
