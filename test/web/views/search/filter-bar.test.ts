import { Fragment, h } from "preact";
import { describe, expect, it } from "vitest";
import { requestOf } from "../../../../src/web/views/search/request.ts";
import { FilterBar, ProfileSelect } from "../../../../src/web/views/search/filter-bar.tsx";
import { onPage } from "../../support/screen.ts";

function open(address = "?q=a") {
  const answers = () => ({ byType: [{ name: "fact" }, { name: "gap" }], bySession: [{ name: "s-1" }] });
  const status = { roots: [{ root: "notes" }, { root: "docs" }] };
  const content = () => h(Fragment, {}, h(FilterBar, {}), h(ProfileSelect, {}));
  const page = onPage(content, { address, answers, status });
  return { ...page, document: page.screen.document, editor: () => page.screen.texts("legend") };
}

const pressed = ({ screen }: ReturnType<typeof open>) => screen.texts("[aria-pressed=true]");

describe("the filters", () => {
  it("are a chip each, with the value of those that are on", () => {
    const { screen } = open("?q=a&kind=file&after=7d&tag=");
    expect(screen.texts(".chip")).toEqual([
      ...["KindFiles", "Folder", "Type", "Tag", "Path", "Language", "DateLast 7 days", "Session", "More"],
    ]);
    expect(screen.all(".chip.is-on, .chip-remove")).toHaveLength(4);
  });

  it("are taken off one by one, or all where there are several", () => {
    const page = open("?q=a&kind=file&after=7d&before=2026-01-01&limit=25");
    page.screen.press("Remove the filter Date");
    expect(page.screen.has("Clear filters")).toBe(false);
    page.screen.press("Remove the filter Kind");
    expect(page.went).toEqual(["/?q=a&kind=file&limit=25", "/?q=a&limit=25"]);
    const several = open("?q=a&kind=file&tag=t&limit=25");
    several.screen.press("Clear filters");
    expect(several.went).toEqual(["/?q=a&limit=25"]);
  });

  it("open one editor at a time, which the same chip closes", () => {
    const page = open();
    page.screen.press("Kind");
    page.screen.press("Tag");
    expect([page.editor(), page.document.activeElement?.getAttribute("id")]).toEqual([["Tag"], "edit-tag"]);
    expect(page.screen.all("[aria-expanded=true]").map((chip) => chip.getAttribute("id"))).toEqual([
      "filter-tag",
    ]);
    page.screen.press("Tag");
    expect(page.editor()).toEqual([]);
    page.screen.press("Tag");
    page.screen.press("Tag");
    expect(page.editor()).toEqual([]);
  });

  it("close their editor with Escape, which means nothing else then", () => {
    const page = open();
    page.screen.press("Tag");
    let seen = 0;
    page.document.addEventListener("keydown", () => {
      seen += 1;
    });
    page.screen.fire(page.screen.one("#edit-tag"), "keydown", { key: "x" });
    expect([page.editor(), seen]).toEqual([["Tag"], 1]);
    page.screen.fire(page.screen.one("#edit-tag"), "keydown", { key: "Escape" });
    expect([page.editor(), seen, page.document.activeElement?.getAttribute("id")]).toEqual([
      [],
      1,
      "filter-tag",
    ]);
  });

  it("of few values take one, and the same again takes it off", () => {
    const page = open("?q=a&limit=25");
    page.screen.press("Folder");
    expect(page.screen.texts(".choice")).toEqual(["notes", "docs"]);
    page.screen.press("docs");
    expect([page.went, page.editor()]).toEqual([["/?q=a&limit=25&root=docs"], []]);
    page.screen.press("Folderdocs");
    expect(pressed(page)).toEqual(["docs"]);
    page.screen.press("docs");
    expect(page.went.at(-1)).toBe("/?q=a&limit=25");
    page.screen.press("Kind");
    page.screen.press("Memories");
    expect(page.went.at(-1)).toBe("/?q=a&limit=25&kind=memory");
  });

  it("that are typed are trimmed, and closed when they are applied", () => {
    const page = open("?q=a&path=guides/");
    page.screen.press("Pathguides/");
    expect(page.screen.field("#edit-path").value).toBe("guides/");
    page.screen.type(page.screen.field("#edit-path"), " **/*.md ");
    page.screen.submit();
    expect([page.went, page.editor()]).toEqual([["/?q=a&path=**/*.md"], []]);
  });

  it("of any kind are written as the server takes them, and searched as they are", () => {
    const page = open("?q=a");
    page.screen.press("More");
    const written = '{"not": {"tag": "draft"}, "metadata": {"year": {"gte": 2025}}}';
    page.screen.type(page.screen.field("#edit-filters"), written);
    page.screen.submit();
    const [address = ""] = page.went;
    const parameters = Object.fromEntries(new URLSearchParams(address.slice(1)));
    expect([parameters.q, parameters.filters, page.editor()]).toEqual(["a", written, []]);
    expect(requestOf(parameters)?.filters).toEqual({ all: [JSON.parse(written)] });
  });

  it.each([
    ["Type", ["fact", "gap"]],
    ["Session", ["s-1"]],
    ["Tag", []],
  ])("%s suggests what memories have: %j", async (name, known) => {
    const page = open();
    page.screen.press(name);
    await page.screen.rest();
    expect(page.screen.all<HTMLOptionElement>("datalist option").map(({ value }) => value)).toEqual(known);
    expect(page.asked.map(({ path }) => path)).toEqual(known.length > 0 ? ["/v1/memories/statistics"] : []);
  });

  it("of dates are periods, or two days", () => {
    const page = open("?q=a&after=7d");
    page.screen.press("DateLast 7 days");
    expect([page.screen.texts(".choice"), pressed(page)]).toEqual([
      ["Last 7 days", "Last month", "Last 3 months", "Last year"],
      ["Last 7 days"],
    ]);
    const [after, before] = page.screen.all<HTMLInputElement>("[type=date]");
    expect([after?.value, before?.value]).toEqual(["", ""]);
    if (before !== undefined) page.screen.enter(before, "2026-02-01");
    expect(page.went).toEqual(["/?q=a&after=7d&before=2026-02-01"]);
    page.screen.press("Last year");
    expect(page.went.at(-1)).toBe("/?q=a&after=1y&before=2026-02-01");
  });
});

describe("the ranking", () => {
  it("is in the address unless it is the usual one", () => {
    const page = open("?q=a&tag=t");
    const select = page.screen.field("select");
    const choose = (value: string) => page.screen.enter(select, value);
    expect(select.value).toBe("edge");
    choose("latest");
    expect([page.went, select.value]).toEqual([["/?q=a&tag=t&profile=latest"], "latest"]);
    choose("edge");
    expect(page.went.at(-1)).toBe("/?q=a&tag=t");
  });
});
