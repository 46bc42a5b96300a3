import { h } from "preact";
import { describe, expect, it } from "vitest";
import { requestOf } from "../../../../src/web/views/search/asking/request.ts";
import { FilterBar } from "../../../../src/web/views/search/filters/filter-bar.tsx";
import { onPage } from "../../support/screen.ts";

function open(address = "?q=a") {
  const answers = () => ({ byType: [{ name: "fact" }, { name: "gap" }], bySession: [{ name: "s-1" }] });
  const status = { roots: [{ root: "notes" }, { root: "docs" }] };
  const page = onPage(() => h(FilterBar, {}), { address, answers, status });
  const { screen } = page;
  const edited = () => screen.texts(".filter-names [aria-pressed=true]");
  return {
    ...page,
    document: screen.document,
    edited,
    /** Opens the panel, and in it the editor of this. */
    async edit(name: string) {
      if (edited().length === 0) screen.press("Filter");
      await screen.until(() => edited().length > 0);
      screen.fire(
        screen.all(".filter-names button").find((one) => one.textContent === name) ?? screen.one("x"),
        "click",
      );
    },
  };
}

const pressed = ({ screen }: ReturnType<typeof open>) => screen.texts(".choice[aria-pressed=true]");

describe("the filters", () => {
  it("that are on are a chip each, with their value", () => {
    const { screen } = open("?q=a&kind=file&after=7d&tag=");
    expect(screen.texts(".chip")).toEqual(["Kind Files", "Date Last 7 days"]);
    expect(screen.all(".chip-remove")).toHaveLength(2);
    expect(open().screen.texts("button")).toEqual(["Filter"]);
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

  it("are edited one at a time, that of the first chip to begin with, and a chip leads to its own", async () => {
    const page = open("?tag=t&session=s");
    page.screen.press("Filter");
    await page.screen.until(() => page.edited().length > 0);
    expect([page.edited(), page.document.activeElement?.id]).toEqual([["Tag"], "edit-tag"]);
    page.screen.press("Session s");
    expect([page.edited(), page.document.activeElement?.id]).toEqual([["Session"], "edit-session"]);
    await page.edit("Path");
    expect([page.edited(), page.document.activeElement?.id]).toEqual([["Path"], "edit-path"]);
    page.screen.press("Filter");
    expect([page.edited(), page.screen.one("#filter").getAttribute("aria-expanded")]).toEqual([[], "false"]);
  });

  it("close with Escape, which means nothing else then", async () => {
    const page = open();
    await page.edit("Tag");
    let seen = 0;
    page.document.addEventListener("keydown", () => {
      seen += 1;
    });
    page.screen.fire(page.screen.one("#edit-tag"), "keydown", { key: "x" });
    expect([page.edited(), seen]).toEqual([["Tag"], 1]);
    page.screen.fire(page.screen.one("#edit-tag"), "keydown", { key: "Escape" });
    expect([page.edited(), seen, page.document.activeElement?.id]).toEqual([[], 1, "filter"]);
  });

  it("of few values take one, and the same again takes it off", async () => {
    const page = open("?q=a&limit=25");
    await page.edit("Folder");
    expect(page.screen.texts(".choice")).toEqual(["notes", "docs"]);
    page.screen.press("docs");
    expect([page.went, page.edited()]).toEqual([["/?q=a&limit=25&root=docs"], []]);
    await page.edit("Folder");
    expect(pressed(page)).toEqual(["docs"]);
    page.screen.press("docs");
    expect(page.went.at(-1)).toBe("/?q=a&limit=25");
    await page.edit("Kind");
    page.screen.press("Memories");
    expect(page.went.at(-1)).toBe("/?q=a&limit=25&kind=memory");
  });

  it("that are typed are trimmed, and closed when they are applied", async () => {
    const page = open("?q=a&path=guides/");
    await page.edit("Path");
    expect(page.screen.field("#edit-path").value).toBe("guides/");
    page.screen.type(page.screen.field("#edit-path"), " **/*.md ");
    page.screen.submit();
    expect([page.went, page.edited()]).toEqual([["/?q=a&path=**/*.md"], []]);
  });

  it("of any kind are written as the server takes them, and searched as they are", async () => {
    const page = open("?q=a");
    await page.edit("More");
    const written = '{"not": {"tag": "draft"}, "metadata": {"year": {"gte": 2025}}}';
    page.screen.type(page.screen.field("#edit-filters"), written);
    page.screen.submit();
    const [address = ""] = page.went;
    const parameters = Object.fromEntries(new URLSearchParams(address.slice(1)));
    expect([parameters.q, parameters.filters, page.edited()]).toEqual(["a", written, []]);
    expect(requestOf(parameters)?.filters).toEqual(JSON.parse(written));
    expect(requestOf({ ...parameters, kind: "file" })?.filters).toEqual({
      kind: "file",
      all: [JSON.parse(written)],
    });
  });

  it("that are no JSON object are kept where they were typed, and said to be none", async () => {
    const page = open("?q=a");
    await page.edit("More");
    for (const written of ["{bad json", "[1]", "3"]) {
      page.screen.type(page.screen.field("#edit-filters"), written);
      page.screen.submit();
      expect([page.went, page.screen.texts(".filter-text .problem")]).toEqual([
        [],
        ["This is no JSON object in braces"],
      ]);
    }
  });

  it.each([
    ["Language", "language", " Markdown ", "/?q=a&language=markdown"],
    ["Language", "language", "C#", "/?q=a&language=c%23"],
    ["Type", "type", "Workflow note", "/?q=a&type=workflow_note"],
    ["Tag", "tag", "Release", "/?q=a&tag=Release"],
  ])("of %s are taken in any case: %s %s", async (name, id, typed, address) => {
    const page = open("?q=a");
    await page.edit(name);
    page.screen.type(page.screen.field(`#edit-${id}`), typed);
    page.screen.submit();
    expect([page.went, page.edited()]).toEqual([[address], []]);
  });

  it.each([
    ["Language", "language", "Visual Basic", "A language has letters, digits, +, # and -"],
    ["Language", "language", "x".repeat(33), "at most 32"],
    ["Type", "type", "1st", "A type begins with a letter"],
  ])("of %s that nothing can have are kept where they were typed: %s %s", async (name, id, typed, why) => {
    const page = open("?q=a");
    await page.edit(name);
    page.screen.type(page.screen.field(`#edit-${id}`), typed);
    page.screen.submit();
    expect([page.went, page.edited()]).toEqual([[], [name]]);
    expect(page.screen.one(".filter-text .problem").textContent).toContain(why);
  });

  it.each([
    [
      "?q=a&after=2026-03-01&before=2026-02-01",
      "“From” is not earlier than “Before”: no day is between them",
    ],
    [
      "?q=a&after=2026-02-01&before=2026-02-01",
      "“From” is not earlier than “Before”: no day is between them",
    ],
    ["?q=a&after=2026-02-01&before=2026-02-02", ""],
    ["?q=a&after=2026-02-01", ""],
    ["?q=a&after=7d&before=2026-02-02", ""],
  ])("of dates say where no day is between them: %s", async (address, problem) => {
    const page = open(address);
    await page.edit("Date");
    expect(page.screen.texts(".filter-editor .problem")).toEqual([problem]);
  });

  it.each([
    ["Type", ["fact", "gap"]],
    ["Session", ["s-1"]],
    ["Tag", []],
  ])("%s suggests what memories have: %j", async (name, known) => {
    const page = open();
    await page.edit(name);
    await page.screen.rest();
    expect(page.screen.all<HTMLOptionElement>("datalist option").map(({ value }) => value)).toEqual(known);
    expect(page.asked.map(({ path }) => path)).toEqual(known.length > 0 ? ["/v1/memories/statistics"] : []);
  });

  it("of dates are periods, or two days", async () => {
    const page = open("?q=a&after=7d");
    await page.edit("Date");
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
  it("that the address names is a chip that says what it does, and is taken off", () => {
    const page = open("?q=a&tag=t&profile=keyword");
    expect(page.screen.texts(".chip")).toEqual(["Tag t", "Ranking Words alone"]);
    page.screen.press("Remove the filter Ranking");
    expect(page.went).toEqual(["/?q=a&tag=t"]);
    expect(open("?profile=unheard").screen.texts(".chip")).toEqual(["Ranking unheard"]);
    expect(open("?profile=constructor").screen.texts(".chip")).toEqual(["Ranking constructor"]);
  });
});
