import { number, toggle } from "../setting.ts";
import { type Candidate, defineStage, type StageContext } from "./stage.ts";
import { SUBJECT_SHARE, sameSubject } from "./subject/same-subject.ts";

/**
 * A memory that supersedes another stands above that one, where undo has brought it back, and above older memories that
 * say as much of what is asked: also before its text has a vector, while others are found by meaning already. It takes
 * the place of the first of them; places keep their scores.
 */
export const superseding = defineStage({
  name: "superseding",
  meaning: "puts a memory that supersedes above what it superseded and above older memories that say as much",
  strength: "enabled",
  settings: {
    enabled: toggle(true, "whether it runs"),
    share: number(SUBJECT_SHARE, [0, 1], {
      meaning:
        "of the query's words in the fullest statement, by rarity, what an older memory needs to be overtaken",
    }),
  },
  create:
    ({ share }) =>
    (candidates, context) => {
      const later = candidates.filter(isSuperseding);
      if (later.length === 0) return candidates;
      const isRival = rivalRule(candidates, context, share);
      let order = [...candidates];
      for (const one of later) {
        const own = order.indexOf(one);
        const first = order.findIndex((other, at) => at < own && isOvertaken(other, one, isRival));
        if (first !== -1) order = order.toSpliced(own, 1).toSpliced(first, 0, one);
      }
      return order.map((candidate, at) => {
        const { score, excess } = candidates[at] ?? candidate;
        return { ...candidate, score, excess };
      });
    },
});

const isSuperseding = ({ memory }: Candidate): boolean => (memory?.supersedes ?? undefined) !== undefined;

type IsRival = (older: Candidate, later: Candidate) => boolean;

const isOvertaken = (older: Candidate, later: Candidate, isRival: IsRival): boolean =>
  older.path === later.memory?.supersedes || isRival(older, later);

/** Two memories are rivals where both say about as much of what is asked. */
function rivalRule(candidates: readonly Candidate[], context: StageContext, share: number): IsRival {
  const memories = candidates.filter(({ kind }) => kind === "memory");
  const days = sameSubject(memories, context, { share, without: new Set() });
  return (older, later) =>
    days.has(older.id) &&
    days.has(later.id) &&
    older.documentNum !== later.documentNum &&
    (older.datedAt ?? 0) < (later.datedAt ?? 0);
}
