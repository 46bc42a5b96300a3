import { Option } from "commander";
import { type CommandContext, type ConfigureCommand, EXIT, type ExitCode, print } from "../../command.ts";
import { placeName } from "../../flags/parsers.ts";
import * as settings from "../../settings/settings.ts";
import { wrapLines } from "../../terminal/columns.ts";
import { renderTable } from "../../terminal/table.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";
import { HOW } from "../deploy/deploy.ts";
import { startServer } from "../serve/serve.ts";
import { askAccess } from "./ask-access.ts";
import { type Access, checkAccess } from "./check-access.ts";
import { keepAccess } from "./keep-access.ts";
import { listPlaces, removePlace } from "./list-places.ts";

interface InitFlags {
  readonly here?: boolean;
  readonly as?: string;
  readonly list?: boolean;
  readonly remove?: string;
}

async function keep(given: Access, flags: InitFlags, context: CommandContext): Promise<ExitCode> {
  const { env, cwd } = context;
  const access = { url: settings.serverUrl(given.url), token: settings.assertToken(given.token) };
  settings.assertPrivateTransport(access.url);
  const { state, next, isOwner } = await checkAccess(access, context);
  const here = flags.here === true ? cwd : undefined;
  const config = await keepAccess({ access, isOwner, here, as: flags.as, env });
  const then = flags.as === undefined ? next : next.replace("recall", `recall --at ${flags.as}`);
  const answer = { url: access.url, config, ...(flags.as !== undefined && { at: flags.as }), state };
  return print(context, answer, (columns) =>
    wrapLines([safeLine(state), `Kept in ${safeLine(config)}. Next: ${then}`], columns),
  );
}

/** A home folder as a shell would expand it: the answer to a question passes through no shell. */
const withHome = (folder: string, { HOME = "" }: CommandContext["env"]): string =>
  folder === "~" || folder.startsWith("~/") ? HOME + folder.slice(1) : folder;

async function init(flags: InitFlags, context: CommandContext): Promise<ExitCode> {
  const wanted = await askAccess(context);
  if (wanted.access !== undefined) return keep(wanted.access, flags, context);
  if (wanted.serve === undefined) {
    context.terminal.err(HOW);
    return EXIT.ok;
  }
  return startServer(context, withHome(wanted.serve, context.env), {});
}

async function list(context: CommandContext): Promise<ExitCode> {
  const found = await listPlaces(context);
  const { places, here } = found;
  const rows = places.map(({ name, url, here: isHere }) => [
    name ?? "(no name)",
    url,
    isHere ? "used here" : "",
  ]);
  const elsewhere = here !== null && !places.some((place) => place.here);
  return print(context, found, () => [
    ...(rows.length === 0
      ? ["No server is kept. Keep one: recall init"]
      : renderTable(["place", "server", ""], rows)),
    ...(elsewhere
      ? [`Used here: ${safeLine(here.url)}, from ${safeLine(here.config ?? "flags or environment")}`]
      : []),
  ]);
}

async function remove(name: string, context: CommandContext): Promise<ExitCode> {
  const config = await removePlace(name, context);
  const line = `Removed ${name} from ${safeLine(config)}. Its token is still valid: recall token revoke ends one.`;
  return print(context, { removed: name, config }, (columns) => wrapLines([line], columns));
}

/** `recall init` */
export const configure: ConfigureCommand = (command, start) => {
  command
    .description(
      "Keeps the server's URL and a token (--url, --token, or asked for) in a file only you can read.",
    )
    .option("--here", "keep them in .recall/ of this folder instead of your own configuration")
    .addOption(
      new Option("--as <name>", "keep them under a name beside the others, for --at")
        .argParser(placeName)
        .conflicts("here"),
    )
    .option("--list", "list the kept servers and the one used in this folder; shows no token")
    .option("--remove <name>", "remove a kept place", placeName)
    .action(
      start((context, flags: InitFlags) => {
        if (flags.list === true) return list(context);
        return flags.remove === undefined ? init(flags, context) : remove(flags.remove, context);
      }),
    );
};
