import type { Hit } from "../contract/hits.ts";
import { passage, passageLines } from "./passage.ts";
import { snippet as cutSnippet } from "./snippet/cut-snippet.ts";
import type { Found, View } from "./view.ts";

/** The best-matching lines of the chunk, with what matched in them. */
export const snippet: View<Hit> = {
  hit: (found) => ({ ...passage(found), snippet: snippetOf(found) }),
  text: (hit) => passageLines(hit, hit.snippet?.text ?? ""),
};

function snippetOf({ row, weights }: Found): NonNullable<Hit["snippet"]> {
  const { text, startLine, startColumn } = row;
  const cut = cutSnippet({ text, startLine, ...(startColumn !== null && { startColumn }) }, weights);
  return { ...cut, highlights: cut.highlights.map(([start, end]) => [start, end]) };
}
