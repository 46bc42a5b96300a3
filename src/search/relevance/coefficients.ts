// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: a weight may look like e
import type { Basis, Coefficients } from "./model.ts";

/**
 * Made by `npm run calibrate`: fitted on six judged sets (notes, documentation of two kinds, conversations, abstracts,
 * functions), each question asked as it is, with its answers taken out, and of the other sets; sets and questions count
 * alike; and look-ups in one or two of its words. The neural ones are not measured: bge-base-en-v1.5 gives passages that
 * answer cosines around .75 and others .5, bge-reranker-base log-odds above and below 0.
 */
export const COEFFICIENTS: Readonly<Record<Basis, Coefficients>> = {
  keyword: {
    passage: {
      intercept: -6.03,
      weights: {
        found: -6.734,
        words: 4.875,
        breadth: 5.283,
        window: 2.492,
        headings: 1.16,
        adjacency: 0.53,
        named: 0.324,
        missing: -0.469,
        unknown: -2.408,
        repaired: -1.398,
        lead: 3.936,
      },
    },
    answer: {
      intercept: -5.547,
      weights: {
        found: -5.652,
        words: 4.53,
        breadth: 5.427,
        window: 2.881,
        headings: 1.246,
        adjacency: 0.74,
        named: 0.449,
        missing: -0.548,
        unknown: -1.93,
        repaired: -2.567,
        steepness: 3.404,
      },
    },
    isMeasured: true,
  },
  embedded: {
    passage: {
      intercept: -6.482,
      weights: {
        found: -6.781,
        words: 5.486,
        breadth: 4.238,
        window: 1.907,
        headings: 0.876,
        adjacency: 0.292,
        named: 0.15,
        missing: -0.498,
        unknown: -2.291,
        repaired: -0.549,
        lead: 4.134,
        cosine: 3.416,
      },
    },
    answer: {
      intercept: -6.135,
      weights: {
        found: -5.669,
        words: 5.014,
        breadth: 4.75,
        window: 2.283,
        headings: 1.089,
        adjacency: 0.14,
        named: 0.266,
        missing: -0.567,
        unknown: -1.735,
        repaired: -1.852,
        steepness: 3.641,
        cosine: 3.444,
      },
    },
    isMeasured: true,
  },
  neural: {
    passage: {
      intercept: -11.16,
      weights: {
        cosine: 18,
      },
    },
    answer: {
      intercept: -11.16,
      weights: {
        cosine: 18,
      },
    },
    keywordShare: 0.5,
    isMeasured: false,
  },
  "cross-encoder": {
    passage: {
      intercept: 0,
      weights: {
        judged: 0.6,
      },
    },
    answer: {
      intercept: 0,
      weights: {
        judged: 0.6,
      },
    },
    keywordShare: 0.25,
    isMeasured: false,
  },
};
