import { useState } from "hono/jsx/dom";
import type { SearchAnswer } from "../../../search/contract/search.ts";
import type { Page } from "../../state/page.ts";
import { type Loaded, useLoaded } from "../../state/use-loaded.ts";
import { type PageRequest, requestOf } from "./request.ts";

/** Measures of the browser's own timeline: from an answer's arrival until it is on the screen. */
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
  /** This query is meant: from here on it stands in the recall log, as those passed while typing do not. */
  readonly settle: (request?: PageRequest) => void;
}

/** The answer to what the address asks for, asked anew whenever that changes; an earlier question is given up. */
export function useSearch({ api, place }: Page): Search {
  const request = requestOf(place.parameters);
  const key = request && JSON.stringify(request);
  const [settled, setSettled] = useState<string | undefined>(undefined);
  const log = key !== undefined && key === settled;
  const loaded = useLoaded(key && `${log}${key}`, async (signal) => {
    const body = { ...request, log };
    const answer = await api<SearchAnswer>({ method: "POST", path: "/v1/search", body, signal });
    measurePaint();
    return answer;
  });
  return { ...loaded, request, settle: (asked = request) => setSettled(JSON.stringify(asked)) };
}
