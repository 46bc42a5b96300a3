import { useRef, useState } from "preact/hooks";
import type { LaneEvent } from "../../../lane/contract.ts";
import { type Page, tellFailure } from "../../state/page.ts";
import { strings } from "../../strings.ts";

type VoteValue = "up" | "down" | null;
type Recall = NonNullable<LaneEvent["recall"]>;

export interface Votes {
  /** The vote to show: the clicked one, before the server has answered. */
  readonly of: (recall: Recall) => VoteValue;
  /** Gives a vote, or takes it back when it was already given. */
  readonly give: (recall: Recall, value: "up" | "down") => void;
}

/** A hit's vote: what was clicked last, what the server acknowledged, and the requests, one after another. */
interface Vote {
  wanted: VoteValue;
  kept: VoteValue;
  line: Promise<void>;
}

const keyOf = ({ recallId, chunk }: Recall): string => `${recallId} ${chunk}`;

const sendVote = ({ api }: Page, { recallId, chunk }: Recall, value: VoteValue): Promise<unknown> =>
  value === null
    ? api.v1.feedback.$delete({ query: { recallId, chunk } })
    : api.v1.feedback.$post({ json: { recallId, chunk, value } });

/** Votes that show at once; a failed one shows the server's state again, and why. */
export function useVotes(page: Page): Votes {
  const votes = useRef(new Map<string, Vote>()).current;
  const [, setChanges] = useState(0);
  const want = (vote: Vote, value: VoteValue) => {
    vote.wanted = value;
    setChanges((count) => count + 1);
  };
  const send = async (recall: Recall, vote: Vote): Promise<void> => {
    // A later click replaces this vote, or cancels it.
    const { wanted } = vote;
    if (wanted === vote.kept) return;
    try {
      await sendVote(page, recall, wanted);
      vote.kept = wanted;
    } catch (error) {
      want(vote, vote.kept);
      tellFailure(page, error, strings.memory.notVoted);
    }
  };
  return {
    of: (recall) => (votes.get(keyOf(recall)) ?? { wanted: recall.vote }).wanted,
    give(recall, value) {
      const key = keyOf(recall);
      const vote = votes.get(key) ?? { wanted: recall.vote, kept: recall.vote, line: Promise.resolve() };
      votes.set(key, vote);
      want(vote, vote.wanted === value ? null : value);
      vote.line = vote.line.then(() => send(recall, vote));
    },
  };
}
