import type { SearchAnswer } from "../../../search/contract/search.ts";
import { answerSentences } from "../../../search/views/answer-words.ts";
import { Button } from "../../components/button.tsx";
import { Link } from "../../components/link.tsx";
import { StatePanel } from "../../components/state-panel.tsx";
import { usePage } from "../../state/page.ts";
import { strings } from "../../strings.ts";
import { activeFilters, filterText, without } from "./filter-bar.tsx";

const words = strings.search;

/** Before the first query: what is indexed, and how to search it. */
export const Welcome = () => {
  const page = usePage();
  const { documents, chunks } = page.status;
  if (documents === 0)
    return (
      <StatePanel icon="plus" {...words.empty}>
        <Link to={{ view: "index", parameters: {} }} class="button">
          {words.toIndex}
        </Link>
      </StatePanel>
    );
  return (
    <StatePanel icon="search" title={words.welcome.title} text={words.welcome.holds(documents, chunks)}>
      <p>{words.welcome.examples}</p>
      <p class="small">
        <kbd>/</kbd> {words.welcome.keys} · <kbd>?</kbd> {words.welcome.helpKey}
      </p>
    </StatePanel>
  );
};

/** An answer without hits: why, and what might help. */
export const Nothing = ({ answer }: { readonly answer: SearchAnswer }) => {
  const page = usePage();
  const { parameters } = page.place;
  const filters = activeFilters(parameters);
  const named = filters.map((name) => `${words.filters.names[name]} ${filterText(name, parameters)}`);
  const { nothing } = words;
  if (answer.outcome === "skipped")
    return <StatePanel icon="search" title={nothing.skipped} text={answer.skipped ?? nothing.asksNothing} />;
  const [said = "", ...why] = answerSentences(answer)
    .filter(({ about }) => about === "outcome")
    .map(({ text }) => text);
  return (
    <StatePanel icon="search" title={said.replace(/\.$/, "")} text={why.join(" ")}>
      {filters.length > 0 && (
        <>
          <p>
            {words.nothing.withFilters} <bdi>{named.join(", ")}</bdi>
          </p>
          <Button text={words.filters.clear} onClick={() => page.change(without(filters))} />
        </>
      )}
    </StatePanel>
  );
};
