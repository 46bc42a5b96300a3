import { describe, expect, it } from "vitest";
import { likeness, sketchOf } from "../../../src/search/stages/alike/sketch.ts";
import type { Candidate } from "../../../src/search/stages/stage.ts";
import { candidate, context, memory, stage } from "./candidates.ts";

const ids = (candidates: readonly Candidate[]) => candidates.map(({ id }) => id);
const words = (count: number, from = 0): string =>
  Array.from(
    { length: count },
    (_, at) => `w${String.fromCharCode(97 + ((from + at) % 26))}${from + at}x`,
  ).join(" ");

describe("the likeness of two texts", () => {
  const like = (a: string, b: string) => likeness(sketchOf(a), sketchOf(b));

  it("is the share of their pairs of words that both have", () => {
    expect(like("one two three", "one two three")).toBe(1);
    expect(like("One, TWO\nthree", "one two. three")).toBe(1);
    // (start, one), (one, two) of these and (two, three), (two, four).
    expect(like("one two three", "one two four")).toBe(0.5);
    expect(like("one two", "three four")).toBe(0);
    expect(like("鍵の 交換", "鍵の 交換")).toBe(1);
    expect(like("", " - ")).toBe(0);
  });

  it("knows the numbers of a text, wherever they stand", () => {
    expect(sketchOf("25 of 40").numbers).toBe(sketchOf("40 of 25").numbers);
    expect(sketchOf("25 of 40").numbers).not.toBe(sketchOf("25 of 41").numbers);
    expect(sketchOf("core_1 of v2").numbers).toBe(0);
  });
});

describe("copies", () => {
  const code = (id: string, score: number, text: string, path = `src/${id}.js`) =>
    candidate(id, score, { text, path, language: "javascript" });
  const order = (...candidates: readonly Candidate[]) => ids(stage("copies")(candidates, context()));

  it("puts what repeats an earlier passage to the end, in their order, and drops nothing", () => {
    const text = words(60);
    const build = text.replace("wc2x", "exports.wc2x");
    expect(
      order(code("a", 0.9, text), code("b", 0.8, build), code("c", 0.7, words(60, 90)), code("d", 0.6, text)),
    ).toEqual(["a", "c", "b", "d"]);
  });

  it("takes less for a copy in the same file of another build", () => {
    const text = words(40);
    const wrapped = `${words(18, 200)} ${text}`;
    const list = (b: string) => [
      code("a", 0.9, text, "esm/utils/body.js"),
      code("b", 0.8, wrapped, b),
      code("c", 0.7, "x"),
    ];
    expect(order(...list("cjs/utils/body.cjs"))).toEqual(["a", "c", "b"]);
    expect(order(...list("cjs/utils/cookie.cjs"))).toEqual(["a", "b", "c"]);
  });

  it("takes as twins what has six tenths of the likeness of a copy, and no less", () => {
    const text = words(20);
    const wrapped = (own: number) => `${words(own, 200)} ${text}`;
    const like = (own: number) => likeness(sketchOf(text), sketchOf(wrapped(own)));
    const twins = (own: number) =>
      order(
        code("a", 0.9, text, "esm/body.js"),
        code("b", 0.8, wrapped(own), "cjs/esm/body.cjs"),
        code("c", 0.7, "x"),
      );
    expect([like(24) > 0.42, like(24) < 0.46, like(28) < 0.42, like(28) > 0.38]).toEqual(Array(4).fill(true));
    expect([twins(24), twins(28)]).toEqual([
      ["a", "c", "b"],
      ["a", "b", "c"],
    ]);
  });

  it("takes prose for a copy only with the same numbers, and for nearly the same", () => {
    const prose = (id: string, score: number, text: string) => candidate(id, score, { text });
    const text = `${words(60)} after 25 seconds`;
    const last = prose("c", 0.7, "else");
    expect(order(prose("a", 0.9, text), prose("b", 0.8, `${text} now`), last)).toEqual(["a", "c", "b"]);
    expect(order(prose("a", 0.9, text), prose("b", 0.8, text.replace(" 25 ", " 40 ")), last)).toEqual([
      "a",
      "b",
      "c",
    ]);
    expect(
      order(
        prose("a", 0.9, text),
        memory("b", 0.8, { text: text.replace("after", "before not after or so to say it") }),
        last,
      ),
    ).toEqual(["a", "b", "c"]);
  });

  it("takes short texts for copies only when they are the same", () => {
    const last = code("c", 0.7, "else");
    expect(order(code("a", 0.9, "return first(list)"), code("b", 0.8, "return first(list)"), last)).toEqual([
      "a",
      "c",
      "b",
    ]);
    expect(order(code("a", 0.9, "return first(list)"), code("b", 0.8, "return first(list) ;"), last)).toEqual(
      ["a", "b", "c"],
    );
  });
});

