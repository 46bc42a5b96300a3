/** Characters of a search's id in a list: its time and as much more as tells apart two of one moment. */
const SHORT_RECALL = 18;

export const shortRecall = (id: string): string => id.slice(0, SHORT_RECALL);
