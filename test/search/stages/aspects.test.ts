import { describe, expect, it } from "vitest";
import { analyseQuery } from "../../../src/search/query/analyse.ts";
import { aspectsOf } from "../../../src/search/stages/subject/aspects.ts";
import { fold } from "../../../src/text/words/fold.ts";
import { stem } from "../../../src/text/words/stem.ts";
import { tokenise } from "../../../src/text/words/tokenise.ts";

/** A query's aspects as words, where these are all statements that there are. */
function aspects(query: string, statements: readonly string[]) {
  const analysed = analyseQuery(query);
  const terms = analysed.terms.map((term) => ({ stem: term.stem, idf: 1 }));
  const said = statements.map((text) => {
    const stems = new Set(tokenise(fold(text)).map(stem));
    return { found: new Set(terms.flatMap((term, at) => (stems.has(term.stem) ? [at] : []))) };
  });
  return aspectsOf(analysed, terms, said).map((aspect) =>
    aspect.map((at) => analysed.terms[at]?.word).join(" "),
  );
}

const NOTES = [
  "Rent of the Mill Lane cottage: 800",
  "Keys of the Mill Lane cottage are with Ann",
  "Rent of the Quay Street studio: 700",
  "Keys of the Quay Street studio are with Bo",
];

describe("aspectsOf", () => {
  it("parts a query at its stop words", () => {
    expect(aspects("What is the detection threshold for birds?", [])).toEqual([
      "detection threshold",
      "birds",
    ]);
  });

  it("parts a name from what is asked of it, where no stop word does", () => {
    expect(aspects("How much is the rent of the Mill Lane cottage?", NOTES)).toContain("mill lane cottage");
    expect(aspects("rent Mill Lane cottage", NOTES)).toEqual(["rent", "mill lane cottage"]);
    expect(aspects("Mill Lane cottage keys", NOTES)).toEqual(["mill lane cottage", "keys"]);
  });

  it("leaves words together that are no name in the notes", () => {
    expect(aspects("keys rent", NOTES)).toEqual(["keys rent"]);
  });

  it("has each term once, also when the query repeats it", () => {
    expect(aspects("keys, the keys and more keys", NOTES).join(" ").split(" ").sort()).toEqual([
      "keys",
      "more",
    ]);
  });
});
