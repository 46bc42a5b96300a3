import { createHash } from "node:crypto";
import type { ExportRecord } from "../../../backup/contract.ts";
import { AppError } from "../../../errors.ts";
import { isRecord } from "../../../text/parse-json.ts";
import { type Audit, wholeAudit } from "../../audit/audit.ts";
import type { RecallClient } from "../../session/recall-client.ts";
import { bookmarkKey } from "../../settings/bookmarks.ts";
import { type Environment, keepEntry, readKept } from "../../settings/config-folder.ts";
import type { Settings } from "../../settings/settings.ts";
import { type Imported, recordSender } from "./send-records.ts";
import { isEnd, parseLine, readLines, recordOf, type VerifiedExport, verifyExport } from "./verify-export.ts";

/** Imports remembered; the oldest go first. */
const MAX_KEPT = 50;

const FILE = "imports.json";

/** Lines that the server has acknowledged of an import that has begun and not ended; undefined: there is none. */
async function readBegun(env: Environment, key: string): Promise<number | undefined> {
  const begun = (await readKept(env, FILE))[key];
  return isRecord(begun) && Number.isSafeInteger(begun.line) ? Number(begun.line) : undefined;
}

/** Remembers how far it has come; undefined: it has ended. A folder that cannot be written costs sending again. */
const keepBegun = (env: Environment, key: string, line: number | undefined): Promise<void> =>
  keepEntry(env, FILE, [key, line === undefined ? undefined : { line }], MAX_KEPT);

/** Documents a page: the most that a server lists at once. */
const PAGE = 1_000;

const keyOf = (root: string, path: string): string => `${root}:${path}`;

const stateOf = (hash: string, source: string | null | undefined): string => `${hash} ${source ?? ""}`;

/** Finds records whose documents are there unchanged, but for those with boundaries of their client: no list shows boundaries. */
export async function documentsThere(
  client: Pick<RecallClient, "documents">,
): Promise<(record: ExportRecord) => boolean> {
  const there = new Map<string, string>();
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<RecallClient["documents"]>> = await client.documents({
      limit: PAGE,
      ...(cursor !== null && { cursor }),
    });
    for (const { root, path, hash, source } of page.documents)
      there.set(keyOf(root, path), stateOf(hash, source));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return (record) =>
    record.type === "document" &&
    record.chunks === undefined &&
    there.get(keyOf(record.root, record.path)) === stateOf(record.hash, record.source);
}

interface ImportJob {
  readonly file: string;
  readonly merge: boolean;
  readonly env: Environment;
  readonly settings: Settings;
  readonly signal: AbortSignal;
  /** What the workspace holds is this file's: a restore of it has begun. @default as this machine remembers */
  readonly isBegun?: boolean;
  readonly onProgress: (what: string, done: number, total?: number) => void;
}

export interface ImportReport extends Imported {
  readonly workspace: string;
  /** Line of the file at which an earlier import of it broke off; 0 when none had. */
  readonly resumedAt: number;
  readonly audit: Audit;
}

/** Where it stands. Throws AppError `conflict` for a workspace in use, unless this file's import had begun there. */
async function beginning(client: RecallClient, { merge, env, isBegun }: ImportJob, key: string) {
  const [{ documents, workspace }, known] = [await client.status(), await readBegun(env, key)];
  const begun = isBegun === true ? (known ?? 0) : known;
  if (documents > 0 && !merge && begun === undefined)
    throw new AppError(
      "conflict",
      `${workspace} holds ${documents} documents: --merge imports beside them, in place of those of the same root and path`,
    );
  // Of a workspace emptied since, nothing is left to go on with.
  const isRepeated = begun !== undefined && documents > 0;
  return { workspace, isRepeated, line: isRepeated ? begun : 0 };
}

/**
 * Restores an export. Nothing is sent before the whole file has been verified; an import that broke off sends again what
 * is not there as the file says; an audit is the end. Throws AppError.
 */
export async function importFile(client: RecallClient, job: ImportJob): Promise<ImportReport> {
  const { file, env, settings, onProgress } = job;
  onProgress("verifying the file", 0, 1);
  const verified = await verifyExport(file);
  const key = `${bookmarkKey(settings.url, settings.token)} ${verified.checksum}`;
  const { workspace, line, isRepeated } = await beginning(client, job, key);
  await keepBegun(env, key, line);
  const imported = await sendAll(client, job, { verified, isRepeated, key });
  const onPage = (checks: number) => onProgress("checks done:", checks);
  const audit = await wholeAudit(client, { full: false, repair: false, onPage });
  await keepBegun(env, key, undefined);
  return { ...imported, workspace, resumedAt: line, audit };
}

async function sendAll(
  client: RecallClient,
  { file, merge, env, signal, onProgress }: ImportJob,
  { verified, isRepeated, key }: { verified: VerifiedExport; isRepeated: boolean; key: string },
): Promise<Imported> {
  const sender = recordSender(client, { identity: verified.header.identity, merge });
  // An empty write first: the bookmark that it is answered makes the list show every deletion and push before it.
  if (isRepeated) await sender.send([]);
  // Only documents are left out: vectors may have gone with a deleted text, and the server knows the rest by itself.
  const isThere = isRepeated ? await documentsThere(client) : () => false;
  const hash = createHash("sha256");
  let batch: ExportRecord[] = [];
  let found = 0;
  const send = async (line: number) => {
    signal.throwIfAborted();
    if (batch.length > 0) await sender.send(batch);
    batch = [];
    await keepBegun(env, key, line);
    onProgress("importing", line, verified.records + 1);
  };
  for await (const line of readLines(file)) {
    const parsed = parseLine(line);
    if (isEnd(parsed)) break;
    hash.update(line.bytes).update("\n");
    if (line.number === 1) continue;
    const record = recordOf(line, parsed);
    if (isThere(record)) {
      found += 1;
      continue;
    }
    if (sender.isFull(batch, record)) await send(line.number - 1);
    batch.push(record);
  }
  await send(verified.records + 1);
  if (hash.digest("hex") !== verified.checksum)
    throw new AppError("conflict", `${file} changed while it was imported: import it again`);
  const imported = sender.imported();
  return { ...imported, unchanged: imported.unchanged + found };
}
