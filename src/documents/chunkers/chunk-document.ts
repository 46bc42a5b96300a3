import { atOnce, type Steps } from "../../text/steps.ts";
import { LANGUAGES, type LanguageRow, languageOf } from "./by-language.ts";
import type { ChunkBoundary, ChunkedDocument } from "./chunk.ts";
import { chunkByBoundaries } from "./code/client-boundaries.ts";
import { cutSections } from "./cut-sections.ts";
import { type SourceLines, splitSteps } from "./lines.ts";
import { outlineMarkdown } from "./markdown/markdown.ts";
import type { Outline } from "./markdown/outline.ts";
import { outlineText } from "./text.ts";

/** Sections of a document that a write can carry; one with more headings is cut as plain text. */
const MAX_SECTIONS = 5000;

/**
 * Lines whose structure is read, at most. A file of 2 MB has more when its lines have under 20 characters, and each may
 * be a node of a tree of 100 bytes and more, where a Worker has 128 MB for everything.
 */
const MAX_STRUCTURED_LINES = 100_000;

interface DocumentSource {
  /** Its ending tells the language. */
  readonly path: string;
  readonly text: string;
  /** The client's own chunks, in place of the language's. */
  readonly boundaries?: readonly ChunkBoundary[];
}

interface ChunkOptions {
  /** Chunkers by language. @default LANGUAGES */
  readonly languages?: Readonly<Record<string, Pick<LanguageRow, "chunker">>>;
  /** Told of a chunker that failed, before the document is cut as plain text. @default a warning in the log */
  readonly onFailure?: (failure: ChunkerFailure) => void;
}

export interface ChunkerFailure {
  readonly path: string;
  readonly language: string;
  readonly error: unknown;
}

/**
 * The chunks of a document with its title, language and front matter. A chunker that fails costs the document its
 * structure, not its place in the index: it is cut as plain text, its language becomes "text", `onFailure` gets the error.
 * Throws AppError("invalid_input") for boundaries that are not allowed.
 */
export const chunkDocument = (document: DocumentSource, options: ChunkOptions = {}): ChunkedDocument =>
  atOnce(chunkSteps(document, options));

/** The same in steps. */
export function* chunkSteps(document: DocumentSource, options: ChunkOptions = {}): Steps<ChunkedDocument> {
  const language = languageOf(document.path, document.text);
  const source = yield* splitSteps(document.text);
  if (source.count === 0) return { language, metadata: {}, chunks: [] };
  const { outline, usedLanguage } = yield* outlineOf(source, { ...document, language }, options);
  const { title, metadata = {} } = outline;
  const chunks = document.boundaries
    ? yield* chunkByBoundaries(source, document.boundaries)
    : yield* cutSections(source, outline);
  return { title, language: usedLanguage, metadata, chunks };
}

interface Outlined {
  readonly outline: Outline;
  readonly usedLanguage: string;
}

/** A text made from another format begins so, and is Markdown whatever its path says. */
const CONVERTED = "---\nconverted: ";

const isConverted = ({ text }: SourceLines): boolean => text.startsWith(CONVERTED);

function* outlineOf(
  source: SourceLines,
  { path, language }: { path: string; language: string },
  options: ChunkOptions,
): Steps<Outlined> {
  const { languages = LANGUAGES, onFailure = warn } = options;
  const own = source.count > MAX_STRUCTURED_LINES ? undefined : languages[language]?.chunker;
  const chunker = own === undefined ? outlineText : isConverted(source) ? outlineMarkdown : own;
  try {
    return { outline: yield* withinSections(source, yield* chunker(source)), usedLanguage: language };
  } catch (error) {
    onFailure({ path, language, error });
    return { outline: yield* outlineText(source), usedLanguage: "text" };
  }
}

function* withinSections(source: SourceLines, outline: Outline): Steps<Outline> {
  if (outline.sections.length <= MAX_SECTIONS) return outline;
  const { title, metadata = {} } = outline;
  return { ...(yield* outlineText(source)), title, metadata };
}

function warn({ path, language, error }: ChunkerFailure): void {
  console.warn("chunker failed, cut as plain text", { path, language, error });
}
