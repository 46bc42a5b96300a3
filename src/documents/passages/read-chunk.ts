import { AppError } from "../../errors.ts";
import type { ChunkAnswer } from "../../search/contract/chunks.ts";
import { findChunks } from "../../search/explain/chunk-lookup.ts";
import { citation, placeOf, rootedCitation } from "../../search/views/citation.ts";
import type { WorkspaceContext } from "../../workspaces/context.ts";

/** One chunk by its id or by a start of it. Throws `not_found`, or `ambiguous` with the chunks that begin so. */
export async function readChunk(
  { session, workspace }: WorkspaceContext,
  idStart: string,
): Promise<ChunkAnswer> {
  const [found, ...others] = await findChunks(session, workspace, { idStart });
  if (found === undefined) throw new AppError("not_found", `There is no chunk "${idStart}"`);
  if (others.length === 0) return { ...placeOf(found.row), text: found.row.text };
  const candidates = [found, ...others].map(({ row }) => ({
    id: row.id,
    citation: rootedCitation(row.root, citation(row)),
  }));
  const named = candidates.map(({ id, citation: cited }) => `${id} (${cited})`).join(", ");
  throw new AppError("ambiguous", `"${idStart}" begins several ids: ${named}`, { details: { candidates } });
}
