import type { Command } from "commander";
import { withMemory } from "../../../documents/passages/memory-id.ts";
import type { Memory } from "../../../memories/contract/memories.ts";
import { type CommandContext, type ConfigureCommand, EXIT, type ExitCode, print } from "../../command.ts";
import { invalid } from "../../failures.ts";
import { decimal, jsonObject, several, share } from "../../flags/parsers.ts";
import { oneLine, shortId } from "../../render/memory-rows.ts";
import type { RecallClient } from "../../session/recall-client.ts";
import { withHint, withSession } from "../../session/session.ts";

// What a person makes of memories: edit, merge, split.

interface EditFlags {
  readonly text?: string;
  readonly type?: string;
  readonly importance?: number;
  readonly priority?: number;
  readonly confidence?: number;
  readonly session?: string;
  readonly source?: string;
  readonly tag?: readonly string[];
  readonly entity?: readonly string[];
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly force?: boolean;
}

const served = <Answer>(context: CommandContext, ask: (client: RecallClient) => Promise<Answer>) =>
  withHint("not_found", "recall memories lists those there are", () =>
    withSession(context, ({ client }) => ask(client)),
  );

const lineOf = ({ id, type, text }: Memory): string => `${shortId(id)}  ${type}  ${oneLine(text)}`;

/** `none` takes away what a memory may be without. */
const orNull = (value: string): string | null => (value === "none" ? null : value);

const listOf = (values: readonly string[]): string[] => values.filter((value) => value !== "none");

async function edit(
  context: CommandContext,
  id: string,
  words: readonly string[],
  { tag, entity, session, source, ...flags }: EditFlags,
): Promise<ExitCode> {
  const change = {
    ...(words.length > 0 && { text: words.join(" ") }),
    ...flags,
    ...(session !== undefined && { session: orNull(session) }),
    ...(source !== undefined && { source: orNull(source) }),
    ...(tag !== undefined && { tags: listOf(tag) }),
    ...(entity !== undefined && { entities: listOf(entity) }),
  };
  if (Object.keys(change).every((name) => name === "force"))
    throw invalid("Say what changes: a new text after the id, or a flag such as --type or --tag");
  const answer = await served(context, (client) =>
    withMemory(client, id, (own) => client.changeMemory(own, change)),
  );
  return print(context, answer, () => [`Changed ${lineOf(answer.memory)}`]);
}

interface TextFlags {
  readonly text?: string;
  readonly force?: boolean;
}

async function merge(
  context: CommandContext,
  id: string,
  otherId: string,
  flags: TextFlags,
): Promise<ExitCode> {
  const answer = await served(context, (client) =>
    withMemory(client, id, (own) =>
      withMemory(client, otherId, (other) => client.mergeMemories(own, { ...flags, other })),
    ),
  );
  return print(context, answer, () => [`Merged into ${lineOf(answer.memory)}`]);
}

async function split(
  context: CommandContext,
  id: string,
  texts: readonly string[],
  flags: Pick<TextFlags, "force">,
): Promise<ExitCode> {
  const answer = await served(context, (client) =>
    withMemory(client, id, (own) => client.splitMemory(own, { ...flags, texts: [...texts] })),
  );
  print(context, answer, () => ["Split into:", ...answer.memories.map((memory) => `  ${lineOf(memory)}`)]);
  return EXIT.ok;
}

type Start = Parameters<ConfigureCommand>[1];

/** `recall memories edit|merge|split` */
export function addByHand(command: Command, start: Start): void {
  command
    .command("edit")
    .description("Changes a memory's text or fields; the old text stays in its history.")
    .argument("<id>", "its id, or the first 8 characters")
    .argument("[text...]", "what it says from now on")
    .option("--type <type>", "what it is: fact, decision, preference, correction, …")
    .option("--tag <tag>", "its tags from now on; may be given several times, none for no tag", several)
    .option("--entity <name>", "what it is about from now on; several times, none for nothing", several)
    .option("--session <id>", "the session that it comes from, or none")
    .option("--source <text>", "where it comes from, or none")
    .option("--importance <number>", "from 0 to 1", share)
    .option("--priority <number>", "from 1, the most important, to 5", decimal(1, 5))
    .option("--confidence <number>", "from 0 to 1", share)
    .option("--metadata <json>", "a JSON object of your own in place of the old one", jsonObject)
    .option("--force", "keep the text although it looks like noise")
    .action(start(edit));
  command
    .command("merge")
    .description("Makes two memories one, with the id of the first; the other's text stays in its history.")
    .argument("<id>", "the memory that stays: its id, or the first 8 characters")
    .argument("<other>", "the memory that becomes part of it")
    .option("--text <text>", "what it says from now on (default: what it says already)")
    .option("--force", "keep the text although it looks like noise")
    .action(start(merge));
  command
    .command("split")
    .description("Makes one memory several: it keeps its id and says the first text.")
    .argument("<id>", "its id, or the first 8 characters")
    .argument("<text...>", "what each says, in quotes")
    .option("--force", "keep texts although they look like noise")
    .action(start(split));
}
