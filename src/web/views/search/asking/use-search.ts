import { useRef, useState } from "preact/hooks";
import type { SearchAnswer } from "../../../../search/contract/search.ts";
import { type Api, type PageRequest, searchAnswer } from "../../../api.ts";
import { keepSearch, readRanking } from "../../../state/kept.ts";
import type { Page } from "../../../state/page.ts";
import { type Loaded, useLoaded } from "../../../state/use-loaded.ts";
import { requestOf } from "./request.ts";

/** Answers kept while the page is open, for who goes back to a query; the latest used stay. */
const KEPT_ANSWERS = 50;

const answersOf = new WeakMap<Api, Map<string, SearchAnswer>>();

function keep(api: Api, key: string, answer: SearchAnswer): void {
  const kept = answersOf.get(api) ?? new Map<string, SearchAnswer>();
  answersOf.set(api, kept);
  kept.delete(key);
  kept.set(key, answer);
  const [oldest] = kept.keys();
  if (kept.size > KEPT_ANSWERS && oldest !== undefined) kept.delete(oldest);
}

const keptAnswer = (api: Api, key: string | undefined): SearchAnswer | undefined =>
  key === undefined ? undefined : answersOf.get(api)?.get(key);

export interface Search extends Loaded<SearchAnswer> {
  readonly request: PageRequest | undefined;
  /** The answer shown is to an earlier query. */
  readonly isStale: boolean;
  /** Confirms a query, which then enters the recall log; intermediate queries while typing do not. */
  readonly settle: (request?: PageRequest) => void;
  /** Says of which query the last word is still being typed; undefined: of none. */
  readonly type: (request: PageRequest | undefined) => void;
  /** The recall of the present query: it is logged if it was not. What is voted on belongs to one. */
  readonly recall: () => Promise<string>;
}

/** Recalls of queries that were logged, by the request's key. */
type Recalls = Map<string, Promise<string>>;

const isLogged = (log: boolean, { loggedAnyway }: SearchAnswer): boolean => log || loggedAnyway === true;

/**
 * The answer to the address's query, loaded again whenever that changes; an earlier request is aborted. An answer that was
 * here before is shown at once, until it has come anew.
 */
export function useSearch({ api, place, status }: Page): Search {
  const request = requestOf(place.parameters, readRanking());
  const addressed = request && JSON.stringify(request);
  const [settled, setSettled] = useState<string | undefined>(undefined);
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const recalls = useRef<Recalls>(new Map()).current;
  const asked = request && { ...request, ...(addressed === typed && { typing: true }) };
  const key = asked && JSON.stringify(asked);
  const log = addressed !== undefined && addressed === settled && !recalls.has(key ?? "");
  const ask = async (logged: boolean, options?: Parameters<typeof searchAnswer>[2]) => {
    const answer = await searchAnswer(api, { query: "", ...asked, log: logged }, options);
    if (key !== undefined) keep(api, key, answer);
    return answer;
  };
  const loaded = useLoaded(key && `${settled === addressed}${key}`, async (options) => {
    const answer = await ask(log, options);
    if (key !== undefined && isLogged(log, answer)) recalls.set(key, Promise.resolve(answer.recallId));
    return { key, answer };
  });
  const isAnswered = loaded.value?.key === key;
  const value = (isAnswered ? undefined : keptAnswer(api, key)) ?? loaded.value?.answer;
  return {
    ...loaded,
    value,
    request: asked,
    isStale: !isAnswered && keptAnswer(api, key) === undefined,
    settle(meant = request) {
      setSettled(JSON.stringify(meant));
      if (meant !== undefined) keepSearch(status.workspace, meant.query);
    },
    type: (half) => setTyped(half && JSON.stringify(half)),
    recall() {
      const known = recalls.get(key ?? "") ?? ask(true).then(({ recallId }) => recallId);
      if (key !== undefined) recalls.set(key, known);
      known.catch(() => recalls.delete(key ?? ""));
      return known;
    },
  };
}
