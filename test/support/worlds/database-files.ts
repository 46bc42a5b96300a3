import { createHash, createHmac } from "node:crypto";
import { copyFileSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";

const KEY = createHash("sha256").update("miniflare-D1DatabaseObject").digest();
const hmac = (data: string | Buffer) => createHmac("sha256", KEY).update(data).digest().subarray(0, 16);

/** As Miniflare names the object of a database: an HMAC of its id, and one of that. */
function nameOf(id: string): string {
  const head = hmac(id);
  return Buffer.concat([head, hmac(head)]).toString("hex");
}

const RETRIES = 5;

/** Linux's file system in memory, where a write waits for no disk: that is a fifth of the time of these tests. */
const IN_MEMORY = "/dev/shm";
/** Of a few hundred databases; containers often have 64 MB there. */
const ENOUGH_BYTES = 2 * 1024 ** 3;

function placeForDatabases(): string {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= ENOUGH_BYTES ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

export interface DatabaseFiles {
  readonly folder: string;
  /** Keeps what a database is now, for others to begin with. */
  keep(id: string): void;
  /** A database that nothing has opened yet becomes what was kept. */
  restore(id: string): void;
  remove(): void;
}

/** A folder for the databases of one Miniflare (`resourcePersistencePath`), gone with the process at the latest. */
export function databaseFiles(): DatabaseFiles {
  const folder = mkdtempSync(join(placeForDatabases(), "edge-recall-databases-"));
  // A runtime that is just ending may still write there.
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: RETRIES });
  process.once("exit", remove);
  const fileOf = (id: string) => join(folder, "d1", "miniflare-D1DatabaseObject", `${nameOf(id)}.sqlite`);
  const kept = join(folder, "kept.sqlite");
  return {
    folder,
    keep(id) {
      // Not copied: the runtime has the file open, and part of the database is in its log.
      const database = new DatabaseSync(fileOf(id), { readOnly: true });
      database.prepare("VACUUM INTO ?").run(kept);
      database.close();
    },
    restore: (id) => copyFileSync(kept, fileOf(id)),
    remove,
  };
}
