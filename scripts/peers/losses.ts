import type { Metric } from "../../src/cli/commands/eval/evaluation.ts";
import { signFlip } from "../../src/cli/commands/eval/statistics/significance.ts";
import { meanOf, type PeerFigures } from "./measure.ts";
import { OWN, type PeerId } from "./table.ts";

const QUALITIES = ["nDCG@10", "recall@10", "hit@1", "silent"] as const satisfies readonly Metric[];
/** Less is better. */
const COSTS = [
  ["empty answers", ({ empty }: PeerFigures) => empty],
  ["index time", ({ indexMs }: PeerFigures) => indexMs],
  ["size", ({ bytes }: PeerFigures) => bytes],
  ["cold start", ({ coldMs }: PeerFigures) => coldMs],
  ["p50", ({ p50Ms }: PeerFigures) => p50Ms],
  ["memory", ({ memory }: PeerFigures) => memory ?? 0],
] as const;

type NameOf = (id: PeerId) => string;

/** p of the paired permutation test over the questions that both were judged by. */
function chanceOf(own: PeerFigures, other: PeerFigures, metric: Metric): number {
  const differences = own.scores.flatMap((scores, at) => {
    const [one, two] = [scores[metric], other.scores[at]?.[metric]];
    return one === undefined || two === undefined ? [] : [two - one];
  });
  return signFlip(differences);
}

const chance = (p: number): string => (p < 0.001 ? "p < .001" : `p = ${p.toFixed(3).replace(/^0/, "")}`);

function qualityLosses(own: PeerFigures, others: readonly PeerFigures[], nameOf: NameOf): readonly string[] {
  return QUALITIES.flatMap((metric) => {
    const mine = meanOf(own.scores, metric);
    const ahead = others.filter((other) => (meanOf(other.scores, metric) ?? 0) > (mine ?? 1));
    if (ahead.length === 0) return [];
    return `${metric} to ${ahead.map((other) => `${nameOf(other.id)} (${chance(chanceOf(own, other, metric))})`).join(", ")}`;
  });
}

const costLosses = (own: PeerFigures, others: readonly PeerFigures[], nameOf: NameOf): readonly string[] =>
  COSTS.flatMap(([what, of]) => {
    const ahead = others.filter((other) => of(other) < of(own));
    if (ahead.length === 0) return [];
    const who = ahead.length === others.length ? "all others" : ahead.map(({ id }) => nameOf(id)).join(", ");
    return `${what} to ${who}`;
  });

/**
 * What this program loses at on a set, and to whom: each measure in which another is ahead, of quality with how probable such
 * a difference is by chance (paired permutation test).
 */
export function lossesOf(figures: readonly PeerFigures[], nameOf: NameOf): readonly string[] {
  const own = figures.find(({ id }) => id === OWN);
  const others = figures.filter(({ id }) => id !== OWN);
  if (own === undefined || others.length === 0) return [];
  const losses = [...qualityLosses(own, others, nameOf), ...costLosses(own, others, nameOf)];
  return [losses.length === 0 ? "Loses nothing here." : `${nameOf(OWN)} loses ${losses.join("; ")}.`];
}
