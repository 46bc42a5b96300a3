import { useState } from "preact/hooks";
import type { SearchAnswer } from "../../../search/contract/search.ts";
import type { ApiFailure } from "../../api.ts";
import { Button } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { FailurePanel, headOf, Skeleton } from "../../components/state-panel.tsx";
import { usePage } from "../../state/page.ts";
import { writeTarget } from "../../state/place.ts";
import { strings } from "../../strings.ts";
import { HitCard, targetOf } from "./hit-card.tsx";
import { Nothing } from "./no-results.tsx";
import { nextLimit, type Search } from "./request.ts";
import { WhyPanel } from "./why/why-panel.tsx";

const words = strings.search;

interface AnswerProps {
  readonly answer: SearchAnswer;
}

/** What an answer lacks, and how the query was changed. */
const AnswerNotes = ({ answer: { degraded, index, fallback, use, didYouMean = [] } }: AnswerProps) => {
  const remarks = [
    ...(fallback === undefined ? [] : [words.notes.fallback[fallback]]),
    ...use.repaired.map(({ from, to }) => words.notes.repaired(from, to)),
    ...didYouMean.map(({ from, to }) => words.notes.didYouMean(from, to)),
    ...(index.pendingChunks > 0 ? [words.notes.pending(index.pendingChunks)] : []),
    ...(index.failedDocuments > 0 ? [words.notes.failed(index.failedDocuments)] : []),
  ];
  return (
    <>
      {degraded.length === 0 ? null : (
        <div class="banner is-warning">
          <Icon name="warning" />
          <div>
            <strong>{words.notes.title}</strong>
            {degraded.map((code) => (
              <p key={code}>{words.notes.degraded[code]}</p>
            ))}
          </div>
        </div>
      )}
      {remarks.map((text) => (
        <p key={text} class="remark small">
          {text}
        </p>
      ))}
    </>
  );
};

const Summary = ({ answer: { hits, timings, use, index } }: AnswerProps) => {
  const parts = [
    words.found(hits.length, Math.round(timings.totalMs)),
    ...(use.cached.includes("answer") ? [words.repeated] : []),
    ...(index.embedder.startsWith("embedded") ? [words.notes.embedded] : []),
  ];
  return (
    <p class="summary small" role="status">
      {parts.join(" · ")}
    </p>
  );
};

const HitList = ({ request, answer: { hits, index } }: AnswerProps & Pick<Search, "request">) => {
  const page = usePage();
  const [explained, setExplained] = useState<string | undefined>(undefined);
  return (
    <ol class="hits" aria-label={words.results}>
      {hits.map((hit, at) => (
        <HitCard
          key={hit.id}
          hit={hit}
          rank={at + 1}
          severalRoots={index.severalRoots === true}
          isOpen={page.place.parameters.open === writeTarget(targetOf(hit))}
          why={{
            isShown: explained === hit.id,
            toggle: () => setExplained(explained === hit.id ? undefined : hit.id),
          }}
        >
          {explained === hit.id && request && <WhyPanel request={request} id={hit.id} />}
        </HitCard>
      ))}
    </ol>
  );
};

/** A failure above the previous answer, which stays. */
const StaleNote = ({ failure, retry }: { readonly failure: ApiFailure; readonly retry: () => void }) => {
  const { icon, title } = headOf(failure);
  return (
    <div class="banner is-error" role="alert">
      <Icon name={icon} />
      <div>
        <strong>{title}</strong>
        <p>
          {failure.message} {words.stale}
        </p>
      </div>
      <Button text={strings.failures.retry} look="small" onClick={retry} />
    </div>
  );
};

/** The answer, or its loading or failure. */
export const Results = ({ search }: { readonly search: Search }) => {
  const page = usePage();
  const { value: answer, failure, isLoading, request, retry } = search;
  if (answer === undefined) {
    if (failure !== undefined && !isLoading) return <FailurePanel failure={failure} retry={retry} />;
    return <Skeleton lines={9} />;
  }
  const { limit = 0 } = request ?? {};
  const more = answer.hits.length >= limit ? nextLimit(page.place.parameters) : undefined;
  return (
    <div class={isLoading ? "is-stale" : ""} aria-busy={isLoading}>
      {failure === undefined ? null : <StaleNote failure={failure} retry={retry} />}
      <Summary answer={answer} />
      <AnswerNotes answer={answer} />
      {answer.hits.length === 0 ? <Nothing answer={answer} /> : <HitList request={request} answer={answer} />}
      {more === undefined ? null : (
        <p class="more">
          <Button text={words.more} onClick={() => page.change({ limit: String(more) }, { replace: true })} />
        </p>
      )}
    </div>
  );
};
