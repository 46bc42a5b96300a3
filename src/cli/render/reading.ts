import { count, number } from "../terminal/numbers.ts";
import { duration } from "../terminal/progress-line.ts";

interface Reading {
  /** Name of the model. */
  readonly model: string;
  readonly done: number;
  readonly total: number;
  /** Undefined: not known. */
  readonly secondsLeft?: number | undefined;
}

/** How far a model is: "Reading 120 of 1,204 passages with bge-base-en-v1.5, about 3 min". */
export function readingText({ model, done, total, secondsLeft }: Reading): string {
  const end = secondsLeft === undefined ? "" : `, about ${duration(secondsLeft)}`;
  return `Reading ${number(done)} of ${count(total, "passage")} with ${model}${end}`;
}
