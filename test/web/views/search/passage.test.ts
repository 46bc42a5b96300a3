import { h } from "preact";
import { describe, expect, it } from "vitest";
import type { Hit } from "../../../../src/search/contract/hits.ts";
import { piecesOf } from "../../../../src/web/preview/highlighted.tsx";
import { Passage } from "../../../../src/web/views/search/results/passage.tsx";
import { hitOf } from "../../support/answers.ts";
import { asBrowser } from "../../support/globals.ts";
import { onPage } from "../../support/screen.ts";

interface Shown {
  readonly severalRoots?: boolean;
  readonly isSelected?: boolean;
  readonly isFurther?: boolean;
  readonly isExplained?: boolean;
  readonly vote?: "up";
}

const nothing = () => undefined;

const card = (
  hit: Hit,
  { severalRoots = false, isSelected = false, isFurther = false, ...more }: Shown = {},
) => {
  const votes = { of: () => more.vote, give: nothing };
  const why = { isShown: more.isExplained === true, toggle: nothing };
  const of = { hit, rank: 4, severalRoots, isSelected, isFurther, select: nothing, votes, why };
  return onPage(() => h(Passage, of), { address: "?q=a&tag=t" });
};

const memory = { type: "decision", tags: ["x", "y"], session: "s-1" } as unknown as NonNullable<
  Hit["memory"]
>;

