import { EVIDENCE, type Evidence, type EvidenceName } from "../../src/search/relevance/evidence.ts";
import type { Model } from "../../src/search/relevance/model.ts";
import { boundedBy } from "../../src/search/relevance/relevance.ts";
import type { Mode, Observation } from "./ask.ts";
import { fitLogistic, probability, type Sample } from "./logistic.ts";

/** What a question of each kind counts; look-ups little, as few words leave little to judge by. */
const WEIGHTS: Readonly<Record<Mode, number>> = {
  asked: 1,
  "taken out": 0.3,
  foreign: 0.7,
  words: 0.1,
  "foreign words": 0.1,
};
/** All questions of a set that are asked as they are count so much, however many they are. */
const SET_WEIGHT = 1_000;
const RIDGE = 1;

const ALL = Object.keys(EVIDENCE) as EvidenceName[];

/** What the models of a passage and of an answer look at, with what neural models said where they were asked. */
export function namesFor(
  said: readonly EvidenceName[],
): Readonly<Record<"passage" | "answer", readonly EvidenceName[]>> {
  const known = ALL.filter((name) => (name !== "cosine" && name !== "judged") || said.includes(name));
  return {
    // The fall of the scores says of all hits the same, their lead of one alone.
    passage: known.filter((name) => name !== "steepness"),
    answer: known.filter((name) => name !== "lead"),
  };
}

const featuresOf = (evidence: Evidence, names: readonly EvidenceName[]): readonly number[] =>
  names.map((name) => evidence[name] ?? 0);

function modelOf(samples: readonly Sample[], names: readonly EvidenceName[]): Model {
  const { intercept, weights } = fitLogistic(samples, RIDGE);
  return { intercept, weights: Object.fromEntries(names.map((name, at) => [name, weights[at] ?? 0])) };
}

const judgedBy = ({ intercept, weights }: Model, evidence: Evidence): number => {
  const names = Object.keys(weights) as EvidenceName[];
  const values = names.map((name) => weights[name] ?? 0);
  return probability({ intercept, weights: values }, featuresOf(evidence, names));
};

/** Each set counts the same, and in it each question. */
function weigher(seen: readonly Observation[]): (one: Observation) => number {
  const counts = new Map<string, number>();
  const key = ({ set, mode }: Observation) => `${set} ${mode}`;
  for (const one of seen) counts.set(key(one), (counts.get(key(one)) ?? 0) + 1);
  return (one) => (SET_WEIGHT * WEIGHTS[one.mode]) / (counts.get(key(one)) ?? 1);
}

/** Questions that were asked as they are, with an answer among the hits. */
export const isAnswered = ({ mode, hits }: Observation): boolean =>
  (mode === "asked" || mode === "words") && hits.some(({ isRight }) => isRight);

export interface Fitted {
  readonly passage: Model;
  readonly answer: Model;
}

/** Fits how likely a hit is right, then how likely any of the hits is, by the evidence of the likeliest. */
export function fitModels(seen: readonly Observation[], names: ReturnType<typeof namesFor>): Fitted {
  const weight = weigher(seen);
  const hits = seen.flatMap((one) =>
    one.hits.map(({ evidence, isRight }) => ({
      features: featuresOf(evidence, names.passage),
      isTrue: isRight,
      weight: weight(one) / one.hits.length,
    })),
  );
  const passage = modelOf(hits, names.passage);
  const answers = seen.flatMap((one) => {
    const best = bestOf(one, passage);
    if (best === undefined) return [];
    const features = featuresOf(best, names.answer);
    return [{ features, isTrue: isAnswered(one), weight: weight(one) }];
  });
  return { passage, answer: modelOf(answers, names.answer) };
}

function bestOf({ hits }: Observation, passage: Model): Evidence | undefined {
  const judged = hits.map(({ evidence }) => ({ evidence, relevance: judgedBy(passage, evidence) }));
  return judged.sort((a, b) => b.relevance - a.relevance)[0]?.evidence;
}

/** An observation with the relevance of its hits, and of the answer; 0 without hits. */
export interface Judged extends Observation {
  readonly relevance: readonly number[];
  readonly answer: number;
}

/** Every set judged by models that were fitted on the others. */
export function crossValidate(
  seen: readonly Observation[],
  names: ReturnType<typeof namesFor>,
): readonly Judged[] {
  const sets = [...new Set(seen.map(({ set }) => set))];
  return sets.flatMap((set) => {
    const { passage, answer } = fitModels(
      seen.filter((one) => one.set !== set),
      names,
    );
    return seen
      .filter((one) => one.set === set)
      .map((one) => {
        const best = bestOf(one, passage);
        const relevance = one.hits.map(({ evidence }) => judgedBy(passage, evidence));
        const claimed = best === undefined ? 0 : boundedBy(relevance, judgedBy(answer, best));
        return { ...one, relevance, answer: claimed };
      });
  });
}
