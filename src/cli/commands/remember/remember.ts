import { type Command, InvalidArgumentError } from "commander";
import type { RememberAnswer } from "../../../contract/memories.ts";
import { AppError } from "../../../errors.ts";
import { memoryIdIn } from "../../../services/passages/memory-id.ts";
import type { CommandContext, ConfigureCommand } from "../../command.ts";
import { EXIT, type ExitCode } from "../../exit-codes.ts";
import { shortId } from "../../render/memories.ts";
import { withSession } from "../../session/session.ts";
import { readStandardInput } from "../../terminal/standard-input.ts";
import { safeJson, safeLine } from "../../terminal/terminal-safe.ts";

interface RememberFlags {
  readonly type?: string;
  readonly importance?: number;
  readonly priority?: number;
  readonly confidence?: number;
  readonly session?: string;
  readonly source?: string;
  readonly tag?: readonly string[];
  readonly entity?: readonly string[];
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly supersedes?: string;
  readonly force?: boolean;
}

const NOTHING = "Say what to remember, or send it to standard input";

async function textOf(words: readonly string[]): Promise<string> {
  const text = words.length > 0 ? words.join(" ") : await readStandardInput(NOTHING);
  if (text.trim() === "") throw new AppError("invalid_input", NOTHING);
  return text;
}

type Asked = Pick<RememberFlags, "type" | "importance" | "priority" | "supersedes">;

/** What it took the place of, and what of a known memory stays although another was given. */
function notTaken(
  asked: Asked,
  { memory, action }: Pick<RememberAnswer, "memory" | "action">,
): readonly string[] {
  const { supersedes = "" } = asked;
  const isReplaced = supersedes !== "" && memory.supersedes?.startsWith(supersedes);
  const replaced = isReplaced ? [`Replaces ${memory.supersedes?.slice(0, 8)}`] : [];
  if (action === "created") return replaced;
  const kept = (["type", "importance", "priority"] as const)
    .filter((field) => asked[field] !== undefined && asked[field] !== memory[field])
    .map((field) => `${field} ${memory[field]}`);
  const hint = "PATCH /v1/memories/{id} changes it";
  return [...replaced, ...(kept.length > 0 ? [`It keeps its ${kept.join(", ")}: ${hint}`] : [])];
}

/** What became of the text, in a line or two. */
function told(
  { memory, action, mergedInto, redacted }: RememberAnswer,
  { short, asked }: { readonly short: string; readonly asked: Asked },
): readonly string[] {
  const secrets = redacted.map(({ kind, count }) => `${count} ${kind}`).join(", ");
  const done =
    action === "created"
      ? `Remembered ${short} (${memory.type})`
      : `Known already: ${short} (${memory.type}), observed ${memory.timesObserved === 1 ? "once" : `${memory.timesObserved} times`}`;
  return [
    mergedInto === null || mergedInto === memory.id ? done : `${done}; merged into ${mergedInto}`,
    ...notTaken(asked, { memory, action }),
    ...(secrets === "" ? [] : [`Taken out before it was kept: ${secrets}`]),
  ];
}

async function remember(
  words: readonly string[],
  { tag, entity, ...flags }: RememberFlags,
  context: CommandContext,
): Promise<ExitCode> {
  const { supersedes: older } = flags;
  const asked = { ...flags, ...(older !== undefined && { supersedes: memoryIdIn(older) ?? older }) };
  const request = {
    text: await textOf(words),
    ...asked,
    ...(tag !== undefined && { tags: [...tag] }),
    ...(entity !== undefined && { entities: [...entity] }),
  };
  const answer = await withSession(context, ({ client }) => client.remember(request));
  const lines = told(answer, { short: shortId(answer.memory.id), asked })
    .map(safeLine)
    .join("\n");
  context.terminal.out(`${context.flags.json === true ? safeJson(answer) : lines}\n`);
  return EXIT.ok;
}

const numberWithin =
  (least: number, most: number) =>
  (text: string): number => {
    const value = Number(text);
    if (text.trim() !== "" && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It is a number from ${least} to ${most}.`);
  };

const oneMore = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}

function jsonObject(text: string): Readonly<Record<string, unknown>> {
  const value = parsed(text);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new InvalidArgumentError('It is a JSON object: {"ticket": 42}');
  return value as Readonly<Record<string, unknown>>;
}

const addFlags = (command: Command): Command =>
  command
    .option("--type <type>", "what it is: fact (the default), decision, preference, correction, …")
    .option("--tag <tag>", "a tag; may be given several times", oneMore)
    .option("--session <id>", "the session that it comes from")
    .option("--source <text>", "where it comes from: an agent, a URL, a file")
    .option("--entity <name>", "a person or thing that it is about; may be given several times", oneMore)
    .option("--importance <number>", "from 0 to 1; 0.7 if not said", numberWithin(0, 1))
    .option("--priority <number>", "from 1, the most important, to 5; 3 if not said", numberWithin(1, 5))
    .option("--confidence <number>", "from 0 to 1; 0.7 if not said", numberWithin(0, 1))
    .option("--metadata <json>", "a JSON object of your own, kept with it", jsonObject)
    .option("--supersedes <id>", "the memory that it takes the place of")
    .option("--force", "keep it although it looks like noise");

/** `recall remember [text…]` */
export const configure: ConfigureCommand = (command, start) => {
  addFlags(command)
    .description("Keeps a text as a memory, searchable at once; secrets are taken out of it first.")
    .argument("[text...]", "what to remember; without it, standard input")
    .action((words: readonly string[], flags: RememberFlags) =>
      start((context) => remember(words, flags, context)),
    );
};
