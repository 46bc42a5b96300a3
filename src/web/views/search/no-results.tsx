import type { SearchAnswer } from "../../../search/contract/search.ts";
import { Link } from "../../components/link.tsx";
import { StatePanel } from "../../components/state-panel.tsx";
import type { Page } from "../../state/page.ts";
import { withParameters } from "../../state/place.ts";
import { strings } from "../../strings.ts";
import { activeFilters, filterText, without } from "./filter-bar.tsx";

const words = strings.search;

/** Before the first word: what there is to be found, and how. */
export const Welcome = ({ page }: { readonly page: Page }) => {
  const { documents, chunks } = page.status;
  if (documents === 0)
    return (
      <StatePanel icon="plus" title={words.empty.title}>
        <p>{words.empty.text}</p>
        <p>
          <code>{words.empty.command}</code>
        </p>
        <Link page={page} to={{ view: "index", parameters: {} }} class="button">
          {words.empty.toIndex}
        </Link>
      </StatePanel>
    );
  return (
    <StatePanel icon="search" title={words.welcome.title}>
      <p>{words.welcome.holds(documents, chunks)}</p>
      <p>{words.welcome.examples}</p>
      <p class="welcome-keys">
        <kbd>/</kbd> {words.welcome.keys} · <kbd>?</kbd> {words.welcome.helpKey}
      </p>
    </StatePanel>
  );
};

interface NothingProps {
  readonly page: Page;
  readonly answer: SearchAnswer;
}

/** An answer without hits says which kind of nothing it is, and what might help. */
export const Nothing = ({ page, answer }: NothingProps) => {
  const { parameters } = page.place;
  const filters = activeFilters(parameters);
  const kind =
    answer.outcome === "nothing_found" || answer.outcome === "skipped" ? answer.outcome : "nothing_relevant";
  const { title, text } = words.nothing[kind];
  return (
    <StatePanel icon="search" title={title}>
      <p>{answer.skipped ?? text}</p>
      {filters.length === 0 ? null : (
        <p>
          {words.nothing.withFilters}{" "}
          <bdi>
            {filters.map((name) => `${words.filters.names[name]} ${filterText(name, parameters)}`).join(", ")}
          </bdi>
        </p>
      )}
      {filters.length === 0 ? null : (
        <button
          type="button"
          class="button"
          onClick={() => page.go(withParameters(page.place, without(filters)))}
        >
          {words.filters.clear}
        </button>
      )}
    </StatePanel>
  );
};
