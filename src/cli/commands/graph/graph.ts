import { Argument, type Command, Option } from "commander";
import { ENTITY_TYPES } from "../../../contract/entity-types.ts";
import type { CommandContext, ConfigureCommand, Start } from "../../command.ts";
import { EXIT, type ExitCode } from "../../exit-codes.ts";
import { digits, several, wholeNumber } from "../../flags/parsers.ts";
import { print } from "../../print.ts";
import type { RecallClient, Relation } from "../../session/recall-client.ts";
import { withSession } from "../../session/session.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";
import { renderEntities, renderEntity, renderGraph, renderRemoval, renderSuggestions } from "./render.ts";

/** Asks the server and prints its answer. */
async function show<Answer>(
  context: CommandContext,
  ask: (client: RecallClient) => Promise<Answer>,
  lines: (answer: Answer, columns: number) => readonly string[],
): Promise<Answer> {
  const answer = await withSession(context, ({ client }) => ask(client));
  print(context, answer, (columns) => lines(answer, columns));
  return answer;
}

/** Makes a change, and prints one line that says what was done. */
async function change(
  context: CommandContext,
  ask: (client: RecallClient) => Promise<unknown>,
  done: string,
): Promise<ExitCode> {
  await show(context, ask, () => [safeLine(done)]);
  return EXIT.ok;
}

const typeOption = (meaning: string): Option => new Option("--type <type>", meaning).choices(ENTITY_TYPES);

interface AroundFlags {
  readonly depth?: number;
  readonly limit?: number;
}

async function around(
  words: readonly string[],
  { depth, limit }: AroundFlags,
  context: CommandContext,
): Promise<ExitCode> {
  if (words.length === 0) return list({ limit }, context);
  const query = words.join(" ");
  const { entities } = await show(context, (client) => client.graph({ query, depth, limit }), renderGraph);
  return entities.length > 0 ? EXIT.ok : EXIT.nothingOrPartial;
}

interface ListFlags {
  readonly prefix?: string | undefined;
  readonly type?: string | undefined;
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
}

async function list(flags: ListFlags, context: CommandContext): Promise<ExitCode> {
  const { entities, next } = await show(context, (client) => client.entities({ ...flags }), renderEntities);
  if (next !== null && context.flags.json !== true)
    context.terminal.err(`There are more: recall graph list --after '${next}'\n`);
  return entities.length > 0 ? EXIT.ok : EXIT.nothingOrPartial;
}

async function entity(name: string, { after, limit }: ListFlags, context: CommandContext): Promise<ExitCode> {
  const { next } = await show(context, (client) => client.entity(name, { after, limit }), renderEntity);
  if (next !== null && context.flags.json !== true)
    context.terminal.err(`There are more mentions: --after ${next}\n`);
  return EXIT.ok;
}

async function suggest(name: string, context: CommandContext): Promise<ExitCode> {
  await show(context, (client) => client.suggestAliases(name), renderSuggestions);
  return EXIT.ok;
}

function addReading(command: Command, start: Start): void {
  command
    .command("around [query...]", { isDefault: true })
    .description("Shows the entities that a query names and what is related to them, with sources.")
    .option("--depth <n>", "steps from what is named, 1 or 2", wholeNumber(1, 2))
    .option("-n, --limit <n>", "entities, up to 50", wholeNumber(1, 50))
    .action((words: readonly string[], flags: AroundFlags) =>
      start((context) => around(words, flags, context)),
    );
  command
    .command("list")
    .description("Lists entities.")
    .option("--prefix <text>", "only whose slug begins so")
    .addOption(typeOption("only of this type"))
    .option("--after <slug>", "the page after this one")
    .option("-n, --limit <n>", "entities, up to 100", wholeNumber(1, 100))
    .action((flags: ListFlags) => start((context) => list(flags, context)));
  command
    .command("entity <name>")
    .description("Shows one entity: aliases, relations, remarks, mentions.")
    .option("--after <place>", "the mentions after this place")
    .option("-n, --limit <n>", "mentions, up to 100", wholeNumber(1, 100))
    .action((name: string, flags: ListFlags) => start((context) => entity(name, flags, context)));
  command
    .command("suggest <name>")
    .description("Lists entities that may be the same one.")
    .action((name: string) => start((context) => suggest(name, context)));
}

