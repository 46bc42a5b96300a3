import { AppError } from "../../errors.ts";
import type { RecallClient } from "./recall-client.ts";

/** A note about a memory type that does not exist. The server is asked only where nothing was found, and a failure of that
 * request is ignored. */
export async function noTypeNote(
  client: Pick<RecallClient, "memoryTypes">,
  type: string | undefined,
  isEmpty: boolean,
): Promise<string | undefined> {
  if (type === undefined || !isEmpty) return undefined;
  try {
    const { builtIn, own } = await client.memoryTypes();
    const types = [...builtIn, ...own];
    return types.includes(type) ? undefined : `There is no type ${type}; known types: ${types.join(", ")}.`;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
