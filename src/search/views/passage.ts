import type { Hit } from "../contract/hits.ts";
import { placeOf } from "./snippet/place-of.ts";
import type { Found } from "./view.ts";

/** Where a passage is, whence it comes and what found it: what the views full and snippet have in common. */
export const passage = (found: Found): Hit => ({
  ...placeOf(found.row),
  ...origin(found),
  score: found.score,
});

function origin({ row: { id }, pool, raw }: Found): Pick<Hit, "scores" | "arms"> {
  const fused = pool.fused.find((candidate) => candidate.id === id);
  const keyword = pool.keyword.get(id);
  const similarity = fused?.shares.find(({ arm }) => arm === "vector")?.score;
  const rerank = raw.get(id);
  return {
    scores: {
      ...(keyword && { bm25: keyword.bm25, keyword: keyword.score }),
      ...(similarity !== undefined && { similarity }),
      ...(fused && { fused: fused.score }),
      ...(rerank !== undefined && { rerank }),
    },
    arms: Object.fromEntries(fused?.shares.map(({ arm, rank }) => [arm, rank]) ?? []),
  };
}

const SCORE_DIGITS = 2;

/** `notes:path#L3-L9  0.87  Heading > Sub`, then the text. */
export function passageLines(hit: Hit, text: string): string {
  const head = [`${hit.root}:${hit.citation}`, hit.score.toFixed(SCORE_DIGITS), hit.headings.join(" > ")];
  const title = head.filter((cell) => cell !== "").join("  ");
  return [title, ...text.split("\n").map((line) => `   ${line}`)].join("\n");
}
