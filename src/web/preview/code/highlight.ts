import type { RootContent } from "hast";
import { common, createLowlight } from "lowlight";

/** A piece of code of one colour; `kind` is a class of highlight.js, "" for plain text. */
export interface Token {
  readonly text: string;
  readonly kind: string;
}

export type Lines = readonly (readonly Token[])[];

const kindOf = (node: RootContent): string | undefined => {
  const names = node.type === "element" ? node.properties.className : undefined;
  return Array.isArray(names) ? names.map(String).join(" ") : undefined;
};

/** Highlighted code as lines of tokens; a token across a line's end is split. */
function toLines(highlighted: readonly RootContent[]): Lines {
  const lines: Token[][] = [[]];
  const add = (text: string, kind: string): void => {
    for (const [at, part] of text.split("\n").entries()) {
      if (at > 0) lines.push([]);
      if (part !== "") lines.at(-1)?.push({ text: part, kind });
    }
  };
  const walk = (nodes: readonly RootContent[], kind: string): void => {
    for (const node of nodes) {
      if (node.type === "text") add(node.value, kind);
      else if (node.type === "element") walk(node.children, kindOf(node) ?? kind);
    }
  };
  walk(highlighted, "");
  return lines;
}

const lowlight = createLowlight(common);

/** Languages of the index under the names of highlight.js. A map: a document may name its language `constructor`. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ["tsx", "typescript"],
  ["jsx", "javascript"],
  ["shell", "bash"],
  ["toml", "ini"],
  ["html", "xml"],
  ["svelte", "xml"],
  ["vue", "xml"],
  ["objective-c", "objectivec"],
]);

/** Code as lines of coloured tokens; undefined for a language that is not known. */
export function highlight(text: string, language: string): Lines | undefined {
  const name = ALIASES.get(language) ?? language;
  return lowlight.registered(name) ? toLines(lowlight.highlight(name, text).children) : undefined;
}
