import { useEffect, useState } from "preact/hooks";
import type { Hit } from "../../../../search/contract/hits.ts";
import type { SearchAnswer } from "../../../../search/contract/search.ts";
import { searchAnswer } from "../../../api.ts";
import { type Page, tellFailure } from "../../../state/page.ts";
import { nextLimit } from "../asking/request.ts";
import type { Search } from "../asking/use-search.ts";

interface Further {
  /** The answer that these follow. */
  readonly of: SearchAnswer | undefined;
  readonly hits: readonly Hit[];
  /** The last page of them. */
  readonly last: SearchAnswer | undefined;
}

const NONE: Further = { of: undefined, hits: [], last: undefined };

/**
 * The hits behind an answer. `more` asks for the next of them; undefined: this is all. First the answer itself grows, which the
 * address says; then page after page is put behind it, and another answer starts again.
 */
export function useFurther(page: Page, { value, request, failure }: Search) {
  const [further, setFurther] = useState<Further>(NONE);
  const [isLoadingMore, setLoadingMore] = useState(false);
  const mine = further.of === value ? further : { ...NONE, of: value };
  const cursor = (mine.last ?? value)?.nextCursor ?? undefined;
  const load = async (place: string): Promise<void> => {
    setLoadingMore(true);
    try {
      const answer = await searchAnswer(page.api, { query: "", ...request, cursor: place, log: false });
      setFurther({ of: value, hits: [...mine.hits, ...answer.hits], last: answer });
    } catch (error) {
      tellFailure(page, error);
    } finally {
      setLoadingMore(false);
    }
  };
  // The first hit that has come takes the focus: the button may be gone.
  useEffect(() => {
    const at = (value?.hits.length ?? 0) + mine.hits.length - (mine.last?.hits.length ?? 0);
    if (mine.last === undefined) return;
    const first = document.querySelector<HTMLElement>(`.hit[data-rank="${at + 1}"] .hit-link`);
    // It may be folded away with others of its document.
    (first ?? document.querySelector<HTMLElement>(".hit-more button"))?.focus();
  }, [mine.last]);
  const limit = nextLimit(page.place.parameters);
  const isFull = (value?.hits.length ?? 0) >= (request?.limit ?? 0);
  const grow = () => page.change({ limit: String(limit) }, { replace: true });
  const goOn = cursor === undefined ? undefined : () => void load(cursor);
  return {
    ...mine,
    more: failure !== undefined ? undefined : isFull && limit !== undefined ? grow : goOn,
    isLoadingMore,
  };
}
