import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LANGUAGES, type Language } from "../../../src/text/languages/language.ts";
import { tokenOf } from "../../../src/text/languages/tokens.ts";
import { fold } from "../../../src/text/words/fold.ts";

const FOLDER = join(import.meta.dirname, "fixtures/inflections");

/** A line each: a word, then its forms. */
const paradigms = (name: string): readonly (readonly string[])[] =>
  readFileSync(join(FOLDER, `${name}.txt`), "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split(" "));

/** Shares of the forms that the index has under the term of their word: what was measured, less one or two words. */
const FLOORS: Readonly<Record<string, number>> = {
  arabic: 0.94,
  czech: 0.9,
  danish: 0.86,
  dutch: 0.92,
  finnish: 0.96,
  french: 0.9,
  german: 0.95,
  greek: 0.97,
  hebrew: 0.92,
  hindi: 0.95,
  hungarian: 0.87,
  italian: 0.9,
  norwegian: 0.86,
  polish: 0.91,
  portuguese: 0.95,
  romanian: 0.91,
  russian: 0.92,
  spanish: 0.95,
  swedish: 0.94,
  turkish: 0.97,
  ukrainian: 0.95,
};

describe("forms of words", () => {
  it("are those of every language in the folder", () => {
    const names = readdirSync(FOLDER).map((file) => file.replace(".txt", ""));
    expect(names.toSorted()).toEqual(Object.keys(FLOORS).toSorted());
    expect(LANGUAGES.filter((language) => !names.includes(language))).toEqual([]);
  });

  it.each(Object.entries(FLOORS))("are found by their word: %s", (name, floor) => {
    const language = LANGUAGES.find((one) => one === name);
    const termOf = (word: string) => tokenOf(fold(word), language as Language | undefined);
    const forms = paradigms(name).flatMap(([word = "", ...others]) =>
      others.map((form) => ({ word, form, isFound: termOf(form) === termOf(word) })),
    );
    const missed = forms.filter(({ isFound }) => !isFound).map(({ word, form }) => `${word}: ${form}`);
    expect(1 - missed.length / forms.length, missed.join(", ")).toBeGreaterThanOrEqual(floor);
  });

  it.each(Object.keys(FLOORS))("are no other word's: %s", (name) => {
    const language = LANGUAGES.find((one) => one === name);
    const words = paradigms(name).map(([word = ""]) => word);
    const alike = Map.groupBy(words, (word) => tokenOf(fold(word), language as Language | undefined));
    const merged = [...alike.values()].filter(({ length }) => length > 1);
    // A noun and the verb that it is made of, or two short words, may be one.
    expect(merged.length, merged.map((group) => group.join("=")).join(" ")).toBeLessThanOrEqual(2);
  });

  it.each([
    ["german", "Wasser", "was"],
    ["german", "Nacht", "nach"],
    ["german", "sichern", "sich"],
  ] as const)("are no word without content: %s %s is not %s", (language, word, other) => {
    expect(tokenOf(fold(word), language)).not.toBe(tokenOf(fold(other), language));
  });
});
