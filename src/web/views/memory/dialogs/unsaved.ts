import type { Memory } from "../../../../memories/contract/memories.ts";
import type { Api } from "../../../api.ts";

/** What was typed and neither saved nor cancelled, and of which memory; for a new one of none. */
interface Unsaved {
  readonly text: string;
  readonly memory?: Memory;
}

const unsavedOf = new WeakMap<Api, Map<string | undefined, Unsaved>>();

/** What was left of an edit of a memory, or of a new one, for as long as the page is open. */
export const leftOf = (api: Api, id?: string): Unsaved | undefined => unsavedOf.get(api)?.get(id);

/**
 * Keeps a text as it is typed; "" when it is saved or given up. With it stays the memory as it was, whose version a later save
 * names: what somebody else has written since is not lost.
 */
export const leaver =
  (api: Api, memory?: Memory) =>
  (text: string): void => {
    const all = unsavedOf.get(api) ?? new Map<string | undefined, Unsaved>();
    unsavedOf.set(api, all);
    if (text === "" || text === memory?.text) all.delete(memory?.id);
    else all.set(memory?.id, { text, ...(memory && { memory }) });
  };
