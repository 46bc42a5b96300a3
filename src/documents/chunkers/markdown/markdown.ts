import { type LineRange, lineText, type SourceLines } from "../lines.ts";
import { declaredIn } from "./front-matter.ts";
import { headingText } from "./heading-text.ts";
import { type Block, markdownBlocks } from "./markdown-blocks.ts";
import { containerBlocks } from "./markdown-containers.ts";
import { BOUNDARY, indentations, type Outline, paragraphStrengths, type Section } from "./outline.ts";

interface Heading {
  readonly line: number;
  /** First line after the heading. */
  readonly end: number;
  readonly level: number;
  readonly text: string;
}

/** Markdown by structure: a section for each heading with its path, blocks whole where they fit. */
export function outlineMarkdown(source: SourceLines): Outline {
  const frontMatter = declaredIn(source);
  const blocks = markdownBlocks(source, frontMatter.lines);
  const containers = containerBlocks(source, { from: frontMatter.lines, fences: codeFences(blocks) });
  const settings = linesOf(containers.map((container) => container.settings));
  const headings = findHeadings(source, blocks).filter(({ line, level }) => level > 2 || !settings.has(line));
  const declared = frontMatter.metadata.title;
  const title = typeof declared === "string" ? declared : headings.find(({ level }) => level === 1)?.text;
  const whole = frontMatter.lines > 0 ? [{ from: 0, to: frontMatter.lines }] : [];
  return {
    ...(title === undefined ? {} : { title }),
    metadata: frontMatter.metadata,
    sections: sectionsOf(source, { headings, title, firstLine: frontMatter.lines }),
    strengths: strengthsOf(source, blocks, headings),
    blocks: [...whole, ...blocks, ...containers],
  };
}

function linesOf(ranges: readonly LineRange[]): ReadonlySet<number> {
  return new Set(
    ranges.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index)),
  );
}

function codeFences(blocks: readonly Block[]): readonly LineRange[] {
  return blocks.filter(({ kind }) => kind === "FencedCode");
}

const HEADING_KIND = /^(?:ATX|Setext)Heading([1-6])$/;

function findHeadings(source: SourceLines, blocks: readonly Block[]): readonly Heading[] {
  return blocks.flatMap(({ kind, from, to }) => {
    const level = HEADING_KIND.exec(kind)?.[1];
    if (level === undefined) return [];
    const lines = kind.startsWith("Setext") ? to - 1 : to;
    const raw = Array.from({ length: Math.max(1, lines - from) }, (_, index) =>
      lineText(source, from + index),
    );
    return [{ line: from, end: to, level: Number(level), text: headingText(raw.join(" ")) }];
  });
}

interface SectionInput {
  readonly headings: readonly Heading[];
  readonly title: string | undefined;
  readonly firstLine: number;
}

/** A heading without a body goes with the section that follows; so does front matter without text after it. */
function sectionsOf(source: SourceLines, { headings, title, firstLine }: SectionInput): readonly Section[] {
  const root = title === undefined || title === "" ? [] : [title];
  const sections: Section[] = [];
  let open: { from: number; headings: readonly string[]; bodyFrom: number } = {
    from: 0,
    headings: root,
    bodyFrom: firstLine,
  };
  let path: readonly Heading[] = [];
  for (const heading of headings) {
    const isEmpty = isBlankRange(source, open.bodyFrom, heading.line);
    if (!isEmpty) sections.push({ from: open.from, to: heading.line, headings: open.headings });
    path = [...path.filter(({ level }) => level < heading.level), heading];
    const texts = path
      .map(({ text }) => text)
      .filter((text, index) => text !== "" && !(index === 0 && text === title));
    open = { from: isEmpty ? open.from : heading.line, headings: [...root, ...texts], bodyFrom: heading.end };
  }
  if (open.from < source.count) sections.push({ from: open.from, to: source.count, headings: open.headings });
  return sections;
}

function isBlankRange(source: SourceLines, from: number, to: number): boolean {
  for (let line = from; line < to; line++) if (lineText(source, line).trim() !== "") return false;
  return true;
}

const INTRODUCES_NEXT = /:[ \t\r]*$/;

function strengthsOf(
  source: SourceLines,
  blocks: readonly Block[],
  headings: readonly Heading[],
): Uint8Array {
  const strengths = paragraphStrengths(indentations(source));
  for (const { kind, from, to } of blocks) {
    if (kind === "BulletList" || kind === "OrderedList") markItems(source, strengths, { from, to });
    const before = previousText(source, from);
    const isIntroduced =
      kind !== "Paragraph" && before >= 0 && INTRODUCES_NEXT.test(lineText(source, before));
    strengths[from] = isIntroduced ? BOUNDARY.item : BOUNDARY.paragraph;
  }
  // A heading stays with the first lines of its body.
  for (const { end } of headings) {
    let line = end;
    while (line < source.count && lineText(source, line).trim() === "") line++;
    if (line < source.count) strengths[line] = BOUNDARY.poor;
  }
  return strengths;
}

const ITEM_START = /^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]/;

function markItems(source: SourceLines, strengths: Uint8Array, { from, to }: LineRange): void {
  for (let line = from + 1; line < to; line++) {
    if (ITEM_START.test(lineText(source, line))) strengths[line] = BOUNDARY.item;
  }
}

function previousText(source: SourceLines, line: number): number {
  let before = line - 1;
  while (before >= 0 && lineText(source, before).trim() === "") before--;
  return before;
}
