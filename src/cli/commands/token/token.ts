import { InvalidArgumentError, Option } from "commander";
import type { TokenRequest, TokenSummary } from "../../../contract/admin.ts";
import type { CommandContext, ConfigureCommand } from "../../command.ts";
import { EXIT, type ExitCode } from "../../exit-codes.ts";
import { assertMinted } from "../../session/minted-token.ts";
import { withHint, withOwner, withSession } from "../../session/session.ts";
import { renderTable } from "../../terminal/table.ts";
import { safeJson, safeLine } from "../../terminal/terminal-safe.ts";

interface CreateFlags {
  readonly scope: TokenRequest["scope"];
  readonly workspace?: string;
  readonly label?: string;
  readonly expires?: number;
}

const SCOPES = ["read", "write", "admin", "owner"] as const satisfies readonly TokenRequest["scope"][];
/** The contract's longest life of a token, days. */
const MAX_DAYS = 3_650;

function daysOf(text: string): number {
  const days = Number(text);
  if (Number.isInteger(days) && days >= 1 && days <= MAX_DAYS) return days;
  throw new InvalidArgumentError(`It is a number of days from 1 to ${MAX_DAYS}.`);
}

async function create(flags: CreateFlags, context: CommandContext): Promise<ExitCode> {
  const { scope, workspace, label = "", expires } = flags;
  const request = {
    scope,
    label,
    ...(workspace !== undefined && { workspace }),
    ...(expires !== undefined && { expiresInDays: expires }),
  };
  const needsOwner = workspace !== undefined || scope === "owner";
  const answer = needsOwner
    ? await withOwner(context, (client) => client.createToken(request))
    : await withSession(context, ({ client }) => client.createToken(request));
  const token = assertMinted(answer.token);
  context.terminal.out(context.flags.json === true ? `${safeJson(answer)}\n` : `${token}\n`);
  if (context.flags.json !== true)
    context.terminal.err(`Shown once: keep it. Its id is ${safeLine(String(answer.id))}.\n`);
  return EXIT.ok;
}

/** The column of what a token is for, which is as long as somebody made it. */
const LABEL = 3;
/** The minute of an ISO time, UTC. */
const MINUTE = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
/** The hour: when a token was last used is kept no finer. */
const HOUR = /^\d{4}-\d\d-\d\dT\d\d/;

const shortTime = (iso: string): string => MINUTE.exec(iso)?.[0].replace("T", " ") ?? iso;

const lastUse = (iso: string | null): string => {
  if (iso === null) return "never";
  const hour = HOUR.exec(iso)?.[0].replace("T", " ");
  return hour === undefined ? iso : `${hour} h`;
};

const stateOf = ({ revokedAt, expiresAt }: TokenSummary): string => {
  if (revokedAt !== null) return `revoked ${shortTime(revokedAt)}`;
  return expiresAt === null ? "" : `until ${shortTime(expiresAt)}`;
};

async function list(context: CommandContext): Promise<ExitCode> {
  const answer = await withOwner(context, (client) => client.tokens());
  const rows = answer.tokens.map((token) => [
    token.id,
    token.scope,
    token.workspace ?? "(all)",
    token.label,
    lastUse(token.lastUsedAt),
    stateOf(token),
  ]);
  const table = renderTable(["id", "scope", "workspace", "label", "last used (UTC)", "ends"], rows, {
    columns: context.terminal.columns,
    cut: LABEL,
  });
  context.terminal.out(context.flags.json === true ? `${safeJson(answer)}\n` : `${table.join("\n")}\n`);
  return EXIT.ok;
}

async function revoke(id: string, context: CommandContext): Promise<ExitCode> {
  const answer = await withHint("not_found", "recall token list shows those there are, with their ids", () =>
    withOwner(context, (client) => client.revokeToken(id)),
  );
  context.terminal.out(context.flags.json === true ? `${safeJson(answer)}\n` : `Revoked ${safeLine(id)}.\n`);
  return EXIT.ok;
}

/** `recall token create|list|revoke` */
export const configure: ConfigureCommand = (command, start) => {
  command.description("Makes, lists and revokes the tokens of a workspace.");
  command
    .command("create")
    .description("Makes a token and prints it, this one time.")
    .addOption(new Option("--scope <scope>", "what it allows").choices([...SCOPES]).default("read"))
    .option("--workspace <slug>", "workspace it is for (with the owner's token)")
    .option("--label <text>", "what it is for")
    .option("--expires <days>", "days it lives", daysOf)
    .action((flags: CreateFlags) => start((context) => create(flags, context)));
  command
    .command("list")
    .description(
      "Lists the workspace's tokens, with the owner's token at hand all of them; never their text.",
    )
    .action(() => start(list));
  command
    .command("revoke")
    .description("Makes a token worthless.")
    .argument("<id>", "the id that `token list` shows")
    .action((id: string) => start((context) => revoke(id, context)));
};
