import { type Item, outlineItems } from "./items.ts";
import { type LineRange, lineEnd, lineStart, lineText, type SourceLines } from "./lines.ts";
import { BOUNDARY, type Chunker, indentations } from "./markdown/outline.ts";

/** A format whose top-level keys begin a line. */
interface KeyedFormat {
  readonly keyIndent: (indents: Int32Array) => number;
  readonly key: RegExp;
  readonly comment: RegExp;
}

const MAX_KEY_LINE = 200;

export const KEYED_FORMATS = {
  yaml: {
    keyIndent: () => 0,
    key: /^("[^"]*"|'[^']*'|[^\s#:'"[{&*-][^:#]{0,100}?) ?:(?:\s|$)/,
    comment: /^#/,
  },
  toml: { keyIndent: () => 0, key: /^\[{1,2}\s*([^\]\s][^\]]{0,100})\]/, comment: /^[#;]/ },
  json: { keyIndent: innerIndent, key: /^"((?:[^"\\]|\\.){1,100})"\s*:/, comment: /^\/\// },
} as const satisfies Record<string, KeyedFormat>;

function innerIndent(indents: Int32Array): number {
  return indents.find((indent) => indent > 0) ?? 0;
}

/** Settings files by top-level key; nothing is parsed, so broken files are cut as well. */
export function keyedChunker(format: KeyedFormat): Chunker {
  return function* (source) {
    const indents = indentations(source);
    yield source.text.length;
    const items = topLevelKeys(source, format, indents);
    yield source.text.length;
    return yield* outlineItems(source, { items, indents }, (strengths, section) =>
      markOuterLines(source, strengths, { ...section, indents }),
    );
  };
}

function topLevelKeys(source: SourceLines, format: KeyedFormat, indents: Int32Array): readonly Item[] {
  const keyIndent = format.keyIndent(indents);
  const items: Item[] = [];
  let commentFrom: number | undefined;
  for (let line = 0; line < source.count; line++) {
    if (indents[line] !== keyIndent) {
      commentFrom = undefined;
      continue;
    }
    const start = lineStart(source, line);
    const text = source.text
      .slice(start, Math.min(lineEnd(source, line), start + keyIndent + MAX_KEY_LINE))
      .trim();
    if (format.comment.test(text)) {
      commentFrom ??= line;
      continue;
    }
    const key = format.key.exec(text)?.[1];
    if (key !== undefined)
      items.push({ from: commentFrom ?? line, path: [key.replace(/^["']|["']$/g, "")], children: [] });
    commentFrom = undefined;
  }
  const isLed = items[0] !== undefined && items[0].from > 0;
  return isLed ? [{ from: 0, path: [], children: [] }, ...items] : items;
}

const MAX_OUTER_INDENT = 4;

/** Long values are cut before entries rather than inside them. */
function markOuterLines(
  source: SourceLines,
  strengths: Uint8Array,
  { from, to, indents }: LineRange & { readonly indents: Int32Array },
): void {
  for (let line = from; line < to; line++) {
    const indent = indents[line] ?? -1;
    if (indent < 0 || strengths[line] !== BOUNDARY.line) continue;
    if (/^\s*[}\])]/.test(lineText(source, line).slice(0, MAX_KEY_LINE))) strengths[line] = BOUNDARY.poor;
    else if (indent <= MAX_OUTER_INDENT) strengths[line] = BOUNDARY.item;
  }
}
