import { MAX_RIVALS } from "../../database/fragments/rival-sql.ts";
import type { Session } from "../../database/session.ts";
import { AppError } from "../../errors.ts";
import { namespaceOf, type VectorIndex } from "../../models/ports.ts";
import { cosine, dequantise, quantised } from "../../text/quantise.ts";
import { writeMemory } from "../memory-document.ts";
import type { MemoryRecord } from "../memory-record.ts";
import { olderText } from "../remember.ts";
import { saysTheSame, tell } from "../sameness/compare-texts.ts";
import type { Pair } from "../sql/contradictions.ts";
import {
  type ComparedMemory,
  markCompared,
  type NearMemory,
  nearMemories,
  uncomparedMemories,
} from "../sql/duplicates.ts";
import { memoriesById } from "../sql/memory-reads.ts";
import { merge } from "./merge.ts";
import { SAME_FACT_COSINE } from "./same-text.ts";

const NEIGHBOURS = 20;

interface DuplicateParts {
  readonly db: Session;
  /** Undefined: vectors of the identity do not tell what texts mean, or there are none. */
  readonly vectorsFor: (identity: string) => VectorIndex | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

interface DuplicateLimits {
  readonly workspace: number | undefined;
  readonly limit: number;
  /** Vectors not yet visible that each is compared with. */
  readonly maxUnseen: number;
}

/**
 * Compares a slice of memories with those of their type: those near by cosine that say the same in the same words become
 * one, and those that say something else are noted as what they may contradict. Undefined: nothing waits.
 */
export async function mergeDuplicates(
  parts: DuplicateParts,
  { workspace, limit, maxUnseen }: DuplicateLimits,
): Promise<{ compared: number; merged: number } | undefined> {
  const { db, vectorsFor } = parts;
  const memories = await uncomparedMemories(db, { workspace, limit });
  if (memories.length === 0) return undefined;
  const settled: ComparedMemory[] = [];
  const rivals: { workspace: number; pair: Pair }[] = [];
  let merged = 0;
  for (const memory of memories) {
    const vectors = vectorsFor(memory.identity);
    const near = vectors && (await nearest({ db, vectors, maxUnseen }, memory));
    const outcome = await joinNearest(parts, memory, near ?? []);
    if (outcome === "merged") merged += 1;
    if (typeof outcome === "string") continue;
    settled.push(memory);
    rivals.push(
      ...outcome.rivals.map((id) => ({ workspace: memory.workspace, pair: [memory.id, id] as const })),
    );
  }
  await markCompared(db, settled, rivals);
  return { compared: memories.length, merged };
}

/** Those above the threshold, nearest first; compared exactly, whatever the index says of its neighbours. */
async function nearest(
  { db, vectors, maxUnseen }: { db: Session; vectors: VectorIndex; maxUnseen: number },
  memory: ComparedMemory,
): Promise<readonly NearMemory[]> {
  if (memory.vector === null) return [];
  const own = dequantise(memory.vector);
  const options = { limit: NEIGHBOURS, filter: { kind: "memory" } };
  const neighbours = await vectors.nearest(namespaceOf(memory), own, options);
  const chunks = neighbours.map(({ id }) => id);
  const near = await nearMemories(db, { memory, chunks, maxUnseen });
  return near
    .map((other) => ({ other, similarity: cosine(own, quantised(other.vector).levels) }))
    .filter(({ similarity }) => similarity > SAME_FACT_COSINE)
    .toSorted((a, b) => b.similarity - a.similarity || (a.other.id < b.other.id ? -1 : 1))
    .map(({ other }) => other);
}

/** "later": it has changed, or the other has, and is compared again. Else the nearest that say something else. */
async function joinNearest(
  { db, now }: DuplicateParts,
  memory: ComparedMemory,
  near: readonly NearMemory[],
): Promise<"merged" | "later" | { readonly rivals: readonly string[] }> {
  const { workspace, identity } = memory;
  if (near.length === 0) return { rivals: [] };
  const found = await memoriesById(db, workspace, [memory.id, ...near.map(({ id }) => id)]);
  const own = found.find(({ id }) => id === memory.id);
  if (own === undefined || own.version !== memory.version) return "later";
  const others = near.flatMap(({ id }) => found.find((one) => one.id === id) ?? []);
  const told = tell(own.text);
  const rivals = others.filter(({ text }) => !saysTheSame(told, tell(text)));
  for (const other of others) {
    if (other.type !== own.type || rivals.includes(other)) continue;
    const [first, second] = isFirst(own, other) ? [own, other] : [other, own];
    return (await joinMemories(db, { workspace, identity, nowMs: now(), first, second }))
      ? "merged"
      : "later";
  }
  return { rivals: rivals.slice(0, MAX_RIVALS).map(({ id }) => id) };
}

const isFirst = (a: MemoryRecord, b: MemoryRecord): boolean =>
  a.firstObserved < b.firstObserved || (a.firstObserved === b.firstObserved && a.id < b.id);

interface Joining {
  readonly workspace: number;
  readonly identity: string;
  readonly nowMs: number;
  readonly first: MemoryRecord;
  readonly second: MemoryRecord;
}

/**
 * The second memory becomes a part of the first, which has the better wording of both and keeps the other one as an
 * observation; the second's id leads to it from then on. False: one of them has changed meanwhile.
 */
export async function joinMemories(db: Session, joining: Joining): Promise<boolean> {
  const { workspace, identity, nowMs, first, second } = joining;
  const joined: MemoryRecord = {
    ...merge(first, { ...second, times: second.timesObserved, at: second.lastObserved }),
    supersedes: first.supersedes ?? second.supersedes,
    isCompared: true,
  };
  const other = joined.hash === first.hash ? second : first;
  try {
    await writeMemory({ session: db, workspace, row: { identity }, nowMs }, joined, {
      // Until its text has a vector again, those that are compared meanwhile do not meet it.
      ...{ expects: first.version, toCompare: joined.hash !== first.hash },
      observations: [{ ...olderText(other, second.id), memory: first.id }],
      ...{ merged: { memory: second, into: first.id }, saysTheSame: true },
    });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "conflict") return false;
    throw error;
  }
}
