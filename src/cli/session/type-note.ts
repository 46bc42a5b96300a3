import { AppError } from "../../errors.ts";
import type { RecallClient } from "./recall-client.ts";

/** What to say where nothing was found of a type that no memory can have; asked only then, and no failure of its own. */
export async function noTypeNote(
  client: Pick<RecallClient, "memoryTypes">,
  type: string | undefined,
  isEmpty: boolean,
): Promise<string | undefined> {
  if (type === undefined || !isEmpty) return undefined;
  try {
    const { builtIn, own } = await client.memoryTypes();
    const types = [...builtIn, ...own];
    return types.includes(type) ? undefined : `There is no type ${type}; there are: ${types.join(", ")}.`;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
