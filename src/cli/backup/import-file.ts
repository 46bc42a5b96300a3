import { createHash } from "node:crypto";
import type { ExportRecord } from "../../contract/export.ts";
import { AppError } from "../../errors.ts";
import { type Audit, wholeAudit } from "../audit.ts";
import { bookmarkKey } from "../bookmarks.ts";
import type { RecallClient } from "../client.ts";
import type { Environment } from "../config-folder.ts";
import type { Settings } from "../settings.ts";
import { type BegunImport, forgetBegun, keepBegun, readBegun } from "./begun-imports.ts";
import { readLines } from "./read-lines.ts";
import { type Imported, recordSender } from "./send-records.ts";
import { isEnd, parseLine, recordOf, type VerifiedExport, verifyExport } from "./verify-export.ts";

export interface ImportJob {
  readonly file: string;
  readonly merge: boolean;
  readonly env: Environment;
  readonly settings: Settings;
  readonly signal: AbortSignal;
  readonly onProgress: (what: string, done: number, total?: number) => void;
}

export interface ImportReport extends Imported {
  readonly workspace: string;
  /** Lines that an earlier, broken import had brought there already. */
  readonly resumedAt: number;
  readonly audit: Audit;
}

const BEGINNING: BegunImport = { line: 0, documents: 0 };

/** Where to begin. Throws AppError `conflict` for a workspace in use, unless this file's import had begun there. */
async function beginning(
  client: RecallClient,
  { merge, env }: ImportJob,
  key: string,
): Promise<BegunImport & { readonly workspace: string }> {
  const [{ documents, workspace }, begun] = [await client.status(), await readBegun(env, key)];
  if (documents > 0 && !merge && begun === undefined)
    throw new AppError(
      "conflict",
      `${workspace} holds ${documents} documents: --merge imports beside them, in place of those of the same root and path`,
    );
  // Emptied since: what was acknowledged is gone.
  const isStillThere = begun !== undefined && documents >= begun.documents;
  return { ...(isStillThere ? begun : BEGINNING), workspace };
}

/**
 * Restores an export. Nothing is sent before the whole file has been verified; a broken import goes on where it was;
 * an audit is the end. Throws AppError.
 */
export async function importFile(client: RecallClient, job: ImportJob): Promise<ImportReport> {
  const { file, env, settings, onProgress } = job;
  onProgress("verifying the file", 0, 1);
  const verified = await verifyExport(file);
  const key = `${bookmarkKey(settings.url, settings.token)} ${verified.checksum}`;
  const begun = await beginning(client, job, key);
  await keepBegun(env, key, begun);
  const imported = await sendAll(client, job, { verified, begun, key });
  const onPage = (checks: number) => onProgress("checks done:", checks);
  const audit = await wholeAudit(client, { full: false, repair: false, onPage });
  await forgetBegun(env, key);
  return { ...imported, workspace: begun.workspace, resumedAt: begun.line, audit };
}

interface Plan {
  readonly verified: VerifiedExport;
  readonly begun: BegunImport;
  readonly key: string;
}

async function sendAll(
  client: RecallClient,
  { file, merge, env, signal, onProgress }: ImportJob,
  { verified, begun, key }: Plan,
): Promise<Imported> {
  const { identity } = verified.header;
  const sender = recordSender(client, { identity, merge });
  const hash = createHash("sha256");
  let batch: ExportRecord[] = [];
  const send = async (line: number) => {
    signal.throwIfAborted();
    if (batch.length > 0) await sender.send(batch);
    batch = [];
    const { written, unchanged } = sender.imported();
    const documents = merge ? 0 : begun.documents + written + unchanged;
    await keepBegun(env, key, { line, documents });
    onProgress("importing", line, verified.records + 1);
  };
  for await (const line of readLines(file)) {
    const parsed = parseLine(line);
    if (isEnd(parsed)) break;
    hash.update(line.bytes).update("\n");
    if (line.number === 1 || line.number <= begun.line) continue;
    const record = recordOf(line, parsed);
    if (sender.isFull(batch, record)) await send(line.number - 1);
    batch.push(record);
  }
  await send(verified.records + 1);
  if (hash.digest("hex") !== verified.checksum)
    throw new AppError("conflict", `${file} changed while it was imported: import it again`);
  return sender.imported();
}
