import { languageKind } from "../../language-kind.ts";
import { number } from "../../setting.ts";
import { type Candidate, defineStage } from "../stage.ts";
import { likenessOf, type Sketch, sketchOf } from "./sketch.ts";

/** So many different passages are compared with what follows them; nobody reads further. */
const COMPARED = 20;
/** Texts with fewer pairs of words in their sketch are copies only where they are the same. */
const FEWEST_PAIRS = { whole: 12, sample: 5 } as const;
/** What twins need of the similarity: a small function loses much of its likeness to what a build wraps it in. */
const TWIN_SHARE = 0.6;
/** Prose says another thing by one word, or one number. */
const PROSE_SIMILARITY = 0.9;

/**
 * Passages of nearly the same words as an earlier one go to the end: ESM and CJS builds of one file, copied folders, old
 * versions. Works without vectors, unlike `defer`.
 */
export const copies = defineStage({
  name: "copies",
  meaning: "puts passages with nearly the words of an earlier hit to the end",
  strength: "similarity",
  settings: {
    similarity: number(0.7, [0, 1], {
      meaning:
        "share of their pairs of words that two passages of code share; prose: 0.9 and the same numbers",
    }),
  },
  create:
    ({ similarity }) =>
    (candidates) => {
      const texts = new Set<string>();
      const kept = new Kept();
      const last = new Set<Candidate>();
      for (const candidate of candidates) {
        if (kept.all.length === COMPARED) break;
        const one = { candidate, sketch: sketchOf(candidate.text) };
        if (texts.has(candidate.text) || isCopy(one, kept, similarity)) last.add(candidate);
        else kept.add(one);
        texts.add(candidate.text);
      }
      return last.size === 0 ? candidates : [...candidates.filter((one) => !last.has(one)), ...last];
    },
});

interface Known {
  readonly candidate: Candidate;
  readonly sketch: Sketch;
}

/** The passages that are no copies, and which of them have a pair: so one more is compared with all of them at once. */
class Kept {
  readonly all: Known[] = [];
  readonly #having = new Map<number, number[]>();

  add(one: Known): void {
    const at = this.all.push(one) - 1;
    for (const pair of one.sketch.pairs) {
      const having = this.#having.get(pair);
      if (having === undefined) this.#having.set(pair, [at]);
      else having.push(at);
    }
  }

  /** How many pairs each has in common with a sketch. */
  sharing({ pairs }: Sketch): Uint16Array {
    const shared = new Uint16Array(this.all.length);
    for (const pair of pairs)
      for (const at of this.#having.get(pair) ?? []) shared[at] = (shared[at] ?? 0) + 1;
    return shared;
  }
}

function isCopy(one: Known, kept: Kept, similarity: number): boolean {
  const { pairs, isSample } = one.sketch;
  if (pairs.size < FEWEST_PAIRS[isSample ? "sample" : "whole"]) return false;
  const shared = kept.sharing(one.sketch);
  return kept.all.some((earlier, at) => repeats(one, earlier, { shared: shared[at] ?? 0, similarity }));
}

function repeats(
  { candidate, sketch }: Known,
  earlier: Known,
  { shared, similarity }: { readonly shared: number; readonly similarity: number },
): boolean {
  const like = likenessOf(shared, sketch, earlier.sketch);
  if (candidate.kind === "memory" || languageKind(candidate.language) === "prose")
    return like >= PROSE_SIMILARITY && sketch.numbers === earlier.sketch.numbers;
  if (like >= similarity) return true;
  return like >= TWIN_SHARE * similarity && areTwins(candidate, earlier.candidate);
}

const ENDINGS = /(?:\.[a-z]{1,6}){1,3}$/i;

/** Folder and name without endings: `esm/utils/body.js` and `cjs/utils/body.js` have the same. */
const placeOf = (path: string): string => path.split("/").slice(-2).join("/").replace(ENDINGS, "");

const areTwins = (a: Candidate, b: Candidate): boolean =>
  a.documentNum !== b.documentNum && placeOf(a.path) === placeOf(b.path);
