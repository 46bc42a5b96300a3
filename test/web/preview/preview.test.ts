import { h } from "preact";
import { describe, expect, it } from "vitest";
import { Preview } from "../../../src/web/preview/preview.tsx";
import type { Target } from "../../../src/web/state/place.ts";
import { type Answers, onPage, refusal } from "../support/screen.ts";

const linesOf = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`).join("\n");

const found = (more: object = {}) => ({
  ...{ root: "notes", path: "guides/keys.ts", kind: "file", language: "text", title: null },
  ...{ text: "one\ntwo", lines: 2, bytes: 1_500, indexedAt: "2026-11-20T12:00:00Z" },
  ...more,
});

interface Options {
  readonly target?: Target;
  readonly roots?: number;
  readonly answers?: Answers;
}

function open(document: object, { target, roots = 1, answers = () => document }: Options = {}) {
  let closed = 0;
  const close = () => {
    closed += 1;
  };
  const shown = target ?? { root: "notes", path: "guides/keys.ts", lines: [2, 2] };
  const status = { roots: Array.from({ length: roots }, (_, at) => ({ root: `r${at}` })) };
  const page = onPage(() => h(Preview, { target: shown, terms: [], close, isOpen: true }), {
    answers,
    address: "?q=a",
    status,
  });
  return { ...page, closed: () => closed };
}

async function opened(document: object, options: Options = {}) {
  const page = open(document, options);
  await page.screen.until(
    (screen) => screen.all(".preview-body").length === 1 && screen.all(".skeleton").length === 0,
  );
  return page;
}

describe("a document beside the results", () => {
  it("is asked for by root and path, and has its facts in its head", async () => {
    const { screen, asked, closed } = await opened(found({ title: "Keys" }));
    expect(asked.map(({ path, query }) => [path, query])).toEqual([
      ["/v1/documents/guides/keys.ts", { root: "notes" }],
    ]);
    expect(screen.texts("h2, .preview-title p")).toEqual([
      ...["Keys", "notes: guides/keys.ts · line 2"],
      expect.stringMatching(/^2 lines · 1\.5 KB · indexed Nov 20, 2026, /),
    ]);
    screen.press("Close the document");
    screen.press("Back to the results");
    expect(closed()).toBe(2);
  });

  it.each([
    [{ title: null }, "keys.ts"],
    [{ title: "", path: "x" }, "keys.ts"],
    [{ kind: "memory", title: "x" }, "Memory"],
  ])("is called by its title, its file, or that it is a memory: %j", async (more, name) => {
    expect((await opened(found(more))).screen.texts("h2")).toEqual([name]);
  });

  it.each([
    [[3, 9], 1, "guides/keys.ts#L3-L9"],
    [[3, 3], 1, "guides/keys.ts#L3"],
    [[3, 9], 2, "notes:guides/keys.ts#L3-L9"],
    [undefined, 1, "guides/keys.ts"],
    [undefined, 2, "notes:guides/keys.ts"],
  ] as const)("with lines %j in %i folders is cited as %s", async (lines, roots, citation) => {
    const target = { root: "notes", path: "guides/keys.ts", ...(lines && { lines }) };
    const { screen } = await opened(found(), { target, roots });
    expect(screen.has(`Copy the citation ${citation}`)).toBe(true);
  });

  it.each([
    [{ anchor: "page=1", lines: [1, 11] }, "page 1, lines 1–11", "a.pdf#page=1,L1-L11"],
    [{ lines: [3, 3], columns: [5, 90] }, "line 3, columns 5–90", "a.pdf#L3C5-L3C90"],
    [{ anchor: "sheet=Q%201" }, "sheet Q 1", "a.pdf#sheet=Q%201"],
  ] as const)("says its place, and is cited by it: %j", async (place, said, citation) => {
    const { screen } = await opened(found(), { target: { root: "notes", path: "a.pdf", ...place } });
    expect(screen.texts(".preview-title p")[0]).toBe(`notes: a.pdf · ${said}`);
    expect(screen.has(`Copy the citation ${citation}`)).toBe(true);
  });

  it("that is gone says so, and another failure what it is", async () => {
    const gone = open({}, { answers: () => refusal(404, "not_found", "No document") });
    await gone.screen.shows("The document no longer exists");
    expect(gone.screen.has("Try again")).toBe(false);
    const failed = open({}, { answers: () => refusal(500, "internal", "A fault") });
    await failed.screen.shows("A fault");
    expect(failed.screen.has("Try again")).toBe(true);
  });

  it("that is empty says so", async () => {
    expect((await opened(found({ text: "" }))).screen.text).toContain("The document is empty.");
    expect((await opened(found())).screen.text).not.toContain("empty");
  });
});

describe("source", () => {
  const numbers = (screen: Awaited<ReturnType<typeof opened>>["screen"], selector = ".code-line") =>
    screen.all(selector).map((line) => Number(line.getAttribute("data-line")));

  it("marks the cited lines, no others, numbered as in citations", async () => {
    const target = { root: "notes", path: "a", lines: [2, 3] } as const;
    const { screen } = await opened(found({ text: "a\r\nb\r\nc\rd" }), { target });
    expect(numbers(screen)).toEqual([1, 2, 3]);
    expect(numbers(screen, ".is-cited")).toEqual([2, 3]);
    expect(screen.all(".code-line").map((line) => line.textContent)).toEqual(["a\n", "b\n", "c\rd\n"]);
    const whole = await opened(found(), { target: { root: "notes", path: "a" } });
    expect(numbers(whole.screen, ".is-cited")).toEqual([]);
  });

  it.each(["text", "typescript", "markdown"])("marks the cited part of a line of %s", async (language) => {
    const target = { root: "notes", path: "a", lines: [2, 2], columns: [3, 9] } as const;
    const { screen } = await opened(found({ language, text: "a\nlet key = 1; // end\nb" }), {
      target,
    });
    if (language === "markdown") screen.press("Source");
    await screen.rest();
    expect(
      screen
        .all(".is-cited")
        .map((part) => part.textContent)
        .join(""),
    ).toBe("t key =");
    expect(screen.all(".code-line.is-cited")).toEqual([]);
    expect(screen.texts(".code-line")[1]).toBe("let key = 1; // end");
  });

  it("marks a part of several lines, and the line where its columns are behind the end", async () => {
    const part = async (columns: readonly [number, number]) => {
      const target = { root: "notes", path: "a", lines: [1, 2], columns } as const;
      const { screen } = await opened(found({ text: "abc\ndefg" }), { target });
      return screen.texts(".is-cited");
    };
    expect(await part([2, 3])).toEqual(["bc", "def"]);
    expect(await part([9, 3])).toEqual(["abc", "def"]);
  });

  it("of a low pane stays at its top where the passage is the beginning", async () => {
    const top = async (lines: readonly [number, number]) => {
      const { screen } = open(found(), { target: { root: "notes", path: "a", lines } });
      const { HTMLElement } = screen.window as unknown as { HTMLElement: typeof globalThis.HTMLElement };
      // As high as the padding above the first line.
      HTMLElement.prototype.getBoundingClientRect = function (this: HTMLElement) {
        return { top: this.matches(".is-cited") ? 12 : 0 } as DOMRect;
      };
      await screen.until(() => screen.all(".is-cited").length > 0);
      await screen.rest();
      return screen.one(".preview-body").scrollTop;
    };
    expect([await top([1, 2]), await top([2, 2])]).toEqual([0, 12]);
  });

  it("is shown 400 lines around the cited ones, and 1,000 more on demand", async () => {
    const target = { root: "notes", path: "a", lines: [1_500, 1_510] } as const;
    const { screen } = await opened(found({ text: linesOf(3_000) }), { target });
    const ends = () => [numbers(screen)[0], numbers(screen).at(-1)];
    expect(ends()).toEqual([1_100, 1_910]);
    expect(screen.texts(".code-line")[0]).toBe("line 1100");
    screen.press("Show earlier lines");
    expect(ends()).toEqual([100, 1_910]);
    screen.press("Show later lines");
    expect(ends()).toEqual([100, 2_910]);
    screen.press("Show earlier lines");
    screen.press("Show later lines");
    expect([ends(), screen.all(".more-lines")]).toEqual([[1, 3_000], []]);
  });

  it("has colours once they are loaded", async () => {
    const { screen } = await opened(found({ language: "typescript", text: "const a = 1;\n" }));
    await screen.until(() => screen.all(".hljs-keyword").length > 0);
    expect(screen.texts(".hljs-keyword, .hljs-number")).toEqual(["const", "1"]);
  });
});

describe("Markdown", () => {
  const TEXT = "---\ntitle: x\n---\n# One\n\ntwo\nthree\n\nfour\n";
  const target = (from: number, to: number): Target => ({ root: "notes", path: "a.md", lines: [from, to] });
  const markdown = (lines: readonly [number, number], more: object = {}) =>
    opened(found({ language: "markdown", text: TEXT, ...more }), { target: target(...lines) });

  it.each([
    [[6, 6], ["two three"]],
    [
      [7, 9],
      ["two three", "four"],
    ],
    [[4, 4], ["One"]],
    [[1, 1], ["title: x"]],
    [[3, 3], ["title: x"]],
    [[5, 5], []],
  ] as const)("marks the blocks of lines %j", async (lines, blocks) => {
    const { screen } = await markdown(lines);
    expect(screen.texts(".is-cited")).toEqual(blocks);
    expect(screen.texts(".block")).toEqual(["title: x", "One", "two three", "four"]);
    expect(screen.all(".block[data-line]").map((block) => block.getAttribute("data-line"))).toEqual([
      "4",
      "6",
      "9",
    ]);
  });

  it("marks the cited part of a long line, and what cannot be marked in a whole block", async () => {
    const long = `${"word ".repeat(2_000)}\n\n> a **bold** part\n\n\`\`\`\ncode\n\`\`\`\n`;
    const marked = async (line: number, columns: readonly [number, number]) => {
      const place = { ...target(line, line), columns };
      const { screen } = await opened(found({ language: "markdown", text: long }), { target: place });
      return [screen.texts("mark.is-cited").join("|"), screen.all(".block.is-cited").length];
    };
    expect(await marked(1, [5_001, 5_009])).toEqual(["word word", 0]);
    expect(await marked(3, [4, 14])).toEqual(["|bold|p", 0]);
    expect(await marked(6, [2, 3])).toEqual(["", 1]);
    expect(await marked(3, [400, 500])).toEqual(["", 1]);
  });

  it("is shown as source on demand, and again as it is drawn", async () => {
    const { screen } = await markdown([6, 6]);
    screen.press("Source");
    expect(screen.texts(".is-cited")).toEqual(["two"]);
    expect(screen.texts("[aria-pressed=true]")).toEqual(["Source"]);
    screen.press("Rendered");
    expect(screen.texts(".is-cited")).toEqual(["two three"]);
  });

  it("is drawn of memories too, without a choice of the source, and of nothing else", async () => {
    const { screen } = await markdown([1, 1], { kind: "memory", language: "text" });
    expect([screen.all(".block").length > 0, screen.has("Source")]).toEqual([true, false]);
    expect((await markdown([1, 1])).screen.has("Source")).toBe(true);
    expect((await opened(found({ language: "python" }))).screen.has("Source")).toBe(false);
  });

  it("draws the shown lines only, with front matter only at the beginning", async () => {
    const text = `---\na: b\n---\n${Array.from({ length: 900 }, (_, at) => `p${at}\n\n`).join("")}`;
    const { screen } = await markdown([1_000, 1_000], { text });
    expect(
      screen
        .all(".block")
        .map((block) => block.getAttribute("data-line"))
        .slice(0, 2),
    ).toEqual(["600", "602"]);
    expect(screen.all(".block").at(-1)?.getAttribute("data-line")).toBe("1400");
    screen.press("Show earlier lines");
    expect(screen.texts(".block").slice(0, 2)).toEqual(["a: b", "p0"]);
  });
});
