import { outlineItems } from "../items.ts";
import { firstCharacter, type SourceLines } from "../lines.ts";
import { BOUNDARY, type Chunker, indentations, type Section } from "../markdown/outline.ts";
import { readItems } from "./code-items.ts";
import { classifyLines } from "./code-lines.ts";
import type { CodeLanguage } from "./declarations.ts";
import { LINE } from "./multi-line.ts";

/** Code by declarations: each with its comment and attributes, methods of a long class under the class's name. */
export function codeChunker(language: CodeLanguage): Chunker {
  return function* (source) {
    const kinds = yield* classifyLines(source, language.syntax);
    const indents = indentations(source);
    yield source.text.length;
    const items = yield* readItems(source, { language, kinds, indents });
    return yield* outlineItems(source, { items, indents }, (strengths, section) =>
      refine(source, strengths, { section, kinds, indents }),
    );
  };
}

/** In a long body a blank line at the outer level is best; a closing bracket begins nothing. */
function refine(
  source: SourceLines,
  strengths: Uint8Array,
  { section, kinds, indents }: { section: Section; kinds: Uint8Array; indents: Int32Array },
): void {
  const bodyIndent = outerIndent(section, indents);
  for (let line = section.from; line < section.to; line++) {
    const isOuter = (indents[line] ?? 0) <= bodyIndent;
    if (strengths[line] === BOUNDARY.paragraph) {
      if (isOuter) strengths[line] = BOUNDARY.block;
    } else if (strengths[line] === BOUNDARY.line) {
      if (isCloser(source, line)) strengths[line] = BOUNDARY.poor;
      else if (isOuter || kinds[line] === LINE.comment) strengths[line] = BOUNDARY.item;
    }
  }
}

/** Lines that must share an indentation for it to be the body's: one line may have slipped. */
const LEAST_BODY_LINES = 3;

/** Smallest indentation of the body, deeper than the first line's. */
function outerIndent({ from, to }: Section, indents: Int32Array): number {
  const first = indents[from] ?? 0;
  const counts = new Map<number, number>();
  for (let line = from + 1; line < to; line++) {
    const indent = indents[line] ?? 0;
    if (indent > first) counts.set(indent, (counts.get(indent) ?? 0) + 1);
  }
  const common = [...counts].filter(([, count]) => count >= LEAST_BODY_LINES).map(([indent]) => indent);
  return common.length === 0 ? first : Math.min(...common);
}

const CLOSERS = new Set("})]>");

const isCloser = (source: SourceLines, line: number): boolean =>
  CLOSERS.has(source.text.charAt(firstCharacter(source, line)));
