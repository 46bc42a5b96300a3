import { type Command, Option } from "commander";
import { instant } from "../../flags/parsers.ts";
import type { AccessCheck, AccessEntry } from "../../../workspaces/access-log/contract.ts";
import { Door } from "../../../workspaces/contract.ts";
import { type CommandContext, EXIT, type ExitCode, okIf, print, type Start } from "../../command.ts";
import { wholeNumber } from "../../flags/parsers.ts";
import type { RecallClient } from "../../session/recall-client.ts";
import { withOwner, withSession } from "../../session/session.ts";
import { renderTable, wrapLines } from "../../terminal/columns.ts";
import { count, minute } from "../../terminal/numbers.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";

interface AccessFlags {
  readonly by?: string;
  readonly door?: string;
  readonly route?: string;
  readonly outcome?: string;
  readonly since?: string;
  readonly before?: string;
  readonly workspace?: string;
  readonly all?: boolean;
  readonly limit?: number;
  readonly lines?: boolean;
  readonly check?: boolean;
}

/** The contract's longest page. */
const MAX_LIMIT = 1_000;
const USUAL_LIMIT = 50;
/** The column of routes. */
const ROUTE = 4;

/** Every page that the filters leave, an entry a line of JSON. */
async function printLines(
  client: RecallClient,
  filters: Readonly<Record<string, string | undefined>>,
  { terminal }: CommandContext,
): Promise<ExitCode> {
  let cursor: string | undefined;
  do {
    const { entries, nextCursor } = await client.accessLog({ ...filters, limit: MAX_LIMIT, cursor });
    for (const entry of entries) terminal.out(`${JSON.stringify(entry)}\n`);
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  return EXIT.ok;
}

const rowOf = ({ at, workspace, token, door, route, outcome, requests, address }: AccessEntry): string[] => [
  ...[minute(at), workspace ?? "(owner)", token, door, route],
  ...[outcome, requests === 1 ? "" : String(requests), address],
];

interface Chain {
  readonly workspace: string | null;
  readonly checked: number;
  readonly broken: AccessCheck["broken"];
}

/** One chain, to its end. */
async function checkChain(client: RecallClient, workspace?: string): Promise<Chain> {
  let chain: Chain = { workspace: null, checked: 0, broken: [] };
  for (let cursor: string | undefined; ; ) {
    const page = await client.checkAccessLog({ workspace, cursor });
    chain = {
      workspace: page.workspace,
      checked: chain.checked + page.checked,
      broken: [...chain.broken, ...page.broken],
    };
    if (page.nextCursor === null) return chain;
    cursor = page.nextCursor;
  }
}

/** The chains that the token at hand may check: with `--all` the owner's, and every workspace's. */
async function checkChains(client: RecallClient, { all, workspace }: AccessFlags): Promise<readonly Chain[]> {
  if (all !== true) return [await checkChain(client, workspace)];
  const chains = [await checkChain(client)];
  for (const { slug } of (await client.workspaces()).workspaces) chains.push(await checkChain(client, slug));
  return chains;
}

const chainLines = ({ workspace, checked, broken }: Chain): string[] => [
  `${workspace ?? "(owner)"}: ${count(checked, "entry", "entries")}, ${broken.length === 0 ? "none changed or removed" : "NOT as they were written:"}`,
  ...broken.map(({ seq, problem }) => `  entry ${seq}: ${problem}`),
];

async function check(context: CommandContext, client: RecallClient, flags: AccessFlags): Promise<ExitCode> {
  const chains = await checkChains(client, flags);
  print(context, { chains }, (columns) => wrapLines(chains.flatMap(chainLines).map(safeLine), columns));
  return okIf(chains.every(({ broken }) => broken.length === 0));
}

async function access(context: CommandContext, flags: AccessFlags): Promise<ExitCode> {
  const { by: token, door, route, outcome, workspace, limit = USUAL_LIMIT } = flags;
  const filters = {
    token,
    door,
    route,
    outcome,
    workspace,
    from: instant(flags.since),
    to: instant(flags.before),
  };
  const work = async (client: RecallClient): Promise<ExitCode> => {
    if (flags.check === true) return check(context, client, flags);
    if (flags.lines === true) return printLines(client, filters, context);
    const answer = await client.accessLog({ ...filters, limit });
    return print(context, answer, (columns) => {
      const heading = ["at (UTC)", "workspace", "token", "door", "request", "outcome", "times", "network"];
      return renderTable(heading, answer.entries.map(rowOf), { columns, cut: ROUTE });
    });
  };
  if (flags.all === true || workspace !== undefined) return withOwner(context, work);
  return withSession(context, ({ client }) => work(client));
}

/** `recall log access` */
export const configureAccess = (command: Command, start: Start): void => {
  command
    .command("access")
    .description(
      "Lists who did what, newest first: requests by token, door, route, outcome and network. For admins.",
    )
    .option("--by <id>", "only of the token with this id")
    .addOption(new Option("--door <door>", "only by this door").choices([...Door.options]))
    .option("--route <start>", "only requests that begin so: 'POST /v1/search', mcp")
    .option("--outcome <code>", "only with this outcome: ok, or an error code")
    .option("--since <date>", "from then on: 7d, 2w, 3m, 1y ago, or an ISO date")
    .option("--before <date>", "up to then")
    .option("--workspace <slug>", "of this workspace (with the owner's token)")
    .option("--all", "of all workspaces (with the owner's token)")
    .option("-n, --limit <number>", "lines (default: 50)", wholeNumber(1, MAX_LIMIT))
    .option("--lines", "all of it, an entry a line of JSON")
    .addOption(
      new Option(
        "--check",
        "whether no entry was changed or removed; with --all the owner's own and every workspace's",
      ).conflicts(["by", "door", "route", "outcome", "since", "before", "limit", "lines"]),
    )
    .action(start(access));
};
