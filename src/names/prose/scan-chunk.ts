import { codeMentions, keyMentions } from "../code-names.ts";
import { type StatedFacts, statedFacts } from "../front-matter-names.ts";
import { givenMentions } from "../given-names.ts";
import type { NamedDocument } from "../types.ts";
import { cjkMentions } from "./cjk-names.ts";
import { type ProseNames, readProse } from "./read-prose.ts";
import { thingMentions } from "./things.ts";
import { fencedRegions, openingFence, type ReadText } from "./tokens.ts";

/** How a document's text is read: as sentences, as code, or as keys and values. */
type ReadingMode = "prose" | "code" | "keys";

export interface ScanState {
  readonly mode: ReadingMode;
  /** Finds what somebody gave as a name; undefined: nothing was given. */
  readonly given: RegExp | undefined;
  readonly ordinary: Set<string>;
  /** The chunk before, which may have opened a code fence. */
  before: ReadText | undefined;
}

export interface ChunkScan extends ProseNames {
  readonly frontMatter: StatedFacts;
}

/** A chunk is at most this long to the extraction: its rest would only add more of what it cannot keep. */
export const MAX_CHUNK_CHARS = 20_000;
const NO_FRONT_MATTER: StatedFacts = { entries: [], end: 0 };
const PROSE = new Set(["markdown", "text", "html", "csv", "tsv", "jsonl", "xml"]);
const KEYS = new Set(["json", "yaml", "toml"]);
const COMPONENT = /\.(?:vue|svelte|astro|svg)$/i;

/** A memory and what has no language are prose; components are code, although they are cut as HTML. */
export function modeOf({ kind, language, path }: NamedDocument): ReadingMode {
  if (kind === "memory" || language === null) return "prose";
  if (KEYS.has(language)) return "keys";
  return PROSE.has(language) && !COMPONENT.test(path) ? "prose" : "code";
}

/** The candidates of one chunk. Chunks of a document are scanned in their order, with one state. */
export function scanChunk(whole: string, state: ScanState): ChunkScan {
  const text = whole.slice(0, MAX_CHUNK_CHARS);
  const frontMatter =
    state.before === undefined && state.mode === "prose" ? statedFacts(text) : NO_FRONT_MATTER;
  const names: ProseNames = { mentions: [], runs: [], sentenceStarts: [] };
  if (state.mode === "prose") scanProse(text, { names, state, from: frontMatter.end });
  else names.mentions.push(...codeMentions(text, { start: 0, end: text.length }));
  if (state.mode === "keys") names.mentions.push(...keyMentions(text));
  return { ...names, frontMatter };
}

function scanProse(
  text: string,
  { names, state, from }: { readonly names: ProseNames; readonly state: ScanState; readonly from: number },
): void {
  const regions = fencedRegions(text, openingFence(text, state.before));
  state.before = { text, regions };
  for (const region of regions) {
    const start = Math.max(region.start, from);
    if (start >= region.end) continue;
    if (region.fence !== undefined) names.mentions.push(...codeMentions(text, { start, end: region.end }));
    else readProse(text, { start, end: region.end }, { names, ordinary: state.ordinary });
  }
  names.mentions.push(...cjkMentions(text, names.sentenceStarts));
  names.mentions.push(...thingMentions(text, names.sentenceStarts));
  if (state.given !== undefined)
    names.mentions.push(...givenMentions(text, state.given, names.sentenceStarts));
}
