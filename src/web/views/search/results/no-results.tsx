import type { ComponentChildren } from "preact";
import type { Hit } from "../../../../search/contract/hits.ts";
import type { SearchAnswer } from "../../../../search/contract/search.ts";
import { answerSentences } from "../../../../search/views/answer-words.ts";
import { Button } from "../../../components/button.tsx";
import { usePage } from "../../../state/page.ts";
import { strings } from "../../../strings.ts";
import { activeFilters, filterText, without } from "../filters/filter-bar.tsx";
import { Empty } from "../home/home.tsx";

const words = strings.search;

interface AnswerProps {
  readonly answer: SearchAnswer;
}

/** What is said where there are no hits: that there are none, then why. */
function silence(answer: SearchAnswer): readonly [said: string, ...why: string[]] {
  if (answer.outcome === "skipped")
    return [words.nothing.skipped, answer.skipped ?? words.nothing.asksNothing];
  const [said = "", ...why] = answerSentences(answer)
    .filter(({ about }) => about === "outcome")
    .map(({ text }) => text);
  return [said, ...why];
}

/** An answer without hits: why, and what might help. */
export const Nothing = ({ answer }: AnswerProps) => {
  const page = usePage();
  const { parameters } = page.place;
  const filters = activeFilters(parameters);
  const named = filters.map((name) => `${words.filters.names[name]} ${filterText(name, parameters)}`);
  const [said, ...why] = silence(answer);
  // Other words would find nothing either.
  const isEmpty = page.status.documents === 0;
  return (
    <>
      <div class="silence" role="status">
        <h2>{said}</h2>
        {why.length > 0 && <p>{why.join(" ")}</p>}
        {why.length === 0 && !isEmpty && <p>{words.nothing.hint}</p>}
        {parameters.profile !== undefined && (
          <p>
            <Button
              text={words.nothing.usual}
              look="small"
              onClick={() => page.change({ profile: undefined })}
            />
          </p>
        )}
        {filters.length > 0 && (
          <p>
            {words.nothing.withFilters} <bdi>{named.join(", ")}</bdi>{" "}
            <Button text={words.filters.clear} look="small" onClick={() => page.change(without(filters))} />
          </p>
        )}
      </div>
      {isEmpty && <Empty />}
    </>
  );
};

interface ClosestProps extends AnswerProps {
  readonly children: (hits: readonly Hit[]) => ComponentChildren;
}

/** What comes closest where nothing answers. */
export const Closest = ({ answer, children }: ClosestProps) => {
  const hits = (answer.closest ?? []).filter((hit): hit is Hit => "root" in hit);
  if (hits.length === 0) return null;
  return (
    <>
      <h2 class="closest">{words.nothing.closest}</h2>
      {children(hits)}
    </>
  );
};
