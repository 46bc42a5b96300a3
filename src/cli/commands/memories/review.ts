import type { Command } from "commander";
import {
  type CommandContext,
  type ConfigureCommand,
  EXIT,
  type ExitCode,
  okIf,
  print,
} from "../../command.ts";
import { keepWaiting } from "../../capture/waiting/keep.ts";
import { readWaiting, settle, type Waiting } from "../../capture/waiting/waiting.ts";
import { invalid } from "../../failures.ts";
import { several } from "../../flags/parsers.ts";
import { settingsOf, withServer } from "../../session/session.ts";
import { bookmarkKey } from "../../settings/bookmarks.ts";
import type { Settings } from "../../settings/settings.ts";
import { askKey, askText } from "../../terminal/ask.ts";
import { wrapLines } from "../../terminal/columns.ts";
import { count } from "../../terminal/numbers.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";

// A person's word on what the hooks took from sessions: nothing of it is on the server before.

interface ReviewFlags {
  readonly list?: boolean;
  readonly keep?: readonly string[];
  readonly drop?: readonly string[];
  readonly text?: string;
}

const ALL = "all";
const MIN_ID_CHARS = 4;

/** What these ids or starts of ids name. Throws `invalid_input`. */
function named(waiting: readonly Waiting[], ids: readonly string[]): readonly Waiting[] {
  return ids.flatMap((id) => {
    if (id === ALL) return waiting;
    const found = waiting.filter((item) => id.length >= MIN_ID_CHARS && item.id.startsWith(id));
    if (found.length === 1) return found;
    const what = found.length === 0 ? "Nothing waits with the id" : "More than one waits with the id";
    throw invalid(`${what} ${id}: recall memories review --list shows them`);
  });
}

const itemLines = ({ id, type, text, source }: Waiting, columns: number): readonly string[] =>
  wrapLines([`${id}  ${safeLine(type)}`, `  ${safeLine(text)}`, `  (${safeLine(source)})`], columns);

function listed(waiting: readonly Waiting[], others: number, columns: number): readonly string[] {
  const more =
    others === 0 ? [] : [`${count(others, "more waits", "more wait")} for other servers or workspaces.`];
  if (waiting.length === 0) return ["Nothing waits for your word.", ...more];
  const how = `${count(waiting.length, "waits", "wait")}: --keep ID, --drop ID, --keep all`;
  return [...waiting.flatMap((item) => itemLines(item, columns)), how, ...more];
}

interface Decision {
  readonly keep: readonly Waiting[];
  readonly drop: readonly Waiting[];
}

/** Does what was decided, and says so. What the server refuses goes on waiting. */
async function carryOut(
  context: CommandContext,
  settings: Settings,
  { keep, drop }: Decision,
): Promise<ExitCode> {
  await settle(context.env, drop);
  const { kept, failed } =
    keep.length === 0
      ? { kept: [], failed: [] }
      : await withServer(context, settings, (client) => keepWaiting(client, context.env, keep));
  for (const { item, message } of failed)
    context.terminal.err(`recall: ${item.id} still waits: ${safeLine(message)}\n`);
  const answer = { kept: kept.length, dropped: drop.length, failed: failed.length };
  print(context, answer, () => [`Kept ${kept.length}, dropped ${drop.length}.`]);
  return failed.length > 0 ? EXIT.nothingOrPartial : EXIT.ok;
}

const KEYS = { k: "keep", e: "edit, then keep", d: "drop", a: "keep all that are left", q: "quit" } as const;

/** Asks about one after the other until there is none left or the person has enough. */
async function askAll({ terminal }: CommandContext, waiting: readonly Waiting[]): Promise<Decision> {
  const keep: Waiting[] = [];
  const drop: Waiting[] = [];
  for (const [at, item] of waiting.entries()) {
    terminal.err(`\n${itemLines(item, terminal.columns).join("\n")}\n`);
    const key = (await askKey(`${at + 1} of ${waiting.length}`, KEYS)) ?? "q";
    if (key === "q") break;
    if (key === "a") return { keep: [...keep, ...waiting.slice(at)], drop };
    if (key === "d") drop.push(item);
    if (key === "k") keep.push(item);
    if (key === "e") {
      const text = await askText("What is to be remembered?", "", item.text);
      if (text !== undefined) keep.push({ ...item, text });
    }
  }
  return { keep, drop };
}

/** What the flags say; undefined: they say nothing. Throws `invalid_input`. */
function decisionOf(
  waiting: readonly Waiting[],
  { keep: toKeep = [], drop: toDrop = [], text }: ReviewFlags,
): Decision | undefined {
  if (toKeep.length + toDrop.length === 0 && text === undefined) return undefined;
  const dropped = named(waiting, toDrop);
  const kept = named(waiting, toKeep);
  const both = kept.find((item) => dropped.includes(item));
  if (both !== undefined && toDrop.includes(ALL) === toKeep.includes(ALL))
    throw invalid(`${both.id} is named with --keep and with --drop: name it with one of them`);
  // What is named by its id is meant, beside all others.
  const drop = toDrop.includes(ALL) ? dropped.filter((item) => !kept.includes(item)) : dropped;
  const keep = toKeep.includes(ALL) ? kept.filter((item) => !dropped.includes(item)) : kept;
  if (text === undefined) return { keep: [...new Set(keep)], drop: [...new Set(drop)] };
  const [only, another] = keep;
  if (only === undefined || another !== undefined)
    throw invalid("--text takes the place of one text: name it with --keep");
  return { keep: [{ ...only, text }], drop };
}

async function review(context: CommandContext, flags: ReviewFlags): Promise<ExitCode> {
  const settings = await settingsOf(context);
  const all = await readWaiting(context.env);
  const place = bookmarkKey(settings.url, settings.token);
  const waiting = all.filter((item) => item.place === place);
  const decision = decisionOf(waiting, flags);
  if (decision !== undefined) return carryOut(context, settings, decision);
  const { json } = context.flags;
  if (flags.list !== true && json !== true && context.terminal.canAsk && waiting.length > 0)
    return carryOut(context, settings, await askAll(context, waiting));
  const others = all.length - waiting.length;
  print(context, { waiting: waiting.map(({ place: _, ...item }) => item), others }, (columns) =>
    listed(waiting, others, columns),
  );
  return okIf(waiting.length > 0);
}

/** `recall memories review` */
export function addReview(command: Command, start: Parameters<ConfigureCommand>[1]): void {
  command
    .command("review")
    .description(
      "Shows what the hooks took from your sessions, to keep, edit or drop. It is on this machine alone until you keep it.",
    )
    .option("--list", "only list what waits")
    .option("--keep <id>", "remember it: its id or the start of it, or all; several times", several)
    .option("--drop <id>", "drop it for good: its id or the start of it, or all; several times", several)
    .option("--text <text>", "what the one that is kept says instead")
    .action(start(review));
}
