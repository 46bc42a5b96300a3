import type { CommandContext } from "../command.ts";
import type { FolderOptions } from "../commands/push/dry-run.ts";
import { assertRootName, machineId, originOf, rootNameOf } from "./origin.ts";

export interface PushFlags {
  readonly root?: string;
  readonly mirror?: boolean;
  readonly yes?: boolean;
  readonly join?: boolean;
  readonly dryRun?: boolean;
  readonly includeHidden?: boolean;
  readonly contextualize?: boolean;
  readonly entities?: boolean;
}

/** A folder, named by its real path, with how it is pushed. Throws AppError for a name that no root may have. */
export function folderOptions(folder: string, flags: PushFlags, { env }: CommandContext): FolderOptions {
  const root = flags.root === undefined ? rootNameOf(folder) : assertRootName(flags.root);
  const { contextualize, entities } = flags;
  return {
    folder,
    includeHidden: flags.includeHidden === true,
    contextualize,
    entities,
    planFor: async ({ files, failed }) => ({
      root,
      origin: await originOf(folder, await machineId(env)),
      join: flags.join === true,
      dryRun: flags.dryRun === true,
      mirror: flags.mirror === true,
      confirm: flags.yes === true,
      contextualize,
      entities,
      files,
      failed,
    }),
  };
}
