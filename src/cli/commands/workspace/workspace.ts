import { hostname } from "node:os";
import { join } from "node:path";
import { DEFAULTS } from "../../../config.ts";
import { QUOTAS } from "../../../contract/quotas.ts";
import { AppError } from "../../../errors.ts";
import type { QuotasRequest } from "../../../workspaces/limits/contract.ts";
import { type CommandContext, type ConfigureCommand, type ExitCode, print } from "../../command.ts";
import { invalid } from "../../failures.ts";
import { wholeNumber } from "../../flags/parsers.ts";
import { moveText } from "../../render/moves.ts";
import { shareOf } from "../../render/quotas.ts";
import type { RecallClient } from "../../session/recall-client.ts";
import { assertMinted, withHint, withOwner } from "../../session/session.ts";
import { CONFIG_FILE, writeFound } from "../../settings/config-file.ts";
import { userConfigFolder } from "../../settings/config-folder.ts";
import type { Settings } from "../../settings/settings.ts";
import { askText, confirmDeletion } from "../../terminal/ask.ts";
import { renderTable } from "../../terminal/columns.ts";
import { patiently } from "../../terminal/progress-line.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";
import { move } from "./move.ts";

/** The contract's longest name. */
const MAX_NAME_CHARS = 100;
const MAX_NAMED = 5;
/** The contract's. */
const MAX_QUOTA = 1e12;
/** As many databases as a deployment may have. */
const MAX_DATABASE = 9_999;

const done = (context: CommandContext, answer: unknown, lines: readonly string[]): ExitCode =>
  print(context, answer, () => lines.map(safeLine));

async function create(context: CommandContext, slug: string, { name }: { readonly name?: string }) {
  const request = { slug, ...(name !== undefined && { name }) };
  const answer = await withOwner(context, (client) => client.createWorkspace(request));
  return done(context, answer, [`Created ${slug}. Work in it with \`recall workspace use ${slug}\`.`]);
}

interface QuotaFlags extends QuotasRequest {
  readonly reset?: boolean;
}

const OF_THE_SERVER = Object.fromEntries(QUOTAS.map((quota) => [quota, null]));

/** Those that are not named stay as they are: without any it only shows them. */
async function quotas(
  context: CommandContext,
  slug: string,
  { reset = false, ...own }: QuotaFlags,
): Promise<ExitCode> {
  const changes = reset ? { ...OF_THE_SERVER, ...own } : own;
  const answer = await withWorkspace(context, (client) => client.changeQuotas(slug, changes));
  const lines = QUOTAS.map(
    (quota) => `  ${shareOf({ quota, used: answer.used[quota], allowed: answer[quota] })}`,
  );
  return done(context, answer, [`${slug} has:`, ...lines]);
}

async function list(context: CommandContext): Promise<ExitCode> {
  const answer = await withOwner(context, (client) => client.workspaces());
  // Of one database there is nothing to say.
  const areApart = answer.workspaces.some((one) => one.database > 1 || one.move !== undefined);
  const rows = answer.workspaces.map((one) => [
    ...[one.slug, one.name, String(one.documents), one.createdAt],
    ...(areApart
      ? [one.move === undefined ? String(one.database) : `${one.database} (${moveText(one.move)})`]
      : []),
  ]);
  const fit = { columns: context.terminal.columns, cut: 1 };
  const columns = ["workspace", "name", "documents", "made", ...(areApart ? ["database"] : [])];
  return done(context, answer, renderTable(columns, rows, fit));
}

/** The part of a token that `token list` shows: rcl_<key id>.<token id>.… */
const tokenId = (token: string | undefined): string | undefined =>
  /^rcl_[^.]{1,64}\.([^.]{1,64})\./.exec(token ?? "")?.[1];

/**
 * Revokes the token that an earlier `workspace use` on this machine kept in the same place: nobody has it any more.
 * One with another name is left alone, and one that minted others, which would end with it. A failure is reported; the new
 * token is kept by then.
 */
async function revokeReplaced(
  client: RecallClient,
  { token, name }: { readonly token: string | undefined; readonly name: string },
  { terminal }: CommandContext,
): Promise<void> {
  const id = tokenId(token);
  if (id === undefined) return;
  try {
    const { tokens } = await client.tokens();
    const good = tokens.filter(({ revokedAt }) => revokedAt === null);
    const isOurs = good.some((one) => one.id === id && one.name === name);
    if (isOurs && !good.some(({ parent }) => parent === id)) await client.revokeToken(id);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    terminal.err(`recall: the token before, ${id}, is still good: ${safeLine(error.message)}\n`);
  }
}

/** Works with the owner's token on one workspace; a missing workspace is reported with a way to list them. */
async function withWorkspace<T>(
  context: CommandContext,
  work: (client: RecallClient, settings: Settings) => Promise<T>,
): Promise<T> {
  return withHint("not_found", "recall workspace list shows those there are", () => withOwner(context, work));
}

