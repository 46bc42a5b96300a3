import { AppError } from "../../errors.ts";
import { MEMORY_ID_FORM } from "../../contract/memory-fields.ts";
import { isNotFound, type PassageSource } from "./fetch-document.ts";

/** An id or a start of it, also with its root. */
const NAMED = /^(?:memories:)?([0-9a-f]{8,32})(#L\d[\dCL-]{0,60})?$/;
/** How a search cites a memory: its first words, the start of its id, and lines from its second passage on. */
export const CITED_MEMORY = /\(memory ([0-9a-f]{8,32})\)(#L\d[\dCL-]{0,60})?$/;

/** The id of a memory, or the start of one, that a text is or cites, and the lines of it, `#L3-L9`; undefined: it is neither. */
export function memoryPlaceIn(text: string): { readonly id: string; readonly lines: string } | undefined {
  const [, id, lines = ""] = NAMED.exec(text) ?? CITED_MEMORY.exec(text) ?? [];
  return id === undefined ? undefined : { id, lines };
}

/** The id alone. */
export const memoryIdIn = (text: string): string | undefined => memoryPlaceIn(text)?.id;

/** The same. Throws `invalid_input` for a text that is neither: less of an id would be that of another memory one day. */
export function needMemoryId(text: string): string {
  const id = memoryIdIn(text);
  if (id !== undefined) return id;
  throw new AppError("invalid_input", `id: ${MEMORY_ID_FORM}`, { details: { field: "id" } });
}

/** Does something with a memory, also with the one that a chunk's id stands in. Throws `invalid_input`, and what `act` throws. */
export async function withMemory<Answer>(
  client: Pick<PassageSource, "chunk">,
  named: string,
  act: (id: string) => Promise<Answer>,
): Promise<Answer> {
  const id = needMemoryId(named);
  try {
    return await act(id);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const chunk = await client.chunk(id).catch(() => undefined);
    if (chunk === undefined) throw error;
    if (chunk.kind === "memory") return act(chunk.path);
    throw new AppError("invalid_input", `${named} is a passage of ${chunk.root}:${chunk.path}, not a memory`);
  }
}
