import { describe, expect, it } from "vitest";
import { aspectsOf } from "../../../src/search/stages/subject/aspects.ts";
import { statementsOf } from "../../../src/search/stages/subject/statements.ts";
import { AS_OF, candidate, context, DAY_MS, memory, stage } from "./candidates.ts";
import { note, order } from "./newest-order.ts";

describe("the newest of equals", () => {
  it("is looked for among those of the least share of the best score, and no less", () => {
    const at = (score: number) =>
      order(
        [note("old", 0.8, 90, "Rent is 800."), note("new", score, 1, "Rent is 850.")],
        "rent",
        {},
        { minScore: 0.5 },
      );
    expect([at(0.4), at(0.399)]).toEqual([
      ["new", "old"],
      ["old", "new"],
    ]);
  });

  it("is looked for by all words where each of them asks for the newest", () => {
    expect(order([note("old", 0.9, 9, "Now."), note("new", 0.8, 1, "Now.")], "now")).toEqual(["new", "old"]);
    // Beside another word they say nothing: the newest note with "now" alone is no match.
    const notes = [note("old", 0.9, 9, "Rent."), note("other", 0.8, 1, "Now.")];
    expect(order(notes, "rent now")).toEqual(["old", "other"]);
  });

  it("is looked for by the 32 rarest words", () => {
    const words = Array.from({ length: 33 }, (_, at) => `w${String.fromCharCode(97 + (at % 26))}x${at}`);
    const idf = Object.fromEntries(words.map((word, at) => [word, at === 0 ? 0.1 : 1]));
    const [common = "", rare = ""] = words;
    const with1 = (word: string) => [note("old", 0.9, 9, word), note("new", 0.8, 1, word)];
    // The 33rd is in no statement that counts, so that nothing is compared by age.
    expect(order(with1(common), words.join(" "), idf)).toEqual(["old", "new"]);
    expect(order(with1(rare), words.join(" "), idf)).toEqual(["new", "old"]);
  });

  it.each([
    ["a day from now is a date", DAY_MS, ["told", "fact"]],
    ["more than a day from now is what it speaks of", DAY_MS + DAY_MS, ["fact", "told"]],
  ])("%s", (_, ahead, ids) => {
    const day = new Date(AS_OF + ahead).toISOString().slice(0, 10);
    const notes = [
      note("fact", 0.9, 30, "Rent is 850."),
      note("told", 0.5, 90, `- ${day}: rent is looked at.`),
    ];
    expect(order(notes, "rent")).toEqual(ids);
  });
});

describe("a statement that is compared by age", () => {
  it("needs the share of the fullest statement's weight, and no more", () => {
    const notes = [note("full", 0.9, 90, "Alpha beta."), note("part", 0.8, 1, "Alpha.")];
    const idf = { alpha: 3, beta: 2 };
    expect(order(notes, "alpha beta", idf, { share: 0.6 })).toEqual(["part", "full"]);
    expect(order(notes, "alpha beta", idf, { share: 0.61 })).toEqual(["full", "part"]);
  });

  it("needs a third of what the fullest one has of each aspect", () => {
    const notes = [
      note("full", 0.9, 90, "Gamma of alpha beta delta."),
      note("part", 0.8, 1, "Gamma of alpha."),
      note("none", 0.7, 2, "Gamma alone."),
    ];
    const of = (alpha: number) =>
      order(notes, "gamma of alpha beta delta", { gamma: 9, alpha, beta: 1, delta: 1 }, { share: 0.1 });
    expect(of(1)).toEqual(["part", "full", "none"]);
    expect(of(0.9)).toEqual(["full", "part", "none"]);
  });

  it("is compared with the statement that has most aspects, not most words", () => {
    // "lane cottage" is one aspect, "rent" and "mill" are two others: of two words each, the latter are fuller.
    const notes = [
      note("words", 0.9, 90, "Lane cottage."),
      note("both", 0.8, 60, "Rent of the Mill."),
      note("late", 0.7, 1, "Rent of the Mill."),
    ];
    expect(order(notes, "rent of the Mill Lane cottage", {}, { share: 0.9 })).toEqual([
      "words",
      "late",
      "both",
    ]);
  });

  it("takes the first of two statements that are as full", () => {
    const notes = [
      note("rent", 0.9, 90, "Rent."),
      note("keys", 0.8, 60, "Keys."),
      note("late", 0.7, 1, "Keys."),
    ];
    expect(order(notes, "rent of keys", {}, { share: 0.9 })).toEqual(["rent", "keys", "late"]);
  });

  it("is by the hour for files, and by the minute for memories, and not at all without a date", () => {
    const at = (minutes: number) => ({ text: "Rent.", datedAt: AS_OF + minutes * 60_000 });
    const files = (a: number, b: number) =>
      order([candidate("a", 0.9, at(a)), candidate("b", 0.5, at(b))], "rent");
    expect([files(0, 59), files(59, 60)]).toEqual([
      ["a", "b"],
      ["b", "a"],
    ]);
    const undated = [memory("a", 0.9, { text: "Rent." }), memory("b", 0.5, at(1))];
    expect(order(undated, "rent")).toEqual(["a", "b"]);
  });

  it("finds a word at the very start of the second statement in that one", () => {
    const notes = [
      note("old", 0.9, 90, "Rent alpha."),
      note("apart", 0.8, 1, "Rent.\n\nAlpha."),
      note("new", 0.7, 30, "Rent alpha."),
    ];
    expect(order(notes, "rent alpha", {}, { share: 0.9 })).toEqual(["new", "apart", "old"]);
  });
});

