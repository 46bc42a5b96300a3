import { Argument, type Command, Option } from "commander";
import { ENTITY_TYPES } from "../../../contract/entity-types.ts";
import {
  type CommandContext,
  type ConfigureCommand,
  EXIT,
  type ExitCode,
  okIf,
  type Start,
} from "../../command.ts";
import { digits, several, wholeNumber } from "../../flags/parsers.ts";
import type { RecallClient } from "../../session/recall-client.ts";
import { show } from "../../session/session.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";
import { renderEntities, renderEntity, renderGraph, renderRemoval, renderSuggestions } from "./render.ts";

const typeOption = (meaning: string): Option => new Option("--type <type>", meaning).choices(ENTITY_TYPES);

async function around(
  context: CommandContext,
  words: readonly string[],
  { depth, limit }: { readonly depth?: number; readonly limit?: number },
): Promise<ExitCode> {
  if (words.length === 0) return list(context, { limit });
  const query = words.join(" ");
  const { entities } = await show(context, (client) => client.graph({ query, depth, limit }), renderGraph);
  return okIf(entities.length > 0);
}

interface ListFlags {
  readonly prefix?: string | undefined;
  readonly type?: string | undefined;
  readonly cursor?: string | undefined;
  readonly byName?: boolean | undefined;
  readonly limit?: number | undefined;
}

/** What a person has first in mind comes first; a part of the names, or a page of them, is in their own order. */
async function list(context: CommandContext, { byName = false, ...flags }: ListFlags): Promise<ExitCode> {
  const isByName = byName || [flags.prefix, flags.type, flags.cursor].some((flag) => flag !== undefined);
  if (!isByName) return mostMentioned(context, flags);
  const { entities, nextCursor } = await show(
    context,
    (client) => client.entities({ ...flags }),
    renderEntities,
  );
  if (nextCursor !== null && context.flags.json !== true)
    context.terminal.err(`There are more: recall graph list --cursor '${nextCursor}'\n`);
  return okIf(entities.length > 0);
}

async function mostMentioned(context: CommandContext, { limit = 50 }: ListFlags): Promise<ExitCode> {
  let isCut = false;
  const { entities } = await show(
    context,
    async (client) => {
      const answer = await client.graphOverview({ limit });
      isCut = answer.truncated;
      return { entities: answer.entities, nextCursor: null };
    },
    renderEntities,
  );
  if (isCut && context.flags.json !== true)
    context.terminal.err("These are the most mentioned: recall graph list --by-name lists all, in pages\n");
  return okIf(entities.length > 0);
}

async function entity(
  context: CommandContext,
  name: string,
  { cursor, limit }: ListFlags,
): Promise<ExitCode> {
  const { nextCursor } = await show(
    context,
    (client) => client.entity(name, { cursor, limit }),
    renderEntity,
  );
  if (nextCursor !== null && context.flags.json !== true)
    context.terminal.err(`There are more mentions: --cursor ${nextCursor}\n`);
  return EXIT.ok;
}

async function suggest(context: CommandContext, name: string): Promise<ExitCode> {
  await show(context, (client) => client.suggestAliases(name), renderSuggestions);
  return EXIT.ok;
}

function addReading(command: Command, start: Start): void {
  command
    .command("around [query...]", { isDefault: true })
    .description("Shows the entities that a query names and what is related to them, with sources.")
    .option("--depth <n>", "steps from what is named, 1 or 2", wholeNumber(1, 2))
    .option("-n, --limit <n>", "entities, up to 50", wholeNumber(1, 50))
    .action(start(around));
  command
    .command("list")
    .description("Lists entities, the most mentioned first; by their names with any flag but -n.")
    .option("--by-name", "all of them in the order of their names, in pages")
    .option("--prefix <text>", "only whose slug begins so")
    .addOption(typeOption("only of this type"))
    .option("--cursor <text>", "where the list before ended")
    .option("-n, --limit <n>", "entities, up to 100", wholeNumber(1, 100))
    .action(start(list));
  command
    .command("entity <entity>")
    .description("Shows one entity: aliases, relations, remarks, mentions.")
    .option("--cursor <text>", "where the mentions before ended")
    .option("-n, --limit <n>", "mentions, up to 100", wholeNumber(1, 100))
    .action(start(entity));
  command
    .command("suggest <entity>")
    .description("Lists entities that may be the same one.")
    .action(start(suggest));
}

