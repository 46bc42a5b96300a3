import type { Embedder, Generator, Meter, Reranker, VectorIndex } from "./ports.ts";

/** What one call of a model carries: all that a decorator may know of it. */
interface CallSize {
  readonly texts: number;
  readonly passages: number;
  readonly signal: AbortSignal | undefined;
}

/** Something done around every call of a model: it counts, refuses, or learns from how the call ended. */
export type Decorator = <Answer>(call: () => Promise<Answer>, size: CallSize) => Promise<Answer>;

/** Several decorators as one, outermost first. */
const joined =
  (decorators: readonly Decorator[]): Decorator =>
  <Answer>(call: () => Promise<Answer>, size: CallSize) =>
    decorators.reduceRight<() => Promise<Answer>>((inner, decorator) => () => decorator(inner, size), call)();

// Each port with decorators around its calls, outermost first.

/** What an isolate computes itself is no call. */
export function decoratedEmbedder(embedder: Embedder, ...decorators: readonly Decorator[]): Embedder {
  if (embedder.kind === "embedded") return embedder;
  const around = joined(decorators);
  const { embedQueries } = embedder;
  return {
    ...embedder,
    ...(embedQueries !== undefined && {
      embedQueries: (queries, signal) =>
        around(() => embedQueries(queries, signal), { texts: queries.length, passages: 0, signal }),
    }),
    embedChunks: (inputs, signal) =>
      around(() => embedder.embedChunks(inputs, signal), { texts: inputs.length, passages: 0, signal }),
    embedQuery: (query, signal) =>
      around(() => embedder.embedQuery(query, signal), { texts: 1, passages: 0, signal }),
  };
}

export function decoratedReranker(reranker: Reranker, ...decorators: readonly Decorator[]): Reranker {
  const around = joined(decorators);
  return {
    ...reranker,
    score: (query, passages, signal) =>
      around(() => reranker.score(query, passages, signal), { texts: 0, passages: passages.length, signal }),
  };
}

export function decoratedGenerator(generator: Generator, ...decorators: readonly Decorator[]): Generator {
  const around = joined(decorators);
  return {
    ...generator,
    generate: (request, signal, listener) =>
      around(() => generator.generate(request, signal, listener), { texts: 0, passages: 0, signal }),
  };
}

/** Counts hops: awaits on the outside, of which those that start before any of them has ended are one. */
export type HopCounter = ReturnType<typeof hopCounter>;

export function hopCounter(meter: Pick<Meter, "hops">) {
  let isOpen = false;
  const end = () => {
    isOpen = false;
  };
  return {
    /** Makes a call outside. It counts as ended, too, when its signal aborts: nobody awaits it any more. */
    async during<Answer>(call: () => Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
      if (!isOpen) meter.hops += 1;
      isOpen = true;
      signal?.addEventListener("abort", end, { once: true });
      try {
        return await call();
      } finally {
        if (signal?.aborted !== true) end();
      }
    },
  };
}

/** Counts calls, texts and passages that reach a model; it stands inside of what may refuse or spare a call. */
export const metered =
  (meter: Meter, hops: HopCounter, { port, model }: CalledModel): Decorator =>
  (call, { texts, passages, signal }) => {
    meter.modelCalls += 1;
    meter.textsEmbedded += texts;
    meter.passagesReranked += passages;
    const asked = { "gen_ai.request.model": model, "recall.texts": texts, "recall.passages": passages };
    return hops.during(() => meter.span(port, asked, call), signal);
  };

/** Which model is called, and as what. */
interface CalledModel {
  readonly port: "embedder" | "reranker" | "generator";
  readonly model: string;
}

/** The vector index, with the hops that its searches are. */
export const meteredIndex = (
  index: VectorIndex,
  { span }: Pick<Meter, "span">,
  hops: HopCounter,
): VectorIndex => ({
  ...index,
  nearest: (namespace, vector, options, signal) => {
    const ask = () => index.nearest(namespace, vector, options, signal);
    return hops.during(() => span("vector_index", { "recall.limit": options.limit }, ask), signal);
  },
});
