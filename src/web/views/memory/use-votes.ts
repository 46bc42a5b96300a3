import { useRef, useState } from "preact/hooks";
import type { LaneEvent } from "../../../lane/contract.ts";
import { asFailure } from "../../api.ts";
import type { Page } from "../../state/page.ts";
import { strings } from "../../strings.ts";

export type VoteValue = "up" | "down" | null;
type Recall = NonNullable<LaneEvent["recall"]>;

export interface Votes {
  /** The vote to show: the clicked one, before the server has answered. */
  readonly of: (recall: Recall) => VoteValue;
  /** Gives a vote, or takes it back when it was already given. */
  readonly give: (recall: Recall, value: "up" | "down") => void;
}

const keyOf = ({ recallId, chunk }: Recall): string => `${recallId} ${chunk}`;

const sendVote = ({ api }: Page, { recallId, chunk }: Recall, value: VoteValue): Promise<unknown> =>
  value === null
    ? api.v1.feedback.$delete({ query: { recallId, chunk } })
    : api.v1.feedback.$post({ json: { recallId, chunk, value } });

/** Votes that show at once; a failed one shows the server's state again, and why. */
export function useVotes(page: Page): Votes {
  const [shown, setShown] = useState<ReadonlyMap<string, VoteValue>>(new Map());
  /** Votes that the server acknowledged, and running requests, one after another for each hit. */
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
      // A later click replaces this vote, or cancels it.
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
