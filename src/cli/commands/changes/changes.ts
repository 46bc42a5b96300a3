import type { Change } from "../../../changes/contract.ts";
import type { ChangePage } from "../../../client/follow-changes.ts";
import { type CommandContext, type ConfigureCommand, EXIT, type ExitCode, print } from "../../command.ts";
import { wholeNumber } from "../../flags/parsers.ts";
import { withSession } from "../../session/session.ts";
import { safeJson, safeLine } from "../../terminal/terminal-safe.ts";

interface ChangesFlags {
  readonly since?: string;
  readonly follow?: boolean;
  readonly limit?: number;
}

/** The contract's largest page. */
const MAX_LIMIT = 1_000;

/** `2026-11-24T09:30:00.000Z  changed     notes:a.md` */
function changeLine({ at, change, kind, root, path, into }: Change): string {
  const place = kind === "entity" ? `entity ${path}` : `${root}:${path}`;
  return safeLine(`${at}  ${change.padEnd(10)}  ${place}${into === null ? "" : ` -> ${into}`}`);
}

/** A page as it comes: with `--json` one object a line, so that a program keeps the cursor of what it has dealt with. */
function show({ terminal, flags }: CommandContext, page: ChangePage): void {
  const lines = flags.json === true ? [safeJson(page)] : page.changes.map(changeLine);
  terminal.out(lines.map((line) => `${line}\n`).join(""));
}

/** All that there is by now, as one answer. */
async function list(context: CommandContext, pages: AsyncIterable<ChangePage>): Promise<ExitCode> {
  const changes: Change[] = [];
  let cursor: string | null = null;
  for await (const page of pages) {
    changes.push(...page.changes);
    cursor = page.cursor;
  }
  print(context, { changes, cursor }, () =>
    changes.length === 0 ? ["Nothing has changed."] : changes.map(changeLine),
  );
  if (context.flags.json !== true)
    context.terminal.err(`To go on from here: recall changes --since ${cursor}\n`);
  return EXIT.ok;
}

function changes(context: CommandContext, { since, follow = false, limit }: ChangesFlags): Promise<ExitCode> {
  return withSession(context, async ({ client }) => {
    const signal = context.interrupted();
    const pages = client.followChanges({ since, limit, untilNow: !follow, signal });
    if (!follow) return list(context, pages);
    for await (const page of pages) show(context, page);
    return EXIT.interrupted;
  });
}

/** `recall changes` */
export const configure: ConfigureCommand = (command, start) => {
  command
    .description(
      "What changed in the workspace, in order: documents, memories and entities made by hand, each with its latest change. With --follow and --json one object a page, whose cursor is for --since.",
    )
    .option("--since <place>", "a cursor of an earlier call, or an ISO time (default: everything)")
    .option("--follow", "go on with every change from then on, until Ctrl-C")
    .option("-n, --limit <number>", "changes of a page (default: 100)", wholeNumber(1, MAX_LIMIT))
    .action(start(changes));
};
