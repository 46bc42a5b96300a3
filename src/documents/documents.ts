import type { z } from "zod";
import { MEMORY_ROOT } from "../config.ts";
import { AppError } from "../errors.ts";
import { confined } from "../search/query/filters.ts";
import { globFilter } from "../search/query/glob.ts";
import { seesSeveralRoots } from "../search/sql/several-roots.ts";
import { citation, citationAmong } from "../search/views/citation.ts";
import { anchorHeading, anchorKindOf, readAnchor } from "../text/places/anchors.ts";
import { reassemble } from "../text/reassemble.ts";
import type { WorkspaceContext } from "../workspaces/context.ts";
import { listKey, placeInList, rootAndPath } from "../workspaces/cursor.ts";
import {
  DEFAULT_ROOT,
  type DeletionAnswer,
  type DocumentAnswer,
  type DocumentList,
  type DocumentParameters,
  type DocumentSummary,
} from "./contract.ts";
import type { Session } from "../database/session.ts";
import { markRoot } from "./sql/deletions.ts";
import {
  type DocumentRow,
  findDocuments,
  findPart,
  headingAtTime,
  isRoot,
  listDocuments,
  readChunks,
} from "./sql/document-reads.ts";
import { removeDocuments } from "./sql/document-writes.ts";
import { chunkOf } from "./stored-document.ts";

interface DocumentQuery {
  readonly root?: string | undefined;
  readonly path: string;
  readonly lines?: readonly [from: number, to: number] | undefined;
  /** `page=12`: the lines of that part, unless lines are given. */
  readonly anchor?: string | undefined;
}

const summary = ({
  num: _,
  finalNewline: __,
  metadata: ___,
  indexedAt,
  ...row
}: DocumentRow): DocumentSummary => ({ ...row, indexedAt: new Date(indexedAt).toISOString() });

/** Characters of a title in a list; a heading may be as long as its file, and a page has a thousand of them. */
const LISTED_TITLE_CHARS = 200;

function listed(row: DocumentRow): DocumentSummary {
  const characters = [...(row.title ?? "").slice(0, 2 * LISTED_TITLE_CHARS + 2)];
  if (row.title === null || characters.length <= LISTED_TITLE_CHARS) return summary(row);
  return { ...summary(row), title: `${characters.slice(0, LISTED_TITLE_CHARS - 1).join("")}…` };
}

