import { useState } from "preact/hooks";
import { answerOf } from "../../../client/client.ts";
import type { Memory } from "../../../memories/contract/memories.ts";
import { asFailure } from "../../api.ts";
import type { Page } from "../../state/page.ts";
import { strings } from "../../strings.ts";

const words = strings.memory;

export interface MemoryActs {
  /** Forgotten, or being forgotten: hidden. */
  readonly hidden: ReadonlySet<string>;
  readonly forget: (id: string) => void;
  readonly bringBack: (id: string) => void;
  /** Throws ApiFailure, so that the dialog keeps what was typed. */
  readonly supersede: (older: Memory, text: string) => Promise<void>;
}

/** A memory whole. Throws ApiFailure. */
export const readMemory = async ({ api }: Page, id: string): Promise<Memory> =>
  (await answerOf(api.v1.memories[":id"].$get({ param: { id }, query: {} }))).memory;

/** What the newer memory keeps of the older one: the server copies nothing. */
const handedDown = ({ type, tags, session, source, entities, importance, priority, confidence }: Memory) => ({
  ...{ type, tags, entities, importance, priority, confidence },
  ...(session !== null && { session }),
  ...(source !== null && { source }),
});

/** Forgetting and superseding, each with undo. `changed` is called when lists must be loaded again. */
export function useMemoryActs(page: Page, changed: () => void): MemoryActs {
  const { tell } = page;
  const { memories } = page.api.v1;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const hide = (id: string) => setHidden((before) => new Set([...before, id]));
  const show = (id: string) => setHidden((before) => new Set([...before].filter((one) => one !== id)));

  const restore = async (
    id: string,
    done: string,
    before: () => Promise<unknown> = async () => undefined,
  ) => {
    try {
      await before();
      await memories[":id"].undo.$post({ param: { id } });
      show(id);
      changed();
      tell({ tone: "success", text: done });
    } catch (error) {
      tell({ tone: "error", text: words.notUndone(asFailure(error).message) });
    }
  };

  const forget = async (id: string) => {
    hide(id);
    try {
      await memories[":id"].$delete({ param: { id }, query: {} });
      const run = () => void restore(id, words.broughtBack);
      tell({ tone: "success", text: words.forgotten, action: { label: words.undo, run } });
      changed();
    } catch (error) {
      show(id);
      tell({ tone: "error", text: words.notForgotten(asFailure(error).message) });
    }
  };

  const supersede = async (older: Memory, text: string) => {
    const json = { ...handedDown(older), text, supersedes: older.id, force: true };
    const { memory } = await answerOf(memories.$post({ json }));
    // The older memory returns once the newer one is gone.
    const drop = () => memories[":id"].$delete({ param: { id: memory.id }, query: { now: "true" } });
    const run = () => void restore(older.id, words.undone, drop);
    tell({ tone: "success", text: words.superseded, action: { label: words.undo, run } });
    changed();
  };

  return {
    hidden,
    forget: (id) => void forget(id),
    bringBack: (id) => void restore(id, words.broughtBack),
    supersede,
  };
}
