/** A manifest's page: what it names, and the range of paths that it is the whole truth about. */
export interface Page<File> {
  readonly files: readonly File[];
  /** All paths greater than this, by UTF-8 bytes. */
  readonly after: string;
  /** … up to and including this; null: to the end. */
  readonly upTo: string | null;
}

/**
 * Cuts files, sorted by path in UTF-8 byte order, into pages that leave no gap: every path that could exist is in
 * exactly one page's range, so that a document no page names is gone. No files: one empty page over everything.
 */
export function planPages<File extends { readonly path: string }>(
  files: readonly File[],
  maxFiles: number,
): readonly Page<File>[] {
  const cutter = cutPages<File>(maxFiles);
  return [...cutter.add(files), cutter.end()];
}

/** Items of a list that comes in pieces, cut into pages in the same way; what is not yet cut is in memory. */
export interface PageCutter<File> {
  /** Takes the next files, in order; answers the pages that are full and not the last. */
  readonly add: (files: readonly File[]) => readonly Page<File>[];
  /** The last page, over all that is left of paths. */
  readonly end: () => Page<File>;
}

export function cutPages<File extends { readonly path: string }>(maxFiles: number): PageCutter<File> {
  let waiting: File[] = [];
  let after = "";
  return {
    add(files) {
      waiting.push(...files);
      const pages: Page<File>[] = [];
      // A full page may be the last one: it is cut off when there is more.
      while (waiting.length > maxFiles) {
        const page = waiting.slice(0, maxFiles);
        const upTo = page.at(-1)?.path ?? after;
        pages.push({ files: page, after, upTo });
        waiting = waiting.slice(maxFiles);
        after = upTo;
      }
      return pages;
    },
    end: () => ({ files: waiting, after, upTo: null }),
  };
}
