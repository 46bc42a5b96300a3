import { KINDS } from "../../../changes/kinds.ts";
import type { Webhook } from "../../../webhooks/contract.ts";
import { type CommandContext, type ConfigureCommand, EXIT, type ExitCode, print } from "../../command.ts";
import { invalid } from "../../failures.ts";
import { several } from "../../flags/parsers.ts";
import type { RecallClient } from "../../session/recall-client.ts";
import { withHint, withSession } from "../../session/session.ts";
import { renderTable, wrapLines } from "../../terminal/columns.ts";
import { minute } from "../../terminal/numbers.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";

interface AddFlags {
  readonly kind?: readonly Kind[];
  readonly root?: readonly string[];
  readonly since?: string;
}

async function add(context: CommandContext, url: string, { kind, root, since }: AddFlags): Promise<ExitCode> {
  const request = {
    url,
    ...(kind !== undefined && { kinds: [...kind] }),
    ...(root !== undefined && { roots: [...root] }),
    ...(since !== undefined && { since }),
  };
  const answer = await withSession(context, ({ client }) => client.addWebhook(request));
  print(context, answer, () => [safeLine(answer.secret)]);
  if (context.flags.json !== true)
    context.terminal.err(
      `Shown once: it verifies what is posted. The webhook's id is ${safeLine(answer.id)}.\n`,
    );
  return EXIT.ok;
}

function stateOf({ disabledReason, attempts, nextAt, deliveredAt }: Webhook): string {
  if (disabledReason !== null) return disabledReason.replaceAll("_", " ");
  if (attempts > 0) return `failing, again ${nextAt === null ? "soon" : minute(nextAt)}`;
  return deliveredAt === null ? "nothing posted yet" : `posted ${minute(deliveredAt)}`;
}

/** What a line of the table has no room for: what it wants, and why it fails. */
const moreOf = ({ kinds, roots, lastError }: Webhook): string =>
  [
    ...(kinds === null ? [] : [`kinds ${kinds.join(", ")}`]),
    ...(roots === null ? [] : [`roots ${roots.join(", ")}`]),
    ...(lastError === null ? [] : [lastError]),
  ].join("; ");

/** The column of addresses, which are as long as people make them. */
const URL_COLUMN = 1;

async function list(context: CommandContext): Promise<ExitCode> {
  const answer = await withSession(context, ({ client }) => client.webhooks());
  return print(context, answer, (columns) => {
    if (answer.webhooks.length === 0) return ["There is no webhook: recall webhook add <url> makes one."];
    const rows = answer.webhooks.map((webhook) => [webhook.id, webhook.url, stateOf(webhook)]);
    const [head = "", ...lines] = renderTable(["id", "url", "state (UTC)"], rows, {
      columns,
      cut: URL_COLUMN,
    });
    const more = answer.webhooks.map((webhook) => {
      const text = moreOf(webhook);
      return text === "" ? [] : wrapLines([safeLine(`  ${text}`)], columns);
    });
    return [head, ...lines.flatMap((line, at) => [line, ...(more[at] ?? [])])];
  });
}

/** Works on one webhook; a missing one is reported with a way to list them. */
const withOne = <Answer>(
  context: CommandContext,
  work: (client: RecallClient) => Promise<Answer>,
): Promise<Answer> =>
  withHint("not_found", "recall webhook list shows those there are, with their ids", () =>
    withSession(context, ({ client }) => work(client)),
  );

async function remove(context: CommandContext, id: string): Promise<ExitCode> {
  const answer = await withOne(context, (client) => client.removeWebhook(id));
  return print(context, answer, () => [`Removed ${safeLine(id)}.`]);
}

const setPaused =
  (paused: boolean) =>
  async (context: CommandContext, id: string): Promise<ExitCode> => {
    const answer = await withOne(context, (client) => client.pauseWebhook(id, paused));
    const what = paused ? "is paused; its place in the changes is kept" : "goes on where it was";
    return print(context, answer, () => [`${safeLine(id)} ${what}.`]);
  };

async function test(context: CommandContext, id: string): Promise<ExitCode> {
  const answer = await withOne(context, (client) => client.testWebhook(id));
  const { delivered, status, error, ms } = answer;
  print(context, answer, () => [
    delivered
      ? `It answered ${status} after ${ms} ms.`
      : `Not taken after ${ms} ms: ${safeLine(error ?? "")}.`,
  ]);
  return delivered ? EXIT.ok : EXIT.nothingOrPartial;
}

type Kind = (typeof KINDS)[number];

function severalKinds(text: string, before: readonly Kind[] = []): readonly Kind[] {
  const kind = KINDS.find((one) => one === text);
  if (kind === undefined) throw invalid(`--kind is one of: ${KINDS.join(", ")}`);
  return [...before, kind];
}

/** `recall webhook add|list|remove|pause|resume|test` */
export const configure: ConfigureCommand = (command, start) => {
  command.description("Has what changes in the workspace posted to addresses; needs a token of scope admin.");
  command
    .command("add")
    .description("Adds an address and prints the secret that verifies what is posted, this one time.")
    .argument("<url>", "https, port 443, a public name; this machine itself on a local server")
    .option("--kind <kind>", `only changes of a kind (${KINDS.join(", ")}); may be repeated`, severalKinds)
    .option("--root <name>", "only documents of this root; may be repeated", several)
    .option("--since <place>", "a cursor of `recall changes`, or an ISO time, to begin at (default: now)")
    .action(start(add));
  command
    .command("list")
    .description("Lists the webhooks, with what came of their last message.")
    .action(start(list));
  const ofOne = (name: string, description: string) =>
    command.command(name).description(description).argument("<id>", "the id that `webhook list` shows");
  ofOne("remove", "Removes a webhook.").action(start(remove));
  ofOne("pause", "Stops posting, and keeps the place in the changes.").action(start(setPaused(true)));
  ofOne("resume", "Goes on where it was, also after failures had stopped it.").action(
    start(setPaused(false)),
  );
  ofOne("test", "Posts a message that tells nothing, and says what was answered.").action(start(test));
};
