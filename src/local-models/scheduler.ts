import { setImmediate as nextTurn } from "node:timers/promises";
import { batchesOf } from "./batches.ts";
import { keptModels } from "./kept-models.ts";
import type { Encoded } from "./tokenizer.ts";

/** Texts for one model. */
export interface ModelJob {
  readonly id: number;
  /** Name of the model. */
  readonly model: string;
  readonly texts: readonly string[];
  /** Each text is paired with it: a re-ranker's query. */
  readonly query?: string | undefined;
  /** Somebody waits for the answer to a search: before whatever is only being indexed. */
  readonly isUrgent: boolean;
}

interface Work {
  readonly job: ModelJob;
  readonly encoded: readonly Encoded[];
  /** Batches of places that are not calculated yet. */
  readonly open: (readonly number[])[];
  readonly answers: Float32Array[];
  done(answers: readonly Float32Array[]): void;
  fail(error: unknown): void;
}

export class Cancelled extends Error {}

/**
 * Calculates one batch at a time: of urgent jobs first, within each kind in the order they came. See `keptModels` for when
 * models are read.
 */
export function createScheduler(options: Parameters<typeof keptModels>[0]) {
  const models = keptModels(options);
  const queue: Work[] = [];
  let isWorking = false;
  let underWay: Promise<void> = Promise.resolve();

  const nextWork = (): Work | undefined => queue.find(({ job }) => job.isUrgent) ?? queue[0];

  const remove = (work: Work): void => {
    const at = queue.indexOf(work);
    if (at >= 0) queue.splice(at, 1);
  };

  async function calculate(work: Work): Promise<void> {
    const places = work.open.shift() ?? [];
    try {
      const model = await models.get(work.job.model);
      const answers = await model.run(places.flatMap((at) => work.encoded[at] ?? []));
      places.forEach((at, index) => {
        work.answers[at] = answers[index] ?? new Float32Array();
      });
      if (work.open.length > 0) return;
      work.done(work.answers);
    } catch (error) {
      work.fail(error);
    }
    remove(work);
  }

  async function workOff(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    models.wake();
    for (let work = nextWork(); work !== undefined; work = nextWork()) {
      underWay = calculate(work);
      await underWay;
      // A batch blocks this thread: what came in meanwhile is read before the next one is chosen.
      await nextTurn();
    }
    isWorking = false;
    models.rest();
  }

  return {
    /** The model's answer to each text. Throws what reading or running the model throws; `Cancelled`. */
    async ask(job: ModelJob): Promise<readonly Float32Array[]> {
      const { encode } = await models.get(job.model);
      const { query, texts } = job;
      const encoded = texts.map((text) => (query === undefined ? encode(text) : encode(query, text)));
      const open = [...batchesOf(encoded.map(({ ids }) => ids.length))];
      if (open.length === 0) return [];
      return new Promise((done, fail) => {
        queue.push({ job, encoded, open, answers: [], done, fail });
        void workOff();
      });
    },
    /** Nobody waits for it any more: what is not calculated yet never is. */
    cancel(id: number): void {
      const work = queue.find(({ job }) => job.id === id);
      if (work === undefined) return;
      remove(work);
      work.fail(new Cancelled("nobody waits for it any more"));
    },
    /** Drops what waits; settled once nothing is calculated any more. */
    stop(): Promise<void> {
      for (const { fail } of queue.splice(0)) fail(new Cancelled("the server stops"));
      return underWay;
    },
  };
}
