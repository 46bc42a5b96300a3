import { useMemo } from "preact/hooks";
import { usePage } from "../../state/page.ts";
import type { BodyProps } from "../body.ts";
import { Code } from "../code/code.tsx";
import { drawBlock } from "./blocks.tsx";
import { parseDocument } from "./document.ts";

/** A rendered Markdown document: the blocks of the shown lines, the cited ones marked. */
export const MarkdownView = ({ target, text, shown }: BodyProps) => {
  const page = usePage();
  const parsed = useMemo(() => parseDocument(text), [text]);
  const drawing = { page, target, text: parsed.text, references: parsed.references };
  const { lines } = target;
  const [first, last] = shown;
  const isCited = (from: number, to: number) => lines !== undefined && from <= lines[1] && to >= lines[0];
  return (
    <div class="markdown" dir="auto">
      {parsed.frontMatter !== "" && first === 1 ? (
        <div class={isCited(1, parsed.frontMatter.split("\n").length - 1) ? "block is-cited" : "block"}>
          <Code text={parsed.frontMatter.replace(/^---[ \t]*\n|\n?---[ \t]*\n?$/g, "")} language="yaml" />
        </div>
      ) : null}
      {parsed.blocks
        .filter(({ from, to }) => to >= first && from <= last)
        .map(({ node, from, to }) => (
          <div key={from} class={isCited(from, to) ? "block is-cited" : "block"} data-line={from}>
            {drawBlock(drawing, node, 0)}
          </div>
        ))}
    </div>
  );
};