describe("a statement", () => {
  const said = (text: string) => statementsOf(text).map(({ start, end }) => text.slice(start, end));
  const days = (text: string) =>
    statementsOf(text).map(({ datedAt }) =>
      datedAt === undefined ? "" : new Date(datedAt).toISOString().slice(0, 10),
    );

  it.each([
    ["three spaces before a heading", "a\n   # b\nc", ["a", "   # b", "c"]],
    ["four spaces before a heading's sign", "a\n    # b", ["a\n    # b"]],
    ["six signs of a heading", "a\n###### b\nc", ["a", "###### b", "c"]],
    ["seven signs of none", "a\n####### b", ["a\n####### b"]],
    ["a sign without a space", "a\n#b", ["a\n#b"]],
    ["a sign later in a line", "a\nx # b", ["a\nx # b"]],
    ["a dash later in a line", "a\nx - b", ["a\nx - b"]],
    ["a dash without a space", "a\n-b", ["a\n-b"]],
    ["an indented item", "a\n   - b", ["a", "   - b"]],
    ["a dot, a plus and a star", "• a\n+ b\n* c", ["• a", "+ b", "* c"]],
    ["a number of two digits", "a\n12. b", ["a", "12. b"]],
    ["a number of nine digits and a bracket", "a\n123456789) b", ["a", "123456789) b"]],
    ["a number of ten digits", "a\n1234567890. b", ["a\n1234567890. b"]],
    ["a row", "a\n| b |", ["a", "| b |"]],
    ["a line of spaces", "a\n \t\nb", ["a", "b"]],
    ["a blank line at the start", "\na", ["a"]],
    ["a line after a heading", "# a\nb\nc", ["# a", "b\nc"]],
  ])("is told from the next by %s", (_, text, statements) => {
    expect(said(text)).toEqual(statements);
  });

  it.each([
    ["twelve characters before a day", `${"x".repeat(11)} 2026-03-04 y`, "2026-03-04"],
    ["thirteen before a day", `${"x".repeat(12)} 2026-03-04 y`, ""],
    ["a long day after twelve", `${"x".repeat(11)} 30th September, 2026 y`, "2026-09-30"],
  ])("has %s: %j, %j", (_, text, day) => {
    expect(days(text)).toEqual([day]);
  });

  it("is dated by the heading above it, until one of its level or above that has none", () => {
    const text = "## 2026-03-04\n#### a\n### b\n## c\nd\n# 2026-05-06\n### 2026-07-08\n### e\n## f";
    expect(days(text)).toEqual([
      ...["2026-03-04", "2026-03-04", "2026-03-04", "", ""],
      ...["2026-05-06", "2026-07-08", "", ""],
    ]);
  });
});

