import { AppError } from "../../errors.ts";
import { MEMORY_ID_FORM } from "../../contract/memory-fields.ts";
import { memoryIdIn } from "../../text/places/memory-place.ts";
import { isNotFound, type PassageSource } from "./fetch-document.ts";

/** The id of a memory that a text is or cites. Throws `invalid_input` for a text that is neither: less of an id would be that of another memory one day. */
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
