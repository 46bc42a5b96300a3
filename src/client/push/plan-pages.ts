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
  const pages: Page<File>[] = [];
  let after = "";
  for (let start = 0; start === 0 || start < files.length; start += maxFiles) {
    const inPage = files.slice(start, start + maxFiles);
    const isLast = start + maxFiles >= files.length;
    const upTo = isLast ? null : (inPage.at(-1)?.path ?? null);
    pages.push({ files: inPage, after, upTo });
    after = upTo ?? after;
  }
  return pages;
}
