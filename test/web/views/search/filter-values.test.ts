import { h } from "preact";
import { describe, expect, it } from "vitest";
import {
  activeFilters,
  FilterBar,
  filterText,
  without,
} from "../../../../src/web/views/search/filter-bar.tsx";
import { HitCard } from "../../../../src/web/views/search/hit-card.tsx";
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
  const editor = (address: string, chip: string) => {
    const screen = open(address);
    screen.press(chip);
    return screen;
  };

  it("show a value only where there is one", () => {
    expect(open("?tag=t").texts(".chip-value")).toEqual(["t"]);
    expect(open("?tag=t").all(".chip.is-on")).toHaveLength(1);
  });

  it("close the editor of what is taken off", () => {
    const screen = editor("?tag=t", "Tagt");
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
  ])("of %s have a list of known values: %s", (chip, list) => {
    const screen = editor("", chip);
    expect(screen.field("input").getAttribute("list")).toBe(list);
    expect(screen.field("input").value).toBe("");
  });

  it("of dates show the days that are set, and put in others", () => {
    const screen = editor("?after=2026-01-01&before=2026-02-01", "Datefrom 2026-01-01 before 2026-02-01");
    const days = screen.all<HTMLInputElement>("[type=date]");
    expect(days.map(({ value }) => value)).toEqual(["2026-01-01", "2026-02-01"]);
    expect(screen.texts("label span")).toEqual(["From", "Before"]);
  });

  it("of nothing typed are taken off", () => {
    const page = onPage(() => h(FilterBar, {}), { address: "?q=a&tag=t" });
    page.screen.press("Tagt");
    page.screen.type(page.screen.field("#edit-tag"), "  ");
    page.screen.submit();
    expect(page.went).toEqual(["/?q=a"]);
  });
});

describe("a result", () => {
  const card = (more: Parameters<typeof hitOf>[0], isShown = false) => {
    let toggles = 0;
    const toggle = () => {
      toggles += 1;
    };
    const why = { isShown, toggle };
    const { screen } = onPage(() =>
      h(HitCard, { hit: hitOf(more), rank: 1, severalRoots: false, isOpen: false, why }),
    );
    return { screen, toggles: () => toggles };
  };

  it("marks matches and nothing beside them", () => {
    const snippet = { text: "rotate keys now", startLine: 1, endLine: 1, highlights: [[7, 11]] };
    const { screen } = card({ snippet } as never);
    expect(screen.one(".snippet").innerHTML).toBe("<span>rotate </span><mark>keys</mark><span> now</span>");
  });

  it("of a memory without details is drawn without a type, as prose", () => {
    const snippet = { text: "x", startLine: 1, endLine: 1, highlights: [] };
    const { screen } = card({ kind: "memory", language: "python", snippet } as never);
    expect([screen.texts(".hit-link"), screen.all(".hit-link .badge, .is-code, .hit-facts li")]).toEqual([
      ["Memory"],
      [],
    ]);
  });

  it("of a memory without session and tags says neither", () => {
    const { screen } = card({ kind: "memory", memory: { type: "fact", session: "" } } as never);
    expect(screen.texts(".hit-facts li")).toEqual([]);
  });

  it.each([
    [false, "Why this rank?", "false"],
    [true, "Hide why", "true"],
  ])("explains itself where that is shown, %s: %s", (isShown, name, expanded) => {
    const { screen, toggles } = card({}, isShown);
    expect(screen.texts(".hit-why")).toEqual([name]);
    expect(screen.one(".hit-why").getAttribute("aria-expanded")).toBe(expanded);
    screen.press(name);
    expect(toggles()).toBe(1);
  });

  it("in the root's top folder has no folder, and the day as its title", () => {
    const { screen } = card({ path: "a.md", date: "2026-01-02T12:00:00Z" });
    expect([screen.texts(".hit-folder"), screen.texts(".hit-name")]).toEqual([[""], ["a.md"]]);
    expect(screen.all(".hit-facts li").map((fact) => fact.getAttribute("title"))).toEqual([
      null,
      "Jan 2, 2026",
    ]);
  });
});
