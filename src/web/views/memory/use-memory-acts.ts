import { useState } from "preact/hooks";
import { answerOf } from "../../../client/client.ts";
import type { Memory } from "../../../memories/contract/memories.ts";
import { type Page, tellFailure } from "../../state/page.ts";
import { strings } from "../../strings.ts";

const words = strings.memory;

export interface MemoryActs {
  /** Forgotten, or being forgotten: hidden. */
  readonly hidden: ReadonlySet<string>;
  readonly forget: (id: string) => void;
  readonly bringBack: (id: string) => void;
  /** Throws AppError, so that the dialog keeps what was typed. */
  readonly supersede: (older: Memory, text: string) => Promise<void>;
}

/** What the newer memory keeps of the older one: the server copies nothing. */
const handedDown = ({ type, tags, session, source, entities, importance, priority, confidence }: Memory) => ({
  ...{ type, tags, entities, importance, priority, confidence },
  ...(session !== null && { session }),
  ...(source !== null && { source }),
});

/** Forgetting and superseding, each with undo. `changed` is called when lists must be loaded again. */
export function useMemoryActs(page: Page, changed: () => void): MemoryActs {
  const { memories } = page.api.v1;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const show = (id: string) => setHidden((before) => new Set([...before].filter((one) => one !== id)));
  const tellDone = (text: string, undo?: () => Promise<void>) =>
    page.tell({
      tone: "success",
      text,
      ...(undo && { action: { label: words.undo, run: () => void undo() } }),
    });

  const restore = async (id: string, done: string, drop?: () => Promise<unknown>) => {
    try {
      await drop?.();
      await memories[":id"].undo.$post({ param: { id } });
      show(id);
      changed();
      tellDone(done);
    } catch (error) {
      tellFailure(page, error, words.notUndone);
    }
  };

  const forget = async (id: string) => {
    setHidden((before) => new Set([...before, id]));
    try {
      await memories[":id"].$delete({ param: { id }, query: {} });
      tellDone(words.forgotten, () => restore(id, words.broughtBack));
      changed();
    } catch (error) {
      show(id);
      tellFailure(page, error, words.notForgotten);
    }
  };

  const supersede = async (older: Memory, text: string) => {
    const json = { ...handedDown(older), text, supersedes: older.id, force: true };
    const { memory } = await answerOf(memories.$post({ json }));
    // The older memory returns once the newer one is gone.
    const drop = () => memories[":id"].$delete({ param: { id: memory.id }, query: { now: true } });
    tellDone(words.superseded, () => restore(older.id, words.undone, drop));
    changed();
  };

  return {
    hidden,
    forget: (id) => void forget(id),
    bringBack: (id) => void restore(id, words.broughtBack),
    supersede,
  };
}
