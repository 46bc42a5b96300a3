import type { Command } from "commander";
import { memoryIdIn } from "../../../text/places/memory-place.ts";
import type { RememberAnswer } from "../../../memories/contract/memories.ts";
import { type CommandContext, type ConfigureCommand, type ExitCode, print } from "../../command.ts";
import { invalid } from "../../failures.ts";
import { decimal, jsonObject, several, share } from "../../flags/parsers.ts";
import { oneLine, shortId } from "../../render/memory-rows.ts";
import { withSession } from "../../session/session.ts";
import { readStandardInput } from "../../terminal/terminal.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";

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

async function textOf(words: readonly string[], { terminal }: CommandContext): Promise<string> {
  const text = words.length > 0 ? words.join(" ") : await readStandardInput(terminal, NOTHING);
  if (text.trim() === "") throw invalid(NOTHING);
  return text;
}

type Asked = Pick<RememberFlags, "type" | "importance" | "priority" | "supersedes">;

/** The memory that it replaced, and the fields that a known memory keeps although others were given. */
function detailLines(
  { memory, action }: Pick<RememberAnswer, "memory" | "action">,
  asked: Asked,
): readonly string[] {
  const { supersedes = "" } = asked;
  const isReplaced = supersedes !== "" && memory.supersedes?.startsWith(supersedes);
  const replaced = isReplaced ? [`Replaces ${memory.supersedes?.slice(0, 8)}`] : [];
  if (action === "created") return replaced;
  const kept = (["type", "importance", "priority"] as const)
    .filter((field) => asked[field] !== undefined && asked[field] !== memory[field])
    .map((field) => `${field} ${memory[field]}`);
  const hint = `recall memories edit ${shortId(memory.id)} changes it`;
  return [...replaced, ...(kept.length > 0 ? [`It keeps its ${kept.join(", ")}: ${hint}`] : [])];
}

/** What it may contradict, and how one that holds no longer is replaced, or one that says the same joined. */
function rivalLines({ memory, mayContradict }: RememberAnswer): readonly string[] {
  const [first, ...others] = mayContradict;
  if (first === undefined) return [];
  const newer = shortId(memory.id);
  // Of several, nobody but the reader knows which is meant.
  const [which, older] = others.length > 0 ? ["one of them", "<its id>"] : ["it", shortId(first.id)];
  return [
    ...mayContradict.map(({ words, text }) => `${newer} ${words}: ${oneLine(text)}`),
    `If ${which} no longer holds: say this again with --supersedes ${older}`,
    `If ${which} says the same: recall memories merge ${newer} ${older}`,
  ];
}

function lines(answer: RememberAnswer, asked: Asked): readonly string[] {
  const { memory, action, mergedInto, redacted } = answer;
  const short = shortId(memory.id);
  const secrets = redacted.map(({ kind, count }) => `${count} ${kind}`).join(", ");
  const times = memory.timesObserved === 1 ? "once" : `${memory.timesObserved} times`;
  const done =
    action === "created"
      ? `Remembered ${short} (${memory.type})`
      : `Known already: ${short} (${memory.type}), observed ${times}`;
  return [
    mergedInto === null || mergedInto === memory.id ? done : `${done}; merged into ${mergedInto}`,
    ...detailLines(answer, asked),
    ...(secrets === "" ? [] : [`Removed before it was kept: ${secrets}`]),
    ...rivalLines(answer),
  ].map(safeLine);
}

async function remember(
  context: CommandContext,
  words: readonly string[],
  { tag, entity, ...flags }: RememberFlags,
): Promise<ExitCode> {
  const { supersedes: older } = flags;
  const asked = { ...flags, ...(older !== undefined && { supersedes: memoryIdIn(older) ?? older }) };
  const request = {
    text: await textOf(words, context),
    ...asked,
    ...(tag !== undefined && { tags: [...tag] }),
    ...(entity !== undefined && { entities: [...entity] }),
  };
  const answer = await withSession(context, ({ client }) => client.remember(request));
  return print(context, answer, () => lines(answer, asked));
}

const addFlags = (command: Command): Command =>
  command
    .option("--type <type>", "what it is: fact (the default), decision, preference, correction, …")
    .option("--tag <tag>", "a tag; may be given several times", several)
    .option("--session <id>", "the session that it comes from")
    .option("--source <text>", "where it comes from: an agent, a URL, a file")
    .option("--entity <name>", "a person or thing that it is about; may be given several times", several)
    .option("--importance <number>", "from 0 to 1 (default: 0.7)", share)
    .option("--priority <number>", "from 1, the most important, to 5 (default: 3)", decimal(1, 5))
    .option("--confidence <number>", "from 0 to 1 (default: 0.7)", share)
    .option("--metadata <json>", "a JSON object of your own, kept with it", jsonObject)
    .option("--supersedes <id>", "the memory that it replaces")
    .option("--force", "keep it although it looks like noise");

/** `recall remember [text…]` */
export const configure: ConfigureCommand = (command, start) => {
  addFlags(command)
    .description("Keeps a text as a memory, searchable at once; secrets are removed from it first.")
    .argument("[text...]", "what to remember; without it, standard input")
    .action(start(remember));
};
