/**
 * `node scripts/bench/storage.ts <judged set>… [--keep file]`: database bytes of a passage, vectors included, and where
 * they go. Indexes the sets, a workspace each, on a local server with the embedded parts.
 */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { entrySet } from "../../src/cli/commands/eval/sets/entry-set.ts";
import { untilIndexed } from "../../src/cli/commands/eval/with-server.ts";
import { packageRoot } from "../../src/cli/local/load-runtime.ts";
import { startServer } from "../../src/cli/local/start-server.ts";
import { renderTable } from "../../src/cli/terminal/columns.ts";
import { copyDatabase } from "../judge/floor.ts";
import { bytesByTable } from "./table-bytes.ts";
import { newWorkspace } from "./workspaces.ts";

const QUIET = { signal: new AbortController().signal, onProgress: () => undefined };
const SECRET = "only for a server that ends in a moment, on this machine";

async function index(home: string, folders: readonly string[]): Promise<void> {
  const server = await startServer({ root: packageRoot(), home, port: 0, secret: SECRET });
  try {
    for (const folder of folders) {
      const client = await newWorkspace(server.url, SECRET, basename(folder));
      await (await entrySet(folder, undefined)).push(client, QUIET);
      await untilIndexed(client, QUIET.signal, QUIET.onProgress);
      console.error(`storage: ${basename(folder)} is indexed`);
    }
  } finally {
    await server.stop();
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: "string" } },
});
if (positionals.length === 0) {
  console.error("usage: node scripts/bench/storage.ts <judged set>… [--keep file]");
  process.exit(2);
}
const home = mkdtempSync(join(tmpdir(), "recall-storage-"));
try {
  await index(
    home,
    positionals.map((folder) => resolve(folder)),
  );
  const file = copyDatabase(home, join(home, "copy"));
  const database = new DatabaseSync(file);
  const { chunks, total, tables } = bytesByTable(database);
  const rows = tables.map(({ name, bytes, unused }) => [
    name,
    String(bytes),
    String(unused),
    (bytes / chunks).toFixed(0),
  ]);
  console.log(renderTable(["table or index", "bytes", "unused", "a passage"], rows).join("\n"));
  console.log(`${total} bytes, ${chunks} passages: ${(total / chunks / 1_000).toFixed(2)} KB a passage`);
  database.close();
  if (values.keep !== undefined) copyFileSync(file, values.keep);
} finally {
  rmSync(home, { recursive: true, force: true });
}
