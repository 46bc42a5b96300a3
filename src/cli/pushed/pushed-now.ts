import type { CollectedFolder } from "../push/collect-folder.ts";
import type { PushPlan } from "../push/push-folder.ts";
import type { PushOutcome } from "../push/report.ts";
import type { PushedFolder } from "./pushed-folder.ts";
import type { SeenFile } from "./seen-file.ts";

/** The server's refusals that are about a text as it is: sent again it would be refused again. */
const LASTING: readonly string[] = ["too_large", "not_text", "invalid_input"];

export interface FinishedPush {
  readonly plan: Pick<PushPlan, "root" | "join" | "mirror">;
  readonly includeHidden: boolean;
  readonly collected: Pick<CollectedFolder, "files" | "failed" | "marks" | "seenAtMs">;
  readonly outcome: PushOutcome;
}

/** A folder as a server has it after a push; undefined after one that did not come to its end. */
export function pushedNow(
  folder: string,
  { plan, includeHidden, collected, outcome }: FinishedPush,
): PushedFolder | undefined {
  if (outcome.stopped !== undefined) return undefined;
  const { marks, seenAtMs } = collected;
  const hashes = new Map(collected.files.map(({ path, hash }) => [path, hash]));
  const here = new Set(collected.failed);
  const refused = outcome.report.failed.filter((one) => !here.has(one));
  const failed = new Map(refused.map(({ path, code }) => [path, code]));
  const files = new Map<string, SeenFile>();
  for (const [path, mark] of marks) {
    const code = failed.get(path);
    // What may pass the next time is not there yet: it counts as changed.
    if (code !== undefined && !LASTING.includes(code)) continue;
    files.set(path, { ...mark, hash: code === undefined ? (hashes.get(path) ?? null) : null });
  }
  const { root, join, mirror } = plan;
  return { folder, root, join, mirror, includeHidden, seenAtMs, files };
}
