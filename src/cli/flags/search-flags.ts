import { type Command, Option } from "commander";
import { DEFAULTS } from "../../config.ts";
import { PROFILES } from "../../search/contract/constants.ts";
import type { SearchRequest } from "../../search/contract/search.ts";
import { invalid } from "../failures.ts";
import type { SearchWish } from "../session/recall-client.ts";
import { jsonObject, type ProfileSettings, setting, several, share, wholeNumber } from "./parsers.ts";

type Filters = NonNullable<SearchRequest["filters"]>;

/** Flags that may come several times: any of their values will do. */
const LISTED = ["root", "prefix", "glob", "type", "tag", "language"] as const;

export interface SearchFlags extends Readonly<Partial<Record<(typeof LISTED)[number], readonly string[]>>> {
  readonly kind?: "file" | "memory";
  readonly after?: string;
  readonly before?: string;
  readonly filters?: Readonly<Record<string, unknown>>;
  readonly limit?: number;
  readonly profile?: SearchRequest["profile"];
  readonly set?: ProfileSettings;
  readonly minScore?: number;
  readonly minRelevance?: number;
  readonly session?: string;
  readonly onlySession?: boolean;
  readonly auto?: boolean;
  readonly expand?: boolean;
}

// The contract's own list would bring its schema library into every start.
const KINDS = ["file", "memory"] as const satisfies readonly Filters["kind"][];

/** Flags that say what to search and how to rank it: the same for every command that searches. */
export const addSearchFlags = (command: Command): Command =>
  addQuestionFlags(command).option(
    "--auto",
    "skip what needs no search: greetings, commands, a few words that ask nothing",
  );

/** The same for what a person asks, which is never to be skipped. */
export const addQuestionFlags = (command: Command): Command =>
  command
    .option("-n, --limit <number>", "number of hits", wholeNumber(1, DEFAULTS.maxLimit))
    .addOption(new Option("--profile <name>", "how to rank").choices([...PROFILES]))
    .option("--set <setting=value>", "change a setting of the profile for this search", setting)
    .option("--min-relevance <probability>", "relevance from 0 to 1 that a hit needs", share)
    .option("--min-score <score>", "score from 0 to 1 that a hit needs", share)
    .option("--session <id>", "the asking session, for session.bonus and --only-session")
    .option("--only-session", "only what that session remembered")
    .option("--expand", "let the text model rewrite the query first")
    .option(
      "--root <name>",
      "only this pushed folder; this and the next five may come several times",
      several,
    )
    .option("--prefix <path>", "only paths that start with this", several)
    .option("--glob <pattern>", "only paths that match: * within a part, ** across parts", several)
    .addOption(new Option("--kind <kind>", "only this kind").choices([...KINDS]))
    .option("--type <type>", "only memories of this type: decision, preference, …", several)
    .option("--tag <tag>", "only memories with this tag", several)
    .option("--language <name>", "only documents in this language: markdown, typescript, …", several)
    .option("--after <date>", "only dated on or after: 7d, 2w, 3m, 1y ago, or an ISO date")
    .option("--before <date>", "only dated before: 7d, 2w, 3m, 1y ago, or an ISO date")
    .option(
      "--filters <json>",
      'only what passes these too: {"metadata": {"status": "open"}}, with not, any and all',
      jsonObject,
    );

/** The request for some words and flags; what no flag says is left to the server. */
export function searchWish(query: string, flags: SearchFlags): SearchWish {
  const { limit, profile, set, minScore, minRelevance, session, auto, expand } = flags;
  const { kind, after, before } = flags;
  if (flags.onlySession === true && session === undefined)
    throw invalid("--only-session: name the session with --session");
  const inSession = flags.onlySession === true ? session : undefined;
  const listed = Object.fromEntries(LISTED.map((name) => [name, oneOf(flags[name])]));
  const named: Filters = given({ ...listed, kind, session: inSession, after, before });
  // What it says is for the server to read, which names what is wrong.
  const written = flags.filters as Filters | undefined;
  const filters =
    written && Object.keys(named).length > 0 ? { ...named, all: [written] } : (written ?? named);
  return {
    query,
    ...given({ limit, profile, settings: set, minScore, minRelevance, session, auto, expand }),
    ...(Object.keys(filters).length > 0 && { filters }),
  };
}

const oneOf = (values: readonly string[] | undefined): string | string[] | undefined =>
  values?.length === 1 ? values[0] : values && [...values];

/** The values that are there, for types whose properties may be absent but not undefined. */
const given = <Values extends Readonly<Record<string, unknown>>>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Values]?: Exclude<Values[Name], undefined>;
  };
