/**
 * Whether a document (by the name its table has in the statement) is deleted with its root or a prefix: out of reach, and
 * waiting to be emptied. What was pushed there since has a later version.
 */
export const isGone = (documents: string): string => `EXISTS (SELECT 1 FROM deletions x
  WHERE x.workspace = ${documents}.workspace AND x.root = ${documents}.root AND ${documents}.version <= x.at
    AND substr(${documents}.path, 1, length(x.prefix)) = x.prefix)`;

/** Whether it is there: the opposite of `isGone`. */
export const isThere = (documents: string): string => `NOT ${isGone(documents)}`;
