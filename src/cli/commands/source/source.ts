import { KINDS, MAX_EVERY_HOURS, MAX_ITEMS } from "../../../sources/contract.ts";
import { type CommandContext, type ConfigureCommand, type ExitCode, print } from "../../command.ts";
import { invalid } from "../../failures.ts";
import { wholeNumber } from "../../flags/parsers.ts";
import { assertRootName } from "../../push/folder-options.ts";
import type { RecallClient } from "../../session/recall-client.ts";
import { withHint, withOwner, withSession } from "../../session/session.ts";
import { count } from "../../terminal/numbers.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";
import { renderSource, renderSources, stateText } from "./render.ts";

interface AddFlags {
  readonly root?: string;
  readonly kind?: (typeof KINDS)[number];
  readonly every?: number;
  readonly branch?: string;
  readonly folder?: string;
  readonly host?: "github" | "gitlab";
  readonly max?: number;
  readonly workspace?: string;
}

/** With the owner's token, for the workspace in use. */
async function add(
  context: CommandContext,
  location: string,
  { every, max, workspace, ...more }: AddFlags,
): Promise<ExitCode> {
  if (more.root !== undefined) assertRootName(more.root);
  const request = {
    ...{ location, ...more },
    ...(every !== undefined && { everyHours: every }),
    ...(max !== undefined && { maxItems: max }),
  };
  const slug =
    workspace ?? (await withSession(context, async ({ client }) => (await client.status()).workspace));
  const answer = await withOwner(context, (client) => client.addSource(slug, request));
  return print(context, answer, () => [
    safeLine(
      `${answer.root} is pulled from ${answer.location} now, and every ${count(answer.everyHours, "hour")}.`,
    ),
    safeLine(`recall source show "${answer.root}" says how far it is.`),
  ]);
}

async function list(context: CommandContext): Promise<ExitCode> {
  const answer = await withSession(context, ({ client }) => client.sources());
  return print(context, answer, (columns) => renderSources(answer.sources, columns));
}

/** Works on one source; a missing one is reported with a way to list them. */
function withOne<Answer>(
  context: CommandContext,
  root: string,
  work: (client: RecallClient) => Promise<Answer>,
): Promise<Answer> {
  assertRootName(root);
  return withHint("not_found", "recall source list shows those there are", () =>
    withSession(context, ({ client }) => work(client)),
  );
}

async function show(context: CommandContext, root: string): Promise<ExitCode> {
  const answer = await withOne(context, root, (client) => client.source(root));
  return print(context, answer, () => renderSource(answer));
}

async function run(
  context: CommandContext,
  root: string,
  { confirm = false }: { readonly confirm?: boolean },
): Promise<ExitCode> {
  const answer = await withOne(context, root, (client) => client.runSource(root, confirm));
  return print(context, answer, () => [
    safeLine(`${root} is pulled now; recall source show "${root}" says how far it is.`),
  ]);
}

const setPaused =
  (paused: boolean) =>
  async (context: CommandContext, root: string): Promise<ExitCode> => {
    const answer = await withOne(context, root, (client) => client.pauseSource(root, paused));
    return print(context, answer, () => [safeLine(`${root}: ${stateText(answer)}.`)]);
  };

async function remove(
  context: CommandContext,
  root: string,
  { keepDocuments = false }: { readonly keepDocuments?: boolean },
): Promise<ExitCode> {
  const answer = await withOne(context, root, (client) => client.removeSource(root, keepDocuments));
  const what = keepDocuments
    ? "what was pulled stays"
    : `${count(answer.documents, "document")} went with it`;
  return print(context, answer, () => [safeLine(`Removed the source of ${root}; ${what}.`)]);
}

function oneOf<const Names extends readonly string[]>(flag: string, names: Names) {
  return (text: string): Names[number] => {
    const found = names.find((name) => name === text);
    if (found === undefined) throw invalid(`${flag} is one of: ${names.join(", ")}`);
    return found;
  };
}

/** `recall source add|list|show|run|pause|resume|remove` */
export const configure: ConfigureCommand = (command, start) => {
  command.description(
    "Has the server pull a site, a repository, a bucket or a feed into a root by itself, again and again.",
  );
  command
    .command("add")
    .description("Adds a source, and has it pulled at once; needs the owner's token.")
    .argument("<address>", "https://…, a repository on GitHub or GitLab, a feed, or r2://<binding>/<prefix>")
    .option("--root <name>", "name in the index (default: made of the address)")
    .option(
      "--kind <kind>",
      `${KINDS.join(", ")} (default: what the address looks like)`,
      oneOf("--kind", KINDS),
    )
    .option(
      "--every <hours>",
      "hours between two runs (default: 24)",
      wholeNumber(1, MAX_EVERY_HOURS, "hours"),
    )
    .option(
      "--max <n>",
      "pages, files, objects or entries at most (default: 2000)",
      wholeNumber(1, MAX_ITEMS),
    )
    .option("--branch <name>", "of a repository (default: its own)")
    .option("--folder <path>", "of a repository: only what is below")
    .option(
      "--host <kind>",
      "of a repository on another host: github or gitlab, whichever it is like",
      oneOf("--host", ["github", "gitlab"]),
    )
    .option("--workspace <slug>", "workspace it is for (default: the one in use)")
    .action(start(add));
  command
    .command("list")
    .description("Lists the sources, with what came of their last run.")
    .action(start(list));
  const ofOne = (name: string, description: string) =>
    command.command(name).description(description).argument("<root>", "the root that `source list` shows");
  ofOne("show", "Shows a source, and what of it has no document and why.").action(start(show));
  ofOne("run", "Has it pulled now.")
    .option("--confirm", "this run may delete more than half of the root")
    .action(start(run));
  ofOne("pause", "Stops pulling it; its documents stay.").action(start(setPaused(true)));
  ofOne("resume", "Goes on with it.").action(start(setPaused(false)));
  ofOne("remove", "Removes a source, and what was pulled from it.")
    .option("--keep-documents", "what was pulled stays")
    .action(start(remove));
};
