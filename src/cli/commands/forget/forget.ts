import { withMemory } from "../../../documents/passages/memory-id.ts";
import { memoryIdIn } from "../../../text/places/memory-place.ts";
import type { ForgetAnswer } from "../../../memories/contract/memories.ts";
import { type CommandContext, type ConfigureCommand, EXIT, type ExitCode, print } from "../../command.ts";
import { invalid } from "../../failures.ts";
import { shortId } from "../../render/memory-rows.ts";
import type { RecallClient } from "../../session/recall-client.ts";
import { withSession } from "../../session/session.ts";
import { cutTo, wrapLines } from "../../terminal/columns.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";

interface ForgetFlags {
  readonly now?: boolean;
  readonly undo?: boolean;
  readonly type?: string;
  readonly session?: string;
}

interface Outcome {
  readonly answer: unknown;
  /** Sentences, which are wrapped; then rows, which are cut. */
  readonly lines: readonly string[];
  readonly rows?: readonly string[];
  readonly code: ExitCode;
}

function forgotten({ id, undoUntil }: ForgetAnswer): string {
  const short = shortId(id);
  return undoUntil === null
    ? `Forgot ${short} for good.`
    : `Forgot ${short}; until ${undoUntil} recall forget --undo ${short} brings it back.`;
}

/** The older memory that it superseded does not come back by itself. */
function olderOf({ supersedes, undoUntil }: ForgetAnswer): readonly string[] {
  if (supersedes === null || supersedes === undefined) return [];
  const older = shortId(supersedes);
  const command =
    undoUntil === null ? `recall forget --undo ${older}` : `recall memories show ${older} --history`;
  return [`What it superseded stays out of searches: ${command}`];
}

async function undo(client: RecallClient, id: string): Promise<Outcome> {
  const isThere = await client.memory(id, { history: false }).then(
    () => true,
    () => false,
  );
  const answer = await client.undoForget(id);
  const short = shortId(answer.memory.id);
  return isThere
    ? { answer, lines: [`${short} was not forgotten: it is there.`], code: EXIT.nothingOrPartial }
    : { answer, lines: [`Brought back ${short}.`], code: EXIT.ok };
}

async function byId(client: RecallClient, id: string, flags: ForgetFlags): Promise<Outcome> {
  if (flags.undo === true) return undo(client, id);
  const answer = await withMemory(client, id, (own) => client.forget(own, { now: flags.now === true }));
  return { answer, lines: [forgotten(answer), ...olderOf(answer)], code: EXIT.ok };
}

async function byQuery(client: RecallClient, query: string, flags: ForgetFlags): Promise<Outcome> {
  const { type, session } = flags;
  const answer = await client.forgetByQuery({
    query,
    ...(type !== undefined && { type }),
    ...(session !== undefined && { session }),
  });
  if (answer.forgotten !== null) return { answer, lines: [forgotten(answer.forgotten)], code: EXIT.ok };
  const rows = answer.candidates.map(
    ({ id, score, text }) => `${shortId(id)}  ${score.toFixed(2)}  ${text.replace(/\s+/g, " ").trim()}`,
  );
  const line =
    rows.length === 0
      ? "No memory says that; nothing was forgotten."
      : "Nothing was forgotten. Name the one that you mean by its id:";
  return { answer, lines: [line], rows, code: EXIT.nothingOrPartial };
}

async function forget(
  context: CommandContext,
  words: readonly string[],
  flags: ForgetFlags,
): Promise<ExitCode> {
  const id = words.length === 1 ? memoryIdIn(words[0] ?? "") : undefined;
  if (id === undefined && (flags.now === true || flags.undo === true))
    throw invalid("--now and --undo need the memory's id, or its first 8 characters");
  const outcome = await withSession(context, ({ client }) =>
    id !== undefined ? byId(client, id, flags) : byQuery(client, words.join(" "), flags),
  );
  const { answer, lines, rows = [], code } = outcome;
  print(context, answer, (columns) => [
    ...wrapLines(lines.map(safeLine), columns),
    ...rows.map((row) => cutTo(safeLine(row), columns)),
  ]);
  return code;
}

/** `recall forget <id|query…>` */
export const configure: ConfigureCommand = (command, start) => {
  command
    .description("Forgets a memory: by its id, or by what it says where exactly one clearly does.")
    .argument("<id|words...>", "the memory's id, its first 8 characters, or what it says")
    .option("--now", "for good: nothing can bring it back")
    .option("--undo", "bring back one that was forgotten less than 24 hours ago")
    .option("--type <type>", "by words: only memories of this type")
    .option("--session <id>", "by words: only memories of this session")
    .action(start(forget));
};
