import { useState } from "preact/hooks";
import type { SearchAnswer } from "../../../contract/search.ts";
import { type PageRequest, searchAnswer } from "../../api.ts";
import type { Page } from "../../state/page.ts";
import { type Loaded, useLoaded } from "../../state/use-loaded.ts";
import { requestOf } from "./request.ts";

/** Name of the performance measure from an answer's arrival until it is painted. */
const PAINTED = "search: answer to paint";

function measurePaint(): void {
  const start = performance.now();
  // The first frame holds the change, the second begins when that one is on the screen.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => performance.measure(PAINTED, { start, end: performance.now() })),
  );
}

export interface Search extends Loaded<SearchAnswer> {
  readonly request: PageRequest | undefined;
  /** Confirms a query, which then enters the recall log; intermediate queries while typing do not. */
  readonly settle: (request?: PageRequest) => void;
}

/** The answer to the address's query, loaded again whenever that changes; an earlier request is aborted. */
export function useSearch({ api, place }: Page): Search {
  const request = requestOf(place.parameters);
  const key = request && JSON.stringify(request);
  const [settled, setSettled] = useState<string | undefined>(undefined);
  const log = key !== undefined && key === settled;
  const loaded = useLoaded(key && `${log}${key}`, async (options) => {
    const answer = await searchAnswer(api, { query: "", ...request, log }, options);
    measurePaint();
    return answer;
  });
  return { ...loaded, request, settle: (asked = request) => setSettled(JSON.stringify(asked)) };
}
