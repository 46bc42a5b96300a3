import { type Command, Option } from "commander";
import { parseDateFilter } from "../../../search/query/filters.ts";
import type { AccessEntry } from "../../../workspaces/access-log/contract.ts";
import { Door } from "../../../workspaces/contract.ts";
import { type CommandContext, EXIT, type ExitCode, print, type Start } from "../../command.ts";
import { wholeNumber } from "../../flags/parsers.ts";
import type { RecallClient } from "../../session/recall-client.ts";
import { withOwner, withSession } from "../../session/session.ts";
import { renderTable } from "../../terminal/columns.ts";
import { minute } from "../../terminal/numbers.ts";

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
}

/** The contract's longest page. */
const MAX_LIMIT = 1_000;
const USUAL_LIMIT = 50;
/** The column of routes. */
const ROUTE = 4;

const instant = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : new Date(parseDateFilter(text, Date.now())).toISOString();

/** Every page that the filters leave, an entry a line of JSON. */
async function printLines(
  client: RecallClient,
  filters: Readonly<Record<string, string | undefined>>,
  { terminal }: CommandContext,
): Promise<ExitCode> {
  let cursor: string | undefined;
  do {
    const { entries, next } = await client.accessLog({ ...filters, limit: MAX_LIMIT, cursor });
    for (const entry of entries) terminal.out(`${JSON.stringify(entry)}\n`);
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  return EXIT.ok;
}

const rowOf = ({ at, workspace, token, door, route, outcome, requests, address }: AccessEntry): string[] => [
  ...[minute(at), workspace ?? "(owner)", token, door, route],
  ...[outcome, requests === 1 ? "" : String(requests), address],
];

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
    .action(start(access));
};
