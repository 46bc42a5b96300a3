import { useMemo, useRef, useState } from "preact/hooks";
import type { Hit } from "../../../../search/contract/hits.ts";
import type { SearchAnswer } from "../../../../search/contract/search.ts";
import { Button } from "../../../components/button.tsx";
import { FailurePanel, Skeleton } from "../../../components/state-panel.tsx";
import { type Page, PageContext, usePage } from "../../../state/page.ts";
import { followed } from "../../../state/place.ts";
import { strings } from "../../../strings.ts";
import type { GivenVotes, HitVotes } from "../asking/use-hit-votes.ts";
import type { Search } from "../asking/use-search.ts";
import { useParts } from "../use-parts.ts";
import { AnswerNotes, StaleNote } from "./answer-notes.tsx";
import { documentOf, grouped, keyOf } from "./grouped.ts";
import { Closest, Nothing } from "./no-results.tsx";
import { Passage } from "./passage.tsx";
import { useFurther } from "./use-further.ts";

const words = strings.search;

/** The hit that the keys mean, by its key; undefined: the first. */
interface Selection {
  readonly selected: string | undefined;
  readonly select: (hit: Hit) => void;
}

interface HitListProps extends Selection, Pick<Search, "request"> {
  readonly hits: readonly Hit[];
  readonly label: string;
  readonly severalRoots: boolean;
  readonly votes: HitVotes;
}

/** Hits by document. */
const HitList = ({ request, hits, label, severalRoots, selected, select, votes }: HitListProps) => {
  const [explained, setExplained] = useState<string | undefined>(undefined);
  const [whole, setWhole] = useState<ReadonlySet<string>>(new Set());
  const { part } = useParts(explained !== undefined);
  return (
    <ol class="hits" aria-label={label}>
      {grouped(hits, whole).flatMap(({ hidden, ...placed }) => {
        const { hit } = placed;
        const key = keyOf(hit);
        const isExplained = explained === key;
        const why = { isShown: isExplained, toggle: () => setExplained(isExplained ? undefined : key) };
        return [
          <Passage
            key={key}
            {...{ ...placed, severalRoots, votes, why }}
            isSelected={key === selected}
            select={() => select(hit)}
          >
            {isExplained && request && part && (
              <part.WhyPanel request={request} id={hit.id} citation={hit.citation} vote={votes.of(hit)} />
            )}
          </Passage>,
          hidden !== undefined && (
            <li key={`${key} more`} class="hit-more">
              <button
                type="button"
                class="text-button"
                onClick={() => setWhole(new Set([...whole, documentOf(hit)]))}
              >
                {words.moreOf(hidden)}
              </button>
            </li>
          ),
        ];
      })}
    </ol>
  );
};

interface ResultsProps {
  readonly search: Search;
  readonly votes: GivenVotes;
  readonly selection: Selection;
}

interface FoundProps extends ResultsProps {
  readonly answer: SearchAnswer;
  readonly further: readonly Hit[];
}

/** The page as it was when something was drawn, from which one goes on where the page is now: what was typed since stays. */
function useDrawnPage(): Page {
  const page = usePage();
  const now = useRef(page);
  now.current = page;
  const { place } = page;
  return {
    ...page,
    go: (link, options) => now.current.go(followed(place, link, now.current.place), options),
    change: (changes, options) => now.current.change(changes, options),
  };
}

/**
 * An answer's hits, or what there is in place of them. They stay as they are drawn, each with its link back to the query that found
 * it, until one of what they show changes: a key in the box draws none of them.
 */
const Found = ({ answer, further, search, votes, selection }: FoundProps) => {
  const page = useDrawnPage();
  const draw = () => {
    const severalRoots = answer.index.severalRoots === true;
    const shared = { request: search.request, severalRoots, votes, ...selection };
    const hits = answer.hits as readonly Hit[];
    if (hits.length > 0) return <HitList {...shared} hits={[...hits, ...further]} label={words.results} />;
    return (
      <>
        <Nothing answer={answer} />
        <Closest answer={answer}>
          {(closest) => <HitList {...shared} hits={closest} label={words.nothing.closest} />}
        </Closest>
      </>
    );
  };
  return useMemo(
    () => <PageContext.Provider value={page}>{draw()}</PageContext.Provider>,
    [answer, further, selection.selected, votes.given],
  );
};

/** The answer, or its loading or failure. */
export const Results = (props: ResultsProps) => {
  const { value: answer, failure, isLoading, isStale, retry } = props.search;
  const further = useFurther(usePage(), props.search);
  if (answer === undefined) {
    if (failure !== undefined && !isLoading) return <FailurePanel failure={failure} retry={retry} />;
    return <Skeleton lines={9} />;
  }
  return (
    <div class={isStale ? "is-stale" : ""} aria-busy={isLoading}>
      {failure !== undefined && <StaleNote failure={failure} retry={retry} />}
      <AnswerNotes answer={answer} />
      <Found {...props} answer={answer} further={further.hits} />
      {further.last?.degraded.includes("depth_reached") && <AnswerNotes answer={further.last} />}
      {further.more !== undefined && (
        <p class="more">
          <Button text={words.more} look="small" disabled={further.isLoadingMore} onClick={further.more} />
        </p>
      )}
    </div>
  );
};
