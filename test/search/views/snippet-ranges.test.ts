import { describe, expect, it } from "vitest";
import { findMatches } from "../../../src/search/views/matches.ts";
import { snippet } from "../../../src/search/views/snippet.ts";

/** A line of so many characters that begins with these words. */
const line = (chars: number, words = "") => words.padEnd(chars, ".");
const lines = (count: number, chars: number, words: Readonly<Record<number, string>> = {}) =>
  Array.from({ length: count }, (_, at) => line(chars, words[at])).join("\n");

const cut = (text: string, weights: Readonly<Record<string, number>> = { alpha: 1 }, more: object = {}) =>
  snippet({ text, startLine: 1, ...more }, new Map(Object.entries(weights)));

/** First and last line, counted from 0. */
const range = (...asked: Parameters<typeof cut>) => {
  const { startLine, endLine } = cut(...asked);
  return [startLine - 1, endLine - 1];
};

/** Words of four letters: 5 characters each with the space behind. */
const words = (chars: number) => "word ".repeat(chars / 5);

describe("the beginning, where nothing matches", () => {
  it.each([
    ["all of 700 characters", `${lines(2, 349)}.`, [0, 1], 700],
    ["the first lines that fit in 700", lines(2, 350), [0, 0], 350],
    ["a first line of 700", lines(2, 700), [0, 0], 700],
    ["lines that end at 700", `${line(349)}\n${line(350)}\n${line(9)}`, [0, 1], 700],
    ["not lines that end at 701", `${line(350)}\n${line(350)}\n${line(9)}`, [0, 0], 350],
  ])("is %s", (_, text, place, length) => {
    const shown = cut(text);
    expect([shown.startLine - 1, shown.endLine - 1]).toEqual(place);
    expect(shown.text).toHaveLength(length);
    expect(shown).not.toHaveProperty("startColumn");
    expect(shown.highlights).toEqual([]);
  });

  it("is 700 characters of a first line that is longer, with their columns", () => {
    expect(cut(`${line(701)}\n${line(9)}`)).toMatchObject({
      startLine: 1,
      endLine: 1,
      startColumn: 1,
      endColumn: 700,
    });
  });

  it("ends before a character that it would halve", () => {
    expect(cut(`${"x".repeat(699)}🎉${line(9)}`)).toMatchObject({ text: "x".repeat(699), endColumn: 699 });
    expect(cut(`${"x".repeat(698)}🎉${line(9)}`).text).toHaveLength(700);
    expect(cut(`${"x".repeat(699)}！${line(9)}`).text).toHaveLength(700);
  });
});

describe("lines around the match", () => {
  it.each([
    ["are added after and before in turn", lines(20, 100, { 10: "alpha" }), [8, 13]],
    ["are added after alone at the first line", lines(20, 100, { 0: "alpha" }), [0, 5]],
    ["are added before alone at the last line", lines(20, 100, { 19: "alpha" }), [14, 19]],
    [
      "are added before where the one after is too long",
      `${lines(8, 100, { 7: "alpha" })}\n${line(650)}\n${line(9)}`,
      [2, 7],
    ],
    [
      "are added after where the one before is too long",
      `${line(650)}\n${lines(8, 100, { 0: "alpha" })}`,
      [1, 6],
    ],
    ["fill 700 characters", `${line(600)}\n${line(350, "alpha")}\n${line(349)}\n${line(600)}`, [1, 2]],
    ["do not fill 701", `${line(600)}\n${line(350, "alpha")}\n${line(350)}\n${line(600)}`, [1, 1]],
    ["are none of a longer line", `${line(701)}\n${line(9, "alpha")}\n${line(701)}`, [1, 1]],
    ["are one of 700 characters by itself", `${line(100)}\n${line(700, "alpha")}\n${line(100)}`, [1, 1]],
  ])("%s", (_, text, place) => {
    expect(range(text)).toEqual(place);
    expect(cut(text)).not.toHaveProperty("startColumn");
  });

  it("count from the source's own first line", () => {
    const { startLine, endLine } = cut(lines(20, 100, { 10: "alpha" }), { alpha: 1 }, { startLine: 41 });
    expect([startLine, endLine]).toEqual([49, 54]);
  });
});

