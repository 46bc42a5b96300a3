import { useState } from "hono/jsx/dom";
import type { SearchAnswer } from "../../../search/contract/search.ts";
import type { ApiFailure } from "../../api/failure.ts";
import { Icon } from "../../components/icon.tsx";
import { FailurePanel, Skeleton } from "../../components/state-panel.tsx";
import type { Page } from "../../state/page.ts";
import { withParameters } from "../../state/place.ts";
import { writeTarget } from "../../state/target.ts";
import { strings } from "../../strings.ts";
import { AnswerNotes } from "./answer-notes.tsx";
import { HitCard, targetOf } from "./hit-card.tsx";
import { Nothing } from "./no-results.tsx";
import { nextLimit } from "./request.ts";
import type { Search } from "./use-search.ts";
import { WhyPanel } from "./why/why-panel.tsx";

const words = strings.search;

interface ResultsProps {
  readonly page: Page;
  readonly search: Search;
}

const Summary = ({ answer }: { readonly answer: SearchAnswer }) => {
  const { hits, timings, use, index } = answer;
  const parts = [
    words.found(hits.length, Math.round(timings.totalMs)),
    ...(use.cached.includes("answer") ? [words.repeated] : []),
    ...(index.embedder.startsWith("embedded") ? [words.notes.embedded] : []),
  ];
  return (
    <p class="summary" role="status">
      {parts.join(" · ")}
    </p>
  );
};

const HitList = ({ page, search, answer }: ResultsProps & { readonly answer: SearchAnswer }) => {
  const [explained, setExplained] = useState<string | undefined>(undefined);
  const { hits, index } = answer;
  return (
    <ol class="hits" aria-label={words.results}>
      {hits.map((hit, at) => (
        <HitCard
          key={hit.id}
          page={page}
          hit={hit}
          rank={at + 1}
          severalRoots={index.severalRoots === true}
          isOpen={page.place.parameters.open === writeTarget(targetOf(hit))}
          why={{
            isShown: explained === hit.id,
            toggle: () => setExplained(explained === hit.id ? undefined : hit.id),
          }}
        >
          {explained === hit.id && search.request !== undefined ? (
            <WhyPanel page={page} request={search.request} id={hit.id} />
          ) : null}
        </HitCard>
      ))}
    </ol>
  );
};

/** A failure over an answer that is still there: it is told, and the answer stays. */
const StaleNote = ({ failure, retry }: { readonly failure: ApiFailure; readonly retry: () => void }) => (
  <div class="banner banner-error" role="alert">
    <Icon name={failure.code === "offline" ? "offline" : "warning"} />
    <div>
      <strong>{failure.code === "offline" ? strings.failures.offlineTitle : strings.failures.title}</strong>
      <p>
        {failure.message} {words.stale}
      </p>
    </div>
    <button type="button" class="button button-small" onClick={retry}>
      {strings.failures.retry}
    </button>
  </div>
);

/** The answer, or what stands in its place. */
export const Results = ({ page, search }: ResultsProps) => {
  const { value: answer, failure, isLoading, retry } = search;
  if (answer === undefined) {
    if (failure !== undefined && !isLoading) return <FailurePanel failure={failure} retry={retry} />;
    return <Skeleton lines={9} />;
  }
  const { limit = 0 } = search.request ?? {};
  const more = answer.hits.length >= limit ? nextLimit(page.place.parameters) : undefined;
  return (
    <div class={isLoading ? "is-stale" : ""} aria-busy={isLoading ? "true" : "false"}>
      {failure === undefined ? null : <StaleNote failure={failure} retry={retry} />}
      <Summary answer={answer} />
      <AnswerNotes answer={answer} />
      {answer.hits.length === 0 ? (
        <Nothing page={page} answer={answer} />
      ) : (
        <HitList page={page} search={search} answer={answer} />
      )}
      {more === undefined ? null : (
        <p class="more">
          <button
            type="button"
            class="button"
            onClick={() => page.go(withParameters(page.place, { limit: String(more) }), { replace: true })}
          >
            {words.more}
          </button>
        </p>
      )}
    </div>
  );
};
