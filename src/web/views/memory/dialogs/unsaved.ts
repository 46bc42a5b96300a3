import type { Memory } from "../../../../memories/contract/memories.ts";
import type { Api } from "../../../api.ts";

/** What was typed and neither saved nor cancelled, and of which memory; for a new one of none. */
interface Unsaved {
  readonly text: string;
  readonly memory?: Memory;
}

/** What a text is typed for. */
export type Purpose = "edit" | "supersede" | "merge";

const unsavedOf = new WeakMap<Api, Map<string, Unsaved>>();

const keyOf = (id: string | undefined, purpose: Purpose): string => `${purpose} ${id ?? ""}`;

/** What was left of an edit of a memory, of what replaces it, or of a new one, for as long as the page is open. */
export const leftOf = (api: Api, id?: string, purpose: Purpose = "edit"): Unsaved | undefined =>
  unsavedOf.get(api)?.get(keyOf(id, purpose));

/**
 * Keeps a text as it is typed; "" when it is saved or given up. With it stays the memory as it was, whose version a later save
 * names: what somebody else has written since is not lost.
 */
export const leaver =
  (api: Api, memory?: Memory, purpose: Purpose = "edit") =>
  (text: string): void => {
    const all = unsavedOf.get(api) ?? new Map<string, Unsaved>();
    unsavedOf.set(api, all);
    const key = keyOf(memory?.id, purpose);
    if (text === "" || text === memory?.text) all.delete(key);
    else all.set(key, { text, ...(memory && { memory }) });
  };
