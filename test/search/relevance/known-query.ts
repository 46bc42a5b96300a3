import { analyseQuery } from "../../../src/search/query/analyse.ts";
import { type RepairedQuery, unrepaired, withRepairs } from "../../../src/search/query/repair.ts";
import { type Evidence, evidenceOf, type Said } from "../../../src/search/relevance/evidence.ts";
import { stem } from "../../../src/text/words/stem.ts";

const CHUNKS = 1_000;

/** Words, and how many of a thousand passages have them; a word that is not named stands in none. */
type Frequencies = Readonly<Record<string, number>>;

/** All of the query's words with the same frequency. */
export const alike = (query: string, frequency = 10): Frequencies =>
  Object.fromEntries(analyseQuery(query).words.map((word) => [word, frequency]));

/** A query as a search knows it once it has looked up its words; `repairs` are typed and meant ones. */
export function known(
  query: string,
  frequencies: Frequencies = alike(query),
  repairs: Readonly<Record<string, string>> = {},
): RepairedQuery {
  const chunkFrequency = new Map(
    Object.entries(frequencies).map(([word, frequency]) => [stem(word), frequency]),
  );
  const statistics = { chunkCount: CHUNKS, chunkFrequency };
  const made = Object.entries(repairs).map(([from, to]) => ({ from, to, stem: stem(to) }));
  return {
    ...unrepaired({ query: withRepairs(analyseQuery(query), made), statistics }),
    repairs: made,
  };
}

/** A passage with no more than is said of it. */
export interface Words {
  readonly text?: string;
  readonly headings?: readonly string[];
  readonly path?: string;
}

export const NOTHING_SAID: Said = { keyword: undefined, cosine: undefined, rerank: undefined };

/** The evidence that one passage is for a query. */
export const evidenceFor = (
  query: RepairedQuery,
  { text = "", headings = [], path = "" }: Words,
  { scores = [], ...said }: Partial<Said> & { readonly scores?: readonly number[] } = {},
): Evidence => evidenceOf(query, scores)({ text, headings, path }, { ...NOTHING_SAID, ...said });
