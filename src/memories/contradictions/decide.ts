import { AppError } from "../../errors.ts";
import { saidAt } from "../../text/dates/stated-day.ts";
import type { WorkspaceContext } from "../../workspaces/context.ts";
import { cursorList, wrongCursor } from "../../workspaces/cursor.ts";
import type { OpenWorkspace } from "../../workspaces/open-workspace.ts";
import type {
  ContradictionAnswer,
  ContradictionChange,
  ContradictionList,
  ContradictionListParameters,
} from "../contract/contradictions.ts";
import { LISTED_CHARS } from "../contract/memory-lists.ts";
import { liveMemory } from "../find-memory.ts";
import { listed } from "../memory-lists.ts";
import { type ListedRow, listedById } from "../sql/memory-lists.ts";
import { isNoted, type OpenPair, openPairs, settlePairs } from "../sql/settled-pairs.ts";

/** Where a page ended. Throws `invalid_input`. */
function placeOf(cursor: string | undefined): OpenPair | undefined {
  if (cursor === undefined) return undefined;
  const [at, memory, other] = cursorList(cursor);
  if (Number.isSafeInteger(at) && typeof memory === "string" && typeof other === "string")
    return { at: at as number, memory, other };
  throw wrongCursor();
}

const said = ({ text, lastObserved }: ListedRow): number => saidAt(text, lastObserved);

/** Memories that may contradict each other and that nobody has decided on, side by side. Throws `invalid_input`. */
export async function listContradictions(
  { session: db, workspace }: WorkspaceContext,
  { limit, cursor }: ContradictionListParameters,
): Promise<ContradictionList> {
  const found = await openPairs(db, { workspace, limit: limit + 1, after: placeOf(cursor) });
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  const ids = page.flatMap(({ memory, other }) => [memory, other]);
  const rows = ids.length === 0 ? [] : await listedById(db, { workspace, ids, chars: LISTED_CHARS });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const pairs = page.flatMap(({ memory, other }) => {
    const [one, two] = [byId.get(memory), byId.get(other)];
    if (one === undefined || two === undefined) return [];
    const [newer, older] = said(one) >= said(two) ? [one, two] : [two, one];
    return [{ newer: listed(newer), older: listed(older) }];
  });
  const nextCursor = last === undefined ? null : JSON.stringify([last.at, last.memory, last.other]);
  return { pairs, nextCursor };
}

/**
 * Says of two memories that both hold, or that this is open again. It lasts until either says something else. Throws
 * `not_found`, `ambiguous`, `conflict` for one that was superseded.
 */
export async function decideContradiction(
  context: OpenWorkspace,
  { id, other: otherId, settled }: ContradictionChange & { readonly id: string; readonly other: string },
): Promise<ContradictionAnswer> {
  const { session: db, workspace } = context;
  const [memory, other] = await Promise.all([liveMemory(context, id), liveMemory(context, otherId)]);
  const pair = [memory.id, other.id] as const;
  if (!(await isNoted(db, workspace, pair)))
    throw new AppError(
      "not_found",
      `Nothing says that ${memory.id} and ${other.id} may contradict each other`,
    );
  await settlePairs(db, workspace, { pairs: [pair], isSettled: settled });
  return { memory: memory.id, other: other.id, settled };
}
