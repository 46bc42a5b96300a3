import { AppError } from "../../errors.ts";
import { isNotFound, type PassageSource } from "./fetch-document.ts";

/** An id or a start of it, also with its root. */
const NAMED = /^(?:memories:)?([0-9a-f]{8,32})(?:#L\d[\dCL-]*)?$/;
/** How a search cites a memory: its first words, the start of its id, and lines from its second passage on. */
export const CITED_MEMORY = /\(memory ([0-9a-f]{8,32})\)(#L\d[\dCL-]{0,60})?$/;

/** The id of a memory, or the start of one, that a text is or cites; undefined: it is neither. */
export const memoryIdIn = (text: string): string | undefined =>
  (NAMED.exec(text) ?? CITED_MEMORY.exec(text))?.[1];

/** Does something with a memory, also with the one that a chunk's id stands in. Throws what `act` throws. */
export async function withMemory<Answer>(
  client: Pick<PassageSource, "chunk">,
  named: string,
  act: (id: string) => Promise<Answer>,
): Promise<Answer> {
  const id = memoryIdIn(named) ?? named;
  try {
    return await act(id);
  } catch (error) {
    if (!isNotFound(error) || memoryIdIn(named) === undefined) throw error;
    const chunk = await client.chunk(id).catch(() => undefined);
    if (chunk === undefined) throw error;
    if (chunk.kind === "memory") return act(chunk.path);
    throw new AppError("invalid_input", `${named} is a passage of ${chunk.root}:${chunk.path}, not a memory`);
  }
}
