import { useRef, useState } from "preact/hooks";
import type { LaneEvent } from "../../../../lane/contract.ts";
import { type Page, tellFailure } from "../../../state/page.ts";
import { memoryStrings } from "../../../strings/memory.ts";

type VoteValue = "up" | "down" | null;

/** A hit of a search, or a memory or passage by itself, and this token's vote on it as it was loaded. */
export interface Voted extends Pick<NonNullable<LaneEvent["recall"]>, "chunk" | "vote"> {
  /** @default the vote is on the memory or passage itself */
  readonly recallId?: string;
}

export interface Votes {
  /** The vote to show: the clicked one, before the server has answered. */
  readonly of: (voted: Voted) => VoteValue;
  /** Gives a vote, or takes it back when it was already given. */
  readonly give: (voted: Voted, value: "up" | "down") => void;
}

/** A hit's vote: what was clicked last, what the server acknowledged, and the requests, one after another. */
interface Vote {
  wanted: VoteValue;
  kept: VoteValue;
  line: Promise<void>;
}

const keyOf = ({ recallId = "", chunk }: Voted): string => `${recallId} ${chunk}`;

const sendVote = ({ api }: Page, { recallId, chunk }: Voted, value: VoteValue): Promise<unknown> => {
  const named = { chunk, ...(recallId !== undefined && { recallId }) };
  return value === null
    ? api.v1.feedback.$delete({ query: named })
    : api.v1.feedback.$post({ json: { ...named, value } });
};

/** Votes that show at once; a failed one shows the server's state again, and why. */
export function useVotes(page: Page): Votes {
  const votes = useRef(new Map<string, Vote>()).current;
  const [, setChanges] = useState(0);
  const want = (vote: Vote, value: VoteValue) => {
    vote.wanted = value;
    setChanges((count) => count + 1);
  };
  const send = async (voted: Voted, vote: Vote): Promise<void> => {
    // A later click replaces this vote, or cancels it.
    const { wanted } = vote;
    if (wanted === vote.kept) return;
    try {
      await sendVote(page, voted, wanted);
      vote.kept = wanted;
    } catch (error) {
      want(vote, vote.kept);
      tellFailure(page, error, memoryStrings.notVoted);
    }
  };
  return {
    of: (voted) => (votes.get(keyOf(voted)) ?? { wanted: voted.vote }).wanted,
    give(voted, value) {
      const key = keyOf(voted);
      const vote = votes.get(key) ?? { wanted: voted.vote, kept: voted.vote, line: Promise.resolve() };
      votes.set(key, vote);
      want(vote, vote.wanted === value ? null : value);
      vote.line = vote.line.then(() => send(voted, vote));
    },
  };
}
