import { createHash } from "node:crypto";
import type { ExportRecord } from "../../../backup/contract.ts";
import { AppError } from "../../../errors.ts";
import { type Audit, wholeAudit } from "../../audit/whole-audit.ts";
import type { RecallClient } from "../../session/recall-client.ts";
import { bookmarkKey } from "../../settings/bookmarks.ts";
import type { Environment } from "../../settings/config-folder.ts";
import type { Settings } from "../../settings/settings.ts";
import { type BegunImport, forgetBegun, keepBegun, readBegun } from "./begun-imports.ts";
import { documentsThere } from "./documents-there.ts";
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
  /** Line of the file at which an earlier import of it broke off; 0 when none had. */
  readonly resumedAt: number;
  readonly audit: Audit;
}

interface Beginning extends BegunImport {
  readonly workspace: string;
  /** Whether what an earlier import brought may be there. */
  readonly isRepeated: boolean;
}

/** Where it stands. Throws AppError `conflict` for a workspace in use, unless this file's import had begun there. */
async function beginning(client: RecallClient, { merge, env }: ImportJob, key: string): Promise<Beginning> {
  const [{ documents, workspace }, begun] = [await client.status(), await readBegun(env, key)];
  if (documents > 0 && !merge && begun === undefined)
    throw new AppError(
      "conflict",
      `${workspace} holds ${documents} documents: --merge imports beside them, in place of those of the same root and path`,
    );
  // Of a workspace emptied since, nothing is left to go on with.
  const isRepeated = begun !== undefined && documents > 0;
  return { workspace, isRepeated, line: isRepeated ? begun.line : 0 };
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
  await keepBegun(env, key, { line });
  const imported = await sendAll(client, job, { verified, isRepeated, key });
  const onPage = (checks: number) => onProgress("checks done:", checks);
  const audit = await wholeAudit(client, { full: false, repair: false, onPage });
  await forgetBegun(env, key);
  return { ...imported, workspace, resumedAt: line, audit };
}

interface Plan {
  readonly verified: VerifiedExport;
  readonly isRepeated: boolean;
  readonly key: string;
}

const none = (): boolean => false;

async function sendAll(
  client: RecallClient,
  { file, merge, env, signal, onProgress }: ImportJob,
  { verified, isRepeated, key }: Plan,
): Promise<Imported> {
  const sender = recordSender(client, { identity: verified.header.identity, merge });
  // An empty write first: the bookmark that it is answered makes the list show every deletion and push before it.
  if (isRepeated) await sender.send([]);
  // Only documents are left out: vectors may have gone with a deleted text, and the server knows the rest by itself.
  const isThere = isRepeated ? await documentsThere(client) : none;
  const hash = createHash("sha256");
  let batch: ExportRecord[] = [];
  let found = 0;
  const send = async (line: number) => {
    signal.throwIfAborted();
    if (batch.length > 0) await sender.send(batch);
    batch = [];
    await keepBegun(env, key, { line });
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
