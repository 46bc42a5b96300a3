import { expect, it } from "vitest";
import { FORMATS } from "../../../src/cli/formats/formats.ts";
import { LANGUAGES, languageOf } from "../../../src/documents/chunkers/by-language.ts";
import { CODE_LANGUAGES } from "../../../src/documents/chunkers/code/declarations.ts";
import { languageKind } from "../../../src/search/language-kind.ts";
import { anchorKindOf } from "../../../src/text/places/anchors.ts";

/** Code that no outline of declarations is made of. */
const OTHER_CODE = ["css"];

it("takes for code what is read as code, and names all else as prose or data", () => {
  const code = Object.keys(LANGUAGES).filter((language) => languageKind(language) === "code");
  expect(code.toSorted()).toEqual([...Object.keys(CODE_LANGUAGES), ...OTHER_CODE].toSorted());
});

/** Formats whose passages are cited by lines alone: no part of them has a number or a name. */
const WITHOUT_PARTS = ["docx", "odt", "eml", "html", "htm", "xhtml"];

it("knows the language and the parts of what the command line converts", () => {
  const endings = Object.values(FORMATS).flatMap((format): readonly string[] => format.endings);
  expect(endings.filter((ending) => languageOf(`a.${ending}`, "") === "text")).toEqual([]);
  const without = endings.filter((ending) => anchorKindOf(`a.${ending}`) === undefined);
  expect(without.toSorted()).toEqual(WITHOUT_PARTS.toSorted());
});
