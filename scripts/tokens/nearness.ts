import { countTokens as countCl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { PLAIN } from "./samples.ts";

export interface Excerpt {
  readonly kind: string;
  readonly text: string;
  /** By o200k. */
  readonly tokens: number;
}

const NEAR = 0.1;
const LEAST_TOKENS = 50;
const LENGTHS = [100, 200, 500, Number.POSITIVE_INFINITY];
/** Kinds with fewer excerpts say little. */
const FEW = 8;

/** Lists the share of texts that are counted within a tenth, by length, by kind and for both vocabularies. */
export function nearness(
  excerpts: readonly Excerpt[],
  count: (text: string) => number,
  report: (line: string) => void,
): void {
  const groups = new Map<string, number[]>();
  const add = (group: string, error: number) => groups.set(group, [...(groups.get(group) ?? []), error]);
  for (const { kind, text, tokens } of excerpts) {
    if (tokens < LEAST_TOKENS) continue;
    const counted = count(text);
    const length = LENGTHS.find((most) => tokens < most);
    add(`o200k, under ${length}`, counted / tokens - 1);
    add(`cl100k, under ${length}`, counted / countCl100k(text, PLAIN) - 1);
    add(`o200k, ${kind.split(":")[0]}`, counted / tokens - 1);
    add(kind, counted / tokens - 1);
  }
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  for (const [group, errors] of [...groups].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const near = mean(errors.map((error) => (Math.abs(error) <= NEAR ? 100 : 0)));
    if (errors.length >= FEW && (near < 100 || !group.includes(":")))
      report(`${group}: ${near.toFixed(1)} % of ${errors.length}, mean ${(100 * mean(errors)).toFixed(1)} %`);
  }
}
