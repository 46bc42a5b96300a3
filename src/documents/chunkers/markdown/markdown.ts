import type { Steps } from "../../../text/steps.ts";
import { isBlankRange, type LineRange, lineStart, lineText, type SourceLines } from "../lines.ts";
import { declaredIn } from "./front-matter.ts";
import { type Heading, headingsOf, headingText, pathTo } from "./headings.ts";
import { type Block, markdownBlocks } from "./markdown-blocks.ts";
import { containerBlocks } from "./markdown-containers.ts";
import { BOUNDARY, indentations, type Outline, paragraphStrengths, type Section } from "./outline.ts";

interface PlacedHeading extends Heading {
  readonly line: number;
  readonly end: number;
}

/** Markdown by structure: a section for each heading with its path, blocks whole where they fit. */
export function* outlineMarkdown(source: SourceLines): Steps<Outline> {
  const frontMatter = declaredIn(source);
  const blocks = yield* markdownBlocks(source, frontMatter.lines);
  const fences = blocks.filter(({ kind }) => kind === "FencedCode");
  const containers = containerBlocks(source, { from: frontMatter.lines, fences });
  yield source.text.length;
  const settings = linesOf(containers.map((container) => container.settings));
  const headings = (yield* findHeadings(source, blocks)).filter(
    ({ line, level }) => level > 2 || !settings.has(line),
  );
  const declared = frontMatter.metadata.title;
  const title = typeof declared === "string" ? declared : headings.find(({ level }) => level === 1)?.text;
  const whole = frontMatter.lines > 0 ? [{ from: 0, to: frontMatter.lines }] : [];
  return {
    title,
    metadata: frontMatter.metadata,
    sections: yield* sectionsOf(source, { headings, title, firstLine: frontMatter.lines }),
    strengths: yield* strengthsOf(source, blocks, headings),
    blocks: [...whole, ...blocks, ...containers],
  };
}

function linesOf(ranges: readonly LineRange[]): ReadonlySet<number> {
  return new Set(
    ranges.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index)),
  );
}

const HEADING_KIND = /^(?:ATX|Setext)Heading([1-6])$/;

/** Characters as long to read as one heading, whose text is looked through a dozen times. */
const HEADING_STEP = 100;

function* findHeadings(source: SourceLines, blocks: readonly Block[]): Steps<readonly PlacedHeading[]> {
  const headings: PlacedHeading[] = [];
  for (const { kind, from, to } of blocks) {
    const level = HEADING_KIND.exec(kind)?.[1];
    if (level === undefined) continue;
    const lines = kind.startsWith("Setext") ? to - 1 : to;
    const raw = Array.from({ length: Math.max(1, lines - from) }, (_, index) =>
      lineText(source, from + index),
    );
    headings.push({ line: from, end: to, level: Number(level), text: headingText(raw.join(" ")) });
    yield HEADING_STEP;
  }
  return headings;
}

interface SectionInput {
  readonly headings: readonly PlacedHeading[];
  readonly title: string | undefined;
  readonly firstLine: number;
}

/** A heading without a body goes with the section that follows; so does front matter without text after it. */
function* sectionsOf(
  source: SourceLines,
  { headings, title, firstLine }: SectionInput,
): Steps<readonly Section[]> {
  const sections: Section[] = [];
  let open = { from: 0, headings: headingsOf([], title), bodyFrom: firstLine };
  let path: readonly PlacedHeading[] = [];
  for (const heading of headings) {
    yield HEADING_STEP;
    const isEmpty = isBlankRange(source, open.bodyFrom, heading.line);
    if (!isEmpty) sections.push({ from: open.from, to: heading.line, headings: open.headings });
    path = pathTo(path, heading);
    const from = isEmpty ? open.from : heading.line;
    open = { from, headings: headingsOf(path, title), bodyFrom: heading.end };
  }
  if (open.from < source.count) sections.push({ from: open.from, to: source.count, headings: open.headings });
  return sections;
}

const INTRODUCES_NEXT = /:[ \t\r]*$/;

function* strengthsOf(
  source: SourceLines,
  blocks: readonly Block[],
  headings: readonly PlacedHeading[],
): Steps<Uint8Array> {
  const strengths = paragraphStrengths(indentations(source));
  yield source.text.length;
  for (const { kind, from, to } of blocks) {
    if (kind === "BulletList" || kind === "OrderedList") markItems(source, strengths, { from, to });
    const before = previousText(source, from);
    const isIntroduced =
      kind !== "Paragraph" && before >= 0 && INTRODUCES_NEXT.test(lineText(source, before));
    strengths[from] = isIntroduced ? BOUNDARY.item : BOUNDARY.paragraph;
    yield lineStart(source, to) - lineStart(source, from);
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
