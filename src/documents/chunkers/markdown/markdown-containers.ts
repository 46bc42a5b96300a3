import { type LineRange, lineText, type SourceLines } from "../lines.ts";

/** A `::name … ::` block; `settings` are the lines of its own `---` front matter, empty when it has none. */
interface Container extends LineRange {
  readonly settings: LineRange;
}

const OPENER = /^[ \t]{0,8}(:{2,8})[ \t]?[A-Za-z][\w-]*/;
const CLOSER = /^[ \t]{0,8}(:{2,8})[ \t\r]*$/;
const FENCE = /^[ \t]{0,8}---[ \t\r]*$/;
const MAX_SETTINGS_LINES = 100;

interface Scope {
  readonly from: number;
  /** Code blocks: nothing in them opens or closes. */
  readonly fences: readonly LineRange[];
}

/** Outermost containers in order; one without an end is left out. Their insides stay Markdown. */
export function containerBlocks(source: SourceLines, { from, fences }: Scope): readonly Container[] {
  const containers: Container[] = [];
  const open: { readonly marks: number; readonly line: number }[] = [];
  let fence = 0;
  for (let line = from; line < source.count; line++) {
    while ((fences[fence]?.to ?? source.count) <= line) fence++;
    if (line >= (fences[fence]?.from ?? source.count)) {
      line = (fences[fence]?.to ?? line + 1) - 1;
      continue;
    }
    const text = lineText(source, line).slice(0, 64);
    const closer = CLOSER.exec(text)?.[1];
    if (closer !== undefined) {
      while (open.length > 0 && open.at(-1)?.marks !== closer.length) open.pop();
      const opener = open.pop();
      if (opener && open.length === 0) {
        const settings = settingsAfter(source, opener.line, line);
        containers.push({ from: opener.line, to: line + 1, settings });
      }
    } else {
      const marks = OPENER.exec(text)?.[1];
      if (marks !== undefined) open.push({ marks: marks.length, line });
    }
  }
  return containers;
}

function settingsAfter(source: SourceLines, opener: number, closer: number): LineRange {
  const none = { from: opener, to: opener };
  if (!FENCE.test(lineText(source, opener + 1))) return none;
  const last = Math.min(closer, opener + MAX_SETTINGS_LINES);
  for (let line = opener + 2; line < last; line++) {
    if (FENCE.test(lineText(source, line))) return { from: opener, to: line + 1 };
  }
  return none;
}
