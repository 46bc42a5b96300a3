/** Tokens; fewer would not hold one hit beside what an answer says of itself. */
export const MIN_BUDGET = 200;

/** Tokens; more than any model reads at once. */
export const MAX_BUDGET = 1_000_000;
