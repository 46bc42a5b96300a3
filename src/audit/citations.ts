import { modelHashes } from "../documents/prepare-document.ts";
import {
  type DocumentChoice,
  type DocumentPage,
  type StoredChunkRow,
  type StoredDocument,
  storedDocuments,
} from "../documents/sql/stored-documents.ts";
import { rebuild } from "../documents/stored-document.ts";
import { shortHash } from "../text/hash.ts";
import { takingTurns } from "../text/steps.ts";
import { documentCursor } from "../workspaces/cursor.ts";
import { type AuditCheck, type AuditDeps, randomHash, sampling } from "./check.ts";
import { askForPush } from "./sql/audit.ts";
import type { Finding, Scan } from "./sql/table-audit.ts";

/** What looking a document through costs beside its own characters. */
const CHARS_A_DOCUMENT = 200;
/** Documents of one sample. */
const DOCUMENTS_A_SAMPLE = 5;

/** What is wrong with a document's chunks, in a few words; undefined when it says what it should. */
type Judge = (document: StoredDocument) => Promise<string | undefined>;

/** Documents whole, as many as one part may read. */
export const documentsOf = (
  { db, workspace, limits }: AuditDeps,
  choice: DocumentChoice,
): Promise<DocumentPage> => storedDocuments(db, { workspace, choice, maxBytes: limits.bytes });

async function scanDocuments(parts: AuditDeps, after: string, judge: Judge): Promise<Scan> {
  const { limits } = parts;
  const { isSample, nextSample } = await sampling(parts, after, DOCUMENTS_A_SAMPLE);
  const seeds = Array.from({ length: DOCUMENTS_A_SAMPLE }, () => randomHash(parts.random));
  const choice = isSample
    ? { seeds }
    : { after: documentCursor(after), limit: limits.documents ?? limits.rows };
  const { documents, unreadable, next } = await documentsOf(parts, choice);
  const found: Finding[] = unreadable.map(unreadableFinding);
  const turn = takingTurns();
  for (const document of documents) {
    const note = await judge(document);
    if (note !== undefined) found.push(await findingOf(document, note));
    await turn(document.chunks.reduce((chars, { text }) => chars + text.length, CHARS_A_DOCUMENT));
  }
  const checked = documents.length + unreadable.length;
  return { checked, found, next: isSample ? nextSample : next && JSON.stringify(next) };
}

const unreadableFinding = ({ num, root, path }: DocumentPage["unreadable"][number]): Finding => ({
  id: `${root}:${path}`,
  key: String(num),
  note: "what is stored of it cannot be read",
  needsPush: root,
  needsBackup: true,
});

/** A finding about a document, which says whether its text can still be rebuilt. */
export async function findingOf(document: StoredDocument, note: string): Promise<Finding> {
  const { num, root, path } = document;
  const isLost = (await rebuild(document)) === undefined;
  return { id: `${root}:${path}`, key: String(num), note, ...(isLost && { needsPush: root }) };
}

/** Every line in a chunk, in order, and each chunk as long as its text. */
async function judgeLines({ chunks, lines }: StoredDocument): Promise<string | undefined> {
  let covered = 0;
  for (const [at, chunk] of chunks.entries()) {
    const range = `lines ${chunk.startLine}-${chunk.endLine}`;
    if (chunk.ordinal !== at) return `chunk ${at} is numbered ${chunk.ordinal}`;
    if (chunk.startLine < 1 || chunk.startLine > covered + 1) return `${range} leave a gap`;
    if (chunk.text.split("\n").length !== chunk.endLine - chunk.startLine + 1)
      return `${range} are not as many as its text has`;
    if (!hasItsColumns(chunk)) return `${range} have other columns than the text`;
    covered = Math.max(covered, chunk.endLine);
  }
  return covered === lines ? undefined : `chunks end at line ${covered} of ${lines}`;
}

const hasItsColumns = ({ startColumn, endColumn, text }: StoredChunkRow): boolean =>
  startColumn === null || endColumn === null || endColumn - startColumn + 1 === text.length;

/** The texts are those that were hashed, and together the bytes that were pushed. */
async function judgeTexts(document: StoredDocument): Promise<string | undefined> {
  for (const chunk of document.chunks) {
    const name = `lines ${chunk.startLine}-${chunk.endLine}`;
    if ((await shortHash(chunk.text)) !== chunk.textHash) return `${name} have another text than their hash`;
    const { embedHash, sentHash } = await modelHashes(chunk);
    if (embedHash !== chunk.embedHash || sentHash !== chunk.sentHash)
      return `${name} have another text than the models were given`;
  }
  return (await rebuild(document)) === undefined ? "the passages are not the pushed text" : undefined;
}

/** Writes documents again from their stored text; where it cannot be rebuilt, the next push brings it. */
export async function rewriteDocuments(parts: AuditDeps, found: readonly Finding[]): Promise<void> {
  const left = new Set(found.map(({ key }) => Number(key)));
  while (left.size > 0) {
    const { documents } = await documentsOf(parts, { nums: [...left] });
    if (documents.length === 0) return;
    for (const document of documents) {
      left.delete(document.num);
      const isWhole = (await rebuild(document)) !== undefined;
      if (isWhole) await parts.rewrite(document);
      // Nobody pushes a memory.
      else if (!document.memory) await askForPush(parts.db, document);
    }
  }
}

export const lineRanges: AuditCheck = {
  name: "line_ranges",
  promise: "the passages of each document cover its lines without gaps",
  rewrites: true,
  scan: (parts, after) => scanDocuments(parts, after, judgeLines),
  repair: rewriteDocuments,
};

export const textHashes: AuditCheck = {
  name: "text_hashes",
  promise: "the passages of each document give back the pushed bytes",
  rewrites: true,
  scan: (parts, after) => scanDocuments(parts, after, judgeTexts),
  repair: rewriteDocuments,
};