describe("of several places the snippet is", () => {
  const both = { alpha: 1, beta: 1 };

  it.each([
    ["where most distinct terms are", { 0: "alpha alpha alpha", 30: "alpha beta" }, both, [28, 33]],
    ["the earliest of equals", { 2: "alpha", 30: "alpha" }, both, [0, 5]],
    ["where the heaviest term is", { 2: "alpha", 30: "beta" }, { alpha: 1, beta: 2 }, [28, 33]],
    ["the shortest that has them", { 10: "alpha", 13: "alpha beta" }, both, [11, 16]],
    [
      "the shortest that has them, whatever is repeated in it",
      { 10: "alpha alpha", 13: "alpha beta" },
      both,
      [11, 16],
    ],
    ["from the first line that nothing stands for", { 10: "alpha alpha", 15: "beta" }, both, [10, 15]],
    [
      "from the first of two that has a term of its own",
      { 10: "alpha beta", 14: "alpha", 15: "gamma" },
      { ...both, gamma: 1 },
      [10, 15],
    ],
    ["of what is near enough: 605 characters", { 10: "alpha", 15: "beta" }, both, [10, 15]],
    ["not of what is 706 characters apart", { 10: "alpha", 16: "beta" }, both, [8, 13]],
    ["of the last two of three terms", { 10: "alpha", 16: "alpha", 18: "beta" }, both, [15, 20]],
  ])("%s", (_, at, weights, place) => {
    expect(range(lines(40, 100, at), weights)).toEqual(place);
  });

  it("of lines that take just 700 characters together", () => {
    const of = (last: number) =>
      range(`${lines(20, 99, { 10: "alpha" })}\n${line(last, "beta")}\n${line(600)}`, both);
    // 99 characters and a line break, ten lines, and the last one.
    expect(of(99)[1]).not.toBe(20);
    const near = (last: number) =>
      range(`${line(600)}\n${line(99, "alpha")}\n${lines(5, 99)}\n${line(last, "beta")}\n${line(600)}`, both);
    expect([near(100), near(101)]).toEqual([
      [1, 7],
      [1, 6],
    ]);
  });

  it("the first of two groups of lines that weigh the same, and the second where it weighs more", () => {
    const text = (first: string, second: string) => `${line(100, first)}\n${line(701)}\n${line(100, second)}`;
    expect(range(text("alpha", "beta"), both)).toEqual([0, 0]);
    expect(range(text("alpha", "beta"), { alpha: 1, beta: 2 })).toEqual([2, 2]);
    expect(range(text("alpha", "alpha beta"), both)).toEqual([2, 2]);
    expect(range(text("", "beta"), both)).toEqual([2, 2]);
  });
});

describe("a line that is longer than a snippet", () => {
  const at = (place: number, total = 2_000) => `${words(place)}alpha ${words(total)}`.slice(0, total);
  const columns = (...asked: Parameters<typeof cut>) => {
    const { startColumn, endColumn, text } = cut(...asked);
    return [startColumn, endColumn, text.length];
  };

  it.each([
    ["from 120 characters before the match", at(1_000), [881, 1_580, 700]],
    ["from its beginning where the match is near", at(100), [1, 700, 700]],
    ["from the 700th character before its end", at(1_800), [1_301, 2_000, 700]],
    ["all but one of 701", at(0, 701), [1, 700, 700]],
  ])("is shown %s", (_, text, place) => {
    expect(columns(text)).toEqual(place);
  });

  it("is shown from the beginning of a word", () => {
    const { startColumn = 0, text } = cut(`xx ${at(1_000)}`);
    expect([text.slice(0, 5), startColumn > 881, startColumn < 890]).toEqual(["word ", true, true]);
  });

  it("is shown by two matches that are no more than 580 characters apart, else by the heavier one", () => {
    const apart = (gap: number) => {
      const start = `${words(1_000)}alpha `;
      return `${start}${".".repeat(gap - 6 - 4)}beta ${words(1_000)}`;
    };
    const weights = { alpha: 1, beta: 2 };
    expect(columns(apart(580), weights)[0]).toBe(881);
    expect(columns(apart(581), weights)[0]).toBeGreaterThan(1_000);
  });

  it("is weighed by its own matches only", () => {
    const weights = { alpha: 1, beta: 2 };
    const before = `${line(300, `${".".repeat(250)} beta`)}\n${at(200)}`;
    expect(range(before, weights)).toEqual([0, 0]);
    const after = `${`${words(900)}alpha`}\n${line(300, "beta")}`;
    expect(range(after, weights)).toEqual([1, 1]);
    expect(range(`${line(300)}\n${at(200)}\n${line(300)}`, weights)).toEqual([1, 1]);
  });

  it("has columns of its own where another line is before it", () => {
    expect(columns(`${line(300)}\n${at(1_000)}`)).toEqual([881, 1_580, 700]);
    // The source's first column counts for its first line only.
    expect(columns(`${line(300)}\n${at(1_000)}`, { alpha: 1 }, { startColumn: 11 })).toEqual([
      881, 1_580, 700,
    ]);
    expect(columns(at(1_000), { alpha: 1 }, { startColumn: 11 })).toEqual([891, 1_590, 700]);
  });

  it("halves no character at either end", () => {
    const { text, startColumn, endColumn } = cut(`${"🎉".repeat(500)}x alpha ${"🎉".repeat(500)}`);
    expect([text.isWellFormed(), text.length, text.includes("alpha")]).toEqual([
      ...[true, (endColumn ?? 0) - (startColumn ?? 0) + 1, true],
    ]);
    expect(text.length).toBeGreaterThan(690);
  });
});

