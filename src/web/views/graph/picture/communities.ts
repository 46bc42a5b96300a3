import type { Picture } from "./picture.ts";

/** How often everything is looked at again; a few times are enough. */
const MOST_ROUNDS = 20;

/** Weights between things by their numbers. */
type Weights = readonly ReadonlyMap<number, number>[];

/**
 * The community of each node, numbers from 0, that with the most mentions first: nodes with more edges among them than to others, found by
 * moving each to the neighbouring community that raises modularity most (Blondel and others, 2008), first nodes, then the
 * communities so found. The same for the same picture.
 */
export function communitiesOf({ nodes, edges }: Picture): readonly number[] {
  const number = new Map(nodes.map(({ slug }, at) => [slug, at]));
  const weights = nodes.map(() => new Map<number, number>());
  for (const { from, to } of edges) {
    const [one, other] = [number.get(from) ?? 0, number.get(to) ?? 0];
    weights[one]?.set(other, (weights[one].get(other) ?? 0) + 1);
    weights[other]?.set(one, (weights[other].get(one) ?? 0) + 1);
  }
  let communities: readonly number[] = nodes.map((_, at) => at);
  let between: Weights = weights;
  for (;;) {
    const joined = moved(between);
    communities = communities.map((community) => joined[community] ?? 0);
    if (new Set(joined).size === between.length)
      return ranked(
        communities,
        nodes.map(({ mentions }) => mentions),
      );
    between = together(between, joined);
  }
}

/** One round of moves after another until nothing moves. */
function moved(weights: Weights): number[] {
  const degrees = weights.map((near) => [...near.values()].reduce((sum, weight) => sum + weight, 0));
  const total = Math.max(
    1,
    degrees.reduce((sum, degree) => sum + degree, 0),
  );
  const communities = weights.map((_, at) => at);
  const sizes = [...degrees];
  let isMoved = true;
  for (let round = 0; isMoved && round < MOST_ROUNDS; round++) {
    isMoved = false;
    for (const [at, near] of weights.entries()) {
      const [own, degree] = [communities[at] ?? 0, degrees[at] ?? 0];
      const towards = new Map<number, number>([[own, 0]]);
      for (const [other, weight] of near) {
        const community = communities[other] ?? 0;
        if (other !== at) towards.set(community, (towards.get(community) ?? 0) + weight);
      }
      sizes[own] = (sizes[own] ?? 0) - degree;
      const gain = ([community, weight]: readonly [number, number]) =>
        weight - ((sizes[community] ?? 0) * degree) / total;
      let best: readonly [number, number] = [own, towards.get(own) ?? 0];
      for (const one of towards) if (gain(one) > gain(best) + 1e-9) best = one;
      sizes[best[0]] = (sizes[best[0]] ?? 0) + degree;
      communities[at] = best[0];
      isMoved ||= best[0] !== own;
    }
  }
  return ranked(communities, degrees);
}

/** Communities as things of their own. */
function together(weights: Weights, communities: readonly number[]): Weights {
  const merged = Array.from({ length: Math.max(-1, ...communities) + 1 }, () => new Map<number, number>());
  for (const [at, near] of weights.entries())
    for (const [other, weight] of near) {
      const [from, to] = [communities[at] ?? 0, communities[other] ?? 0];
      merged[from]?.set(to, (merged[from].get(to) ?? 0) + weight);
    }
  return merged;
}

/** The same communities, numbered by the weight of what is in each. */
function ranked(communities: readonly number[], weights: readonly number[]): number[] {
  const sums = new Map<number, number>();
  for (const [at, community] of communities.entries())
    sums.set(community, (sums.get(community) ?? 0) + (weights[at] ?? 0));
  const order = [...sums].sort((a, b) => b[1] - a[1]).map(([community]) => community);
  const rank = new Map(order.map((community, at) => [community, at]));
  return communities.map((community) => rank.get(community) ?? 0);
}
