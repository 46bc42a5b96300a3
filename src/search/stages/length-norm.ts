import { number } from "../profiles/setting.ts";
import { defineStage, scoring } from "./stage.ts";

/** Memories only: × 1 / (1 + 0.5 · log2(max(characters / anchor, 1))); 1,000 characters → × 0.6667 at the default. */
export const lengthNorm = defineStage({
  name: "lengthNorm",
  meaning: "fades long memories, which match anything: × 1 / (1 + 0.5 · log2(characters / anchor))",
  strength: "anchor",
  settings: {
    anchor: number(500, [0, 100_000], { unit: "characters", meaning: "length up to which nothing is lost" }),
  },
  create: ({ anchor }) =>
    scoring(({ kind, score, text }) =>
      kind === "memory" ? score / (1 + 0.5 * Math.log2(Math.max(text.length / anchor, 1))) : score,
    ),
});
