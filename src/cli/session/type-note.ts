import { ifAppError } from "../failures.ts";
import type { RecallClient } from "./recall-client.ts";

/** A note about a memory type that does not exist. The server is asked only where nothing was found, and a failure of that
 * request is ignored. */
export async function noTypeNote(
  client: Pick<RecallClient, "memoryTypes">,
  type: string | undefined,
  isEmpty: boolean,
): Promise<string | undefined> {
  if (type === undefined || !isEmpty) return undefined;
  const known = await client.memoryTypes().catch(ifAppError(undefined));
  const types = [...(known?.builtIn ?? []), ...(known?.own ?? [])];
  if (known === undefined || types.includes(type)) return undefined;
  return `There is no type ${type}; known types: ${types.join(", ")}.`;
}
