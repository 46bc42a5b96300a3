import { expect, it } from "vitest";
import { realWord } from "../../../src/search/views/real-word.ts";

it.each([
  ["a word of the stem", "autentication", "authent", ["Authentication is done."], "authentication"],
  [
    "the form most like the typed one",
    "autenticate",
    "authent",
    ["Authentication. Authenticates."],
    "authenticates",
  ],
  ["the first of equals", "kye", "kei", ["keys key"], "key"],
  ["one with its accents, in small letters", "prufng", "prufung", ["PRÜFUNG"], "prüfung"],
  ["one of a later text", "kithcen", "kitchen", ["none here", "The kitchen's"], "kitchen"],
  [
    "a part of a name, where it stands alone nowhere",
    "throtle",
    "throttl",
    ["throttleRequests()"],
    "throttle",
  ],
  ["nothing that is not there", "kithcen", "kitchen", ["kitsch", ""], undefined],
])("is %s", (_, from, stem, texts, word) => {
  expect(realWord({ from, stem }, texts)).toBe(word);
});
