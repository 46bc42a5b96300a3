import type { Match } from "./matches.ts";

/** A range of a text: offsets in UTF-16 units, end exclusive. */
export type Range = readonly [start: number, end: number];

/** What a query term is worth, by stem. */
export type TermWeights = ReadonlyMap<string, number>;

/** Neighbouring units, by their places in a list (both inclusive), and the weight of the distinct terms in them. */
export interface Span {
  readonly first: number;
  readonly last: number;
  readonly weight: number;
}

/**
 * The shortest run of neighbouring units, no longer than `limit` from its start to its end, that holds the most weight
 * of distinct terms; the earliest of equals. Undefined when no unit holds a match. Units and matches are in order and
 * units do not overlap; linear in both.
 */
export function bestSpan(
  units: readonly Range[],
  matches: readonly Match[],
  { weights, limit }: { readonly weights: TermWeights; readonly limit: number },
): Span | undefined {
  const inUnits = stemsOfUnits(units, matches);
  const tally = distinctWeight(weights);
  let best: Span | undefined;
  let first = 0;
  for (const [last, [, end]] of units.entries()) {
    tally.add(inUnits[last] ?? []);
    while (first < last && (end - (units[first]?.[0] ?? 0) > limit || tally.isSpare(inUnits[first] ?? []))) {
      tally.remove(inUnits[first] ?? []);
      first += 1;
    }
    const fits = end - (units[first]?.[0] ?? 0) <= limit;
    if (fits && tally.weight() > (best?.weight ?? 0)) best = { first, last, weight: tally.weight() };
  }
  return best;
}

/** The stems of the matches that start in each unit. */
function stemsOfUnits(units: readonly Range[], matches: readonly Match[]): string[][] {
  let next = 0;
  return units.map(([start, end]) => {
    while ((matches[next]?.start ?? Number.POSITIVE_INFINITY) < start) next += 1;
    const stems: string[] = [];
    for (let match = matches[next]; match !== undefined && match.start < end; match = matches[next]) {
      stems.push(match.stem);
      next += 1;
    }
    return stems;
  });
}

/** Counts stems that come and go, and weighs those present, each once. */
function distinctWeight(weights: TermWeights) {
  const counts = new Map<string, number>();
  const change = (stems: readonly string[], by: number) => {
    for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + by);
  };
  return {
    add: (stems: readonly string[]) => change(stems, 1),
    remove: (stems: readonly string[]) => change(stems, -1),
    /** Whether every one of them stands elsewhere too, so that nothing is lost without these. */
    isSpare: (stems: readonly string[]) => {
      const own = new Map<string, number>();
      for (const stem of stems) own.set(stem, (own.get(stem) ?? 0) + 1);
      return [...own].every(([stem, count]) => (counts.get(stem) ?? 0) > count);
    },
    weight: () => {
      let sum = 0;
      for (const [stem, count] of counts) if (count > 0) sum += weights.get(stem) ?? 0;
      return sum;
    },
  };
}
