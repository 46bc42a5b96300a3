import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ExportRecord } from "../../backup/contract.ts";
import { AppError } from "../../errors.ts";
import { toFile } from "../commands/export/export-lines.ts";
import { readRecords } from "../commands/import/verify-export.ts";
import type { RecallClient } from "../session/recall-client.ts";

/** Times that the restored workspace is exported while its background work keeps raising its version. */
const TRIES = 10;
const PAUSE_MS = 1_000;

/** A record as both must have it. A passage's id begins with its workspace's number, which may be another now. */
function comparable(record: ExportRecord): string {
  if (record.type !== "vote") return JSON.stringify(record);
  const { hit, recallId, ...vote } = record;
  return JSON.stringify(vote);
}

function nameOf(record: ExportRecord): string {
  switch (record.type) {
    case "document":
      return `document ${record.root}:${record.path}`;
    case "memory":
      return `memory ${record.id}`;
    case "observation":
      return `an older text of memory ${record.memory}`;
    case "vote":
      return `a vote on ${record.root}:${record.path}`;
    case "entity":
      return `entity ${record.name}`;
    case "source":
      return `the source of ${record.root}`;
    case "sourceItem":
      return `a thing of the source of ${record.root}: ${record.key}`;
    default:
      return record.type;
  }
}

/** Every record of an export but its vectors, which are checked by the audit. */
async function* records(file: string): AsyncGenerator<ExportRecord> {
  for await (const record of readRecords(file)) if (record.type !== "embedding") yield record;
}

async function exported(client: RecallClient, file: string, attempt = 1): Promise<void> {
  try {
    await toFile(client, { vectors: false }, file);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "conflict" || attempt === TRIES) throw error;
    await sleep(PAUSE_MS);
    await exported(client, file, attempt + 1);
  }
}

/** Exports the restored workspace, and names the records of the backup that it does not have, or has otherwise. */
export async function missingRecords(client: RecallClient, backup: string): Promise<readonly string[]> {
  const file = join(tmpdir(), `recall-restored-${randomUUID()}.ndjson`);
  try {
    await exported(client, file);
    const there = new Map<string, number>();
    for await (const record of records(file)) {
      const key = comparable(record);
      there.set(key, (there.get(key) ?? 0) + 1);
    }
    const missing: string[] = [];
    for await (const record of records(backup)) {
      const left = there.get(comparable(record)) ?? 0;
      if (left === 0) missing.push(nameOf(record));
      else there.set(comparable(record), left - 1);
    }
    return missing;
  } finally {
    await rm(file, { force: true });
  }
}
