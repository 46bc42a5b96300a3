import type { Command } from "commander";
import type { AnyHit } from "../../../search/contract/hits.ts";
import type { SearchAnswer } from "../../../search/contract/search.ts";
import {
  type CommandContext,
  type ConfigureCommand,
  type ExitCode,
  okIf,
  type Start,
} from "../../command.ts";
import { invalid } from "../../failures.ts";
import { addSearchFlags, type SearchFlags, searchWish } from "../../flags/search-flags.ts";
import { addViewFlags, checkFormat, formatOf, type ViewFlags, viewWish } from "../../flags/view-flags.ts";
import type { PushedFolder } from "../../pushed/kept-folders.ts";
import { reportOthers, withFreshness } from "../../pushed/report-stale.ts";
import { sendLost, syncFolders } from "../../pushed/sync-folders.ts";
import type { FormatName } from "../../render/formats/table.ts";
import { printAnswer } from "../../render/print-answer.ts";
import type { RecallClient } from "../../session/recall-client.ts";
import { noTypeNote, settingsOf, withServer } from "../../session/session.ts";
import { modelNote } from "../../settings/model-note.ts";
import type { Settings } from "../../settings/settings.ts";
import { patiently } from "../../terminal/progress-line.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";
import { interactiveSearch } from "./interactive/interactive-search.ts";
import { renderExplain } from "./trace.ts";

/** A note about a type in the flags that does not exist; of a root that does not, the answer itself says so. */
const noSuchNote = async (
  client: RecallClient,
  { hits, unknownRoots = [] }: SearchAnswer<AnyHit>,
  { type = [] }: Pick<SearchFlags, "type">,
): Promise<string | undefined> =>
  noTypeNote(client, type.length === 1 ? type[0] : undefined, hits.length === 0 && unknownRoots.length === 0);

const BRACES = /\{[^{}]{0,200},[^{}]{0,200}\}/;

const bracesNote = ({ outcome }: SearchAnswer<AnyHit>, globs: readonly string[] = []): string | undefined =>
  outcome === "nothing_found" && globs.some((glob) => BRACES.test(glob))
    ? "Nothing found: a glob knows no {…,…}, so ask once for each of them."
    : undefined;

type Flags = SearchFlags &
  ViewFlags & {
    readonly explain?: boolean;
    readonly sync?: boolean;
    readonly cursor?: string;
    readonly symbol?: string;
  };

interface Synced {
  readonly settings: Settings;
  /** What a sync leaves to be compared with the server; undefined: none was asked for. */
  readonly unchanged: readonly PushedFolder[] | undefined;
}

/** The settings, once what changed on this machine is pushed, where flag or configuration ask for that. */
async function synced(context: CommandContext, flags: Flags): Promise<Synced> {
  const settings = await settingsOf(context);
  if (!(flags.sync ?? settings.config?.config?.sync === "onSearch"))
    return { settings, unchanged: undefined };
  return { settings, unchanged: await syncFolders(context, settings, flags.root) };
}

/** Searches, and once more where the answer's version led to a push of what the server had lost. */
async function searchSynced<Found extends { readonly found: SearchAnswer<AnyHit> }>(
  context: CommandContext,
  { settings, unchanged }: Synced,
  ask: () => Promise<Found>,
): Promise<Found> {
  const first = await ask();
  if (unchanged === undefined) return first;
  const { version, indexedAt } = first.found.index;
  if (indexedAt === null && unchanged.length === 0) await reportOthers(context, settings);
  return (await sendLost(context, settings, { folders: unchanged, version })) ? ask() : first;
}

/** What is said of a server without a model, to whoever reads the answer's notes. */
const modelNoteOf = async (
  { env }: CommandContext,
  { url }: Settings,
  { answer, format }: { readonly answer: SearchAnswer<AnyHit>; readonly format: FormatName },
): Promise<string | undefined> =>
  format === "json" || answer.outcome === "skipped"
    ? undefined
    : modelNote(env, { url, embedder: answer.index.embedder });

