import { neuronsOf, type TokenUse } from "../contract/costs.ts";
import { letOthersGoOn } from "../text/steps.ts";
import { likelyTokens } from "../text/tokens/count-tokens.ts";
import type { Models, Serving } from "./models.ts";
import type { Embedder, Generator, Reranker, VectorIndex } from "./ports.ts";

/** Where what models and the vector index use is added up. */
export type CountUse = (use: {
  readonly neurons?: number;
  readonly vectorQueries?: number;
  readonly queriedDimensions?: number;
}) => void;

/** The models read no further than this, tokens; so texts are cut before they are sent. */
const WINDOW = 512;

/**
 * Models that tell what each call costs, once it is answered: neurons by the tokens that the model says it used, else by
 * their estimate. Models whose price is not known, such as those of other providers, count as none.
 */
export function countedModels(models: Models, count: CountUse): Models {
  const { embedder, reranker, generator, vectors, forSpace } = models;
  return {
    ...models,
    embedder: countedEmbedder(embedder, count),
    reranker: reranker && countedReranker(reranker, count),
    generator: generator && countedGenerator(generator, count),
    vectors: vectors && countedIndex(vectors, count),
    ...(forSpace && { forSpace: (space) => countedServing(forSpace(space), count) }),
  };
}

const countedServing = ({ embedder, vectors }: Serving, count: CountUse): Serving => ({
  embedder: embedder && countedEmbedder(embedder, count),
  vectors: vectors && countedIndex(vectors, count),
});

const isPriced = (model: string): boolean => neuronsOf(model, { in: 0 }) !== undefined;

const countTokens = (model: string, tokens: TokenUse, count: CountUse): void =>
  count({ neurons: neuronsOf(model, tokens) ?? 0 });

function countedEmbedder(embedder: Embedder, count: CountUse): Embedder {
  const { model } = embedder.space;
  if (!isPriced(model)) return embedder;
  const inWindow = (text: string) => Math.min(WINDOW, likelyTokens(text));
  const { embedQueries } = embedder;
  return {
    ...embedder,
    ...(embedQueries !== undefined && {
      async embedQueries(queries, signal) {
        const vectors = await embedQueries(queries, signal);
        countTokens(model, { in: queries.reduce((sum, { text }) => sum + inWindow(text), 0) }, count);
        return vectors;
      },
    }),
    async embedChunks(inputs, signal) {
      const called = embedder.embedChunks(inputs, signal);
      // While the model works: nobody waits for the count.
      const tokens = inputs.reduce((sum, { headings, text }) => sum + inWindow(`${headings}\n${text}`), 0);
      const vectors = await called;
      countTokens(model, { in: tokens }, count);
      return vectors;
    },
    async embedQuery(query, signal) {
      const vector = await embedder.embedQuery(query, signal);
      countTokens(model, { in: inWindow(query.text) }, count);
      return vector;
    },
  };
}

function countedReranker(reranker: Reranker, count: CountUse): Reranker {
  const { model } = reranker;
  if (!isPriced(model)) return reranker;
  return {
    ...reranker,
    async score(query, passages, signal) {
      const called = reranker.score(query, passages, signal);
      const [scores, tokens] = await Promise.all([called, passageTokens(query, passages)]);
      countTokens(model, { in: tokens }, count);
      return scores;
    },
  };
}

/** Of the passages of a call so many are counted, by even steps: counting all 30 would be a tenth of a search's time. */
const COUNTED_PASSAGES = 6;

/**
 * Tokens of each passage with the query, those that are not counted by their length. While the model works, and after the
 * calls of other searches of the request have left.
 */
async function passageTokens(query: string, passages: readonly string[]): Promise<number> {
  await letOthersGoOn();
  const asked = likelyTokens(query);
  const step = Math.ceil(passages.length / COUNTED_PASSAGES);
  const counted = passages.filter((_, at) => at % step === 0);
  const tokens = counted.reduce((sum, text) => sum + Math.min(WINDOW - asked, likelyTokens(text)), 0);
  return asked * passages.length + (tokens * charsOf(passages)) / Math.max(1, charsOf(counted));
}

const charsOf = (texts: readonly string[]): number => texts.reduce((sum, { length }) => sum + length, 0);

function countedGenerator(generator: Generator, count: CountUse): Generator {
  const { model } = generator;
  if (!isPriced(model)) return generator;
  return {
    ...generator,
    async generate(request, signal, listener) {
      let said: TokenUse | undefined;
      const onUse = (use: TokenUse) => {
        said = use;
      };
      const text = await generator.generate(request, signal, { ...listener, onUse });
      const { system, prompt } = request;
      const estimate = () => ({ in: likelyTokens(system) + likelyTokens(prompt), out: likelyTokens(text) });
      countTokens(model, said ?? estimate(), count);
      return text;
    },
  };
}

const countedIndex = (index: VectorIndex, count: CountUse): VectorIndex => ({
  ...index,
  async nearest(namespace, vector, options, signal) {
    const matches = await index.nearest(namespace, vector, options, signal);
    count({ vectorQueries: 1, queriedDimensions: vector.length });
    return matches;
  },
});