/** One page of documents, by root and path. */
export async function pageOfDocuments(
  { session, workspace, confines }: WorkspaceContext,
  { root, prefix, glob: pattern, cursor, limit }: z.infer<typeof DocumentParameters>,
): Promise<DocumentList> {
  const glob = pattern === undefined ? undefined : globFilter(pattern.normalize("NFC"));
  const key = await listKey({ root, prefix, pattern });
  const rows = await listDocuments(session, {
    workspace,
    filters: confined({ root, prefix, glob }, confines),
    after: rootAndPath(cursor ? placeInList(cursor, key) : []),
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    // SQL only narrows by a glob.
    documents: page.filter(({ path }) => glob?.matches(path) ?? true).map(listed),
    nextCursor:
      rows.length > limit && last !== undefined ? JSON.stringify([last.root, last.path, key]) : null,
  };
}

/** The one document at a path. Throws `not_found`, or `ambiguous` with the roots that have it. */
async function oneDocument(
  { session, workspace, confines }: WorkspaceContext,
  { root, path }: { root?: string | undefined; path: string },
): Promise<DocumentRow> {
  const filters = confined({ root }, confines);
  const [row, ...others] = await findDocuments(session, { workspace, path, filters });
  const there = root === undefined ? "" : ` in root "${root}"`;
  if (row === undefined) throw new AppError("not_found", `There is no document "${path}"${there}`);
  if (others.length === 0) return row;
  const roots = [row, ...others].map((document) => document.root);
  throw new AppError("ambiguous", `"${path}" is in several roots: name one of ${roots.join(", ")}`, {
    details: { roots },
  });
}

type Lines = readonly [from: number, to: number];

/** Lines of a page, slide, sheet. Throws `invalid_input` for what is no anchor, `not_found`. */
async function linesOfPart(db: Session, row: DocumentRow, written: string): Promise<Lines> {
  const anchor = readAnchor(written);
  if (anchor === undefined)
    throw new AppError(
      "invalid_input",
      "anchor: a part of a document, like page=12, sheet=Budget or time=1:30",
    );
  const part = { document: row.num, heading: anchorHeading(anchor) };
  // A part of a recording holds several cues, and each may be asked for by its own time.
  const heading = anchor.kind === "time" ? await headingAtTime(db, part) : part.heading;
  const found = heading === undefined ? undefined : await findPart(db, { ...part, heading });
  const isThere = anchor.kind === anchorKindOf(row.path) && found !== undefined;
  if (isThere) return [found.startLine, found.endLine];
  throw new AppError("not_found", `"${row.path}" has no ${anchor.kind} ${anchor.value} with text`);
}

/** A document as it was pushed, byte for byte, or some of its lines. */
export async function readDocument(context: WorkspaceContext, query: DocumentQuery): Promise<DocumentAnswer> {
  const row = await oneDocument(context, query);
  const { anchor } = query;
  const lines =
    query.lines ?? (anchor === undefined ? undefined : await linesOfPart(context.session, row, anchor));
  const isPart = query.lines === undefined && lines !== undefined;
  const isWhole = lines === undefined;
  const [from, to] = lines ?? [1, Number.MAX_SAFE_INTEGER];
  if (!isWhole && from > row.lines)
    throw new AppError("invalid_input", `lines: "${row.path}" has ${row.lines} lines`, {
      details: { lines: row.lines },
    });
  const endLine = Math.min(to, row.lines);
  const [chunks, severalRoots] = await Promise.all([
    readChunks(context.session, { document: row.num, from, to: endLine }),
    seesSeveralRoots(context.session, { workspace: context.workspace, confines: context.confines }),
  ]);
  const stored = chunks.map((chunk) => chunkOf({ ...chunk, headings: [] }));
  const covered = reassemble(stored, isWhole && row.finalNewline === 1);
  const text = isWhole
    ? covered
    : linesOf(covered, { first: chunks[0]?.startLine ?? from, from, to: endLine });
  const place = { path: row.path, startLine: from, endLine, startColumn: null, endColumn: null };
  const cited = isWhole ? row.path : isPart ? `${row.path}#${anchor}` : citation(place);
  return {
    ...summary(row),
    startLine: Math.min(from, row.lines),
    endLine,
    citation: row.root === MEMORY_ROOT ? cited : citationAmong(row, cited, severalRoots),
    metadata: JSON.parse(row.metadata) as Record<string, unknown>,
    text,
  };
}

const linesOf = (text: string, { first, from, to }: { first: number; from: number; to: number }): string =>
  text
    .split("\n")
    .slice(from - first, to - first + 1)
    .join("\n");

/** Of a folder all paths below it begin so, and no other does: not those of another whose name begins alike. */
const belowFolder = (folder: string): string => (folder === "" ? "" : `${folder.replace(/\/+$/, "")}/`);

/** Puts a root, or what is below its folder `prefix`, out of reach at once; slices empty it. Throws `not_found`. */
export async function deleteRoot(
  { session, workspace }: WorkspaceContext,
  { root, prefix = "" }: { readonly root: string; readonly prefix?: string | undefined },
): Promise<DeletionAnswer> {
  if (root === MEMORY_ROOT) throw notByRoot();
  const answer = await markRoot(session, { workspace, root, prefix: belowFolder(prefix) });
  if (answer.deleted > 0) return answer;
  const below = prefix === "" ? "" : ` below the folder "${prefix}"`;
  throw new AppError("not_found", `There is nothing in root "${root}"${below}`);
}

const notByRoot = (): AppError =>
  new AppError("invalid_input", "Memories are not deleted as documents: forget them by id, or prune them");

/**
 * Deletes one file with all that is made from it. Without a root it is of the programs' usual root where there is one: whoever
 * deletes a text a second time must not take the file of that path which a folder has. Throws `not_found`, `ambiguous`.
 */
export async function deleteDocument(
  context: WorkspaceContext,
  { root: named, path: asked }: { root?: string | undefined; path: string },
): Promise<DeletionAnswer> {
  const { session, workspace, nowMs } = context;
  const isUsual = named === undefined && (await isRoot(session, { workspace, root: DEFAULT_ROOT }));
  const { root, path, kind } = await oneDocument(context, {
    root: isUsual ? DEFAULT_ROOT : named,
    path: asked,
  });
  if (kind === "memory") throw notByRoot();
  return removeDocuments(session, { workspace, root, paths: [path], nowMs });
}
