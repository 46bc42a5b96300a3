import { useState } from "hono/jsx/dom";
import type { Memory, MemoryAnswer, RememberAnswer } from "../../../memories/contract/memories.ts";
import type { Page } from "../../state/page.ts";
import { asFailure } from "../../state/use-loaded.ts";
import { strings } from "../../strings.ts";

const words = strings.memory;

export interface MemoryActs {
  /** Forgotten by now, or on the way there: not to be shown. */
  readonly hidden: ReadonlySet<string>;
  readonly forget: (id: string) => void;
  readonly bringBack: (id: string) => void;
  /** Throws ApiFailure, so that what was typed stays where it is. */
  readonly supersede: (older: Memory, text: string) => Promise<void>;
}

const pathOf = (id: string, act = ""): string => `/v1/memories/${encodeURIComponent(id)}${act}`;

/** A memory whole. Throws ApiFailure. */
export const readMemory = async ({ api }: Page, id: string): Promise<Memory> =>
  (await api<MemoryAnswer>({ path: pathOf(id) })).memory;

/** What the newer one keeps of the older one: the server hands nothing down. */
const handedDown = ({ type, tags, session, source, entities, importance, priority, confidence }: Memory) => ({
  ...{ type, tags, entities, importance, priority, confidence },
  ...(session !== null && { session }),
  ...(source !== null && { source }),
});

/** Forgetting and superseding, each with a way back. `changed` is called when lists have to be asked for again. */
export function useMemoryActs(page: Page, changed: () => void): MemoryActs {
  const { api, tell } = page;
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
      await api({ method: "POST", path: pathOf(id, "/undo") });
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
      await api({ method: "DELETE", path: pathOf(id) });
      const run = () => void restore(id, words.broughtBack);
      tell({ tone: "success", text: words.forgotten, action: { label: words.undo, run } });
      changed();
    } catch (error) {
      show(id);
      tell({ tone: "error", text: words.notForgotten(asFailure(error).message) });
    }
  };

  const supersede = async (older: Memory, text: string) => {
    const body = { ...handedDown(older), text, supersedes: older.id, force: true };
    const { memory } = await api<RememberAnswer>({ method: "POST", path: "/v1/memories", body });
    // The older one returns once nothing takes its place any more.
    const drop = () => api({ method: "DELETE", path: pathOf(memory.id), query: { now: true } });
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