describe("a result", () => {
  it("names file, lines and path, and opens them in the same search", () => {
    const { screen } = card(hitOf());
    expect([".hit-name", ".hit-lines", ".hit-path"].flatMap((one) => screen.texts(one))).toEqual([
      ...["keys.md", "lines 3–9", "guides/keys.md"],
    ]);
    expect(screen.one(".hit-link").getAttribute("href")).toBe(
      "/?q=a&tag=t&open=notes:guides/keys.md%23L3-L9",
    );
    expect(screen.texts(".hit-share")).toEqual(["Relevance 50%"]);
  });

  it("of a part of a line, or on a page, opens that place and says it", () => {
    const long = card(
      hitOf({
        citation: "a.md#L3C14405-L3C15230",
        path: "a.md",
        endLine: 3,
        startColumn: 14405,
        endColumn: 15230,
      }),
    );
    expect(long.screen.texts(".hit-lines")).toEqual(["line 3, columns 14405–15230"]);
    const pdf = card(hitOf({ citation: "notes:a.pdf#page=1,L3-L9", path: "a.pdf", language: "pdf" }), {
      severalRoots: true,
    });
    const opens = [long, pdf].map(({ screen }) => screen.one(".hit-link").getAttribute("href"));
    expect(opens.map((address) => decodeURIComponent(address ?? "").replace(/^.*open=/, ""))).toEqual([
      "notes:a.md#L3C14405-L3C15230",
      "notes:a.pdf#page=1,L3-L9",
    ]);
  });

  it("is never surer of its relevance than people read it", () => {
    const sure = card(hitOf({ relevance: 0.9994 })).screen;
    expect(sure.texts(".hit-share")).toEqual(["Relevance 99%"]);
    expect(card(hitOf({ relevance: 0.001 })).screen.texts(".hit-share")).toEqual(["Relevance 1%"]);
  });

  it("has its root in path and citation only where there are several", () => {
    const cited = (severalRoots: boolean) => {
      const { screen } = card(hitOf(), { severalRoots });
      return [screen.texts(".hit-path")[0], screen.one(".hit").getAttribute("data-citation")];
    };
    expect(cited(false)).toEqual(["guides/keys.md", "guides/keys.md#L3-L9"]);
    expect(cited(true)).toEqual(["notes:guides/keys.md", "notes:guides/keys.md#L3-L9"]);
  });

  it("copies its citation and says so, or that it cannot", async () => {
    const copied: string[] = [];
    const clipboard = {
      writeText: async (text: string) => {
        copied.push(text);
        if (copied.length > 1) throw new Error("not allowed");
      },
    };
    asBrowser({ navigator: { clipboard } });
    const { screen, told } = card(hitOf(), { severalRoots: true, isSelected: true });
    const name = "Copy the citation notes:guides/keys.md#L3-L9";
    screen.press(name);
    await screen.until(() => told.length === 1);
    screen.press(name);
    await screen.until(() => told.length === 2);
    expect(copied).toEqual(["notes:guides/keys.md#L3-L9", "notes:guides/keys.md#L3-L9"]);
    expect(told).toEqual([
      { tone: "success", text: "Copied: notes:guides/keys.md#L3-L9" },
      { tone: "error", text: "The browser does not allow copying" },
    ]);
  });

  it("has its buttons where they may be seen: selected, pointed at, judged or explained", () => {
    const acts = (shown: Shown) => card(hitOf(), shown).screen.all(".hit-acts").length;
    const states: readonly Shown[] = [{}, { isSelected: true }, { vote: "up" }, { isExplained: true }];
    expect(states.map(acts)).toEqual([0, 1, 1, 1]);
    const { screen } = card(hitOf());
    const seen = ["pointerenter", "pointerleave"].map((event) => {
      screen.fire(screen.one(".hit"), event);
      return screen.all(".hit-acts").length;
    });
    expect(seen).toEqual([1, 0]);
  });

  it("of Markdown has the outermost heading as its title, and says where below it it stands, and of when", () => {
    const date = new Date(Date.now() - 86_400_000).toISOString();
    const { screen } = card(hitOf({ headings: ["One", "Two", "Three"], date }));
    const titled = () => [".hit-name", ".hit-place", ".hit-fact"].flatMap((one) => screen.texts(one));
    expect(titled()).toEqual(["One", "Two › Three", "yesterday"]);
    const code = card(hitOf({ headings: ["One", "Two"], language: "python" })).screen;
    expect([...code.texts(".hit-name"), ...code.texts(".hit-place")]).toEqual(["keys.md", "One › Two"]);
    expect(card(hitOf()).screen.all(".hit-place, .hit-fact")).toEqual([]);
  });

  it("that follows another of its document says its title to screen readers only", () => {
    const { screen } = card(hitOf({ headings: ["One", "Two"], date: "2026-01-02" }), { isFurther: true });
    expect(screen.texts(".hit-link .visually-hidden, .hit-place")).toEqual([...["One", "Two", "lines 3–9"]]);
    expect(screen.all(".hit-name, .hit-path, .hit-fact, .hit-link .icon")).toEqual([]);
    expect(screen.all(".hit.is-further")).toHaveLength(1);
  });

  it("of memory says its type, session and tags in place of a path", () => {
    const { screen } = card(hitOf({ kind: "memory", memory, root: "memories", path: "abc" }), {
      severalRoots: true,
    });
    expect(screen.texts(".hit-link")).toEqual(["Memorydecision"]);
    expect(screen.texts(".hit-fact")).toEqual(["session s-1", "#x", "#y"]);
    expect(screen.all(".hit-path")).toEqual([]);
  });

  it.each([
    ["markdown", "file", false],
    ["text", "file", false],
    ["html", "file", false],
    ["typescript", "file", true],
    ["typescript", "memory", false],
  ] as const)("keeps the columns of %s of a %s: %s", (language, kind, isCode) => {
    const snippet = { text: "x", startLine: 1, endLine: 1, highlights: [] };
    const { screen } = card(hitOf({ language, kind, snippet }));
    expect(screen.all(".extract.is-code").length === 1).toBe(isCode);
  });

  it.each(["markdown", "text", "python"])("marks the matches in its best lines of %s", async (language) => {
    const snippet = {
      text: "rotate keys",
      startLine: 1,
      endLine: 1,
      highlights: [[7, 11]] as [number, number][],
    };
    const { screen } = card(hitOf({ snippet, language }));
    await screen.until(() => screen.all("mark").length > 0);
    expect([screen.texts("mark"), screen.texts(".extract")]).toEqual([["keys"], ["rotate keys"]]);
    expect(card(hitOf()).screen.all(".extract")).toEqual([]);
  });

  it.each([
    ["csv", "id,name\n1,keys\n\n2,locks\n3,rotate keys\n", ["1,keys", "3,rotate keys"]],
    ["pdf", "---\nconverted: pdf\npages: 1\n---\n\n# Page 1\n\nall keys\n", ["# Page 1", "all keys"]],
  ])("shows the lines of %s that hold the found words", async (language, text, lines) => {
    const highlights = [...text.matchAll(/keys|rotate/g)].map(({ index, 0: word }) => {
      return [index, index + word.length] as [number, number];
    });
    const { screen } = card(hitOf({ language, snippet: { text, startLine: 1, endLine: 7, highlights } }));
    await screen.until(() => screen.all("mark").length > 0);
    expect(screen.texts(".extract-line")).toEqual(lines);
  });

  it("is marked while it is selected", () => {
    const selected = [true, false].map((isSelected) => card(hitOf(), { isSelected }).screen);
    expect(selected.map((screen) => screen.all(".is-selected").length)).toEqual([1, 0]);
  });
});

describe("pieces of a text", () => {
  const marked = (text: string, ...ranges: [number, number][]) =>
    piecesOf(text, ranges).map((piece) => (piece.isMarked ? `[${piece.text}]` : piece.text));

  it.each([
    [
      "in order, whichever way the ranges come",
      [
        [4, 5],
        [0, 2],
      ],
      ["[ab]", "cd", "[e]", "f"],
    ],
    [
      "once where ranges overlap",
      [
        [0, 3],
        [2, 4],
      ],
      ["[abc]", "[d]", "ef"],
    ],
    ["as far as the text goes", [[5, 99]], ["abcde", "[f]"]],
    [
      "side by side",
      [
        [1, 2],
        [2, 3],
      ],
      ["a", "[b]", "[c]", "def"],
    ],
    [
      "never empty",
      [
        [3, 3],
        [9, 12],
        [4, 2],
      ],
      ["abcdef"],
    ],
  ] as const)("are marked %s", (_, ranges, pieces) => {
    expect(marked("abcdef", ...ranges.map(([from, to]): [number, number] => [from, to]))).toEqual(pieces);
  });
});
