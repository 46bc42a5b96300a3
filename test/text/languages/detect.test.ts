import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitsOf } from "../../../src/text/languages/compounds.ts";
import { indexLanguage, languageOf } from "../../../src/text/languages/detect.ts";

const NAMES: Readonly<Record<string, string>> = {
  ...{
    de: "german",
    nl: "dutch",
    sv: "swedish",
    fi: "finnish",
    fr: "french",
    es: "spanish",
    pt: "portuguese",
  },
  ...{ it: "italian", uk: "ukrainian", pl: "polish", tr: "turkish" },
};
const corpus = new URL("../../quality/fixtures/languages/corpus.jsonl", import.meta.url);
const notes = readFileSync(corpus, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as { readonly _id: string; readonly title: string; readonly text: string });

describe("the language of a text", () => {
  it("is known of two or three sentences, and of those alone whose words have rules", () => {
    const wrong = notes.filter(({ _id, title, text }) => {
      const of = NAMES[_id.replace(/\d+$/, "")];
      return indexLanguage(`${title}\n${text}`) !== of;
    });
    expect(wrong.map(({ _id }) => _id)).toEqual([]);
  });

  it.each([
    [
      "The key of the cabin hangs under the stairs, and the neighbour has the number of the electrician.",
      "other",
    ],
    ["We decided what the queue is: Redis.", "other"],
    ["def push(h, x):\n    h.push(x)\n    up(h, h.size()-1)", undefined],
    ["", undefined],
    ["Ключ висит у двери, и никто его не берёт.", "other"],
    ["Ключ висить біля дверей, і ніхто його не бере.", "ukrainian"],
  ])("of %j is %s", (text, expected) => {
    expect(languageOf(text)).toBe(expected);
  });

  it("is told of any text, and the same each time", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        expect(languageOf(text)).toBe(languageOf(text));
      }),
    );
  });
});

describe("the parts of a compound", () => {
  it.each([
    ["datenbankverbindungen", "german", "datenbank", "verbindungen"],
    ["kochbuch", "german", "koch", "buch"],
    ["databankverbindingen", "dutch", "databank", "verbindingen"],
    ["databasanslutningar", "swedish", "databas", "anslutningar"],
    ["sicherheitsdienst", "german", "sicherheits", "dienst"],
    ["arbetsplatsen", "swedish", "arbets", "platsen"],
    ["hammaslaakari", "finnish", "hammas", "laakari"],
  ] as const)("of %s in %s are %s and %s", (word, language, left, right) => {
    expect(splitsOf(word, language)).toContainEqual([left, right]);
  });

  it("are none in a language that writes words apart, and of what is short or no word", () => {
    expect(splitsOf("databaseconnections", "french")).toEqual([]);
    expect(splitsOf("haus", "german")).toEqual([]);
    expect(splitsOf("0123456789abcdef", "german")).toEqual([]);
  });
});
