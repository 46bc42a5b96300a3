import { LANGUAGES } from "../../../src/documents/chunkers/by-language.ts";
import { splitLines } from "../../../src/documents/chunkers/lines.ts";
import type { Outline } from "../../../src/documents/chunkers/markdown/outline.ts";
import { atOnce } from "../../../src/text/steps.ts";

/** What the chunker of a language finds in lines, or in a text. */
export function outlineOf(language: string, text: string | readonly string[]): Outline {
  const chunker = LANGUAGES[language]?.chunker;
  if (chunker === undefined) throw new Error(`no language is called ${language}`);
  return atOnce(chunker(splitLines(typeof text === "string" ? text : text.join("\n"))));
}
