import { AppError } from "../../errors.ts";
import { type ImportReport, importFile } from "../commands/import/import-file.ts";
import type { RecallClient } from "../session/recall-client.ts";
import { type Environment, keepEntry, readKept } from "../settings/config-folder.ts";
import type { Source } from "./choose-backup.ts";
import { missingRecords } from "./compare.ts";
import type { Owner } from "./owner.ts";
import { addSources, resumeSources, withReasons } from "./restore-sources.ts";

const FILE = "restores.json";
/** Restores remembered; the oldest go first. */
const MAX_KEPT = 20;

interface RestoreJob {
  readonly source: Source;
  readonly env: Environment;
  readonly onProgress: (what: string, done: number, total?: number) => void;
}

export interface RestoredWorkspace {
  readonly slug: string;
  readonly imported: ImportReport;
  /** Records of the backup that the workspace does not have, or has otherwise. */
  readonly missing: readonly string[];
}

type Workspaces = Awaited<ReturnType<RecallClient["workspaces"]>>["workspaces"];

/** Nothing is restored over what is in use: what was deleted since would come back, and what was changed go. */
function assertEmpty(there: Workspaces, { workspaces }: Source): void {
  const wanted = new Set(workspaces.map(({ slug }) => slug));
  const used = there.filter(({ slug, documents }) => wanted.has(slug) && documents > 0);
  const [first] = used;
  if (first === undefined) return;
  throw new AppError(
    "conflict",
    `${first.slug} holds ${first.documents} documents: a restore needs a server whose workspaces are empty or missing. ` +
      "`recall import --merge` imports beside what is there",
  );
}

/**
 * Brings everything of a backup back, a workspace after another, and compares each with its export afterwards. One that
 * broke off goes on when it is run again. Throws AppError `conflict` for a server that is in use.
 */
export async function restoreBackup(
  owner: Owner,
  { source, env, onProgress }: RestoreJob,
): Promise<readonly RestoredWorkspace[]> {
  const { client, settings } = owner;
  const key = `${settings.url} ${source.workspaces.map(({ checksum }) => checksum).join(" ")}`;
  const isBegun = (await readKept(env, FILE))[key] !== undefined;
  const { workspaces: there } = await client.workspaces();
  if (!isBegun) assertEmpty(there, source);
  await keepEntry(env, FILE, [key, { begun: true }], MAX_KEPT);
  const slugs = new Set(there.map(({ slug }) => slug));
  const restored: RestoredWorkspace[] = [];
  for (const { slug, name, file } of source.workspaces) {
    if (!slugs.has(slug)) await client.createWorkspace({ slug, name });
    const added = await addSources(client, slug, file);
    const one = await owner.within(slug, async (inside, signal) => {
      const job = { file, merge: false, env, settings, signal, isBegun };
      const progress = (what: string, done: number, total?: number) =>
        onProgress(`${slug}: ${what}`, done, total);
      const imported = await importFile(inside, { ...job, onProgress: progress });
      await resumeSources(inside, added);
      const failed = withReasons(imported.failed, added);
      return { slug, imported: { ...imported, failed }, missing: await missingRecords(inside, file) };
    });
    restored.push(one);
  }
  await keepEntry(env, FILE, [key, undefined], MAX_KEPT);
  return restored;
}
