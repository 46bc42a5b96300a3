import type { SearchAnswer } from "../../../../search/contract/search.ts";
import {
  answerSentences,
  NO_MODEL,
  NOT_MEASURED,
  type Sentence,
} from "../../../../search/views/answer-words.ts";
import type { ApiFailure } from "../../../api.ts";
import { Button } from "../../../components/button.tsx";
import { Icon } from "../../../components/icon.tsx";
import { headOf } from "../../../components/state-panel.tsx";
import { strings } from "../../../strings.ts";

const words = strings.search;

interface AnswerProps {
  readonly answer: SearchAnswer;
}

/** What holds for every search of a server is said on the page that it begins with, not with each answer. */
const LASTING: readonly string[] = [NO_MODEL, NOT_MEASURED];

/** What an answer lacks, and how the query was changed. Of no hits the panel says the outcome. */
export const AnswerNotes = ({ answer }: AnswerProps) => {
  const sentences = answerSentences(answer).filter(({ text }) => !LASTING.includes(text));
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

/** How many passages, of how many documents, and how fast. */
export const Summary = ({ answer: { hits, timings, use } }: AnswerProps) => {
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

/** A failure above the previous answer, which stays. */
export const StaleNote = ({
  failure,
  retry,
}: {
  readonly failure: ApiFailure;
  readonly retry: () => void;
}) => {
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
