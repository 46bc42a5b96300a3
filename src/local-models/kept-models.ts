import type { LoadedModel } from "./load-model.ts";

interface KeptModelsOptions {
  /** Reads a model into memory. */
  readonly load: (name: string) => Promise<LoadedModel>;
  /** After so long without work memory is given back, milliseconds. */
  readonly idleMs: number;
}

/** Models are read when they are first asked for, and given up when nothing was asked for a while. */
export function keptModels({ load, idleMs }: KeptModelsOptions) {
  const kept = new Map<string, Promise<LoadedModel>>();
  let idle: NodeJS.Timeout | undefined;

  const giveUp = async (): Promise<void> => {
    const models = [...kept.values()];
    kept.clear();
    // One that could not be read has nothing to give back; whoever asked for it was told.
    const release = (model: LoadedModel): Promise<void> => model.release();
    for (const model of models) await model.then(release, () => undefined);
  };

  return {
    /** Throws what reading it throws; then it is read again when it is asked for again. */
    get(name: string): Promise<LoadedModel> {
      const known = kept.get(name);
      if (known !== undefined) return known;
      const reading = load(name);
      kept.set(name, reading);
      reading.catch(() => kept.delete(name));
      return reading;
    },
    /** Somebody works with them. */
    wake(): void {
      clearTimeout(idle);
    },
    /** Nobody does any more: the time begins to run. It does not keep the process alive. */
    rest(): void {
      clearTimeout(idle);
      idle = setTimeout(() => void giveUp(), idleMs);
      idle.unref();
    },
  };
}
