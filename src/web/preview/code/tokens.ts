import type { Root, RootContent } from "hast";

/** A piece of code of one colour; `kind` is a class of highlight.js, "" for plain text. */
export interface Token {
  readonly text: string;
  readonly kind: string;
}

const kindOf = (node: RootContent): string | undefined => {
  const names = node.type === "element" ? node.properties.className : undefined;
  return Array.isArray(names) ? names.map(String).join(" ") : undefined;
};

/** Highlighted code as lines of tokens; a token across a line's end is split. */
export function toLines(root: Root): readonly (readonly Token[])[] {
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
  walk(root.children, "");
  return lines;
}

/** The same without colours. */
export const plainLines = (text: string): readonly (readonly Token[])[] =>
  text.split("\n").map((line) => (line === "" ? [] : [{ text: line, kind: "" }]));
