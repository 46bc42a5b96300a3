import { useEffect, useRef, useState } from "preact/hooks";
import type { Hit } from "../../../search/contract/hits.ts";
import { readRanking } from "../../state/kept.ts";
import { usePage } from "../../state/page.ts";
import { readTarget, withParameters, writeTarget } from "../../state/place.ts";
import { strings } from "../../strings.ts";
import { requestOf } from "./asking/request.ts";
import { SearchBox } from "./asking/search-box.tsx";
import { useHitVotes } from "./asking/use-hit-votes.ts";
import { useKeys } from "./asking/use-keys.ts";
import { type Search, useSearch } from "./asking/use-search.ts";
import { Beside, useBeside } from "./beside.tsx";
import { FilterBar } from "./filters/filter-bar.tsx";
import { Home } from "./home/home.tsx";
import { Summary } from "./results/answer-notes.tsx";
import { keyOf } from "./results/grouped.ts";
import { targetOf } from "./results/passage.tsx";
import { Results } from "./results/results.tsx";
import { useParts } from "./use-parts.ts";

/** Opening a result confirms the query that found it; following a link or reloading does not, nor opening an earlier query's. */
function useMeant(open: string, { request, settle, isStale }: Search): void {
  const opened = useRef(open);
  useEffect(() => {
    const isChange = opened.current !== open;
    opened.current = open;
    if (isChange && open !== "" && request !== undefined && !isStale) settle();
  }, [open]);
}

/** After Enter the first hit takes the focus, as soon as there is one: the next keys open, copy and judge it. */
function useFirstHit({ value, isLoading, isStale }: Search) {
  const isWanted = useRef(false);
  useEffect(() => {
    if (!isWanted.current || isLoading || isStale) return;
    isWanted.current = false;
    document.querySelector<HTMLElement>(".hit-link")?.focus();
  });
  return {
    want: (isSo: boolean) => {
      isWanted.current = isSo;
    },
    value,
  };
}

const hitsOf = ({ value }: Search): readonly Hit[] =>
  (value?.hits.length ? value.hits : (value?.closest ?? [])).filter((hit): hit is Hit => "root" in hit);

/** The hit that is selected: the opened one, the one with the focus last, or the first. */
function useSelection(search: Search, open: string) {
  const [focused, setFocused] = useState<Hit | undefined>(undefined);
  const hits = hitsOf(search);
  const isShown = focused !== undefined && hits.some((hit) => keyOf(hit) === keyOf(focused));
  const meant = readTarget(open);
  const opened = meant && hits.find((hit) => writeTarget(targetOf(hit)) === writeTarget(meant));
  const hit = opened ?? (isShown ? focused : hits[0]);
  return { hit, selected: hit && keyOf(hit), select: setFocused };
}

/** Search as you type, filters, results, and beside them the document of the selected one. */
export const SearchView = () => {
  const page = usePage();
  const { place, go } = page;
  const box = useRef<HTMLInputElement>(null);
  const search = useSearch(page);
  const votes = useHitVotes(page, search);
  const { open = "" } = place.parameters;
  const opened = readTarget(open);
  const { hit, ...selection } = useSelection(search, open);
  const beside = useBeside(page, opened, hit);
  const isHome = search.request === undefined;
  const { part } = useParts(!isHome || beside !== undefined);
  const close = () => {
    if (opened === undefined) return false;
    const link = document.querySelector<HTMLElement>(".hit.is-selected .hit-link");
    // In the place of the opened one, so that Back does not open it again.
    go(withParameters(place, { open: undefined }), { replace: true });
    // On a narrow screen the list is hidden until the document is closed.
    requestAnimationFrame(() => (link ?? box.current)?.focus());
    return true;
  };
  useKeys({ box, close });
  useEffect(() => {
    if (opened === undefined) box.current?.focus();
  }, [isHome]);
  useMeant(open, search);
  const first = useFirstHit(search);
  const ask = (query: string, isFinal: boolean) => {
    const next = withParameters(place, { q: query, limit: undefined, open: undefined });
    const request = requestOf(next.parameters, readRanking());
    search.type(isFinal || /\s$/.test(query) ? undefined : request);
    go(next, { typed: isFinal ? "whole" : "half" });
    if (isFinal) search.settle(request);
    first.want(isFinal);
  };
  const layout = ["search-layout", isHome && "is-home", beside && "has-preview", opened && "has-open"];
  return (
    <div class={layout.filter(Boolean).join(" ")}>
      <h1 class="visually-hidden">{strings.search.title}</h1>
      <div class="search-column">
        <SearchBox query={place.parameters.q ?? ""} box={box} ask={ask} isBusy={search.isLoading} />
        {(!isHome || (opened === undefined && page.status.documents > 0)) && (
          <FilterBar>
            {search.value && search.value.hits.length > 0 && <Summary answer={search.value} />}
          </FilterBar>
        )}
        {isHome ? <Home /> : <Results search={search} votes={votes} selection={selection} />}
      </div>
      {beside && part && <Beside shown={beside} isOpen={opened !== undefined} close={close} />}
    </div>
  );
};
