import { setImmediate as nextTurn } from "node:timers/promises";
import { batchesOf } from "./batches.ts";
import type { LoadedModel } from "./load-model.ts";
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

class Cancelled extends Error {}

/** Models are read when they are first asked for, and again after a failure: it may be repaired meanwhile. */
function onceLoaded(load: (name: string) => Promise<LoadedModel>) {
  const loaded = new Map<string, Promise<LoadedModel>>();
  return (name: string): Promise<LoadedModel> => {
    const known = loaded.get(name);
    if (known !== undefined) return known;
    const reading = load(name);
    loaded.set(name, reading);
    reading.catch(() => loaded.delete(name));
    return reading;
  };
}

/**
 * Calculates one batch at a time: of urgent jobs first, within each kind in the order they came. `load` reads a model into
 * memory, where it stays.
 */
export function createScheduler(load: (name: string) => Promise<LoadedModel>) {
  const getModel = onceLoaded(load);
  const queue: Work[] = [];
  let isWorking = false;

  const nextWork = (): Work | undefined => queue.find(({ job }) => job.isUrgent) ?? queue[0];

  const remove = (work: Work): void => {
    const at = queue.indexOf(work);
    if (at >= 0) queue.splice(at, 1);
  };

  async function calculate(work: Work): Promise<void> {
    const places = work.open.shift() ?? [];
    try {
      const model = await getModel(work.job.model);
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
    for (let work = nextWork(); work !== undefined; work = nextWork()) {
      await calculate(work);
      // A batch blocks this process: what came in meanwhile is read before the next one is chosen.
      await nextTurn();
    }
    isWorking = false;
  }

  return {
    /** The model's answer to each text. Throws what reading or running the model throws; `Cancelled`. */
    async ask(job: ModelJob): Promise<readonly Float32Array[]> {
      const { encode } = await getModel(job.model);
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
  };
}
