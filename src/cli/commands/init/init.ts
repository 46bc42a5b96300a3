import { Option } from "commander";
import type { AppError } from "../../../errors.ts";
import { type CommandContext, type ConfigureCommand, EXIT, type ExitCode, print } from "../../command.ts";
import { invalid } from "../../failures.ts";
import { placeName } from "../../flags/parsers.ts";
import * as settings from "../../settings/settings.ts";
import { askChoice, askSecret, askText } from "../../terminal/ask.ts";
import { renderTable, wrapLines } from "../../terminal/columns.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";
import { HOW } from "../deploy/deploy.ts";
import { startServer } from "../serve/serve.ts";
import { type Access, checkAccess, keepAccess, listPlaces, removePlace } from "./access.ts";

const CHOICES = {
  known: "There is one: I have its URL and a token",
  local: "On this machine: start one now, no account needed",
  cloudflare: "In my own Cloudflare account: tell me how",
} as const;

/** What a person wants of `recall init`: an access to keep, a folder to serve here, or how to deploy. */
type Wanted =
  | { readonly access: Access }
  | { readonly access?: undefined; readonly serve: string }
  | { readonly access?: undefined; readonly serve?: undefined };

const nothing = (): AppError => invalid("Stopped: nothing was written");

/** Asks for what no flag and no variable says. Throws AppError where a person stops, or where there is nobody to ask. */
async function askAccess({ flags, env, terminal }: CommandContext): Promise<Wanted> {
  const { url = env.RECALL_URL, token = env.RECALL_TOKEN } = flags;
  if (url && token) return { access: { url, token } };
  if (!terminal.canAsk)
    throw invalid(
      "Give the server and the token: recall init --url … --token … (or start a server here: recall serve)",
    );
  const choice = url || token ? "known" : await askChoice("Where is the server?", CHOICES);
  if (choice === undefined) throw nothing();
  if (choice === "cloudflare") return {};
  if (choice === "local") return askFolder();
  const known = url || (await askText("Its URL", "https://edge-recall.example.workers.dev"));
  const secret = known && (token || (await askSecret("A token for it (write or admin)")));
  if (!known || !secret) throw nothing();
  return { access: { url: known, token: secret } };
}

async function askFolder(): Promise<Wanted> {
  const serve = await askText("A folder to make searchable", "~/notes");
  if (serve === undefined) throw nothing();
  return { serve };
}

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
