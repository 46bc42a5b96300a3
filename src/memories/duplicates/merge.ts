import { MAX_METADATA_BYTES, MAX_TAGS } from "../contract/memories.ts";
import type { MemoryRecord } from "../sql/memory-types.ts";

/** What one more observation says beside its text. */
export interface Observed
  extends Pick<
    MemoryRecord,
    "text" | "hash" | "confidence" | "session" | "source" | "tags" | "entities" | "metadata"
  > {
  /** How often it was observed already. */
  readonly times: number;
  /** Milliseconds. */
  readonly at: number;
}

/** Those of the first, then what the second adds, as many as there is room for. */
const union = (a: readonly string[], b: readonly string[]): readonly string[] => {
  const joined = [...new Set([...a, ...b])].slice(0, MAX_TAGS);
  return joined.length === a.length ? a : joined;
};

function joinMetadata(a: MemoryRecord["metadata"], b: MemoryRecord["metadata"]): MemoryRecord["metadata"] {
  const joined = { ...a, ...b };
  const isBounded = new TextEncoder().encode(JSON.stringify(joined)).length <= MAX_METADATA_BYTES;
  return isBounded ? joined : a;
}

/**
 * A memory that was observed once more: it says the later text, counts, is as sure as the surer of the two and gains tags,
 * links and metadata. Type, importance, priority, session and source stay what they were, where they were anything.
 */
export const merge = (memory: MemoryRecord, observed: Observed): MemoryRecord => ({
  ...memory,
  text: observed.text,
  hash: observed.hash,
  timesObserved: memory.timesObserved + observed.times,
  lastObserved: Math.max(memory.lastObserved, observed.at),
  confidence: Math.max(memory.confidence, observed.confidence),
  session: memory.session ?? observed.session,
  source: memory.source ?? observed.source,
  tags: union(memory.tags, observed.tags),
  entities: union(memory.entities, observed.entities),
  metadata: joinMetadata(memory.metadata, observed.metadata),
});

/** Whether the observation adds to the count and the confidence only. */
export const isPlainRepeat = (memory: MemoryRecord, observed: Observed): boolean => {
  const merged = merge(memory, observed);
  return (
    memory.hash === observed.hash &&
    merged.tags === memory.tags &&
    merged.entities === memory.entities &&
    merged.session === memory.session &&
    merged.source === memory.source &&
    JSON.stringify(merged.metadata) === JSON.stringify(memory.metadata)
  );
};
