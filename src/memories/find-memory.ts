import { UNDO_MS } from "../config.ts";
import { AppError } from "../errors.ts";
import { isoTime } from "../text/dates/utc-day.ts";
import type { OpenWorkspace } from "../workspaces/open-workspace.ts";
import type { MemoryRecord, NamedMemory } from "./memory-record.ts";
import { memoriesByText, namedMemories } from "./sql/memory-reads.ts";

/** The one memory that an id or a start of it names, live or past. Throws `not_found`, `ambiguous`. */
export async function oneMemory(context: OpenWorkspace, idStart: string): Promise<NamedMemory> {
  const { session: db, workspace, nowMs } = context;
  const found = await namedMemories(db, { workspace, idStart, nowMs });
  const idOf = ({ memory, merged }: NamedMemory) => merged ?? memory.id;
  const exact = found.filter((named) => idOf(named) === idStart);
  const [named, ...others] = exact.length > 0 ? exact : found;
  if (named === undefined) throw noMemory(idStart);
  if (others.every((other) => idOf(other) === idOf(named))) return named;
  throw severalIds(idStart, [named, ...others].map(idOf));
}

/** `ambiguous`: more than one memory has this start of an id. */
export const severalIds = (idStart: string, candidates: readonly string[]): AppError =>
  new AppError("ambiguous", `"${idStart}" begins several ids: ${candidates.join(", ")}`, {
    details: { candidates },
  });

/** `not_found`: no memory has this id, or this start of one. */
export const noMemory = (idStart: string): AppError =>
  new AppError("not_found", `There is no memory "${idStart}"`);

/** The live memory that an id names; one that was merged leads to the other. Throws `conflict` too. */
export async function liveMemory(context: OpenWorkspace, idStart: string): Promise<MemoryRecord> {
  const { memory } = await oneMemory(context, idStart);
  if (memory.state === "live") return memory;
  throw isPast(memory, await isWithoutSuccessor(context, memory));
}

/** The memory that another supersedes: a live one, or one whose successor is gone. Throws as `liveMemory`. */
export async function replaceable(context: OpenWorkspace, idStart: string): Promise<MemoryRecord> {
  const { memory } = await oneMemory(context, idStart);
  if (memory.state === "live") return memory;
  const isAlone = await isWithoutSuccessor(context, memory);
  if (memory.state === "superseded" && isAlone) return memory;
  throw isPast(memory, isAlone);
}

/** Superseded by a memory that is gone for good: no memory says what it said. */
export async function isWithoutSuccessor(
  { session: db, workspace, nowMs }: OpenWorkspace,
  { state, supersededBy }: MemoryRecord,
): Promise<boolean> {
  if (state === "live" || supersededBy === null) return false;
  const found = await namedMemories(db, { workspace, idStart: supersededBy, nowMs });
  return found.length === 0;
}

/** Until when a memory that left can be brought back, as ISO time. */
export const undoUntil = ({ leftAt }: MemoryRecord): string | null => isoTime((leftAt ?? 0) + UNDO_MS);

/** `not_found`: the memory was forgotten. */
export const isForgotten = (memory: MemoryRecord): AppError =>
  new AppError("not_found", `The memory ${memory.id} was forgotten; undo brings it back`, {
    details: { undoUntil: undoUntil(memory) },
  });

/** Why a memory that is not live cannot be worked with. */
function isPast(memory: MemoryRecord, isAlone: boolean): AppError {
  const { id, supersededBy } = memory;
  if (memory.state === "forgotten") return isForgotten(memory);
  const way = isAlone ? "which is gone: undo brings it back" : "name that one";
  return new AppError("conflict", `The memory ${id} was superseded by ${supersededBy}: ${way}`, {
    details: { supersededBy },
  });
}

/** Throws `conflict` where another memory than the one named has one of the texts. */
export async function checkTexts(
  { session: db, workspace }: OpenWorkspace,
  texts: readonly Pick<MemoryRecord, "normalHash">[],
  id: string,
) {
  const hashes = texts.map(({ normalHash }) => normalHash);
  const known = [...(await memoriesByText(db, workspace, hashes)).values()];
  const other = known.find((memory) => memory.id !== id);
  if (other === undefined) return;
  throw new AppError("conflict", `The memory ${other.id} says this already: forget one of them`, {
    details: { id: other.id },
  });
}
