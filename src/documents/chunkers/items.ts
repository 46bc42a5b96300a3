import type { Steps } from "../../text/steps.ts";
import { MAX_CHUNK_TOKENS } from "./cut-sections.ts";
import { type LineRange, lineStart, type SourceLines, tokensOfLines } from "./lines.ts";
import { headingTokens } from "./markdown/headings.ts";
import {
  BOUNDARY,
  type NamedLine,
  type Outline,
  paragraphStrengths,
  type Section,
} from "./markdown/outline.ts";

/** A declaration, a keyed value or the loose lines between them. Siblings follow each other without a gap. */
export interface Item {
  /** First line, with the comment before the declaration. */
  readonly from: number;
  /** Empty for loose lines. */
  readonly path: readonly string[];
  readonly children: readonly Item[];
}

interface ItemSections {
  readonly sections: Section[];
  readonly blocks: LineRange[];
}

/** Estimated tokens up to which a declaration may share its chunk with neighbours. */
const SMALL_ITEM_TOKENS = 130;
/** A class header up to this many tokens goes with the first member. */
const SMALL_HEADER_TOKENS = 60;

interface Parent extends LineRange {
  readonly path: readonly string[];
}

/**
 * The outline of a file's items: a section for each long item, one for each run of small ones, and for a container that
 * does not fit a chunk those of its members, its path before theirs. `refine` says where in a section it is best cut.
 */
export function* outlineItems(
  source: SourceLines,
  { items, indents }: { readonly items: readonly Item[]; readonly indents: Int32Array },
  refine: (strengths: Uint8Array, section: Section) => void,
): Steps<Outline> {
  const out: ItemSections = { sections: [], blocks: [] };
  const parent = { from: 0, to: source.count, path: [] };
  if (items.length === 0) out.sections.push({ from: 0, to: source.count, headings: [] });
  yield* addItems(source, { items, parent, out });
  const strengths = paragraphStrengths(indents);
  for (const section of out.sections) {
    refine(strengths, section);
    yield charsOf(source, section);
  }
  for (const { from } of out.blocks) strengths[from] = BOUNDARY.block;
  return { ...out, strengths };
}

const charsOf = (source: SourceLines, { from, to }: LineRange): number =>
  lineStart(source, to) - lineStart(source, from);

interface Siblings {
  readonly items: readonly Item[];
  readonly parent: Parent;
  readonly out: ItemSections;
}

function* addItems(source: SourceLines, { items, parent, out }: Siblings): Steps<void> {
  let run: (Item & LineRange)[] = [];
  const endRun = () => {
    if (run.length > 0) addRun(run, parent.path, out);
    run = [];
  };
  for (const [index, item] of items.entries()) {
    const range = { from: index === 0 ? parent.from : item.from, to: items[index + 1]?.from ?? parent.to };
    yield charsOf(source, { from: range.from, to: item.children[0]?.from ?? range.to });
    const tokens = tokensOfLines(source, range.from, range.to);
    const path = [...parent.path, ...item.path];
    if (tokens <= SMALL_ITEM_TOKENS) {
      run.push({ ...item, ...range });
      continue;
    }
    endRun();
    if (item.children.length > 0 && tokens + headingTokens(path) > MAX_CHUNK_TOKENS)
      yield* addMembers(source, { item, range, path, out });
    else out.sections.push({ ...range, headings: path });
  }
  endRun();
}

function* addMembers(
  source: SourceLines,
  { item, range, path, out }: { item: Item; range: LineRange; path: readonly string[]; out: ItemSections },
): Steps<void> {
  const first = item.children[0]?.from ?? range.to;
  const isLong = tokensOfLines(source, range.from, first) > SMALL_HEADER_TOKENS;
  if (isLong) out.sections.push({ from: range.from, to: first, headings: path });
  const parent = { from: isLong ? first : range.from, to: range.to, path };
  yield* addItems(source, { items: item.children, parent, out });
}

function addRun(run: readonly (Item & LineRange)[], path: readonly string[], out: ItemSections): void {
  const from = run[0]?.from ?? 0;
  const to = run.at(-1)?.to ?? from;
  if (run.length === 1) {
    out.sections.push({ from, to, headings: [...path, ...(run[0]?.path ?? [])] });
    return;
  }
  const names: NamedLine[] = run
    .filter((item) => item.path.length > 0)
    .map((item) => ({ line: item.from, name: item.path.join(".") }));
  out.sections.push({ from, to, headings: path, names, withoutOverlap: true });
  for (const item of run) out.blocks.push({ from: item.from, to: item.to });
}
