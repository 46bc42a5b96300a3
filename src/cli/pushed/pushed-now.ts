import type { Refused } from "../../documents/contract.ts";
import type { FolderPage } from "../folder/folder-pages.ts";
import type { SecretsMode } from "../folder/secrets-mode.ts";
import { type SeenFile, seenText } from "../folder/seen-file.ts";
import type { PushPlan } from "../push/push-plan.ts";
import type { PushOutcome } from "../push/report.ts";
import type { PushedFolder } from "./kept-folders.ts";

/** The server's refusals that are about a text as it is: sent again it would be refused again. */
const LASTING: readonly string[] = ["too_large", "not_text", "invalid_input"];

/** Files that are noted of a folder: every search reads the note. A larger folder has none, and is compared by pushes alone. */
const MAX_NOTED = 100_000;

/** The files of a push as the server has them, gathered page by page. */
export interface SeenByPush {
  readonly add: (page: Pick<FolderPage, "files" | "marks">, refused: readonly Refused[]) => void;
  /** Undefined: there are too many to be noted. */
  readonly files: () => ReadonlyMap<string, SeenFile> | undefined;
}

export function seenByPush(most = MAX_NOTED): SeenByPush {
  let seen: Map<string, SeenFile> | undefined = new Map();
  return {
    add({ files, marks }, refused) {
      if (seen === undefined) return;
      for (const [path, mark] of marks) seen.set(path, { ...mark, hash: null });
      const codes = new Map(refused.map(({ path, code }) => [path, code]));
      for (const file of files) {
        const { path } = file;
        const mark = seen.get(path);
        const code = codes.get(path);
        // What may pass the next time is not there yet: it counts as changed.
        if (code !== undefined && !LASTING.includes(code)) seen.delete(path);
        else if (mark !== undefined && code === undefined) seen.set(path, seenText(mark, file));
      }
      if (seen.size > most) seen = undefined;
    },
    files: () => seen,
  };
}

interface FinishedPush {
  readonly plan: Pick<PushPlan, "root" | "join" | "mirror">;
  readonly includeHidden: boolean;
  readonly secrets?: SecretsMode | undefined;
  readonly secretRules?: string | undefined;
  readonly seenAtMs: number;
  readonly files: ReadonlyMap<string, SeenFile> | undefined;
  readonly outcome: PushOutcome;
  readonly before: PushedFolder | undefined;
}

/**
 * Of the documents that the folder no longer has, those that this machine itself had pushed from it, and removed; also what a
 * rule leaves out now, and may be there all the same.
 */
function goneNow({ gone = [] }: PushOutcome, before: PushedFolder | undefined): ReadonlyMap<string, string> {
  return new Map(
    gone.flatMap((path) => {
      const hash = before?.files.get(path)?.hash ?? before?.gone?.get(path);
      return hash === undefined ? [] : [[path, hash] as const];
    }),
  );
}

/** A folder as a server has it after a push; undefined after one that did not come to its end, or of too many files. */
export async function pushedNow(
  folder: string,
  { plan, files, outcome, before, ...how }: FinishedPush,
): Promise<PushedFolder | undefined> {
  if (outcome.stopped !== undefined || outcome.isRemoved || files === undefined) return undefined;
  const { root, join: isShared, mirror } = plan;
  const { includeHidden, secrets, secretRules, seenAtMs } = how;
  const gone = goneNow(outcome, before);
  // A push that found all there says nothing against the version at which all was there before.
  const version = outcome.version ?? before?.version;
  const kept = { folder, root, join: isShared, mirror, includeHidden, secrets, secretRules };
  return { ...kept, seenAtMs, version, files, gone };
}
