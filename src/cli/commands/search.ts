import { InvalidArgumentError, Option } from "commander";
import { DEFAULTS } from "../../config.ts";
import type { SearchAnswer, SearchRequest } from "../../contract/search.ts";
import { AppError } from "../../errors.ts";
import type { RecallClient, SearchWish } from "../client.ts";
import type { CommandContext, ConfigureCommand } from "../command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";

type Filters = NonNullable<SearchRequest["filters"]>;

export interface SearchFlags extends Filters {
  readonly limit?: number;
  readonly profile?: SearchRequest["profile"];
  readonly full?: boolean;
}

// The contract's own lists would bring its schema library into every start.
const PROFILES = ["edge", "keyword", "vector"] as const satisfies readonly SearchRequest["profile"][];
const KINDS = ["file", "memory"] as const satisfies readonly Filters["kind"][];

function limitOf(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= DEFAULTS.maxLimit) return limit;
  throw new InvalidArgumentError(`It is a number from 1 to ${DEFAULTS.maxLimit}.`);
}

/** The request for some words and flags; what no flag says is left to the server. */
export function searchWish(query: string, flags: SearchFlags): SearchWish {
  const { limit, profile, full, root, prefix, glob, kind, language, after, before } = flags;
  const filters = { root, prefix, glob, kind, language, after, before };
  const set = Object.entries(filters).filter(([, value]) => value !== undefined);
  return {
    query,
    ...(limit !== undefined && { limit }),
    ...(profile !== undefined && { profile }),
    ...(full === true && { view: "full" }),
    ...(set.length > 0 && { filters: Object.fromEntries(set) }),
  };
}

/** Whether a named root is none of the workspace's; asked only where nothing was found, and no failure of its own. */
async function isNoRoot(
  client: RecallClient,
  { hits }: SearchAnswer,
  root: string | undefined,
): Promise<boolean> {
  if (root === undefined || hits.length > 0) return false;
  try {
    const { roots } = await client.status();
    return !roots.some((known) => known.root === root.normalize("NFC"));
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

async function search(query: string, flags: SearchFlags, context: CommandContext): Promise<ExitCode> {
  const [{ withSession }, { renderHits }, { answerNotes }, { safeJson, safeLine }, { wrap }] =
    await Promise.all([
      import("../connect.ts"),
      import("../render/search-hits.ts"),
      import("../render/answer-notes.ts"),
      import("../render/terminal-safe.ts"),
      import("../render/columns.ts"),
    ]);
  const { terminal } = context;
  const { answer, noRoot } = await withSession(context, async ({ client }) => {
    const found = await client.search(searchWish(query, flags));
    const isAsked = context.flags.json !== true && found.outcome !== "unavailable";
    return { answer: found, noRoot: isAsked && (await isNoRoot(client, found, flags.root)) };
  });
  if (context.flags.json === true) {
    terminal.out(`${safeJson(answer)}\n`);
  } else {
    const hits = renderHits(answer, terminal);
    const notes = noRoot ? `There is no root ${safeLine(flags.root ?? "")}.` : answerNotes(answer);
    const tail = notes === undefined ? [] : wrap(notes, terminal.columns);
    const gap = hits.length > 0 && tail.length > 0 ? [""] : [];
    terminal.out([...hits, ...gap, ...tail].map((line) => `${line}\n`).join(""));
  }
  if (answer.outcome === "unavailable") return EXIT.unavailable;
  return answer.hits.length > 0 ? EXIT.ok : EXIT.nothingOrPartial;
}

/** `recall search <query…>` */
export const configureSearch: ConfigureCommand = (command, start) => {
  command
    .description('Finds passages by keyword and by meaning. "A phrase" in quotes must occur.')
    .argument("<query...>", "words, a question or an identifier")
    .option("-n, --limit <number>", "hits wanted", limitOf)
    .addOption(new Option("--profile <name>", "how to rank").choices([...PROFILES]))
    .option("--full", "print whole passages instead of their best lines")
    .option("--root <name>", "only this pushed folder")
    .option("--prefix <path>", "only paths that start so")
    .option("--glob <pattern>", "only paths that match: * within a part, ** across parts")
    .addOption(new Option("--kind <kind>", "only this kind").choices([...KINDS]))
    .option("--language <name>", "only documents in this language: markdown, typescript, …")
    .option("--after <date>", "only dated on or after: 7d, 2w, 3m, 1y ago, or an ISO date")
    .option("--before <date>", "only dated before: 7d, 2w, 3m, 1y ago, or an ISO date")
    .action((words: readonly string[], flags: SearchFlags) =>
      start((context) => search(words.join(" "), flags, context)),
    );
};