/** Mints an admin token for the workspace and keeps it where the owner's token was found, else in the user's folder. */
async function use(context: CommandContext, slug: string): Promise<ExitCode> {
  const name = `recall on ${hostname()}`.slice(0, MAX_NAME_CHARS);
  const request = { scope: "admin", workspace: slug, name, expiresInDays: DEFAULTS.keptTokenDays } as const;
  const file = await withWorkspace(context, async (client, { url, config }) => {
    const token = assertMinted((await client.createToken(request)).token);
    const target = config ?? { file: join(userConfigFolder(context.env), CONFIG_FILE) };
    await writeFound(target, { url, ...config?.config, token });
    await revokeReplaced(client, { token: config?.config?.token, name }, context);
    return target.file;
  });
  return done(context, { workspace: slug, config: file }, [`Now working in ${slug} (kept in ${file}).`]);
}

async function confirm(slug: string, yes: string | undefined, { terminal }: CommandContext): Promise<void> {
  const ask = async () => askText(`Everything in ${slug} will be deleted. Its name again:`, slug);
  await confirmDeletion({ name: slug, yes, ask: terminal.canAsk ? ask : undefined });
}

async function isInUse(client: RecallClient, slug: string, { token, config }: Settings): Promise<boolean> {
  const id = tokenId(config?.config?.token ?? token);
  if (id === undefined) return false;
  const { tokens } = await client.tokens();
  return tokens.some((one) => one.id === id && one.workspace === slug);
}

/** What to do once the workspace in use is deleted: every other command would end for want of one. */
async function goOn(client: RecallClient, slug: string, { config }: Settings): Promise<string> {
  const recall = config?.at === undefined ? "recall" : `recall --at ${config.at}`;
  const { workspaces } = await client.workspaces();
  const others = workspaces.map((one) => one.slug).filter((other) => other !== slug);
  const [only] = others;
  if (only === undefined) return `\`${recall} workspace create <name>\` makes another`;
  if (others.length === 1) return `\`${recall} workspace use ${only}\` goes on with the other`;
  const more = others.length > MAX_NAMED ? " and more" : "";
  return `\`${recall} workspace use <name>\` goes on with another: ${others.slice(0, MAX_NAMED).join(", ")}${more}`;
}

async function remove(context: CommandContext, slug: string, flags: { readonly yes?: string }) {
  await confirm(slug, flags.yes, context);
  const { answer, next } = await patiently(context.terminal, `deleting ${slug}`, () =>
    withWorkspace(context, async (client, settings) => {
      // Asked first: once it is deleted, nothing may look like a failure of that.
      const wasInUse = await isInUse(client, slug, settings);
      const goingOn = wasInUse ? await goOn(client, slug, settings) : undefined;
      return { answer: await client.deleteWorkspace(slug), next: goingOn };
    }),
  );
  const lines = next === undefined ? [] : [`It was the one in use here: ${next}.`];
  return done(context, answer, [`Deleted ${slug}.`, ...lines]);
}

/** A workspace's short name as the contract has it; what is printed back is then plain text. */
function slugOf(text: string): string {
  if (/^[a-z0-9](?:[a-z0-9-]{0,46}[a-z0-9])?$/.test(text)) return text;
  throw invalid("A workspace's name has lower-case letters, digits and inner dashes, at most 48");
}

const amount = wholeNumber(0, MAX_QUOTA);

/** `recall workspace create|quotas|list|move|use|delete` */
export const configure: ConfigureCommand = (command, start) => {
  command.description(
    "Creates, lists, limits, moves, chooses and deletes workspaces; needs the owner's token.",
  );
  command
    .command("create")
    .description("Creates a workspace.")
    .argument("<slug>", "short name: lower-case letters, digits, dashes", slugOf)
    .option("--name <text>", "name for people")
    .action(start(create));
  command
    .command("quotas")
    .description("Shows what a workspace has and may have, and sets what is named; 0 is no limit.")
    .argument("<slug>", "the workspace", slugOf)
    .option("--bytes <n>", "bytes of text", amount)
    .option("--documents <n>", "documents, memories among them", amount)
    .option("--memories <n>", "memories", amount)
    .option("--tokens <n>", "tokens that have not ended", amount)
    .option("--model-calls <n>", "model calls a day (UTC)", amount)
    .option("--reset", "what is not named is as the server has it again")
    .action(start(quotas));
  command.command("list").description("Lists the workspaces.").action(start(list));
  command
    .command("move")
    .description("Moves a workspace to another database, and shows how far it is.")
    .argument("<slug>", "the workspace", slugOf)
    .option("--to <n>", "number of the database, as recall status lists them", wholeNumber(1, MAX_DATABASE))
    .option("--stop", "has the move undone, which is possible until the other database takes over")
    .action(start(move));
  command
    .command("use")
    .description("Creates an admin token for a workspace and keeps it in the configuration.")
    .argument("<slug>", "the workspace", slugOf)
    .action(start(use));
  command
    .command("delete")
    .description("Deletes a workspace and everything in it.")
    .argument("<slug>", "the workspace", slugOf)
    .option("--yes <slug>", "its name again, instead of being asked")
    .action(start(remove));
};
