import { indexLanguage } from "../text/languages/detect.ts";
import { indexableText } from "../text/words/tokenise.ts";
import type { Chunk } from "./chunkers/chunk.ts";
import { type Called, type KeywordRow, keywordRows } from "./keyword-row.ts";

/** A chunk's keyword row with what a text model wrote about its place. */
export const withContext = (keyword: KeywordRow, prefix: string): KeywordRow => ({
  ...keyword,
  context: [indexableText(prefix, indexLanguage(prefix)), keyword.context].join(" ").trim(),
});

/** The keyword rows of a document as it is stored, in the order of its chunks. */
export const storedKeywordRows = (
  called: Called,
  chunks: readonly (Chunk & { readonly prefix: string | null })[],
): readonly KeywordRow[] =>
  keywordRows(called, chunks).map((row, at) => {
    const prefix = chunks[at]?.prefix ?? null;
    return prefix === null ? row : withContext(row, prefix);
  });
