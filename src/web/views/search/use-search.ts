import { useState } from "preact/hooks";
import type { SearchAnswer } from "../../../search/contract/search.ts";
import { type PageRequest, searchAnswer } from "../../api.ts";
import type { Page } from "../../state/page.ts";
import { type Loaded, useLoaded } from "../../state/use-loaded.ts";
import { requestOf } from "./request.ts";

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
  const loaded = useLoaded(key && `${log}${key}`, (options) =>
    searchAnswer(api, { query: "", ...request, log }, options),
  );
  return { ...loaded, request, settle: (asked = request) => setSettled(JSON.stringify(asked)) };
}
