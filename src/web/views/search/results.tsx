import { useState } from "preact/hooks";
import type { Hit } from "../../../search/contract/hits.ts";
import type { SearchAnswer } from "../../../search/contract/search.ts";
import { answerSentences, type Sentence } from "../../../search/views/answer-words.ts";
import type { ApiFailure } from "../../api.ts";
import { Button } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { FailurePanel, headOf, Skeleton } from "../../components/state-panel.tsx";
import { usePage } from "../../state/page.ts";
import { writeTarget } from "../../state/place.ts";
import { strings } from "../../strings.ts";
import { HitCard, targetOf } from "./hit-card.tsx";
import { Nothing } from "./no-results.tsx";
import type { Search } from "./request.ts";
import { useFurther } from "./use-further.ts";
import { WhyPanel } from "./why/why-panel.tsx";

const words = strings.search;

interface AnswerProps {
  readonly answer: SearchAnswer;
}

/** What an answer lacks, and how the query was changed. Of no hits the panel says the outcome. */
const AnswerNotes = ({ answer }: AnswerProps) => {
  const sentences = answerSentences(answer);
  const lacks = sentences.filter(({ about }) => about === "lack");
  const isTold = (about: Sentence["about"]) =>
    about === "query" || (about === "outcome" && answer.hits.length > 0);
  return (
    <>
      {answer.degraded.length === 0 ? null : (
        <div class="banner is-warning">
          <Icon name="warning" />
          <div>
            <strong>{words.notes.title}</strong>
            {lacks.map(({ text }) => (
              <p key={text}>{text}</p>
            ))}
          </div>
        </div>
      )}
      {sentences
        .filter(({ about }) => isTold(about) || (about === "lack" && answer.degraded.length === 0))
        .map(({ text }) => (
          <p key={text} class="remark small">
            {text}
          </p>
        ))}
    </>
  );
};

const Summary = ({ answer: { hits, timings, use } }: AnswerProps) => {
  const parts = [
    words.found(hits.length, Math.round(timings.totalMs)),
    ...(use.cached.includes("answer") ? [words.repeated] : []),
  ];
  return (
    <p class="summary small" role="status">
      {parts.join(" · ")}
    </p>
  );
};

/** What tells two hits apart: passages of one memory have one id. */
const keyOf = ({ id, citation }: Hit): string => `${id} ${citation}`;

interface HitListProps extends AnswerProps, Pick<Search, "request"> {
  readonly hits: readonly Hit[];
  readonly label: string;
}

const HitList = ({ request, answer: { index }, hits, label }: HitListProps) => {
  const page = usePage();
  const [explained, setExplained] = useState<string | undefined>(undefined);
  return (
    <ol class="hits" aria-label={label}>
      {hits.map((hit, at) => (
        <HitCard
          key={keyOf(hit)}
          hit={hit}
          rank={at + 1}
          severalRoots={index.severalRoots === true}
          isOpen={page.place.parameters.open === writeTarget(targetOf(hit))}
          why={{
            isShown: explained === keyOf(hit),
            toggle: () => setExplained(explained === keyOf(hit) ? undefined : keyOf(hit)),
          }}
        >
          {explained === keyOf(hit) && request && (
            <WhyPanel request={request} id={hit.id} citation={hit.citation} />
          )}
        </HitCard>
      ))}
    </ol>
  );
};

/** What comes closest where nothing answers. */
const Closest = ({ request, answer }: AnswerProps & Pick<Search, "request">) => {
  const hits = (answer.closest ?? []).filter((hit) => "root" in hit);
  if (hits.length === 0) return null;
  return (
    <>
      <h2 class="small">{words.nothing.closest}</h2>
      <HitList request={request} answer={answer} hits={hits} label={words.nothing.closest} />
    </>
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
  const { value: answer, failure, isLoading, request, retry } = search;
  const further = useFurther(usePage(), search);
  if (answer === undefined) {
    if (failure !== undefined && !isLoading) return <FailurePanel failure={failure} retry={retry} />;
    return <Skeleton lines={9} />;
  }
  return (
    <div class={isLoading ? "is-stale" : ""} aria-busy={isLoading}>
      {failure === undefined ? null : <StaleNote failure={failure} retry={retry} />}
      <Summary answer={answer} />
      <AnswerNotes answer={answer} />
      {answer.hits.length === 0 ? (
        <>
          <Nothing answer={answer} />
          <Closest request={request} answer={answer} />
        </>
      ) : (
        <HitList
          request={request}
          answer={answer}
          hits={[...answer.hits, ...further.hits]}
          label={words.results}
        />
      )}
      {further.last?.degraded.includes("depth_reached") && <AnswerNotes answer={further.last} />}
      {further.more === undefined ? null : (
        <p class="more">
          <Button text={words.more} disabled={further.isLoadingMore} onClick={further.more} />
        </p>
      )}
    </div>
  );
};
