import type { Hit } from "../../../../search/contract/hits.ts";
import { percent } from "../../../../search/views/answer-words.ts";
import { matchedTerms } from "../../../preview/matched-terms.ts";
import { whyStrings } from "../../../strings/why.ts";
import type { Vote } from "../asking/use-hit-votes.ts";

const words = whyStrings;

/** Words that are named. */
const NAMED = 3;
/** A smaller change of the score is no reason, share of the whole. */
const LEAST = 0.005;

type Traced = Pick<Hit, "arms" | "snippet" | "trace">;
type Ranked = Traced & Pick<Hit, "relevance">;
type Standing = NonNullable<Hit["trace"]>[number];

/** The steps after the arms, each with the one before it. */
function changes({ trace = [] }: Traced): readonly { readonly before: Standing; readonly after: Standing }[] {
  const fused = trace.findIndex(({ step }) => step === "fuse");
  const staged = fused < 0 ? [] : trace.slice(fused);
  return staged.slice(1).flatMap((after, at) => {
    const before = staged[at];
    return before === undefined ? [] : [{ before, after }];
  });
}

/** Marked words that follow each other and begin large: `Kestrel Labs`. */
export function markedNames({ snippet }: Pick<Hit, "snippet">): readonly string[] {
  const { text = "", highlights = [] } = snippet ?? {};
  const names: { from: number; to: number }[] = [];
  for (const [from, to] of highlights) {
    if (!/^\p{Lu}/u.test(text.slice(from, to))) continue;
    const last = names.at(-1);
    if (last !== undefined && text.slice(last.to, from) === " ") last.to = to;
    else names.push({ from, to });
  }
  return [...new Set(names.map(({ from, to }) => text.slice(from, to)))].slice(0, NAMED);
}

const quoted = (some: readonly string[]): string => some.map((one) => `“${one}”`).join(", ");

/** What found it: names, words, meaning. */
function found(hit: Traced): readonly string[] {
  const { arms } = hit;
  const names = "entity" in arms ? markedNames(hit) : [];
  const terms = matchedTerms(hit).slice(0, NAMED);
  const hasWords = "keyword" in arms && names.length === 0 && terms.length > 0;
  const byName = names.length > 0 ? words.names(names.join(", ")) : hasWords && words.has(quoted(terms));
  const byMeaning = "vector" in arms && (byName ? words.meansToo : words.means);
  return [byName, byMeaning, "recent" in arms && words.newest].filter((one) => typeof one === "string");
}

/** What one step after the fusion made of it; undefined where that is not worth a word. */
function changed(before: Standing, after: Standing, vote: Vote): string | undefined {
  const places = before.rank - after.rank;
  const amount = after.score - before.score;
  if (after.step === "rerank")
    return places === 0 ? undefined : places > 0 ? words.raised(places) : words.lowered(-places);
  if (after.step === "newest")
    return places === 0 ? undefined : places > 0 ? words.newer(places) : words.older(-places);
  if (Math.abs(amount) < LEAST) return undefined;
  if (after.step === "feedback") {
    if (amount > 0) return vote === "up" ? words.helpful.you : words.helpful.others;
    return vote === "down" ? words.misleading.you : words.misleading.others;
  }
  if (amount < 0) return after.step === "supporting" ? words.supporting : undefined;
  return Object.hasOwn(words.stages, after.step) ? words.stages[after.step] : undefined;
}

const rankWhenFused = ({ trace = [] }: Traced): number =>
  trace.find(({ step }) => step === "fuse")?.rank ?? Number.POSITIVE_INFINITY;

/**
 * Why a hit stands above one of more relevance; undefined where none of those below it has more. `hits` in their order, it
 * among them.
 */
export function whyAbove(hit: Ranked, hits: readonly Ranked[]): string | undefined {
  const below = hits.slice(hits.indexOf(hit) + 1);
  const [other] = below.toSorted((one, next) => next.relevance - one.relevance);
  if (other === undefined || percent(other.relevance) === percent(hit.relevance)) return undefined;
  if (other.relevance < hit.relevance) return undefined;
  const isMoved = rankWhenFused(hit) > rankWhenFused(other);
  return (isMoved ? words.over : words.apart)(percent(other.relevance));
}

/** Why a traced hit is where it is, in words: what found it, and what moved it. `vote` is the reader's own. */
export function whySentence(hit: Traced, vote?: Vote): string {
  const moved = changes(hit).map(({ before, after }) => changed(before, after, vote));
  const isVoteTold = moved.some((one) => one === words.helpful.you || one === words.misleading.you);
  // A vote given a moment ago is in no score yet.
  const voted = vote && !isVoteTold ? (vote === "up" ? words.helpful : words.misleading).you : undefined;
  return [...found(hit), ...moved, voted].filter((one) => one !== undefined).join(" ");
}