describe("the columns of a part of a line", () => {
  it.each([
    ["are the source's own", line(50), { startColumn: 101 }, [101, 150]],
    ["are none of whole lines", line(50), {}, [undefined, undefined]],
    ["are none of nothing", "", { startColumn: 101 }, [undefined, undefined]],
  ])("%s", (_, text, more, place) => {
    const { startColumn, endColumn } = cut(text, { alpha: 1 }, more);
    expect([startColumn, endColumn]).toEqual(place);
  });
});

describe("what is marked in a snippet", () => {
  it.each([
    [
      "a word that matches, each time",
      "alpha x alpha",
      { alpha: 1 },
      [
        [0, 5],
        [8, 13],
      ],
    ],
    [
      "a word that matches by its stem",
      "Keys, keyed",
      { kei: 1, key: 1 },
      [
        [0, 4],
        [6, 11],
      ],
    ],
    ["pairs that overlap as one", "东京都", { 东京: 1, 京都: 1 }, [[0, 3]]],
    ["pairs that touch as one", "东京大阪", { 东京: 1, 大阪: 1 }, [[0, 4]]],
    [
      "pairs apart as two",
      "东京の大阪",
      { 东京: 1, 大阪: 1 },
      [
        [0, 2],
        [3, 5],
      ],
    ],
  ])("is %s", (_, text, weights, marks) => {
    expect(cut(text, weights as Record<string, number>).highlights).toEqual(marks);
  });

  it("lies in it, and is counted from its beginning", () => {
    const text = lines(40, 100, { 2: "alpha", 20: "alpha beta", 38: "alpha" });
    const { text: shown, highlights } = cut(text, { alpha: 1, beta: 1 });
    expect(highlights.map(([from, to]) => shown.slice(from, to))).toEqual(["alpha", "beta"]);
  });
});

describe("places that match", () => {
  const found = (text: string, ...stems: readonly string[]) =>
    findMatches(text, new Set(stems)).map(({ start, end, stem }) => [start, end, stem]);

  it.each([
    ["behind a dash", "—alpha", ["alpha"], [[1, 6, "alpha"]]],
    ["behind a character of two units", "🎉alpha", ["alpha"], [[2, 7, "alpha"]]],
    ["in capitals", "ALPHA", ["alpha"], [[0, 5, "alpha"]]],
    [
      "with an accent",
      "álpha alpha",
      ["alpha"],
      [
        [0, 5, "alpha"],
        [6, 11, "alpha"],
      ],
    ],
    ["of the second of two stems that begin alike", "apple", ["alpha", "appl"], [[0, 5, "appl"]]],
    ["none within a word", "xalpha alphax", ["alpha"], []],
    ["none of no stem", "alpha", [], []],
    [
      "in the order of their places",
      "大阪东京",
      ["京", "大阪"],
      [
        [0, 2, "大阪"],
        [3, 4, "京"],
      ],
    ],
    [
      "a pair at each of its places",
      "东京と东京",
      ["东京"],
      [
        [0, 2, "东京"],
        [3, 5, "东京"],
      ],
    ],
    [
      "beside another script",
      "alpha东京alpha",
      ["alpha", "东京"],
      [
        [0, 5, "alpha"],
        [5, 7, "东京"],
        [7, 12, "alpha"],
      ],
    ],
    ["of a digit", "v2 22", ["22"], [[3, 5, "22"]]],
    ["with an underscore beside", "alpha_x", ["alpha"], [[0, 5, "alpha"]]],
  ])("%s", (_, text, stems, places) => {
    expect(found(text, ...stems)).toEqual(places);
  });
});
