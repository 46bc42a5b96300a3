import { lineEnd, lineStart, lineText, type SourceLines } from "../lines.ts";
import { LINE } from "./code-lines.ts";
import { type CodeLanguage, type Declared, declarationOf, MAX_LINE_CHARS } from "./declarations.ts";
import type { Item } from "./items.ts";

/** Lines of code as the scanner sees them. */
export interface CodeLines {
  readonly language: CodeLanguage;
  /** LINE value of each line. */
  readonly kinds: Uint8Array;
  /** Indentation of each line, -1 for a blank one. */
  readonly indents: Int32Array;
}

/** Containers deeper than this are single declarations. */
const MAX_DEPTH = 8;
const MAX_ATTRIBUTES = 6;
const CONTINUATIONS = new Set("})]{>".split(""));

interface OpenItem {
  readonly from: number;
  readonly path: readonly string[];
  readonly children: OpenItem[];
  readonly indent: number;
  /** Indentation of the members seen so far, the least. */
  memberIndent: number;
}

interface Reader extends CodeLines {
  readonly source: SourceLines;
  /** The file, then the containers that are open, outermost first. */
  readonly open: OpenItem[];
  /** Indentation of the declaration without members that is open. */
  leafIndent: number | undefined;
  /** First line of attributes that wait for their declaration. */
  attributesFrom: number | undefined;
  /** Last line that is neither blank nor comment. */
  lastCode: number;
}

/**
 * Declarations of a file as a tree. Nesting is read from indentation, which survives code that does not parse: a
 * declaration ends before the next line of code that is indented no deeper and does not continue it.
 */
export function readItems(source: SourceLines, lines: CodeLines): readonly Item[] {
  const file = { from: 0, path: [], children: [], indent: -1, memberIndent: Number.POSITIVE_INFINITY };
  const fresh = { leafIndent: undefined, attributesFrom: undefined, lastCode: -1 };
  const reader: Reader = { ...lines, ...fresh, source, open: [file] };
  for (let line = 0; line < source.count; line++) {
    const kind = lines.kinds[line];
    if (kind === LINE.code) readLine(reader, line);
    if (kind === LINE.code || kind === LINE.string) reader.lastCode = line;
  }
  return file.children;
}

function readLine(reader: Reader, line: number): void {
  const indent = reader.indents[line] ?? 0;
  if (reader.leafIndent !== undefined && indent > reader.leafIndent) return;
  const text = headOfLine(reader.source, line, indent);
  if (continuesOpen(reader, text)) return;
  reader.leafIndent = undefined;
  while (reader.open.length > 1 && (reader.open.at(-1)?.indent ?? -1) >= indent) reader.open.pop();
  const parent = reader.open.at(-1);
  if (parent === undefined || indent > parent.memberIndent) return;
  parent.memberIndent = indent;
  const declaration = withoutAttributes(reader.language, text);
  const from = reader.attributesFrom ?? withComment(reader, line, parent);
  if (declaration === "") {
    reader.attributesFrom = from;
    return;
  }
  reader.attributesFrom = undefined;
  const declared = declarationOf(reader.language, declaration, parent.path.at(-1));
  if (declared) addDeclaration(reader, parent, { declared, from, indent });
  else if (parent.children.at(-1)?.path.length !== 0) {
    parent.children.push({ from, path: [], children: [], indent, memberIndent: indent });
  }
}

interface Found {
  readonly declared: Declared;
  readonly from: number;
  readonly indent: number;
}

function addDeclaration(reader: Reader, parent: OpenItem, { declared, from, indent }: Found): void {
  const item = { from, path: declared.path, children: [], indent, memberIndent: Number.POSITIVE_INFINITY };
  parent.children.push(item);
  if (declared.isContainer && reader.open.length < MAX_DEPTH) reader.open.push(item);
  else reader.leafIndent = indent;
}

function headOfLine(source: SourceLines, line: number, indent: number): string {
  const start = lineStart(source, line);
  const end = Math.min(lineEnd(source, line), start + indent + MAX_LINE_CHARS);
  return source.text.slice(start, end).trim();
}

const STATEMENT_END = /;[ \t\r]*$/;

function continuesOpen({ source, language, open, leafIndent, lastCode }: Reader, text: string): boolean {
  if (lastCode < 0 || (leafIndent === undefined && open.length === 1)) return false;
  if (language.endsWithSemicolon && STATEMENT_END.test(lineText(source, lastCode).slice(-16))) {
    return language.endsWithSemicolon.test(text);
  }
  return CONTINUATIONS.has(text.charAt(0)) || language.continues?.test(text) === true;
}

function withoutAttributes({ attribute }: CodeLanguage, text: string): string {
  if (attribute === undefined) return text;
  let rest = text;
  for (let count = 0; count < MAX_ATTRIBUTES && rest !== ""; count++) {
    const found = attribute.exec(rest)?.[0] ?? "";
    if (found === "") break;
    rest = rest.slice(found.length);
  }
  // The arguments of an attribute that go on over more lines.
  return rest !== text && /^\([^)]*$/.test(rest) ? "" : rest;
}

/**
 * First line of the comment that belongs to a declaration: what follows the code before it. A comment glued to that
 * code and set off from the declaration by a blank line is left out.
 */
function withComment({ kinds, lastCode }: Reader, line: number, parent: OpenItem): number {
  const floor = Math.max(lastCode + 1, parent.from);
  let from = floor;
  if (lastCode >= 0) while (from < line && kinds[from] === LINE.comment) from++;
  if (from === line) return floor;
  while (from < line && kinds[from] !== LINE.comment) from++;
  return from;
}
