import { readdir, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { DAY_MS } from "../../config.ts";
import { isRecord, parseJson } from "../../text/parse-json.ts";
import { ifErrno } from "../failures.ts";
import { type Environment, tolerant, userConfigFolder } from "../settings/config-folder.ts";
import { readIfExists, writePrivateFile } from "../settings/private-file.ts";
import { isReason } from "../../text/markup/conversion-error.ts";
import type { ConvertAnswer } from "./convert-process.ts";

/** All converted texts together, bytes; the longest unused go first. */
const MAX_BYTES = 256_000_000;
/** Down to this, so that not every file costs a look at all. */
const KEPT_BYTES = 200_000_000;
/** A file that could not be converted is tried again after so long, milliseconds: the machine may have been busy. */
const MAX_REASON_AGE_MS = 7 * DAY_MS;
/** Conversions between two looks at how much is kept. */
const CONVERSIONS_A_LOOK = 50;

/** Converted texts, by what they were made from, in the home that RECALL_HOME names or the user's own folder. */
const folderOf = (env: Environment): string => join(env.RECALL_HOME || userConfigFolder(env), "converted");

/** What a file was converted to before; undefined: it was not. */
export async function keptConverted(env: Environment, key: string): Promise<ConvertAnswer | undefined> {
  const file = join(folderOf(env), key);
  const kept = parseJson((await readIfExists(file)) ?? "");
  if (!isRecord(kept)) return undefined;
  const { text, reason, at } = kept;
  const isOld = Date.now() - Number(at) > MAX_REASON_AGE_MS;
  if (isReason(reason)) return isOld ? undefined : { reason };
  if (text !== undefined && typeof text !== "string") return undefined;
  const now = new Date();
  if (isOld) await tolerant(() => utimes(file, now, now));
  return { text };
}

/** Removes what was not used for longest, until little enough is left. */
async function pruneConverted(folder: string, { most = MAX_BYTES, left = KEPT_BYTES } = {}): Promise<void> {
  const names = await readdir(folder).catch(ifErrno<readonly string[]>([], "ENOENT"));
  const files = await Promise.all(
    names.map(async (name) => {
      const { size = 0, mtimeMs = 0 } =
        (await stat(join(folder, name)).catch(ifErrno(undefined, "ENOENT"))) ?? {};
      return { name, size, mtimeMs };
    }),
  );
  let bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes <= most) return;
  for (const { name, size } of files.toSorted((a, b) => a.mtimeMs - b.mtimeMs)) {
    if (bytes <= left) return;
    await rm(join(folder, name), { force: true });
    bytes -= size;
  }
}

let conversions = 0;

/** Remembers what a file was converted to. A folder that cannot be written costs the next conversion. */
export async function keepConverted(env: Environment, key: string, answer: ConvertAnswer): Promise<void> {
  const folder = folderOf(env);
  await tolerant(() => writePrivateFile(join(folder, key), JSON.stringify({ ...answer, at: Date.now() })));
  if (conversions++ % CONVERSIONS_A_LOOK === 0) await tolerant(() => pruneConverted(folder));
}
