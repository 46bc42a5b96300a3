import { number } from "../../setting.ts";
import { shareFinder } from "../held-share.ts";
import { type Candidate, defineStage } from "../stage.ts";
import { likeness, type Sketch, sketchOf } from "./sketch.ts";

/** The first page: further down a document may have what it has. */
const PLACES = 10;
/** Pairs of words that two passages of a document share when they are alike. */
const ALIKE = 0.25;
/** Of the query's words in a passage that waits and is alike, what another document needs to go first. */
const ANSWERING = 0.6;

/** A passage that waits, and which passages of other documents may go before it. */
interface Waiting {
  readonly candidate: Candidate;
  readonly letsGo: (other: Candidate) => boolean;
}

/**
 * Of the first ten a document has at most `hits` while others answer as well: before passages that resemble its earlier
 * hits (sixty steps of one list) whatever holds most of the words that they hold, before others what scores nearly as
 * high. Those that wait come next; nothing is dropped.
 */
export const perDocument = defineStage({
  name: "perDocument",
  meaning: "lets other documents come before a document's further hits, among the first ten",
  strength: "hits",
  settings: {
    hits: number(3, [0, 100], { integer: true, unit: "hits", meaning: "of one document before others" }),
    share: number(0.95, [0, 1], {
      meaning:
        "of the score of a hit that waits, what another document needs; less before one like those it has",
    }),
  },
  create:
    ({ hits, share }) =>
    (candidates, { terms }) => {
      const rule = { share, heldBy: onceAText(shareFinder(terms)), sketchBy: onceAText(sketchOf) };
      const first: Candidate[] = [];
      const waiting: Waiting[] = [];
      let at = 0;
      for (; at < candidates.length && first.length < PLACES; at++) {
        const candidate = candidates[at] as Candidate;
        admitBefore(candidate, first, waiting);
        if (first.length === PLACES) break;
        const earlier = first.filter(({ documentNum }) => documentNum === candidate.documentNum);
        if (earlier.length < hits) first.push(candidate);
        else waiting.push({ candidate, letsGo: rivalsOf(candidate, earlier, rule) });
      }
      return [...first, ...waiting.map(({ candidate }) => candidate), ...candidates.slice(at)];
    },
});

/** Those that wait and do not let the candidate go first take their places. */
function admitBefore(candidate: Candidate, first: Candidate[], waiting: Waiting[]): void {
  for (let at = 0; at < waiting.length && first.length < PLACES; ) {
    const { candidate: one, letsGo } = waiting[at] as Waiting;
    const isOther = one.documentNum !== candidate.documentNum;
    if (!isOther || letsGo(candidate)) at += 1;
    else {
      first.push(one);
      waiting.splice(at, 1);
    }
  }
}

interface RivalRule {
  readonly share: number;
  /** Share of the query's words, by rarity, in a text. */
  readonly heldBy: (text: string) => number;
  readonly sketchBy: (text: string) => Sketch;
}

/** The same function, run once for each text. */
function onceAText<Value>(of: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const value = known.get(text) ?? of(text);
    known.set(text, value);
    return value;
  };
}

function rivalsOf(
  { score, text }: Candidate,
  earlier: readonly Candidate[],
  { share, heldBy, sketchBy }: RivalRule,
): Waiting["letsGo"] {
  const sketch = sketchBy(text);
  if (!earlier.some((one) => likeness(sketch, sketchBy(one.text)) >= ALIKE))
    return (other) => other.score >= share * score;
  const least = ANSWERING * heldBy(text);
  return (other) => other.score >= share * score || heldBy(other.text) >= least;
}
