import { useRef, useState } from "hono/jsx/dom";
import type { LaneEvent } from "../../../lane/contract.ts";
import type { Page } from "../../state/page.ts";
import { asFailure } from "../../state/use-loaded.ts";
import { strings } from "../../strings.ts";

export type VoteValue = "up" | "down" | null;
type Recall = NonNullable<LaneEvent["recall"]>;

export interface Votes {
  /** As it looks now: what was clicked, before the server has answered. */
  readonly of: (recall: Recall) => VoteValue;
  /** Gives a vote, or takes it back when it is the one that is given. */
  readonly give: (recall: Recall, value: "up" | "down") => void;
}

const keyOf = ({ recallId, chunk }: Recall): string => `${recallId} ${chunk}`;

const sendVote = ({ api }: Page, { recallId, chunk }: Recall, value: VoteValue): Promise<unknown> =>
  value === null
    ? api({ method: "DELETE", path: "/v1/feedback", query: { recallId, chunk } })
    : api({ method: "POST", path: "/v1/feedback", body: { recallId, chunk, value } });

/** Votes that show at once; one that fails shows again what the server has, and says why. */
export function useVotes(page: Page): Votes {
  const [shown, setShown] = useState<ReadonlyMap<string, VoteValue>>(new Map());
  /** What the server has acknowledged, and the requests under way: they go one after another for each hit. */
  const kept = useRef<Map<string, VoteValue>>(new Map());
  const lines = useRef<Map<string, Promise<void>>>(new Map());
  const wanted = useRef<Map<string, VoteValue>>(new Map());
  const show = (key: string, value: VoteValue) => setShown((before) => new Map(before).set(key, value));
  const of = (recall: Recall): VoteValue => {
    const value = shown.get(keyOf(recall));
    return value === undefined ? recall.vote : value;
  };
  const give = (recall: Recall, value: "up" | "down") => {
    const key = keyOf(recall);
    const before = wanted.current?.get(key);
    const next = (before === undefined ? recall.vote : before) === value ? null : value;
    wanted.current?.set(key, next);
    show(key, next);
    const send = async (): Promise<void> => {
      const acknowledged = kept.current?.get(key);
      const has = acknowledged === undefined ? recall.vote : acknowledged;
      // What was clicked meanwhile goes instead, or has made this needless.
      const value = wanted.current?.get(key) ?? null;
      if (value === has) return;
      try {
        await sendVote(page, recall, value);
        kept.current?.set(key, value);
      } catch (error) {
        wanted.current?.set(key, has);
        show(key, has);
        page.tell({ tone: "error", text: strings.memory.notVoted(asFailure(error).message) });
      }
    };
    const line = (lines.current?.get(key) ?? Promise.resolve()).then(send);
    lines.current?.set(key, line);
  };
  return { of, give };
}