interface AddFlags {
  readonly name?: string;
  readonly type?: string;
  readonly alias?: readonly string[];
}

function addChanges(command: Command, start: Start): void {
  command
    .command("add <name>")
    .description("Adds an entity, or changes it.")
    .option("--name <name>", "what it is called from now on")
    .addOption(typeOption("what it is"))
    .option("--alias <name>", "another name, repeatable", several)
    .action((called: string, { name, type, alias: aliases = [] }: AddFlags) =>
      start((context) =>
        change(context, (client) => client.saveEntity(called, { name, type, aliases }), `Saved ${called}.`),
      ),
    );
  command
    .command("remove <name>")
    .description("Hides an entity, whatever names it.")
    .action((name: string) =>
      start((context) => change(context, (client) => client.removeEntity(name), `Removed ${name}.`)),
    );
  command
    .command("merge <from> <into>")
    .description("Merges two entities; the first one's name becomes an alias of the second.")
    .action((from: string, into: string) =>
      start((context) =>
        change(context, (client) => client.mergeEntities({ from, into }), `${from} is ${into} now.`),
      ),
    );
  command
    .command("split <name> <alias...>")
    .description("Makes an entity of its own out of aliases of another.")
    .action((name: string, aliases: readonly string[]) =>
      start((context) =>
        change(context, (client) => client.splitEntity(name, aliases), `Split off ${aliases.join(", ")}.`),
      ),
    );
}

async function unrelate(relation: Relation, context: CommandContext): Promise<ExitCode> {
  const { removed } = await show(context, (client) => client.unrelate(relation), renderRemoval);
  return removed ? EXIT.ok : EXIT.nothingOrPartial;
}

const switchMemories = (on: boolean, context: CommandContext): Promise<ExitCode> =>
  change(
    context,
    (client) => client.changeMemoryNames({ on }),
    on
      ? "A text model finds names in the background: recall status counts what is left."
      : "Memories are read without a model.",
  );

function addSayings(command: Command, start: Start): void {
  command
    .command("relate <from> <type> <to>")
    .description("Says how two entities are related.")
    .action((from: string, type: string, to: string) =>
      start((context) => change(context, (client) => client.relate({ from, type, to }), "Noted.")),
    );
  command
    .command("unrelate <from> <type> <to>")
    .description("Takes back a relation that was added by hand.")
    .action((from: string, type: string, to: string) =>
      start((context) => unrelate({ from, type, to }, context)),
    );
  command
    .command("observe <name> <text>")
    .description("Adds a remark to an entity.")
    .action((name: string, text: string) =>
      start((context) => change(context, (client) => client.observe(name, text), "Noted.")),
    );
  command
    .command("forget-remark <name>")
    .description("Deletes a remark.")
    .addArgument(new Argument("<id>", "its number, which recall graph entity shows").argParser(digits))
    .action((name: string, id: string) =>
      start((context) => change(context, (client) => client.removeObservation(name, id), "Deleted.")),
    );
  command
    .command("memories")
    .description("Switches on or off that a text model finds the names and relations in memories.")
    .addArgument(new Argument("<switch>", "from now on").choices(["on", "off"]))
    .action((choice: string) => start((context) => switchMemories(choice === "on", context)));
}

/** `recall graph …` */
export const configure: ConfigureCommand = (command, start) => {
  command.description("Shows the entities that texts name and how they are related; adds what you know.");
  addReading(command, start);
  addChanges(command, start);
  addSayings(command, start);
};
