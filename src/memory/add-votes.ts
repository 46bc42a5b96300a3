/** Sum of votes, each weighed by its age at `at` (milliseconds). */
export interface VoteSum {
  readonly net: number;
  readonly at: number;
}

/** Age at which a vote counts half, as the stage `feedback` has it, milliseconds. */
const HALF_LIFE_MS = 180 * 86_400_000;

const fadedTo = ({ net, at }: VoteSum, later: number): number => net * 2 ** (-(later - at) / HALF_LIFE_MS);

/** Two sums as one, at the later of their times: all votes fade alike, so it is exact. */
export function addVotes(a: VoteSum, b: VoteSum): VoteSum {
  const at = Math.max(a.at, b.at);
  return { net: fadedTo(a, at) + fadedTo(b, at), at };
}
