/** The words of the search view. */
export const searchStrings = {
  title: "Search",
} as const;
