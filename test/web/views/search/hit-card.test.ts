import { h } from "preact";
import { describe, expect, it } from "vitest";
import type { Hit } from "../../../../src/search/contract/hits.ts";
import { HitCard, piecesOf } from "../../../../src/web/views/search/hit-card.tsx";
import { hitOf } from "../../support/answers.ts";
import { asBrowser } from "../../support/globals.ts";
import { onPage } from "../../support/screen.ts";

const why = { isShown: false, toggle: () => undefined };

const card = (hit: Hit, severalRoots = false, isOpen = false) =>
  onPage(() => h(HitCard, { hit, rank: 4, severalRoots, isOpen, why }), { address: "?q=a&tag=t" });

const memory = { type: "decision", tags: ["x", "y"], session: "s-1" } as unknown as NonNullable<
  Hit["memory"]
>;

describe("a result", () => {
  it("names folder, file and lines, and opens them in the same search", () => {
    const { screen } = card(hitOf());
    expect([".hit-folder", ".hit-name", ".hit-lines"].flatMap((one) => screen.texts(one))).toEqual([
      ...["guides/", "keys.md", "lines 3–9"],
    ]);
    expect(screen.one(".hit-link").getAttribute("href")).toBe(
      "/?q=a&tag=t&open=notes:guides/keys.md%23L3-L9",
    );
    expect(screen.texts(".hit-rank, .share-text")).toEqual(["4", "50%"]);
    expect(screen.one(".share-bar").style.getPropertyValue("--share")).toBe("50%");
  });

  it("is never surer of its relevance than people read it", () => {
    const sure = card(hitOf({ relevance: 0.9994 })).screen;
    expect(sure.texts(".share-text")).toEqual(["99%"]);
    expect(sure.texts(".share .visually-hidden")).toEqual(["Relevance"]);
    expect(card(hitOf({ relevance: 0.001 })).screen.texts(".share-text")).toEqual(["1%"]);
  });

  it("has its root in path and citation only where there are several", () => {
    const cited = (severalRoots: boolean) => {
      const { screen } = card(hitOf(), severalRoots);
      return [screen.texts(".hit-folder")[0], screen.one(".hit").getAttribute("data-citation")];
    };
    expect(cited(false)).toEqual(["guides/", "guides/keys.md#L3-L9"]);
    expect(cited(true)).toEqual(["notes:guides/", "notes:guides/keys.md#L3-L9"]);
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
    const { screen, told } = card(hitOf(), true);
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

  it("shows the headings above it, what it is, and of when", () => {
    const date = new Date(Date.now() - 86_400_000).toISOString();
    const { screen } = card(hitOf({ headings: ["One", "Two"], language: "python", date }));
    expect(screen.texts(".hit-headings")).toEqual(["One › Two"]);
    expect(screen.texts(".hit-facts li")).toEqual(["python", "yesterday"]);
    expect(card(hitOf()).screen.all(".hit-headings")).toEqual([]);
    expect(card(hitOf()).screen.texts(".hit-facts li")).toEqual(["markdown"]);
  });

  it("of memory says its type, session and tags in place of a path", () => {
    const { screen } = card(hitOf({ kind: "memory", memory, root: "memories", path: "abc" }), true);
    expect(screen.texts(".hit-link")).toEqual(["Memorydecision"]);
    expect(screen.texts(".hit-facts li")).toEqual(["session s-1", "#x", "#y"]);
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
    expect(screen.all(".snippet.is-code").length === 1).toBe(isCode);
  });

  it("marks the matches in its best lines", () => {
    const snippet = {
      text: "rotate keys",
      startLine: 1,
      endLine: 1,
      highlights: [[7, 11]] as [number, number][],
    };
    const { screen } = card(hitOf({ snippet }));
    expect([screen.texts("mark"), screen.texts(".snippet")]).toEqual([["keys"], ["rotate keys"]]);
    expect(card(hitOf()).screen.all(".snippet")).toEqual([]);
  });

  it("is marked while it is open", () => {
    expect(
      [card(hitOf(), false, true), card(hitOf())].map(({ screen }) => screen.all(".is-open").length),
    ).toEqual([1, 0]);
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
