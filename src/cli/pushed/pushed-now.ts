import { join } from "node:path";
import { ifErrno } from "../failures.ts";
import type { CollectedFolder } from "../folder/collect-folder.ts";
import type { SecretsMode } from "../folder/secrets-mode.ts";
import { markOf, type SeenFile } from "../folder/seen-file.ts";
import type { PushPlan } from "../push/push-folder.ts";
import type { PushOutcome } from "../push/report.ts";
import type { PushedFolder } from "./kept-folders.ts";

/** The server's refusals that are about a text as it is: sent again it would be refused again. */
const LASTING: readonly string[] = ["too_large", "not_text", "invalid_input"];

interface FinishedPush {
  readonly plan: Pick<PushPlan, "root" | "join" | "mirror">;
  readonly includeHidden: boolean;
  readonly secrets?: SecretsMode | undefined;
  readonly collected: Pick<CollectedFolder, "files" | "failed" | "marks" | "seenAtMs"> &
    Partial<Pick<CollectedFolder, "secretRules">>;
  readonly outcome: PushOutcome;
  readonly before: PushedFolder | undefined;
}

/** Whether something is there, as far as that can be known. */
const isThere = (file: string): Promise<boolean> =>
  markOf(file).then((mark) => mark !== undefined, ifErrno(true, "EACCES", "EPERM", "ELOOP", "ENAMETOOLONG"));

/** Of the documents that the folder no longer has, those that this machine itself had pushed from it, and removed. */
async function goneNow(
  folder: string,
  { gone = [] }: PushOutcome,
  before: PushedFolder | undefined,
): Promise<ReadonlyMap<string, string>> {
  const ours = gone.flatMap((path) => {
    const hash = before?.files.get(path)?.hash ?? before?.gone?.get(path);
    return hash === undefined ? [] : [[path, hash] as const];
  });
  // A rule may leave out what is there all the same.
  const isKept = await Promise.all(ours.map(([path]) => isThere(join(folder, path))));
  return new Map(ours.filter((_, at) => !isKept[at]));
}

/** A folder as a server has it after a push; undefined after one that did not come to its end. */
export async function pushedNow(
  folder: string,
  { plan, includeHidden, secrets, collected, outcome, before }: FinishedPush,
): Promise<PushedFolder | undefined> {
  if (outcome.stopped !== undefined || outcome.isRemoved) return undefined;
  const hashes = new Map(collected.files.map(({ path, hash }) => [path, hash]));
  const here = new Set(collected.failed);
  const refused = outcome.report.failed.filter((one) => !here.has(one));
  const failed = new Map(refused.map(({ path, code }) => [path, code]));
  const files = new Map<string, SeenFile>();
  for (const [path, mark] of collected.marks) {
    const code = failed.get(path);
    // What may pass the next time is not there yet: it counts as changed.
    if (code !== undefined && !LASTING.includes(code)) continue;
    files.set(path, { ...mark, hash: code === undefined ? (hashes.get(path) ?? null) : null });
  }
  const { root, join: isShared, mirror } = plan;
  const { seenAtMs, secretRules } = collected;
  const gone = await goneNow(folder, outcome, before);
  // A push that found all there says nothing against the version at which all was there before.
  const version = outcome.version ?? before?.version;
  const how = { folder, root, join: isShared, mirror, includeHidden, secrets, secretRules };
  return { ...how, seenAtMs, version, files, gone };
}
