import { AppError } from "../errors.ts";
import { type Embedder, type QueryForEmbedding, spaceKey, type Vector } from "./ports.ts";
import { untilAborted } from "./until-aborted.ts";

/** How long queries wait for one more of their request, milliseconds: they ask at nearly the same time. */
const WAIT_MS = 2;

interface Waiting {
  readonly embedder: Embedder;
  readonly query: QueryForEmbedding;
  readonly answer: (vector: Promise<Vector | undefined>) => void;
}

/**
 * Embedders of one request of so many searches, which have their queries embedded in one call: at once when all have asked,
 * else when none has come for a moment (what is remembered, or ranked by keyword, never asks). The call counts for the
 * search that asked first. A call that fails fails all of them; only where the model refused the texts each is asked by
 * itself, so that nobody fails for another's.
 */
export function sharedQueries(searches: number): (embedder: Embedder) => Embedder {
  const spaces = new Map<string, Waiting[]>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  const flush = (space: string): void => {
    const waiting = spaces.get(space) ?? [];
    spaces.delete(space);
    const [first] = waiting;
    if (first === undefined) return;
    for (let from = 0; from < waiting.length; from += first.embedder.maxBatch)
      embedTogether(waiting.slice(from, from + first.embedder.maxBatch));
  };

  return (embedder) => {
    if (embedder.embedQueries === undefined) return embedder;
    const space = spaceKey(embedder.space);
    return {
      ...embedder,
      embedQuery: (query, signal) =>
        untilAborted(
          new Promise<Vector | undefined>((answer) => {
            // Nobody waits for it: it is not asked.
            if (signal?.aborted === true) return;
            const waiting = spaces.get(space) ?? [];
            waiting.push({ embedder, query, answer });
            spaces.set(space, waiting);
            clearTimeout(timers.get(space));
            if (waiting.length >= searches) flush(space);
            else
              timers.set(
                space,
                setTimeout(() => flush(space), WAIT_MS),
              );
          }),
          signal,
        ),
    };
  };
}

/** Answers each with its vector; the same text is embedded once. */
function embedTogether(waiting: readonly Waiting[]): void {
  const [first] = waiting;
  const texts = new Map(waiting.map(({ query }) => [query.text, query]));
  const places = new Map([...texts.keys()].map((text, at) => [text, at]));
  // Without a signal: whoever gives up first must not take the vectors from the others.
  const sent = first?.embedder.embedQueries?.([...texts.values()]) ?? Promise.resolve([]);
  for (const { embedder, query, answer } of waiting) {
    const own = sent.then((vectors) => vectors[places.get(query.text) ?? 0]);
    answer(own.catch((error: unknown) => againAlone(error, () => embedder.embedQuery(query))));
  }
}

async function againAlone<Answer>(error: unknown, alone: () => Promise<Answer>): Promise<Answer> {
  if (error instanceof AppError && error.code === "embedder_refused") return alone();
  throw error;
}
