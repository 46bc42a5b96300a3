import { common, createLowlight } from "lowlight";
import { type Token, toLines } from "./tokens.ts";

const lowlight = createLowlight(common);

/** Languages of the index under the names of highlight.js. */
const ALIASES: Readonly<Record<string, string>> = {
  tsx: "typescript",
  jsx: "javascript",
  shell: "bash",
  toml: "ini",
  html: "xml",
  svelte: "xml",
  vue: "xml",
  "objective-c": "objectivec",
};

/** Code as lines of coloured tokens; undefined for a language that is not known. */
export function highlight(text: string, language: string): readonly (readonly Token[])[] | undefined {
  const name = ALIASES[language] ?? language;
  return lowlight.registered(name) ? toLines(lowlight.highlight(name, text)) : undefined;
}
