import { useState } from "hono/jsx/dom";
import type { LaneAnswer, LaneEvent } from "../../../lane/contract.ts";
import type { Page } from "../../state/page.ts";
import { asFailure, type Loaded, useLoaded } from "../../state/use-loaded.ts";

/** Events that are asked for at once. */
const PAGE = 48;

/** Parameters of /v1/lane as the address has them. */
export type LaneWish = Readonly<
  Partial<Record<"kind" | "type" | "tag" | "session" | "after" | "before", string>>
>;

export interface Lane {
  readonly first: Loaded<LaneAnswer>;
  readonly events: readonly LaneEvent[];
  /** Asks for the next page; undefined: this is all. */
  readonly more: (() => void) | undefined;
  readonly isLoadingMore: boolean;
}

interface Further {
  /** The first page that these follow. */
  readonly of: LaneAnswer | undefined;
  readonly events: readonly LaneEvent[];
  readonly next: string | null;
}

/** The lane, page after page; another wish or `round` begins anew. */
export function useLane(page: Page, wish: LaneWish, round: number): Lane {
  const [further, setFurther] = useState<Further>({ of: undefined, events: [], next: null });
  const [isLoadingMore, setLoadingMore] = useState(false);
  const first = useLoaded(JSON.stringify([wish, round]), (signal) =>
    page.api<LaneAnswer>({ path: "/v1/lane", query: { ...wish, limit: PAGE }, signal }),
  );
  const { value } = first;
  const mine = further.of === value ? further : { of: value, events: [], next: value?.next ?? null };
  const load = async (cursor: string) => {
    setLoadingMore(true);
    try {
      const { events, next } = await page.api<LaneAnswer>({
        path: "/v1/lane",
        query: { ...wish, limit: PAGE, cursor },
      });
      setFurther({ of: value, events: [...mine.events, ...events], next });
    } catch (error) {
      page.tell({ tone: "error", text: asFailure(error).message });
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
