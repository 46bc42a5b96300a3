import { setTimeout as delay } from "node:timers/promises";
import { AppError } from "../../../errors.ts";
import type { MoveAnswer } from "../../../moves/contract.ts";
import { type CommandContext, type ExitCode, print } from "../../command.ts";
import { invalid } from "../../failures.ts";
import type { RecallClient } from "../../session/recall-client.ts";
import { withHint, withOwner } from "../../session/session.ts";
import { progressLine } from "../../terminal/progress-line.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";

/** Between two looks, milliseconds: a move takes seconds to hours. */
const LOOK_MS = 1_000;

interface MoveFlags {
  readonly to?: number;
  readonly stop?: boolean;
}

type Moving = NonNullable<MoveAnswer["move"]>;

const WHAT: Readonly<Record<Moving["phase"], string>> = {
  copy: "copying",
  catch_up: "catching up",
  switch: "handing over",
  verify: "checking",
  empty: "moved",
  stopping: "undoing",
};

/** What a move is at, and why it is not further. */
function whatOf({ phase, table, error }: Moving): string {
  const what = table === null ? WHAT[phase] : `${WHAT[phase]} ${table}`;
  return safeLine(error === null ? `${what}, rows` : `${what} (${error}), rows`);
}

/** Looks until the workspace is where it is to be; what is left in its old database goes by itself. */
async function watchMove(
  client: Pick<RecallClient, "move">,
  slug: string,
  { terminal, interrupted }: CommandContext,
): Promise<MoveAnswer> {
  const progress = progressLine(terminal);
  const signal = interrupted();
  try {
    for (;;) {
      const answer = await client.move(slug);
      const { move } = answer;
      if (move === null || move.phase === "empty") return answer;
      if (move.phase === "verify" && move.error !== null) throw new AppError("internal", move.error);
      progress.update(whatOf(move), move.rows);
      await delay(LOOK_MS, undefined, { signal });
    }
  } finally {
    progress.end();
  }
}

function linesOf({ workspace, database, move }: MoveAnswer): readonly string[] {
  if (move?.phase !== "empty") return [`${workspace} lives in database ${database}; no move is under way.`];
  return [
    `${workspace} lives in database ${database}. What it left in database ${move.from} is deleted within the hour.`,
  ];
}

/** `recall workspace move`: shows how far a move is done; with `--to` it begins one, with `--stop` it has one undone. */
export async function move(
  context: CommandContext,
  slug: string,
  { to, stop = false }: MoveFlags,
): Promise<ExitCode> {
  if (stop && to !== undefined) throw invalid("--to begins a move and --stop ends one: give one of both");
  const answer = await withHint("not_found", "recall workspace list shows those there are", () =>
    withOwner(context, async (client) => {
      if (to !== undefined) await client.moveWorkspace(slug, to);
      if (stop) await client.stopMove(slug);
      return watchMove(client, slug, context);
    }),
  );
  return print(context, answer, () => linesOf(answer).map(safeLine));
}
