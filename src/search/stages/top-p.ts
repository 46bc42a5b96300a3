import { byScore } from "../fusion/lists.ts";
import { number } from "../profiles/setting.ts";
import type { Candidate } from "./candidate.ts";
import { defineStage } from "./stage.ts";

/** The best so many stay, however old they are. */
const ALWAYS_KEPT = 20;

/** Keeps the newest fraction of the pool, and its 20 best whatever their age; undated ones count as new. */
export const topP = defineStage({
  name: "topP",
  meaning: "keeps the newest fraction of the pool, and its 20 best",
  drops: "too old",
  strength: "fraction",
  settings: { fraction: number(1, [0, 1], { meaning: "share of the pool that stays; 1 keeps all" }) },
  create:
    ({ fraction }) =>
    (candidates) => {
      const newestFirst = [...candidates].sort((a, b) => dateOf(b) - dateOf(a) || byScore(a, b));
      const kept = new Set(newestFirst.slice(0, Math.ceil(fraction * candidates.length)));
      const best = new Set([...candidates].sort(byScore).slice(0, ALWAYS_KEPT));
      return candidates.filter((candidate) => kept.has(candidate) || best.has(candidate));
    },
});

const dateOf = ({ datedAt }: Candidate): number => datedAt ?? Number.MAX_SAFE_INTEGER;
