import { Option } from "commander";
import type { TokenRequest, TokenSummary } from "../../../workspaces/contract.ts";
import { type CommandContext, type ConfigureCommand, EXIT, type ExitCode, print } from "../../command.ts";
import { wholeNumber } from "../../flags/parsers.ts";
import { assertMinted, withHint, withOwner, withSession } from "../../session/session.ts";
import { renderTable } from "../../terminal/columns.ts";
import { hour, minute } from "../../terminal/numbers.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";

interface CreateFlags {
  readonly scope: TokenRequest["scope"];
  readonly workspace?: string;
  readonly label?: string;
  readonly expires?: number;
}

const SCOPES = ["read", "write", "admin", "owner"] as const satisfies readonly TokenRequest["scope"][];
/** The contract's longest life of a token, days. */
const MAX_DAYS = 3_650;

async function create(context: CommandContext, flags: CreateFlags): Promise<ExitCode> {
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
  print(context, answer, () => [token]);
  if (context.flags.json !== true)
    context.terminal.err(`Shown once: keep it. Its id is ${safeLine(String(answer.id))}.\n`);
  return EXIT.ok;
}

/** The column of labels, which are as long as people make them. */
const LABEL = 3;

/** The server keeps the hour of the last use, nothing finer. */
const lastUse = (iso: string | null): string => (iso === null ? "never" : `${hour(iso)} h`);

const stateOf = ({ revokedAt, expiresAt }: TokenSummary): string => {
  if (revokedAt !== null) return `revoked ${minute(revokedAt)}`;
  return expiresAt === null ? "" : `until ${minute(expiresAt)}`;
};

async function list(context: CommandContext): Promise<ExitCode> {
  const answer = await withOwner(context, (client) => client.tokens());
  return print(context, answer, (columns) => {
    const rows = answer.tokens.map((token) => [
      token.id,
      token.scope,
      token.workspace ?? "(all)",
      token.label,
      lastUse(token.lastUsedAt),
      stateOf(token),
    ]);
    const heading = ["id", "scope", "workspace", "label", "last used (UTC)", "ends"];
    return renderTable(heading, rows, { columns, cut: LABEL });
  });
}

async function revoke(context: CommandContext, id: string): Promise<ExitCode> {
  const answer = await withHint("not_found", "recall token list shows those there are, with their ids", () =>
    withOwner(context, (client) => client.revokeToken(id)),
  );
  return print(context, answer, () => [`Revoked ${safeLine(id)}.`]);
}

/** `recall token create|list|revoke` */
export const configure: ConfigureCommand = (command, start) => {
  command.description("Creates, lists and revokes the tokens of a workspace.");
  command
    .command("create")
    .description("Creates a token and prints it, this one time.")
    .addOption(new Option("--scope <scope>", "what it allows").choices([...SCOPES]).default("read"))
    .option("--workspace <slug>", "workspace it is for (with the owner's token)")
    .option("--label <text>", "what it is for")
    .option("--expires <days>", "days it lives", wholeNumber(1, MAX_DAYS, "days"))
    .action(start(create));
  command
    .command("list")
    .description(
      "Lists the workspace's tokens, or all tokens when the owner's token is at hand; never their text.",
    )
    .action(start(list));
  command
    .command("revoke")
    .description("Ends a token: nothing accepts it any more.")
    .argument("<id>", "the id that `token list` shows")
    .action(start(revoke));
};
