import { number } from "../../setting.ts";
import { defineStage, type StageContext, scoring } from "../stage.ts";
import { type Support, supportOf } from "./supporting-passages.ts";

/** Stems of the words with which somebody asks for such passages. */
const ASKED_BY: Readonly<Record<Support, RegExp>> = {
  test: /^(?:test|spec|fixtur|mock|snapshot|assert|bench)/,
  generated: /^(?:lock|lockfil|gener|dist|build|bundl|vendor|minifi)/,
  imports: /^(?:import|includ|requir|depend)/,
};

/** Tests repeat what they test, and in its words; so do fixtures and builds. Score 0.9 → 0.63 at the default. */
export const supporting = defineStage({
  name: "supporting",
  meaning:
    "fades tests, fixtures, generated files and import lines, unless the query names such: × (1 − weight)",
  strength: "weight",
  settings: { weight: number(0.3, [0, 1], { meaning: "what they lose" }) },
  create: ({ weight }) =>
    scoring((candidate, { terms }) => {
      const support = supportOf(candidate);
      return support === undefined || asksFor(support, terms)
        ? candidate.score
        : candidate.score * (1 - weight);
    }),
});

const asksFor = (support: Support, terms: StageContext["terms"]): boolean =>
  terms.some(({ stem }) => ASKED_BY[support].test(stem));