describe("the aspects of a query", () => {
  const aspects = (text: string, stems: readonly string[], said: readonly (readonly number[])[] = []) =>
    aspectsOf(
      { text },
      stems.map((stem) => ({ stem, idf: 1 })),
      said.map((found) => ({ found: new Set(found) })),
    );

  it.each([
    ["a term that the text has not stands alone", "rent", ["rent", "keys"], [], [[0], [1]]],
    [
      "a term that the text repeats counts at its first place",
      "rent of keys rent",
      ["rent", "kei"],
      [],
      [[0], [1]],
    ],
    [
      "half of the statements that have either bind two",
      "a1 b1 c1",
      ["a1", "b1", "c1"],
      [[0, 1], [0]],
      [[0, 1], [2]],
    ],
    ["less than half do not", "a1 b1 c1", ["a1", "b1", "c1"], [[0, 1], [0], [1]], [[0, 1, 2]]],
    [
      "statements that have neither do not count",
      "a1 b1 c1",
      ["a1", "b1", "c1"],
      [[0, 1], [0], [2], []],
      [[0, 1], [2]],
    ],
    ["no statement binds none", "a1 b1", ["a1", "b1"], [], [[0, 1]]],
    [
      "a name in the middle parts what is around it",
      "a1 b1 c1 d1",
      ["a1", "b1", "c1", "d1"],
      [[1, 2]],
      [[0], [1, 2], [3]],
    ],
    [
      "two names side by side are parted",
      "a1 b1 c1 d1",
      ["a1", "b1", "c1", "d1"],
      [
        [0, 1],
        [2, 3],
      ],
      [
        [0, 1],
        [2, 3],
      ],
    ],
  ])("%s", (_, text, stems, said, expected) => {
    expect(aspects(text, stems, said)).toEqual(expected);
  });
});

type Told = readonly [id: string, score: number, text: string];

/** The order by relevance at this weight, and by difference for the rest. */
const mmr = (lambda: number, ...all: readonly Told[]) =>
  stage("mmr", { on: true, lambda })(
    all.map(([id, score, text]) => candidate(id, score, { text })),
    context(),
  ).map(({ id }) => id);

describe("maximal marginal relevance", () => {
  it("measures relevance from the least to the best of the pool", () => {
    // Of .9, .8 and .7 the places are 1, .5 and 0: .5 · .5 − .5 · .6 is less than .5 · 0 − 0.
    const copies: readonly Told[] = [
      ["a", 0.9, "w1 w2 w3 w4"],
      ["b", 0.8, "w1 w2 w3 w5"],
      ["c", 0.7, "x1 x2 x3"],
    ];
    expect(mmr(0.5, ...copies)).toEqual(["a", "c", "b"]);
    expect(mmr(0.6, ...copies)).toEqual(["a", "b", "c"]);
  });

  it("counts shared words over all words, whichever text is the longer", () => {
    // 2 of 3 words and 2 of 4: the longer one is less alike.
    expect(mmr(0, ["a", 1, "w1 w2"], ["b", 0.5, "w1 w2 w3"], ["c", 0.4, "w1 w2 w3 w4"])).toEqual([
      "a",
      "c",
      "b",
    ]);
    expect(mmr(0, ["a", 1, "w1 w2 w3 w4 w5"], ["b", 0.5, "w1 w2 w3"], ["c", 0.4, "w1"])).toEqual([
      "a",
      "c",
      "b",
    ]);
  });

  it("takes texts without words for unlike, and equal ones by score and id", () => {
    expect(mmr(0, ["b", 0.5, "?"], ["a", 0.5, "!"], ["c", 0.9, "…"])).toEqual(["c", "a", "b"]);
  });
});

describe("a stage that scores", () => {
  it("cuts at 1 and orders by what was cut off", () => {
    const boosted = stage("importance")(
      [memory("a", 0.95, { facts: { importance: 1 } }), memory("b", 1, { facts: { importance: 1 } })],
      context(),
    );
    expect(boosted.map(({ id }) => id)).toEqual(["b", "a"]);
  });
});
