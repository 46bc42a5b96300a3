/** Names one call to the vector index on the vectors that it carries: the run, and the call's place in it. */
export const stampOf = (run: string, order: number): string => `${run}.${order}`;
