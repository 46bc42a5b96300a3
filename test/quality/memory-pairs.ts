import { readFileSync } from "node:fs";

/** Two memories, and what a person says of them. */
export interface MemoryPair {
  readonly kind: string;
  readonly judged: "same" | "contradiction" | "different";
  readonly language: string;
  /** Which of four sets: those before "fresh" were in sight when the rules of today were written. */
  readonly part: "first" | "second" | "third" | "fresh";
  readonly a: string;
  readonly b: string;
}

const file = new URL("fixtures/memory-pairs.jsonl", import.meta.url);

export const MEMORY_PAIRS: readonly MemoryPair[] = readFileSync(file, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as MemoryPair);
