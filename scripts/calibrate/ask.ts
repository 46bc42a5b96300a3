import type { Question } from "../../src/cli/commands/eval/evaluation.ts";
import { seededRandom } from "../../src/cli/commands/eval/statistics/significance.ts";
import type { RecallClient } from "../../src/cli/session/recall-client.ts";
import type { Hit } from "../../src/search/contract/hits.ts";
import { type Evidence, fallOf } from "../../src/search/relevance/evidence.ts";
import { contentWords } from "../../src/text/words/content-words.ts";
import type { JudgedSet } from "../judge/judged-set.ts";

/**
 * How a question is asked: as it is, with the passages that answer it taken out of what was found, of a corpus that knows
 * nothing of it; or in one or two of its words, as people look a thing up, that the answer has or another corpus lacks.
 */
export type Mode = "asked" | "taken out" | "foreign" | "words" | "foreign words";

export interface AskedHit {
  readonly evidence: Evidence;
  readonly isRight: boolean;
}

export interface Observation {
  readonly set: string;
  readonly mode: Mode;
  readonly kind: string;
  /** The first five, best first. */
  readonly hits: readonly AskedHit[];
}

/** Hits that decide whether a question was answered. */
const SHOWN = 5;
/** Hits asked for: what is left behind the right ones is still a whole answer. */
const ASKED = 20;
/** Questions asked of a set at most, and of each other one of it. */
const MOST = { own: 500, foreign: 100, words: 150, foreignWords: 50 };
const SEED = 16;
/** Share of a query from which on all of it is found. */
const WHOLE = 0.999;

/** Asks a set its own questions, with and without what answers them, and some of all others. */
export async function askSet(
  client: RecallClient,
  set: JudgedSet,
  others: readonly JudgedSet[],
): Promise<readonly Observation[]> {
  const seen = [...(await askOwn(client, set))];
  for (const other of others) seen.push(...(await askForeign(client, set, other)));
  return seen;
}

async function askOwn(
  client: RecallClient,
  { name, evaluation: { questions, score } }: JudgedSet,
): Promise<readonly Observation[]> {
  const seen: Observation[] = [];
  for (const [at, question] of sample(questions, MOST.own).entries()) {
    const { kind } = question;
    const isRight = (hit: Hit) => Object.values(score(question, [hit], ASKED)).some((value) => value > 0);
    const hits = await ask(client, question);
    seen.push(observed(hits, { set: name, mode: "asked", kind, isRight }));
    if (kind === "none") continue;
    const rest = hits.filter((hit) => !isRight(hit));
    seen.push(observed(rest, { set: name, mode: "taken out", kind, isRight: () => false }));
    const right = hits.slice(0, SHOWN).find(isRight);
    if (right === undefined || at >= MOST.words) continue;
    for (const query of lookUps(question.query, right)) {
      const found = await ask(client, { ...question, query });
      seen.push(observed(found, { set: name, mode: "words", kind: "words", isRight }));
    }
  }
  return seen;
}

/** A question in one and in two of the words that its answer has. */
function lookUps(query: string, { headings, snippet }: Hit): readonly string[] {
  const text = `${headings.join(" ")} ${snippet?.text ?? ""}`.toLowerCase();
  const words = longestWords(query).filter((word) => text.includes(word));
  return words.length < 2 ? words : [words.slice(0, 1).join(" "), words.slice(0, 2).join(" ")];
}

/** In words alone it is foreign only where some of them is nowhere: a word that is there is found. */
async function askForeign(
  client: RecallClient,
  { name, evaluation: { questions } }: JudgedSet,
  other: JudgedSet,
): Promise<readonly Observation[]> {
  const seen: Observation[] = [];
  for (const [at, { id, query }] of sample(other.evaluation.questions, MOST.foreign).entries()) {
    const filters = questions[at % questions.length]?.filters;
    const question = { id, query, kind: "foreign", ...(filters && { filters }) };
    const about = { set: name, kind: "foreign", isRight: () => false };
    seen.push(observed(await ask(client, question), { ...about, mode: "foreign" }));
    if (at >= MOST.foreignWords) continue;
    const words = { ...question, query: longestWords(query).slice(0, 2).join(" ") };
    const asked = observed(await ask(client, words), { ...about, mode: "foreign words" });
    if (asked.hits.every(({ evidence: { found = 0 } }) => found < WHOLE)) seen.push(asked);
  }
  return seen;
}

/** The words of a question that carry something, the longest first: mostly its rarest. */
const longestWords = (query: string): readonly string[] =>
  [...new Set(contentWords(query))].sort((a, b) => b.length - a.length);

const ask = async (client: RecallClient, { query, filters }: Question): Promise<readonly Hit[]> => {
  const settings = { "relevance.floor": 0 };
  const wish = { query, limit: ASKED, explain: true, log: false, settings };
  return (await client.search({ ...wish, ...(filters && { filters }) })).hits;
};

interface About extends Omit<Observation, "hits"> {
  readonly isRight: (hit: Hit) => boolean;
}

function observed(hits: readonly Hit[], { isRight, ...about }: About): Observation {
  const scores = hits.flatMap(({ scores: { keyword } }) => keyword ?? []).sort((a, b) => b - a);
  const steepness = fallOf(scores, scores[0]);
  const shown = hits.slice(0, SHOWN).map((hit) => ({
    // What was taken out leads no more.
    evidence: { ...hit.evidence, steepness, lead: fallOf(scores, hit.scores.keyword) },
    isRight: isRight(hit),
  }));
  return { ...about, hits: shown };
}

/** Draws the same part of a list each time. */
function sample<Value>(values: readonly Value[], most: number): readonly Value[] {
  const random = seededRandom(SEED);
  const drawn = values.map((value) => ({ value, order: random() })).sort((a, b) => a.order - b.order);
  return drawn.slice(0, most).map(({ value }) => value);
}
