import { useState } from "preact/hooks";
import { answerOf } from "../../../client/client.ts";
import { REVIEW_TAG } from "../../../config.ts";
import type { Memory, MemoryChangeAnswer } from "../../../memories/contract/memories.ts";
import { type Page, tellFailure } from "../../state/page.ts";
import { memoryStrings } from "../../strings/memory.ts";
import { type Draft, draftOf } from "./titles.ts";

const words = memoryStrings;

/** Those that a dialog asks for throw AppError, so that it keeps what was typed; the others tell of a failure. */
export interface MemoryActs {
  /** Forgotten, or being forgotten: hidden. */
  readonly hidden: ReadonlySet<string>;
  readonly remember: (draft: Draft) => Promise<void>;
  readonly edit: (memory: Memory, draft: Draft) => Promise<void>;
  readonly supersede: (older: Memory, text: string) => Promise<void>;
  /** One of two that may contradict each other takes the other's place. */
  readonly keepOne: (kept: Memory, otherId: string) => Promise<void>;
  readonly merge: (kept: Memory, otherId: string, text: string) => Promise<void>;
  readonly forget: (id: string) => void;
  readonly bringBack: (id: string) => void;
  readonly settle: (id: string, other: string) => void;
  /** A person has looked at what a hook kept. */
  readonly confirm: (memory: { readonly id: string; readonly tags: readonly string[] }) => void;
}

const withoutReview = (tags: readonly string[]): string[] => tags.filter((tag) => tag !== REVIEW_TAG);

/** What a request names of a draft; what a person has written needs no review. */
const written = ({ tags, entities, ...draft }: Draft) => ({
  ...draft,
  ...{ tags: withoutReview(tags), entities: [...entities] },
});

/** What the newer memory keeps of the older one: the server copies nothing. */
const handedDown = (memory: Memory) => {
  const { session, source, importance, priority } = memory;
  return {
    ...written(draftOf(memory)),
    ...{ importance, priority },
    ...(session !== null && { session }),
    ...(source !== null && { source }),
  };
};

/** What was done, and what of the text was not kept. */
const withSecrets = (done: string, { redacted }: Pick<MemoryChangeAnswer, "redacted">): string =>
  redacted.length === 0 ? done : `${done}. ${words.redacted(redacted)}`;

type Tell = (text: string, undo?: () => Promise<void>) => void;

/** A message with a button that takes back what it tells. */
const teller =
  (page: Page): Tell =>
  (text, undo) =>
    page.tell({
      tone: "success",
      text,
      ...(undo && { action: { label: words.undo, run: () => void undo() } }),
    });

/** Runs a request that may fail, and tells why it did. */
const attempt = async (page: Page, inWords: (why: string) => string, work: () => Promise<void>) => {
  try {
    await work();
  } catch (error) {
    tellFailure(page, error, inWords);
  }
};

interface Desk {
  readonly page: Page;
  readonly tell: Tell;
  /** Lists must be loaded again. */
  readonly changed: () => void;
}

/** Writing, editing, superseding and merging: what dialogs ask for. */
function writing({ page, tell, changed }: Desk, restore: Restore) {
  const { memories } = page.api.v1;
  const drop = (id: string) => memories[":id"].$delete({ param: { id }, query: { now: true } });
  const back = (done: string, work: () => Promise<unknown>) => () =>
    attempt(page, words.notUndone, async () => {
      await work();
      changed();
      tell(done);
    });
  const remember: MemoryActs["remember"] = async (draft) => {
    const answer = await answerOf(memories.$post({ json: { ...written(draft), force: true } }));
    const { memory, action, mayContradict } = answer;
    const isNew = action === "created";
    tell(
      withSecrets(isNew ? words.remembered : words.known, answer),
      isNew ? back(words.undone, () => drop(memory.id)) : undefined,
    );
    if (mayContradict.length > 0) tellRivals(page);
    changed();
  };
  const edit: MemoryActs["edit"] = async (memory, draft) => {
    const param = { id: memory.id };
    const json = { ...written(draft), expects: memory.version, force: true };
    const answer = await answerOf(memories[":id"].$patch({ param, json }));
    const { tags, ...before } = draftOf(memory);
    const undoing = {
      ...written({ ...before, tags }),
      tags: [...tags],
      expects: answer.memory.version,
      force: true,
    };
    tell(
      withSecrets(words.edited, answer),
      back(words.undone, () => memories[":id"].$patch({ param, json: undoing })),
    );
    changed();
  };
  const supersede: MemoryActs["supersede"] = async (older, text) => {
    const json = { ...handedDown(older), text, supersedes: older.id, force: true };
    const answer = await answerOf(memories.$post({ json }));
    // The older memory returns once the newer one is gone.
    tell(withSecrets(words.superseded, answer), () =>
      restore(older.id, words.undone, () => drop(answer.memory.id)),
    );
    changed();
  };
  const keepOne: MemoryActs["keepOne"] = async (kept, otherId) => {
    await memories.$post({
      json: { ...handedDown(kept), text: kept.text, supersedes: otherId, force: true },
    });
    tell(words.kept);
    changed();
  };
  const merge: MemoryActs["merge"] = async (kept, other, text) => {
    const json = { other, force: true, ...(text !== kept.text && { text }) };
    const answer = await answerOf(memories[":id"].merge.$post({ param: { id: kept.id }, json }));
    tell(withSecrets(words.merged, answer));
    changed();
  };
  return { remember, edit, supersede, keepOne, merge };
}

const tellRivals = ({ tell, go }: Page) =>
  tell({
    tone: "information",
    text: words.contradicts,
    action: {
      label: words.decide,
      run: () => go({ view: "memory", parameters: { show: "contradictions" } }),
    },
  });

type Restore = (id: string, done: string, drop?: () => Promise<unknown>) => Promise<void>;

/** What is done to memories here, each with undo or after a question. `changed` is called when lists must be loaded again. */
export function useMemoryActs(page: Page, changed: () => void): MemoryActs {
  const { memories } = page.api.v1;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const show = (id: string) => setHidden((before) => new Set([...before].filter((one) => one !== id)));
  const tell = teller(page);

  const restore: Restore = (id, done, drop) =>
    attempt(page, words.notUndone, async () => {
      await drop?.();
      await memories[":id"].undo.$post({ param: { id } });
      show(id);
      changed();
      tell(done);
    });

  const forget = async (id: string) => {
    setHidden((before) => new Set([...before, id]));
    try {
      await memories[":id"].$delete({ param: { id }, query: {} });
      tell(words.forgotten, () => restore(id, words.broughtBack));
      changed();
    } catch (error) {
      show(id);
      tellFailure(page, error, words.notForgotten);
    }
  };

  const decide = (id: string, other: string, settled: boolean) =>
    attempt(page, words.notDecided, async () => {
      await memories[":id"].contradictions[":other"].$put({ param: { id, other }, json: { settled } });
      if (settled) tell(words.settled, () => decide(id, other, false));
      changed();
    });

  const setTags = (id: string, tags: readonly string[], after: () => void) =>
    attempt(page, words.notKept, async () => {
      await memories[":id"].$patch({ param: { id }, json: { tags: [...tags] } });
      after();
      changed();
    });

  return {
    hidden,
    ...writing({ page, tell, changed }, restore),
    forget: (id) => void forget(id),
    bringBack: (id) => void restore(id, words.broughtBack),
    settle: (id, other) => void decide(id, other, true),
    confirm: ({ id, tags }) =>
      void setTags(id, withoutReview(tags), () =>
        tell(words.confirmed, () => setTags(id, tags, () => undefined)),
      ),
  };
}