describe("perDocument", () => {
  const of = (documentNum: number, scores: readonly number[], textOf: (at: number) => string) =>
    scores.map((score, at) =>
      candidate(`${documentNum}${String.fromCharCode(97 + at)}`, score, { documentNum, text: textOf(at) }),
    );
  const order = (list: readonly Candidate[], settings = {}) =>
    ids(stage("perDocument", settings)(list, context("pressure of the valve")));
  const steps = (at: number) => `Step ${at + 1}: open valve ${at + 1} and write its pressure down`;

  it("lets others that answer stand before a document's fourth of passages that are alike", () => {
    const list = [
      ...of(
        1,
        Array.from({ length: 60 }, (_, at) => 0.9 - at / 1_000),
        steps,
      ),
      ...of(2, [0.1], () => "a valve under pressure"),
      ...of(3, [0.05, 0], (at) => (at === 0 ? "nothing of it" : "the pressure, a valve")),
    ];
    const out = order(list);
    expect(out.slice(0, 6)).toEqual(["1a", "1b", "1c", "2a", "1d", "1e"]);
    expect(out).toHaveLength(list.length);
  });

  it("lets only as good ones stand before a passage that says another thing", () => {
    const list = [
      ...of(1, [0.9, 0.9, 0.9, 0.9, 0.5], (at) => words(8, at * 9)),
      ...of(2, [0.86], () => "x"),
      ...of(3, [0.8], () => "y"),
    ].sort((a, b) => b.score - a.score);
    expect(order(list)).toEqual(["1a", "1b", "1c", "2a", "1d", "3a", "1e"]);
    expect(order(list, { share: 0 })).toEqual(["1a", "1b", "1c", "2a", "3a", "1d", "1e"]);
    expect(order(list, { hits: 1, share: 0 })).toEqual(["1a", "2a", "3a", "1b", "1c", "1d", "1e"]);
  });

  it("lets go before it what has six tenths of the words that it has itself", () => {
    const all = "alder birch cedar dogwood elder";
    const list = (other: string) => [
      ...of(1, [0.9, 0.89, 0.88, 0.87], (at) => `${all} and ${at + 1}`),
      ...of(2, [0.1], () => other),
    ];
    const besides = (other: string) => ids(stage("perDocument")(list(other), context(all)));
    expect(besides("alder birch cedar")).toEqual(["1a", "1b", "1c", "2a", "1d"]);
    expect(besides("alder birch")).toEqual(["1a", "1b", "1c", "1d", "2a"]);
  });

  it("leaves what follows the first ten as it was", () => {
    const others = Array.from({ length: 9 }, (_, at) =>
      of(at + 2, [0.8 - at / 100], () => `${words(3, at * 7)} pressure of a valve`),
    ).flat();
    const list = [...of(1, [0.9, 0.89, 0.88, 0.87, 0.86], steps), ...others].sort(
      (a, b) => b.score - a.score,
    );
    expect(order(list).slice(10)).toEqual(["1d", "1e", "9a", "10a"]);
  });
});
