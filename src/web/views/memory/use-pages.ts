import { useState } from "preact/hooks";
import type { CallOptions } from "../../api.ts";
import { tellFailure, usePage } from "../../state/page.ts";
import { type Loaded, useLoaded } from "../../state/use-loaded.ts";

interface Paged {
  readonly nextCursor: string | null;
}

/** A list that is read page by page. */
export interface Pages<Answer extends Paged> {
  /** The first page. */
  readonly first: Loaded<Answer>;
  /** All that are there, in order. */
  readonly answers: readonly Answer[];
  /** Asks for the next page; undefined: this is all. */
  readonly more: (() => void) | undefined;
  readonly isLoadingMore: boolean;
}

/** A list, page after page; another `key` starts again. */
export function usePages<Answer extends Paged>(
  key: string,
  load: (cursor: string | undefined, options?: CallOptions) => Promise<Answer>,
): Pages<Answer> {
  const page = usePage();
  const [further, setFurther] = useState<{ of: Answer | undefined; answers: readonly Answer[] }>({
    of: undefined,
    answers: [],
  });
  const [isLoadingMore, setLoadingMore] = useState(false);
  const first = useLoaded(key, (options) => load(undefined, options));
  const { value } = first;
  // What followed an earlier first page is not shown behind another one.
  const later = further.of === value ? further.answers : [];
  const answers = value === undefined ? [] : [value, ...later];
  const cursor = answers.at(-1)?.nextCursor ?? null;
  const loadMore = async (after: string) => {
    setLoadingMore(true);
    try {
      const next = await load(after);
      setFurther({ of: value, answers: [...later, next] });
    } catch (error) {
      tellFailure(page, error);
    } finally {
      setLoadingMore(false);
    }
  };
  const more = cursor === null ? undefined : () => void loadMore(cursor);
  return { first, answers, more, isLoadingMore };
}
