import fc from "fast-check";
import { expect, it } from "vitest";
import { analyseQuery } from "../../../src/search/query/analyse.ts";
import { EVIDENCE, type EvidenceName } from "../../../src/search/relevance/evidence.ts";
import { evidenceFor, known } from "./known-query.ts";

/** Rounding of sums. */
const DUST = 1e-9;
const SHARES = (Object.keys(EVIDENCE) as EvidenceName[]).filter(
  (name) => !["lead", "cosine", "judged"].includes(name),
);

/** What a passage has of a query. */
const GROWING = ["found", "words", "breadth", "window", "headings", "adjacency", "named"] as const;

const word = fc.constantFrom(
  ...["heron", "weir", "studies", "ледник", "鮭の遡上", "署名鍵", "회전", "🐟", "the", "to", "C++"],
  ...["getUserById", "log4cxx", "src/a/b.ts", "ÄRGER", "naïve", "2026-03-11", '"gate"', "?!", "أمان", "a"],
);
const phrase = fc.array(word, { minLength: 1, maxLength: 9 }).map((words) => words.join(" "));
/** What holds nothing but spaces is no query. */
const query = fc
  .oneof(phrase, fc.string({ minLength: 1, maxLength: 40, unit: "grapheme" }))
  .filter((text) => text.normalize("NFKC").replaceAll("\0", " ").trim() !== "");
const text = fc.oneof(phrase, fc.string({ maxLength: 300, unit: "grapheme" }), fc.constant(""));
const passage = fc.record({ text, headings: fc.array(text, { maxLength: 3 }), path: text });
const scores = fc
  .array(fc.double({ min: 0, max: 50, noNaN: true }), { maxLength: 15 })
  .map((values) => values.sort((a, b) => b - a));
const frequencies = fc.array(fc.nat(1_000), { minLength: 1, maxLength: 9 });

/** A query whose words have these frequencies in turn; 0: none. */
function queried(asked: string, numbers: readonly number[]) {
  const { words } = analyseQuery(asked);
  return known(asked, Object.fromEntries(words.map((each, at) => [each, numbers[at % numbers.length] ?? 0])));
}

it("lies within 0 and 1 for any query, passage and scores, a lead within -1 and 1", () => {
  fc.assert(
    fc.property(query, frequencies, passage, scores, fc.nat(20), (asked, numbers, words, list, at) => {
      const said = { scores: list, keyword: list[at], cosine: 0.5, rerank: 0.25 };
      const evidence = evidenceFor(queried(asked, numbers), words, said);
      for (const name of SHARES) {
        expect(evidence[name], name).toBeGreaterThanOrEqual(-DUST);
        expect(evidence[name], name).toBeLessThanOrEqual(1 + DUST);
      }
      expect(Math.abs(evidence.lead ?? Number.NaN)).toBeLessThanOrEqual(1);
      expect(Object.values(evidence).every(Number.isFinite)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

it("is all of a query for its own words, whatever they are", () => {
  fc.assert(
    fc.property(phrase, frequencies, (asked, numbers) => {
      fc.pre(analyseQuery(asked).terms.length > 0);
      const { found, words } = evidenceFor(queried(asked, numbers), { text: asked });
      expect(words).toBe(1);
      expect(found).toBeCloseTo(1, 6);
    }),
  );
});

it("is none of a query without words, and of a passage without any", () => {
  const nothing = Object.fromEntries(GROWING.map((name) => [name, 0]));
  expect(evidenceFor(known("?!"), { text: "?! ?!", headings: ["?!"], path: "?!" })).toMatchObject({
    ...nothing,
    ...{ unknown: 0, repaired: 0 },
  });
  fc.assert(
    fc.property(query, frequencies, (asked, numbers) => {
      expect(evidenceFor(queried(asked, numbers), {})).toMatchObject(nothing);
    }),
  );
});

it("never shrinks by a text that is added", () => {
  fc.assert(
    fc.property(query, frequencies, phrase, phrase, (asked, numbers, before, after) => {
      const of = queried(asked, numbers);
      const [less, more] = [before, `${before}\n${after}`].map((words) => evidenceFor(of, { text: words }));
      for (const name of GROWING)
        expect(more?.[name], name).toBeGreaterThanOrEqual((less?.[name] ?? 0) - DUST);
    }),
  );
});

it("does not depend on how a passage writes its letters", () => {
  fc.assert(
    fc.property(phrase, frequencies, (asked, numbers) => {
      const of = queried(asked, numbers);
      const { named: _, missing: __, ...plain } = evidenceFor(of, { text: asked, headings: [asked] });
      const {
        named: ___,
        missing: ____,
        ...loud
      } = evidenceFor(of, {
        text: asked.toUpperCase().normalize("NFD"),
        headings: [asked.toUpperCase()],
      });
      expect(loud).toEqual(plain);
    }),
  );
});
