import { InvalidArgumentError, Option } from "commander";
import type { CommandContext, ConfigureCommand } from "../../command.ts";
import { EXIT, type ExitCode } from "../../exit-codes.ts";
import { isPlaceName } from "../../settings/config-file.ts";
import * as settings from "../../settings/settings.ts";
import { wrapText } from "../../terminal/columns.ts";
import { renderTable } from "../../terminal/table.ts";
import { safeJson, safeLine } from "../../terminal/terminal-safe.ts";
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
  const { env, cwd, terminal } = context;
  const access = { url: settings.serverUrl(given.url), token: settings.assertToken(given.token) };
  settings.assertPrivateTransport(access.url);
  const { state, next, isOwner } = await checkAccess(access, context);
  const here = flags.here === true ? cwd : undefined;
  const config = await keepAccess({ access, isOwner, here, as: flags.as, env });
  const then = flags.as === undefined ? next : next.replace("recall", `recall --at ${flags.as}`);
  const lines = `${safeLine(state)}\nKept in ${safeLine(config)}. Next: ${then}`;
  const answer = { url: access.url, config, ...(flags.as !== undefined && { at: flags.as }), state };
  terminal.out(
    context.flags.json === true ? `${safeJson(answer)}\n` : `${wrapText(lines, terminal.columns)}\n`,
  );
  return EXIT.ok;
}

/** A home folder as a shell would read it: what is typed into a question reaches no shell. */
const withHome = (folder: string, { HOME = "" }: CommandContext["env"]): string =>
  folder === "~" || folder.startsWith("~/") ? HOME + folder.slice(1) : folder;

async function init(flags: InitFlags, context: CommandContext): Promise<ExitCode> {
  const wanted = await askAccess(context);
  if (wanted.access !== undefined) return keep(wanted.access, flags, context);
  if (wanted.serve === undefined) {
    context.terminal.err(HOW);
    return EXIT.ok;
  }
  return startServer(withHome(wanted.serve, context.env), {}, context);
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
  const from = here?.config == null ? "flags or environment" : here.config;
  const lines = [
    ...(rows.length === 0
      ? ["No server is kept. Keep one: recall init"]
      : renderTable(["place", "server", ""], rows)),
    ...(elsewhere ? [`Used here: ${safeLine(here.url)}, from ${safeLine(from)}`] : []),
  ];
  context.terminal.out(context.flags.json === true ? `${safeJson(found)}\n` : `${lines.join("\n")}\n`);
  return EXIT.ok;
}

async function remove(name: string, context: CommandContext): Promise<ExitCode> {
  const config = await removePlace(name, context);
  const said = `Took ${name} out of ${safeLine(config)}. Its token goes on being good: recall token revoke ends one.`;
  const text = wrapText(said, context.terminal.columns);
  context.terminal.out(`${context.flags.json === true ? safeJson({ removed: name, config }) : text}\n`);
  return EXIT.ok;
}

/** A name as `--at` takes it. */
function placeNameOf(text: string): string {
  if (isPlaceName(text)) return text;
  throw new InvalidArgumentError(
    "A place's name has letters, digits, dots, dashes and underscores, at most 48.",
  );
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
        .argParser(placeNameOf)
        .conflicts("here"),
    )
    .option("--list", "list what is kept, and what is used in this folder; no token is shown")
    .option("--remove <name>", "take a kept place out again", placeNameOf)
    .action((flags: InitFlags) =>
      start((context) => {
        if (flags.list === true) return list(context);
        return flags.remove === undefined ? init(flags, context) : remove(flags.remove, context);
      }),
    );
};
