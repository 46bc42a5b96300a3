import { AppError } from "../../errors.ts";
import type { ChunkAnswer } from "../../search/contract/chunks.ts";
import { candidatesOf, findChunks, isOneMemory } from "../../search/explain/chunk-lookup.ts";
import { confined } from "../../search/query/filters.ts";
import { passes } from "../../search/query/passes.ts";
import { seesSeveralRoots } from "../../search/sql/several-roots.ts";
import { placeOf } from "../../search/views/citation.ts";
import type { WorkspaceContext } from "../../workspaces/context.ts";

/** One chunk by its id or by a start of it; by that of a memory its first. Throws `not_found`, or `ambiguous` with the chunks that begin so. */
export async function readChunk(
  { session, workspace, confines }: WorkspaceContext,
  idStart: string,
): Promise<ChunkAnswer> {
  const filters = confined({}, confines);
  const [named, severalRoots] = await Promise.all([
    findChunks(session, workspace, { idStart }),
    seesSeveralRoots(session, { workspace, confines }),
  ]);
  const chunks = named.filter(({ row }) => passes(row, filters));
  const [found, ...others] = chunks;
  if (found === undefined) throw new AppError("not_found", `There is no chunk "${idStart}"`);
  if (others.length === 0 || isOneMemory(chunks))
    return { ...placeOf(found.row, severalRoots), text: found.row.text };
  const candidates = candidatesOf(chunks);
  const words = candidates.map(({ id, citation: cited }) => `${id} (${cited})`).join(", ");
  throw new AppError("ambiguous", `"${idStart}" begins several ids: ${words}`, { details: { candidates } });
}
