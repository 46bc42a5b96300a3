import { useRef, useState } from "preact/hooks";
import type { Hit } from "../../../../search/contract/hits.ts";
import { type Page, tellFailure } from "../../../state/page.ts";
import { strings } from "../../../strings.ts";
import type { Search } from "./use-search.ts";

export type Vote = "up" | "down" | undefined;

export interface HitVotes {
  /** The vote to show: the given one, before the server has answered. */
  readonly of: (hit: Hit) => Vote;
  /** Gives a vote, or takes it back when it was already given. */
  readonly give: (hit: Hit, value: "up" | "down") => void;
}

export interface GivenVotes extends HitVotes {
  /** Another one with each vote. */
  readonly given: object;
}

/** Votes of this visit on hits, by query. The first logs the query it is for; one that fails is taken back, and it is said why. */
export function useHitVotes(page: Page, { request, recall }: Search): GivenVotes {
  const [votes, setVotes] = useState<ReadonlyMap<string, Vote>>(new Map());
  const line = useRef(Promise.resolve());
  const keyOf = ({ id }: Hit): string => `${id} ${request?.query}`;
  const set = (key: string, vote: Vote) => setVotes((before) => new Map(before).set(key, vote));
  const send = async (chunk: string, vote: Vote): Promise<unknown> => {
    const recallId = await recall();
    const { feedback } = page.api.v1;
    return vote === undefined
      ? feedback.$delete({ query: { recallId, chunk } })
      : feedback.$post({ json: { recallId, chunk, value: vote } });
  };
  return {
    given: votes,
    of: (hit) => votes.get(keyOf(hit)),
    give(hit, value) {
      const key = keyOf(hit);
      const before = votes.get(key);
      const vote = before === value ? undefined : value;
      set(key, vote);
      line.current = line.current
        .then(() => send(hit.id, vote))
        .then(
          () => undefined,
          (error: unknown) => {
            set(key, before);
            tellFailure(page, error, strings.search.notVoted);
          },
        );
    },
  };
}
