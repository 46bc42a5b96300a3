import { useEffect, useRef, useState } from "preact/hooks";
import { Dialog } from "../../components/dialog.tsx";
import { Preview } from "../../preview/preview.tsx";
import { matchedTerms } from "../../preview/use-marks.ts";
import { usePage } from "../../state/page.ts";
import { readTarget, withParameters, writeTarget } from "../../state/place.ts";
import { hasCharacterKeys, setCharacterKeys } from "../../state/session.ts";
import { strings } from "../../strings.ts";
import { FilterBar, ProfileSelect } from "./filter-bar.tsx";
import { targetOf } from "./hit-card.tsx";
import { Welcome } from "./no-results.tsx";
import { requestOf, type Search, useSearch } from "./request.ts";
import { Results } from "./results.tsx";
import { SearchBox } from "./search-box.tsx";
import { useKeys } from "./use-keys.ts";

const words = strings.search.keys;

/** All keys of the view, and whether characters are among them. */
const HelpDialog = ({ close }: { readonly close: () => void }) => (
  <Dialog title={words.title} close={close}>
    <dl class="column keys">
      {words.list.map(([key, meaning]) => (
        <div key={key}>
          <dt>
            {key.split(" ").map((one) => (
              <kbd key={one}>{one}</kbd>
            ))}
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
    <label class="key-switch">
      <input
        type="checkbox"
        defaultChecked={hasCharacterKeys()}
        onChange={(event) => setCharacterKeys(event.currentTarget.checked)}
      />
      {words.toggle}
    </label>
  </Dialog>
);

/** Opening a result confirms the query that found it; following a link or reloading does not. */
function useMeant(open: string, { request, settle }: Search): void {
  const opened = useRef(open);
  useEffect(() => {
    const isChange = opened.current !== open;
    opened.current = open;
    if (isChange && open !== "" && request !== undefined) settle();
  }, [open]);
}

/** Search as you type, filters, results, and beside them the document that one of them is from. */
export const SearchView = () => {
  const page = usePage();
  const { place, go } = page;
  const box = useRef<HTMLInputElement>(null);
  const [isHelping, setHelping] = useState(false);
  const search = useSearch(page);
  const { open = "" } = place.parameters;
  const target = readTarget(open);
  const hit = search.value?.hits.find((one) => writeTarget(targetOf(one)) === open);
  const close = () => {
    if (target === undefined) return false;
    const link = document.querySelector<HTMLElement>(".hit.is-open .hit-link");
    go(withParameters(place, { open: undefined }));
    // On a narrow screen the list is hidden until the document is closed.
    requestAnimationFrame(() => (link ?? box.current)?.focus());
    return true;
  };
  const showHelp = () => setHelping(true);
  useKeys({ box, showHelp, close });
  useEffect(() => {
    if (target === undefined) box.current?.focus();
  }, []);
  useMeant(open, search);
  const ask = (query: string, isFinal: boolean) => {
    const next = withParameters(place, { q: query, limit: undefined });
    const request = requestOf(next.parameters);
    search.type(isFinal || /\s$/.test(query) ? undefined : request);
    go(next, { replace: !isFinal });
    if (isFinal) search.settle(request);
  };
  return (
    <div class={`search-layout ${target === undefined ? "" : "has-preview"}`}>
      <h1 class="visually-hidden">{strings.search.title}</h1>
      <div class="search-column">
        <SearchBox
          query={place.parameters.q ?? ""}
          box={box}
          ask={ask}
          isBusy={search.isLoading}
          showHelp={showHelp}
        />
        <div class="row search-options">
          <FilterBar />
          <ProfileSelect />
        </div>
        {search.request === undefined ? <Welcome /> : <Results search={search} />}
      </div>
      {target === undefined ? null : (
        <Preview key={writeTarget(target)} target={target} terms={matchedTerms(hit ?? {})} close={close} />
      )}
      {isHelping ? <HelpDialog close={() => setHelping(false)} /> : null}
    </div>
  );
};
