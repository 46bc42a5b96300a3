import { basename, dirname, join, resolve } from "node:path";
import { isLoopback } from "../../client/loopback.ts";
import type { CommandContext } from "../command.ts";
import { invalid } from "../failures.ts";
import { settingsOf } from "../session/session.ts";
import { CONFIG_FILE } from "../settings/config-file.ts";
import { userConfigFolder } from "../settings/config-folder.ts";

/** Of a home; `recall serve` keeps its daily ones there. */
const BACKUPS = "backups";

/** The folder that was named, else the one in the home of a server on this machine. Throws AppError where there is none. */
export async function backupFolder(context: CommandContext, named: string | undefined): Promise<string> {
  if (named === "") throw invalid("The folder of the backups has no name: a dot is the one you are in");
  if (named !== undefined) return resolve(context.cwd, named);
  const { url, config } = await settingsOf(context);
  const home = config?.file === undefined ? undefined : dirname(config.file);
  const isHome = home !== undefined && basename(config?.file ?? "") === CONFIG_FILE;
  if (isLoopback(url) && isHome && home !== userConfigFolder(context.env)) return join(home, BACKUPS);
  throw invalid("Name the folder of the backups: only a server on this machine has one of its own");
}
