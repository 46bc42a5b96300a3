import { answerOf } from "../../../../client/client.ts";
import { many } from "../../../components/format.ts";
import { Icon } from "../../../components/icon.tsx";
import { Link } from "../../../components/link.tsx";
import { SAMPLE_ROOT } from "../../../first-run/sample-root.ts";
import { recentSearches } from "../../../state/kept.ts";
import { lazy } from "../../../state/lazy.ts";
import { lacksModel, usePage } from "../../../state/page.ts";
import { searchFor } from "../../../state/place.ts";
import { useLoaded } from "../../../state/use-loaded.ts";
import { strings } from "../../../strings.ts";

const words = strings.search;
/** Recent searches that are offered; the palette has the others. */
const OFFERED = 6;

const useFirstRun = lazy(() => import("../../../first-run/parts.ts"));

/** Where nothing was indexed at sign-in: the ways to begin, until something is there. */
export const Empty = () => {
  const { api, status } = usePage();
  const { part } = useFirstRun();
  const now = useLoaded("", (options) => answerOf(api.v1.status.$get({}, options)));
  const { documents, chunks } = now.value ?? status;
  if (documents > 0) return <p class="quiet home-count">{countOf(documents, chunks)}</p>;
  return part === undefined || now.value === undefined ? null : <part.FirstRun />;
};

const countOf = (documents: number, chunks: number): string =>
  words.home.holds(many(documents, "document"), many(chunks, "passage"));

/** Below the box before the first query: what was looked for last, what there is to find, and the keys. */
export const Home = () => {
  const { status, show } = usePage();
  const { documents, chunks, workspace, scope, roots } = status;
  const recent = recentSearches(workspace).slice(0, OFFERED);
  const hasSample = scope !== "read" && roots.some(({ root }) => root === SAMPLE_ROOT);
  const { part } = useFirstRun(hasSample);
  if (documents === 0) return <Empty />;
  return (
    <div class="home">
      {recent.length > 0 && (
        <section aria-label={words.home.recent}>
          <h2>{words.home.recent}</h2>
          <ul>
            {recent.map((query) => (
              <li key={query}>
                <Link to={searchFor(query)} class="home-recent">
                  <Icon name="memory" />
                  <bdi>{query}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p class="quiet">
        {countOf(documents, chunks)} {words.home.examples}
      </p>
      {hasSample && part && <part.SampleThere />}
      <p class="quiet home-keys">
        <button type="button" class="text-button" onClick={() => show("keys")}>
          {words.home.keys}
        </button>
        {lacksModel(status) && <span>{words.home.noModel}</span>}
      </p>
    </div>
  );
};