async function change(
  context: CommandContext,
  ask: (client: RecallClient) => Promise<unknown>,
  done: string,
): Promise<ExitCode> {
  await show(context, ask, () => [safeLine(done)]);
  return EXIT.ok;
}

interface AddFlags {
  readonly name?: string;
  readonly type?: string;
  readonly alias?: readonly string[];
}

const add = (context: CommandContext, called: string, { name, type, alias: aliases = [] }: AddFlags) =>
  change(context, (client) => client.saveEntity(called, { name, type, aliases }), `Saved ${called}.`);

const remove = (context: CommandContext, name: string) =>
  change(context, (client) => client.removeEntity(name), `Removed ${name}.`);

const merge = (context: CommandContext, from: string, into: string) =>
  change(context, (client) => client.mergeEntities({ from, into }), `${from} is ${into} now.`);

const split = (context: CommandContext, name: string, aliases: readonly string[]) =>
  change(context, (client) => client.splitEntity(name, aliases), `Split off ${aliases.join(", ")}.`);

function addChanges(command: Command, start: Start): void {
  command
    .command("add <name>")
    .description("Adds an entity, or changes it.")
    .option("--name <name>", "what it is called from now on")
    .addOption(typeOption("what it is"))
    .option("--alias <name>", "another name, repeatable", several)
    .action(start(add));
  command
    .command("remove <entity>")
    .description("Hides an entity; its remarks and relations made by hand go for good.")
    .action(start(remove));
  command
    .command("merge <from> <into>")
    .description("Merges two entities; the first one's name becomes an alias of the second.")
    .action(start(merge));
  command
    .command("split <name> <alias...>")
    .description("Makes an entity of its own out of aliases of another.")
    .action(start(split));
}

const relate = (context: CommandContext, from: string, type: string, to: string) =>
  change(context, (client) => client.relate({ from, type, to }), "Noted.");

async function unrelate(context: CommandContext, from: string, type: string, to: string): Promise<ExitCode> {
  const { removed } = await show(context, (client) => client.unrelate({ from, type, to }), renderRemoval);
  return okIf(removed);
}

const observe = (context: CommandContext, name: string, text: string) =>
  change(context, (client) => client.observe(name, text), "Noted.");

const forgetRemark = (context: CommandContext, name: string, id: string) =>
  change(context, (client) => client.removeObservation(name, id), "Deleted.");

function switchMemories(context: CommandContext, choice: string): Promise<ExitCode> {
  const on = choice === "on";
  const done = on
    ? "A text model finds names in the background: recall status counts what is left."
    : "Memories are read without a model.";
  return change(context, (client) => client.changeMemoryNames({ on }), done);
}

function switchAll(
  context: CommandContext,
  choice: string,
  { root }: { readonly root?: string },
): Promise<ExitCode> {
  const on = choice === "on";
  const done = on
    ? "Texts are read for names from now on; recall reindex --all reads those that are there."
    : "Texts are no longer read for names; names stay until their text changes, or until recall reindex --all.";
  return change(context, (client) => client.switchNames({ on, ...(root !== undefined && { root }) }), done);
}

function addSayings(command: Command, start: Start): void {
  command
    .command("relate <from> <type> <to>")
    .description("Says how two entities are related.")
    .action(start(relate));
  command
    .command("unrelate <from> <type> <to>")
    .description("Takes back a relation that was added by hand.")
    .action(start(unrelate));
  command
    .command("observe <entity> <text>")
    .description("Adds a remark to an entity.")
    .action(start(observe));
  command
    .command("forget-remark <entity>")
    .description("Deletes a remark.")
    .addArgument(new Argument("<id>", "its number, which recall graph entity shows").argParser(digits))
    .action(start(forgetRemark));
  command
    .command("memories")
    .description("Switches on or off that a text model finds the names and relations in memories.")
    .addArgument(new Argument("<switch>", "from now on").choices(["on", "off"]))
    .action(start(switchMemories));
  command
    .command("names")
    .description("Switches on or off that texts are read for names at all.")
    .addArgument(new Argument("<switch>", "from now on").choices(["on", "off"]))
    .option("--root <name>", "those of one pushed folder alone")
    .action(start(switchAll));
}

/** `recall graph …` */
export const configure: ConfigureCommand = (command, start) => {
  command.description("Shows the entities that texts name and how they are related; adds what you know.");
  addReading(command, start);
  addChanges(command, start);
  addSayings(command, start);
};
