import {
  MAX_METADATA_BYTES,
  MAX_TAGS,
  type MEMORY_FIELDS,
  type MemoryField,
  type MemoryFields,
  memoryFields,
} from "../../contract/memory-fields.ts";
import type { MemoryRecord } from "../memory-record.ts";
import { isBetter } from "./wording.ts";

/** One more observation of a memory. */
export interface Observed extends MemoryFields, Pick<MemoryRecord, "text" | "hash" | "normalHash"> {
  readonly times: number;
  /** Milliseconds. */
  readonly at: number;
}

/** Those of the first, then what the second adds, as many as there is room for. */
const union = (a: readonly string[], b: readonly string[]): readonly string[] =>
  [...new Set([...a, ...b])].slice(0, MAX_TAGS);

type Metadata = MemoryFields["metadata"];

/** Both together, of a key in both what the second says; where they are too much, `alone`. */
function joined(a: Metadata, b: Metadata, alone: Metadata): Metadata {
  const all = { ...a, ...b };
  const isBounded = new TextEncoder().encode(JSON.stringify(all)).length <= MAX_METADATA_BYTES;
  return isBounded ? all : alone;
}

/** A memory's metadata with what another's adds: what it says itself stays. It alone where both are too much. */
export const withOthers = (own: Metadata, others: Metadata): Metadata => joined(others, own, own);

type Rule = (typeof MEMORY_FIELDS)[MemoryField]["merge"];

const RULES: Readonly<Record<Rule, (before: unknown, observed: unknown) => unknown>> = {
  keep: (before) => before,
  fill: (before, observed) => before ?? observed,
  greater: (before, observed) => Math.max(before as number, observed as number),
  unite: (before, observed) => union(before as string[], observed as string[]),
  join: (before, observed) => joined(before as Metadata, observed as Metadata, before as Metadata),
};

const mergedFields = (memory: MemoryFields, observed: MemoryFields): MemoryFields =>
  Object.fromEntries(
    memoryFields.map(([name, { merge: rule }]) => [name, RULES[rule](memory[name], observed[name])]),
  ) as unknown as MemoryFields;

/** A memory that was observed once more: it has the better wording, counts, and each field follows the rule of its row. */
export function merge(memory: MemoryRecord, observed: Observed): MemoryRecord {
  const { text, hash, normalHash } = takesItsPlace(observed, memory) ? observed : memory;
  return {
    ...memory,
    ...mergedFields(memory, observed),
    ...{ text, hash, normalHash },
    timesObserved: memory.timesObserved + observed.times,
    lastObserved: Math.max(memory.lastObserved, observed.at),
  };
}

const takesItsPlace = (observed: Observed, memory: MemoryRecord): boolean =>
  isBetter(observed, { ...memory, at: memory.lastObserved });

/** Fields beside those that a count in the database takes along. */
const COMPARED = memoryFields.filter(([, { merge: rule }]) => rule !== "greater").map(([name]) => name);

/** Whether the observation adds to the count and the confidence only. */
export function isPlainRepeat(memory: MemoryRecord, observed: Observed): boolean {
  const merged = mergedFields(memory, observed);
  const isSame = (name: MemoryField) => JSON.stringify(merged[name]) === JSON.stringify(memory[name]);
  return memory.hash === observed.hash && COMPARED.every(isSame);
}
