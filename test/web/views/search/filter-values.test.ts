import { h } from "preact";
import { describe, expect, it } from "vitest";
import {
  activeFilters,
  FilterBar,
  filterText,
  without,
} from "../../../../src/web/views/search/filters/filter-bar.tsx";
import { Passage } from "../../../../src/web/views/search/results/passage.tsx";
import { hitOf } from "../../support/answers.ts";
import { onPage } from "../../support/screen.ts";

describe("a filter's value in words", () => {
  it.each([
    ["kind", { kind: "file" }, "Files"],
    ["kind", { kind: "memory" }, "Memories"],
    ["kind", { kind: "toString" }, undefined],
    ["kind", {}, undefined],
    ["tag", { tag: "t", kind: "file" }, "t"],
    ["tag", { tag: "" }, undefined],
    ["date", {}, undefined],
    ["date", { after: "", before: "" }, undefined],
    ["date", { after: "7d" }, "Last 7 days"],
    ["date", { after: "1y" }, "Last year"],
    ["date", { after: "2d" }, "from 2d"],
    ["date", { after: "constructor" }, "from constructor"],
    ["date", { before: "2026-01-01" }, "before 2026-01-01"],
    ["date", { after: "7d", before: "2026-01-01" }, "from 7d before 2026-01-01"],
    ["date", { after: "7d", before: "" }, "Last 7 days"],
  ] as const)("of %s in %j is %s", (name, parameters, text) => {
    expect(filterText(name, parameters)).toBe(text);
  });

  it("is what makes it one that is on", () => {
    const on = { session: "s", before: "x", kind: "x", q: "a", tag: "", root: "n" };
    expect(activeFilters(on)).toEqual(["root", "date", "session"]);
    expect(without(["root", "date"])).toEqual({ root: undefined, after: undefined, before: undefined });
  });
});

describe("the filters", () => {
  const open = (address: string) => onPage(() => h(FilterBar, {}), { address }).screen;
  const editor = async (address: string, chip: string) => {
    const screen = open(address);
    screen.press("Filter");
    await screen.until(() => screen.all(".filter-panel").length > 0);
    screen.press(chip);
    return screen;
  };

  it("show a value only where there is one", () => {
    expect(open("?tag=t").texts(".chip-value")).toEqual(["t"]);
    expect(open("?tag=t").all(".chip")).toHaveLength(1);
  });

  it("close the editor of what is taken off", async () => {
    const screen = await editor("?tag=t", "Tag");
    screen.press("Remove the filter Tag");
    expect(screen.texts("legend")).toEqual([]);
    expect(screen.document.activeElement?.id).not.toBe("edit-tag");
  });

  it.each([
    ["Type", "known-type"],
    ["Session", "known-session"],
    ["Tag", null],
    ["Path", null],
    ["Language", null],
  ])("of %s have a list of known values: %s", async (chip, list) => {
    const screen = await editor("", chip);
    expect(screen.field("input").getAttribute("list")).toBe(list);
    expect(screen.field("input").value).toBe("");
  });

  it("of dates show the days that are set, and put in others", async () => {
    const screen = await editor("?after=2026-01-01&before=2026-02-01", "Date");
    const days = screen.all<HTMLInputElement>("[type=date]");
    expect(days.map(({ value }) => value)).toEqual(["2026-01-01", "2026-02-01"]);
    expect(screen.texts("label span")).toEqual(["From", "Before"]);
  });

  it("of nothing typed are taken off", async () => {
    const page = onPage(() => h(FilterBar, {}), { address: "?q=a&tag=t" });
    page.screen.press("Tag t");
    await page.screen.until(() => page.screen.all(".filter-panel").length > 0);
    page.screen.type(page.screen.field("#edit-tag"), "  ");
    page.screen.submit();
    expect(page.went).toEqual(["/?q=a"]);
  });
});

describe("a result", () => {
  const card = (more: Parameters<typeof hitOf>[0], isShown = false, vote?: "up" | "down") => {
    const acts: string[] = [];
    const why = { isShown, toggle: () => void acts.push("why") };
    const votes = { of: () => vote, give: (_: unknown, value: string) => void acts.push(value) };
    const of = { hit: hitOf(more), rank: 1, severalRoots: false, isSelected: true, isFurther: false };
    const select = () => void acts.push("select");
    const { screen } = onPage(() => h(Passage, { ...of, why, votes, select }));
    return { screen, acts };
  };

  it("of code is marked, and nothing beside it", () => {
    const snippet = { text: "rotate keys now", startLine: 1, endLine: 1, highlights: [[7, 11]] };
    const { screen } = card({ snippet, language: "python" } as never);
    expect(screen.one(".extract-line").innerHTML.trimEnd()).toBe("rotate <mark>keys</mark> now");
  });

  it("of a memory without details is drawn without a type, as prose", () => {
    const snippet = { text: "x", startLine: 1, endLine: 1, highlights: [] };
    const { screen } = card({ kind: "memory", language: "python", snippet } as never);
    expect([screen.texts(".hit-link"), screen.all(".hit-link .badge, .is-code, .hit-fact")]).toEqual([
      ["Memory"],
      [],
    ]);
  });

  it("of a memory without session and tags says neither", () => {
    const { screen } = card({ kind: "memory", memory: { type: "fact", session: "" } } as never);
    expect(screen.texts(".hit-fact")).toEqual([]);
  });

  it.each([
    [false, "Why is this here?", "false"],
    [true, "Hide why", "true"],
  ])("explains itself where that is shown, %s: %s", (isShown, name, expanded) => {
    const { screen, acts } = card({}, isShown);
    expect(screen.one("[data-act=why]").getAttribute("aria-expanded")).toBe(expanded);
    screen.press(name);
    expect(acts).toEqual(["why"]);
  });

  it("is voted on, shows the vote, and is selected by a finger and by the focus", () => {
    const { screen, acts } = card({}, false, "up");
    screen.press("This helped");
    screen.press("This misled");
    expect(screen.all(".vote").map((vote) => vote.getAttribute("aria-pressed"))).toEqual(["true", "false"]);
    screen.fire(screen.one(".hit"), "pointerdown");
    screen.fire(screen.one(".hit-link"), "focusin");
    expect(acts).toEqual(["up", "down", "select", "select"]);
  });

  it("has the day as the title of its date", () => {
    const { screen } = card({ path: "a.md", date: "2026-01-02T12:00:00Z" });
    expect([screen.texts(".hit-path"), screen.texts(".hit-name")]).toEqual([["a.md"], ["a.md"]]);
    expect(screen.one("time").getAttribute("title")).toBe("Jan 2, 2026");
  });
});
