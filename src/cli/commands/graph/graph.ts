import { Argument, type Command, InvalidArgumentError, Option } from "commander";
import type { CommandContext, ConfigureCommand, Start } from "../../command.ts";
import { EXIT, type ExitCode } from "../../exit-codes.ts";
import type { RecallClient, Relation } from "../../session/recall-client.ts";
import { withSession } from "../../session/session.ts";
import { safeJson, safeLine } from "../../terminal/terminal-safe.ts";
import { renderEntities, renderEntity, renderGraph, renderRemoval, renderSuggestions } from "./render.ts";

/** The contract's own list would bring its schema library into every start. */
const TYPES = [
  ...["person", "organisation", "project", "place", "product", "code", "path", "url", "ticket", "variable"],
  ...["error", "package", "handle", "heading", "key", "concept", "other"],
];

interface Shown<Answer> {
  readonly ask: (client: RecallClient) => Promise<Answer>;
  readonly lines: (answer: Answer, columns: number) => readonly string[];
}

async function show<Answer>(context: CommandContext, { ask, lines }: Shown<Answer>): Promise<Answer> {
  const { terminal, flags } = context;
  const answer = await withSession(context, ({ client }) => ask(client));
  const text = flags.json === true ? [safeJson(answer)] : lines(answer, terminal.columns);
  terminal.out(text.map((line) => `${line}\n`).join(""));
  return answer;
}

/** A change, and one line that says what was done. */
async function change(
  context: CommandContext,
  ask: (client: RecallClient) => Promise<unknown>,
  done: string,
): Promise<ExitCode> {
  await show(context, { ask, lines: () => [safeLine(done)] });
  return EXIT.ok;
}

const upTo =
  (most: number) =>
  (text: string): string => {
    const value = Number(text);
    if (Number.isInteger(value) && value >= 1 && value <= most) return text;
    throw new InvalidArgumentError(`It is a number from 1 to ${most}.`);
  };

function numeral(text: string): string {
  if (/^\d{1,16}$/.test(text)) return text;
  throw new InvalidArgumentError("It is a number.");
}

const gather = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

const typeOption = (meaning: string): Option => new Option("--type <type>", meaning).choices(TYPES);

interface AroundFlags {
  readonly depth?: string;
  readonly limit?: string;
}

async function around(
  words: readonly string[],
  flags: AroundFlags,
  context: CommandContext,
): Promise<ExitCode> {
  if (words.length === 0) return list({ limit: flags.limit }, context);
  const { entities } = await show(context, {
    ask: (client) => client.graph({ query: words.join(" "), depth: flags.depth, limit: flags.limit }),
    lines: renderGraph,
  });
  return entities.length > 0 ? EXIT.ok : EXIT.nothingOrPartial;
}

interface ListFlags {
  readonly prefix?: string | undefined;
  readonly type?: string | undefined;
  readonly after?: string | undefined;
  readonly limit?: string | undefined;
}

async function list(flags: ListFlags, context: CommandContext): Promise<ExitCode> {
  const { entities, next } = await show(context, {
    ask: (client) => client.entities({ ...flags }),
    lines: renderEntities,
  });
  if (next !== null && context.flags.json !== true)
    context.terminal.err(`There are more: recall graph list --after '${next}'\n`);
  return entities.length > 0 ? EXIT.ok : EXIT.nothingOrPartial;
}

async function entity(name: string, flags: ListFlags, context: CommandContext): Promise<ExitCode> {
  const { next } = await show(context, {
    ask: (client) => client.entity(name, { after: flags.after, limit: flags.limit }),
    lines: renderEntity,
  });
  if (next !== null && context.flags.json !== true)
    context.terminal.err(`There are more mentions: --after ${next}\n`);
  return EXIT.ok;
}

async function suggest(name: string, context: CommandContext): Promise<ExitCode> {
  await show(context, {
    ask: (client) => client.suggestAliases(name),
    lines: renderSuggestions,
  });
  return EXIT.ok;
}

function addReading(command: Command, start: Start): void {
  command
    .command("around [query...]", { isDefault: true })
    .description("Shows what the query names and what is related to it, with who says so.")
    .option("--depth <n>", "steps from what is named, 1 or 2", upTo(2))
    .option("-n, --limit <n>", "entities, up to 50", upTo(50))
    .action((words: readonly string[], flags: AroundFlags) =>
      start((context) => around(words, flags, context)),
    );
  command
    .command("list")
    .description("Lists entities.")
    .option("--prefix <text>", "only whose slug begins so")
    .addOption(typeOption("only of this type"))
    .option("--after <slug>", "the page after this one")
    .option("-n, --limit <n>", "entities, up to 100", upTo(100))
    .action((flags: ListFlags) => start((context) => list(flags, context)));
  command
    .command("entity <name>")
    .description("Shows one entity: aliases, relations, remarks, mentions.")
    .option("--after <place>", "the mentions after this place")
    .option("-n, --limit <n>", "mentions, up to 100", upTo(100))
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
    .description("Makes an entity, or changes it.")
    .option("--name <name>", "what it is called from now on")
    .addOption(typeOption("what it is"))
    .option("--alias <name>", "another name, repeatable", gather)
    .action((called: string, { name, type, alias = [] }: AddFlags) =>
      start((context) =>
        change(
          context,
          (client) => client.saveEntity(called, { name, type, aliases: alias }),
          `Saved ${called}.`,
        ),
      ),
    );
  command
    .command("remove <name>")
    .description("Takes an entity out of sight, whatever names it.")
    .action((name: string) =>
      start((context) => change(context, (client) => client.removeEntity(name), `Removed ${name}.`)),
    );
  command
    .command("merge <from> <into>")
    .description("Makes two entities one; the first one's name becomes an alias.")
    .action((from: string, into: string) =>
      start((context) =>
        change(context, (client) => client.mergeEntities({ from, into }), `${from} is ${into} now.`),
      ),
    );
  command
    .command("split <name> <alias...>")
    .description("Makes aliases of an entity one of its own.")
    .action((name: string, aliases: readonly string[]) =>
      start((context) =>
        change(context, (client) => client.splitEntity(name, aliases), `Split off ${aliases.join(", ")}.`),
      ),
    );
}

async function unrelate(relation: Relation, context: CommandContext): Promise<ExitCode> {
  const { removed } = await show(context, {
    ask: (client) => client.unrelate(relation),
    lines: renderRemoval,
  });
  return removed ? EXIT.ok : EXIT.nothingOrPartial;
}

const switchMemories = (on: boolean, context: CommandContext): Promise<ExitCode> =>
  change(
    context,
    (client) => client.changeMemoryNames({ on }),
    on
      ? "Names are asked for in the background: recall status counts what is left."
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
    .description("Takes back what was said so by hand.")
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
    .addArgument(new Argument("<id>", "its number, which recall graph entity shows").argParser(numeral))
    .action((name: string, id: string) =>
      start((context) => change(context, (client) => client.removeObservation(name, id), "Deleted.")),
    );
  command
    .command("memories")
    .description("Has a text model asked what memories name and relate, or no more.")
    .addArgument(new Argument("<switch>", "from now on").choices(["on", "off"]))
    .action((choice: string) => start((context) => switchMemories(choice === "on", context)));
}

/** `recall graph …` */
export const configure: ConfigureCommand = (command, start) => {
  command.description("Shows what texts name, and how it is related; takes what you know of it.");
  addReading(command, start);
  addChanges(command, start);
  addSayings(command, start);
};
