import { useState } from "preact/hooks";
import { answerOf } from "../../../client/client.ts";
import type { LaneAnswer, LaneEvent, LaneParameters } from "../../../lane/contract.ts";
import { type Page, tellFailure } from "../../state/page.ts";
import { useLoaded } from "../../state/use-loaded.ts";

/** Events that are asked for at once. */
const PAGE = 48;

/** Parameters of /v1/lane as the address has them; the server says which ones it refuses. */
export type LaneWish = Omit<LaneParameters, "limit" | "cursor">;

interface Further {
  /** The first page that these follow. */
  readonly of: LaneAnswer | undefined;
  readonly events: readonly LaneEvent[];
  readonly next: string | null;
}

/**
 * The lane, page after page; other filters or another `round` start again. `more` asks for the next page; undefined: this
 * is all.
 */
export function useLane(page: Page, wish: LaneWish, round: number) {
  const [further, setFurther] = useState<Further>({ of: undefined, events: [], next: null });
  const [isLoadingMore, setLoadingMore] = useState(false);
  const first = useLoaded(JSON.stringify([wish, round]), (options) =>
    answerOf(page.api.v1.lane.$get({ query: { ...wish, limit: PAGE } }, options)),
  );
  const { value } = first;
  const mine = further.of === value ? further : { of: value, events: [], next: value?.next ?? null };
  const load = async (cursor: string) => {
    setLoadingMore(true);
    try {
      const query = { ...wish, limit: PAGE, cursor };
      const { events, next } = await answerOf(page.api.v1.lane.$get({ query }));
      setFurther({ of: value, events: [...mine.events, ...events], next });
    } catch (error) {
      tellFailure(page, error);
    } finally {
      setLoadingMore(false);
    }
  };
  const { next } = mine;
  return {
    first,
    events: [...(value?.events ?? []), ...mine.events],
    more: next === null ? undefined : () => void load(next),
    isLoadingMore,
  };
}