async function search(context: CommandContext, query: string, flags: Flags): Promise<ExitCode> {
  const { terminal } = context;
  const format = formatOf(flags, context.flags.json);
  const sync = await synced(context, flags);
  const { settings } = sync;
  const searching = async (client: RecallClient) => {
    const explain = flags.explain === true && { explain: true };
    const cursor = flags.cursor !== undefined && { cursor: flags.cursor };
    const wish = { ...searchWish(query, flags), ...viewWish(flags), ...explain, ...cursor };
    const found = await client.search(wish);
    return { found, noSuch: format === "json" ? undefined : await noSuchNote(client, found, flags) };
  };
  const { found: plain, noSuch } = await searchSynced(context, sync, () =>
    patiently(terminal, "searching", () => withServer(context, settings, searching)),
  );
  const fresh = await withFreshness(context, settings, { answer: plain, format });
  // What defines the name is what was asked for, however little its words say.
  const isDefined = flags.symbol !== undefined && fresh.hits.length > 0;
  const answer = isDefined ? { ...fresh, confidence: "high" as const } : fresh;
  const note = noSuch ?? bracesNote(answer, flags.glob);
  const instead = note === undefined ? undefined : safeLine(note);
  const noModel = await modelNoteOf(context, settings, { answer, format });
  printAnswer(answer, { terminal, format, budget: flags.budget, instead, modelNote: noModel });
  if (answer.explain !== undefined && format !== "json") {
    const trace = ["", ...renderExplain(answer, terminal.columns)].map((line) => `${line}\n`).join("");
    // Beside data that a program reads, the steps go to stderr.
    (format === "lines" ? terminal.out : terminal.err)(trace);
  }
  return okIf(answer.hits.length > 0);
}

/** The flags that say how hits are printed, or what a person at the terminal would skip. */
const PRINTS = [
  "full",
  "compact",
  "digest",
  "budget",
  "format",
  "explain",
  "auto",
  "json",
  "cursor",
] as const;

/** Search while a query is typed, where a person sits at the terminal; elsewhere a query is missing. */
async function searchInteractively(command: Command, flags: Flags, start: Start): Promise<void> {
  const given: Readonly<Record<string, unknown>> = command.optsWithGlobals();
  const isAsked = !PRINTS.some((name) => given[name] !== undefined);
  const { stdin, stdout } = process;
  const { TERM } = process.env;
  if (!isAsked || stdin.isTTY !== true || stdout.isTTY !== true || TERM === "dumb")
    return command.error("error: missing required argument 'query'", { code: "commander.missingArgument" });
  return start(async (context) => {
    const { settings } = await synced(context, flags);
    return interactiveSearch({ context, settings, flags });
  })();
}

/** What a symbol's definition is found by. */
const DEFINITIONS = { "definition.weight": 0.5, "definition.only": true } as const;

function searchSymbol(name: string, words: readonly string[], flags: Flags, start: Start): Promise<void> {
  if (words.length > 0) throw invalid("--symbol NAME stands instead of a query");
  if (!/^\S{1,200}$/.test(name)) throw invalid("--symbol takes one name, such as openSession");
  return start(search)(name, { ...flags, set: { ...DEFINITIONS, ...flags.set } });
}

/** `recall search [query…]` */
export const configure: ConfigureCommand = (command, start) => {
  addViewFlags(addSearchFlags(command))
    .description(
      'Finds passages by keyword and by meaning. "A phrase" in quotes must occur. Without a query, in a terminal: type, see hits, open them.',
    )
    .argument("[query...]", "words, a question or an identifier")
    .option("--symbol <name>", "only code that defines this function, class, type or value")
    .option("--cursor <text>", "the hits behind those of an answer: its `nextCursor`, which --json prints")
    .option("--sync", "first push what changed in the folders that this machine has pushed")
    .option("--no-sync", "do not, although the configuration says so")
    .option("--explain", "print every step of the ranking, and each hit's rank and score after it")
    .action((words: readonly string[], flags: Flags) => {
      checkFormat(command, flags);
      if (flags.symbol !== undefined) return searchSymbol(flags.symbol, words, flags, start);
      if (words.length === 0) return searchInteractively(command, flags, start);
      return start(search)(words.join(" "), flags);
    });
};
