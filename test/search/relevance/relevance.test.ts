import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COEFFICIENTS } from "../../../src/search/relevance/coefficients.ts";
import { EVIDENCE, type Evidence, type EvidenceName } from "../../../src/search/relevance/evidence.ts";
import { type Basis, DEFAULT_FLOOR } from "../../../src/search/relevance/model.ts";
import { basisOf, probabilityOf } from "../../../src/search/relevance/relevance.ts";
import { evidenceFor, known } from "./known-query.ts";

const BASES = Object.keys(COEFFICIENTS) as Basis[];
const NAMES = Object.keys(EVIDENCE) as EvidenceName[];
const CLAIMS = ["passage", "answer"] as const;
const EACH = BASES.flatMap((basis) => CLAIMS.map((claim) => [basis, claim] as const));

const share = fc.double({ min: 0, max: 1, noNaN: true });
const RANGES: Readonly<Partial<Record<EvidenceName, fc.Arbitrary<number>>>> = {
  lead: fc.double({ min: -1, max: 1, noNaN: true }),
  cosine: fc.double({ min: -1, max: 1, noNaN: true }),
  judged: fc.double({ min: -9.3, max: 9.3, noNaN: true }),
};
const evidence: fc.Arbitrary<Evidence> = fc.record(
  Object.fromEntries(NAMES.map((name) => [name, RANGES[name] ?? share])),
  { requiredKeys: [] },
);

describe("what relevance is judged by", () => {
  it("is the best that is known of a passage", () => {
    expect(basisOf({ cosine: 0.5, judged: 0 }, "neural")).toBe("cross-encoder");
    expect(basisOf({ judged: -3 }, "embedded")).toBe("cross-encoder");
    expect(basisOf({ cosine: 0 }, "neural")).toBe("neural");
    expect(basisOf({ cosine: 0.5 }, "embedded")).toBe("embedded");
    expect(basisOf({ found: 1 }, "neural")).toBe("keyword");
  });
});

describe.each(EACH)("the probability by %s of a %s", (basis, claim) => {
  const of = (known: Evidence) => probabilityOf(claim, known, basis);
  const { keywordShare = 0 } = COEFFICIENTS[basis];
  /** What a piece of evidence adds to the log-odds. */
  const weightOf = (name: EvidenceName) =>
    (COEFFICIENTS[basis][claim].weights[name] ?? 0) +
    keywordShare * (COEFFICIENTS.keyword[claim].weights[name] ?? 0);

  it("lies within 0 and 1 whatever is known", () => {
    fc.assert(
      fc.property(evidence, (known) => {
        expect(of(known)).toBeGreaterThan(0);
        expect(of(known)).toBeLessThan(1);
      }),
    );
    expect(of({})).toBeGreaterThan(0);
  });

  it("moves with each piece of evidence as its weight says, all else the same", () => {
    fc.assert(
      fc.property(evidence, fc.constantFrom(...NAMES), share, share, (known, name, one, other) => {
        const change =
          of({ ...known, [name]: Math.max(one, other) }) - of({ ...known, [name]: Math.min(one, other) });
        expect(change * Math.sign(weightOf(name) || 1)).toBeGreaterThanOrEqual(
          weightOf(name) === 0 ? 0 : -1e-15,
        );
        if (weightOf(name) === 0) expect(change).toBe(0);
      }),
    );
  });

  // A share that is found enters three times, by rarity, by words and by how many words were asked for, so that no one
  // of those weights has a sign of its own; the next block looks at them together.
  it.each(["window", "adjacency", "headings", "named", "lead", "steepness", "cosine", "judged"] as const)(
    "is never lowered by %s: it is what answers have more of",
    (name) => {
      expect(weightOf(name)).toBeGreaterThanOrEqual(0);
    },
  );

  it.each(["unknown", "repaired"] as const)(
    "is lowered by %s words: they were asked for and are not there",
    (name) => {
      if (basis === "keyword" || keywordShare > 0) expect(weightOf(name)).toBeLessThan(0);
      else expect(weightOf(name)).toBeLessThanOrEqual(0);
    },
  );
});

describe("more of a query that is found", () => {
  const WORDS = ["heron", "weir", "ladder", "eel", "sluice", "gauge", "marsh", "otter"];

  // By the three weights of what is found together, for words of one rarity: each that stands beside those found before
  // adds one n-th to found, words and window, a part of that to breadth, and less than half of it to repetition.
  it.each(EACH)("beside the rest never lowers the probability by %s of a %s", (basis, claim) => {
    for (let asked = 1; asked <= WORDS.length; asked += 1) {
      const query = known(WORDS.slice(0, asked).join(" "));
      const found = Array.from({ length: asked + 1 }, (_, count) =>
        evidenceFor(query, { text: WORDS.slice(0, count).join(" ") }, { cosine: 0.5, rerank: 0.5 }),
      ).map((one) => probabilityOf(claim, one, basis));
      expect(found, `${asked} words`).toEqual([...found].sort((a, b) => a - b));
      expect(found.at(-1)).toBeGreaterThan(found[0] ?? 1);
    }
  });

  it("makes an answer likelier than not in no basis where nothing of it is found and nothing else speaks for it", () => {
    for (const [basis, claim] of EACH) {
      const nothing = evidenceFor(
        known("heron weir ladder"),
        { text: "soup at noon" },
        { cosine: 0, rerank: 0.01 },
      );
      expect(probabilityOf(claim, nothing, basis), `${basis} ${claim}`).toBeLessThan(DEFAULT_FLOOR);
    }
  });
});

it("has coefficients that nobody measured only where they build on those that somebody did", () => {
  expect(COEFFICIENTS.keyword).toMatchObject({ isMeasured: true });
  for (const { isMeasured, keywordShare = 0 } of Object.values(COEFFICIENTS))
    if (!isMeasured) expect(keywordShare).toBeGreaterThan(0);
  expect(DEFAULT_FLOOR).toBeGreaterThan(0);
  expect(DEFAULT_FLOOR).toBeLessThan(0.5);
});
