import { indexLetters } from "../../text/languages/letters.ts";
import { findTerm } from "../arms/keyword/proximity.ts";
import type { StageContext } from "./stage.ts";

/** Finds what share of a query's idf stands in a text, 0 to 1; 0 for a query without words. */
export function shareFinder(terms: StageContext["terms"]): (text: string) => number {
  const all = terms.reduce((sum, { idf }) => sum + idf, 0);
  return (text) => {
    const folded = indexLetters(text);
    const held = terms.filter((term) => findTerm(folded, term).whole.length > 0);
    return all > 0 ? held.reduce((sum, { idf }) => sum + idf, 0) / all : 0;
  };
}
