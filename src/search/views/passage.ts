import type { Hit } from "../contract/hits.ts";
import { placeOf } from "./snippet/citation.ts";
import { snippet as cutSnippet } from "./snippet/cut-snippet.ts";
import type { Found, View } from "./view.ts";

/** Where a passage is, whence it comes and what found it: what the views full and snippet have in common. */
const passage = (found: Found): Hit => ({
  ...placeOf(found.row),
  ...origin(found),
  score: found.score,
});

function origin({ fused, keyword, rerank }: Found): Pick<Hit, "scores" | "arms"> {
  const similarity = fused?.shares.find(({ arm }) => arm === "vector")?.score;
  return {
    scores: {
      ...(keyword?.bm25 !== undefined && { bm25: keyword.bm25, keyword: keyword.score }),
      ...(similarity !== undefined && { similarity }),
      ...(fused && { fused: fused.score }),
      ...(rerank !== undefined && { rerank }),
    },
    arms: Object.fromEntries(fused?.shares.map(({ arm, rank }) => [arm, rank]) ?? []),
  };
}

const SCORE_DIGITS = 2;

/** `notes:path#L3-L9  0.87  Heading > Sub`, then the text. */
function passageLines(hit: Hit, text: string): string {
  const head = [`${hit.root}:${hit.citation}`, hit.score.toFixed(SCORE_DIGITS), hit.headings.join(" > ")];
  const title = head.filter((cell) => cell !== "").join("  ");
  return [title, ...text.split("\n").map((line) => `   ${line}`)].join("\n");
}

/** The whole chunk, exactly the cited lines. */
export const full: View<Hit> = {
  hit: (found) => ({ ...passage(found), text: found.row.text }),
  text: (hit) => passageLines(hit, hit.text ?? ""),
};

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
