import type { Coefficients } from "../../src/search/relevance/model.ts";

const DIGITS = 3;

const HEAD = `// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: a weight may look like e
import type { Basis, Coefficients } from "./model.ts";

/**
 * Made by \`npm run calibrate\`: fitted on six judged sets (notes, documentation of two kinds, conversations, abstracts,
 * functions), each question asked as it is, with its answers taken out, and of the other sets; sets and questions count
 * alike; and look-ups in one or two of its words. The neural ones are not measured: bge-base-en-v1.5 gives passages that
 * answer cosines around .75 and others .5, bge-reranker-base log-odds above and below 0.
 */
`;

const rounded = (_: string, value: unknown): unknown =>
  typeof value === "number" ? Number(value.toFixed(DIGITS)) : value;

/** The file of coefficients, to be formatted. */
export function coefficientsFile(all: ReadonlyMap<string, Coefficients>): string {
  const table = JSON.stringify(Object.fromEntries(all), rounded, 2);
  return `${HEAD}export const COEFFICIENTS: Readonly<Record<Basis, Coefficients>> = ${table};\n`;
}
