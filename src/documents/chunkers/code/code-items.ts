import { CHARS_A_STEP, type Steps } from "../../../text/steps.ts";
import type { Item } from "../items.ts";
import { lineEnd, lineStart, lineText, type SourceLines } from "../lines.ts";
import { type CodeLanguage, type Declared, declarationOf, MAX_LINE_CHARS } from "./declarations.ts";
import { LINE } from "./multi-line.ts";

interface CodeLines {
  readonly language: CodeLanguage;
  readonly kinds: Uint8Array;
  /** Indentation of each line, -1 for a blank one. */
  readonly indents: Int32Array;
}

/** Containers deeper than this are single declarations. */
const MAX_DEPTH = 8;
const MAX_ATTRIBUTES = 6;
const LINES_A_STEP = CHARS_A_STEP / 20;
const CONTINUATIONS = new Set("})]{>".split(""));
const CLOSERS = new Set("})]".split(""));
/** No semicolon, unlike the end of a type or an initialiser. */
const SCOPE_END = /^\}[ \t]*(?:\/[/*].*)?$/;
const CLOSING_WORD = /^(?:end|fi|done|esac)\b/i;

interface OpenItem {
  readonly from: number;
  readonly path: readonly string[];
  readonly children: OpenItem[];
  readonly indent: number;
  /** Indentation of the members seen so far, the least. */
  memberIndent: number;
  /** A namespace whose members are as little indented as itself. */
  readonly isScope: boolean;
  /** Its closing bracket or word was read. */
  isClosed: boolean;
}

interface Reader extends CodeLines {
  readonly source: SourceLines;
  /** The file, then the containers that are open, outermost first. */
  readonly open: OpenItem[];
  /** The declaration without members that is open. */
  leaf: OpenItem | undefined;
  /** First line of attributes that wait for their declaration. */
  attributesFrom: number | undefined;
  /** Last line that is neither blank nor comment. */
  lastCode: number;
}

/**
 * Declarations of a file as a tree, in steps. Nesting is read from indentation, which survives code that does not parse: a
 * declaration ends before the next line of code that is indented no deeper and does not continue it.
 */
export function* readItems(source: SourceLines, lines: CodeLines): Steps<readonly Item[]> {
  const file = openItem({ from: 0, path: [], indent: -1 });
  const fresh = { leaf: undefined, attributesFrom: undefined, lastCode: -1 };
  const reader: Reader = { ...lines, ...fresh, source, open: [file] };
  for (let line = 0; line < source.count; line++) {
    if (line % LINES_A_STEP === 0) yield CHARS_A_STEP;
    const kind = lines.kinds[line];
    if (kind === LINE.code) readLine(reader, line);
    if (kind === LINE.code || kind === LINE.string) reader.lastCode = line;
  }
  return file.children;
}

function openItem(item: Pick<OpenItem, "from" | "path" | "indent">): OpenItem {
  return { ...item, children: [], memberIndent: Number.POSITIVE_INFINITY, isScope: false, isClosed: false };
}

function readLine(reader: Reader, line: number): void {
  const indent = reader.indents[line] ?? 0;
  if (reader.leaf !== undefined && indent > reader.leaf.indent) {
    reader.leaf.memberIndent = Math.min(reader.leaf.memberIndent, indent);
    return;
  }
  const text = headOfLine(reader.source, line, indent);
  if (continuesOpen(reader, text)) {
    if (SCOPE_END.test(text)) closeScope(reader);
    if (CLOSERS.has(text.charAt(0)) || CLOSING_WORD.test(text)) closeAt(reader, indent);
    return;
  }
  const depth = depthOf(reader, indent);
  const parent = reader.open[depth];
  if (parent === undefined) return;
  const declaration = withoutAttributes(reader.language, text);
  const declared = declarationOf(reader.language, declaration, {
    within: parent.path.at(-1),
    isLed: reader.attributesFrom !== undefined,
  });
  const isAttribute = declaration === "" && reader.language.hasTypeLines !== true;
  if (declared === undefined && !isAttribute && isStray(reader, { line, indent, depth, text })) return;
  reader.leaf = undefined;
  reader.open.length = depth + 1;
  if (indent > parent.memberIndent) return;
  parent.memberIndent = indent;
  const from = reader.attributesFrom ?? withComment(reader, line, parent);
  reader.attributesFrom = declaration === "" ? from : undefined;
  if (declaration === "") return;
  if (declared) addDeclaration(reader, parent, { declared, from, indent, line });
  else if (parent.children.at(-1)?.path.length !== 0)
    parent.children.push(openItem({ from, path: [], indent }));
}

/** Place in `open` of the container that a line with this indentation is in. */
function depthOf({ open }: Reader, indent: number): number {
  let depth = open.length - 1;
  while (depth > 0 && (open[depth]?.indent ?? -1) >= indent) depth--;
  return depth;
}

function closeAt({ leaf, open }: Reader, indent: number): void {
  if (leaf?.indent === indent) leaf.isClosed = true;
  for (const item of open) if (item.indent === indent) item.isClosed = true;
}

/** Ends a namespace whose members are not indented: a closing brace that nothing else waits for. */
function closeScope({ leaf, open }: Reader): void {
  const innermost = open.at(-1);
  if (innermost?.isScope && leaf?.isClosed !== false) open.pop();
}

const OPENS_BLOCK = /[:([{,\\]$/;

/**
 * A line less indented than what is open, which did not close and goes on after it: a slip, or text of a string.
 * Taking it for the end would take the name from everything that follows.
 */
function isStray(
  reader: Reader,
  { line, indent, depth, text }: { line: number; indent: number; depth: number; text: string },
): boolean {
  const members = reader.open[depth]?.memberIndent ?? Number.POSITIVE_INFINITY;
  if (reader.language.endsByIndentation && indent === members && OPENS_BLOCK.test(text)) return false;
  const following = nextIndent(reader, line);
  if (indent < members && members !== Number.POSITIVE_INFINITY && following >= members) return true;
  const ended = reader.open[depth + 1] ?? reader.leaf;
  if (ended === undefined || ended.isClosed || ended.memberIndent === Number.POSITIVE_INFINITY) return false;
  return following > Math.max(indent, ended.indent);
}

/** Indentation of the next line of code; -1 at the end. */
function nextIndent(reader: Reader, line: number): number {
  return reader.indents[nextCode(reader, line)] ?? -1;
}

function nextCode({ source, kinds }: Reader, line: number): number {
  let next = line + 1;
  while (next < source.count && kinds[next] !== LINE.code) next++;
  return next;
}

/** Indentation of what follows a declaration, its opening brace on a line of its own left out. */
function memberIndentAfter(reader: Reader, line: number): number {
  const next = nextCode(reader, line);
  const isBrace = next < reader.source.count && lineText(reader.source, next).trim() === "{";
  return isBrace ? nextIndent(reader, next) : (reader.indents[next] ?? -1);
}

function addDeclaration(
  reader: Reader,
  parent: OpenItem,
  { declared, from, indent, line }: { declared: Declared; from: number; indent: number; line: number },
): void {
  const isScope = declared.isNamespace && memberIndentAfter(reader, line) <= indent;
  // One column further out, a scope contains the lines that begin where it does.
  const item = { ...openItem({ from, path: declared.path, indent: isScope ? indent - 1 : indent }), isScope };
  parent.children.push(item);
  if (declared.isContainer && reader.open.length < MAX_DEPTH) reader.open.push(item);
  else reader.leaf = item;
}

function headOfLine(source: SourceLines, line: number, indent: number): string {
  const start = lineStart(source, line);
  const end = Math.min(lineEnd(source, line), start + indent + MAX_LINE_CHARS);
  return source.text.slice(start, end).trim();
}

const STATEMENT_END = /;[ \t\r]*$/;

function continuesOpen(reader: Reader, text: string): boolean {
  const { source, language, open, leaf, lastCode } = reader;
  if (reader.attributesFrom !== undefined && CLOSERS.has(text.charAt(0))) return true;
  if (lastCode < 0 || (leaf === undefined && open.length === 1)) return false;
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
