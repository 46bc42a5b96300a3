import { hostname } from "node:os";
import { join } from "node:path";
import { Option } from "commander";
import type { TokenRequest, TokenSummary } from "../../../workspaces/contract.ts";
import type { SignInSummary } from "../../../workspaces/sign-ins/contract.ts";
import { type CommandContext, type ConfigureCommand, EXIT, type ExitCode, print } from "../../command.ts";
import { invalid } from "../../failures.ts";
import { several, wholeNumber } from "../../flags/parsers.ts";
import { rotateSecret } from "../../local/rotate-secret.ts";
import { homeOf } from "../../local/serve.ts";
import { assertMinted, withHint, withOwner, withSession } from "../../session/session.ts";
import { CONFIG_FILE, writeFound } from "../../settings/config-file.ts";
import { userConfigFolder } from "../../settings/config-folder.ts";
import { renderTable, wrapLines } from "../../terminal/columns.ts";
import { count, hour, minute } from "../../terminal/numbers.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";

interface CreateFlags {
  readonly scope: TokenRequest["scope"];
  readonly workspace?: string;
  readonly name?: string;
  readonly expires?: number;
  readonly root?: readonly string[];
  readonly session?: string;
  /** false: `--no-log`. */
  readonly log: boolean;
}

const SCOPES = ["read", "write", "admin", "owner"] as const satisfies readonly TokenRequest["scope"][];
/** What a token of each scope may do, in a word. */
const MAY = {
  read: "may read",
  write: "may read and write",
  admin: "may read, write and administer its workspace",
  owner: "may do everything, in all workspaces",
} as const satisfies Record<TokenRequest["scope"], string>;
/** The contract's longest name. */
const MAX_NAME_CHARS = 100;
/** The contract's longest life of a token, days. */
const MAX_DAYS = 3_650;

async function create(context: CommandContext, flags: CreateFlags): Promise<ExitCode> {
  const { scope, workspace, name = "", expires, root, session, log } = flags;
  const request = {
    scope,
    name,
    ...(workspace !== undefined && { workspace }),
    ...(expires !== undefined && { expiresInDays: expires }),
    ...(root !== undefined && { roots: [...root] }),
    ...(session !== undefined && { session }),
    ...(!log && { log }),
  };
  const needsOwner = workspace !== undefined || scope === "owner";
  const answer = needsOwner
    ? await withOwner(context, (client) => client.createToken(request))
    : await withSession(context, ({ client }) => client.createToken(request));
  const token = assertMinted(answer.token);
  print(context, answer, () => [token]);
  if (context.flags.json !== true) {
    const { expiresAt } = answer;
    const ends =
      typeof expiresAt === "string" ? `ends ${safeLine(minute(expiresAt))} UTC` : "never ends by itself";
    const may = MAY[scope];
    context.terminal.err(
      `Shown once: keep it. It ${may}; its id is ${safeLine(String(answer.id))}; it ${ends}.\n`,
    );
  }
  return EXIT.ok;
}

/** The column of names, which are as long as people make them. */
const NAME = 3;

/** The server keeps the hour of the last use, nothing finer, with the door and the network that it came by. */
function lastUse({
  lastUsedAt,
  lastDoor,
  lastAddress,
}: Pick<TokenSummary, "lastUsedAt" | "lastDoor" | "lastAddress">): string {
  if (lastUsedAt === null) return "never used";
  const by = typeof lastDoor === "string" ? ` by ${lastDoor}` : "";
  const from = typeof lastAddress === "string" ? ` from ${lastAddress}` : "";
  return `used ${hour(lastUsedAt)}:00 UTC${by}${from}`;
}

/** What a line of the table has no room for: its last use, who minted it, and what narrows it. */
const moreOf = (token: TokenSummary): string =>
  [
    lastUse(token),
    token.parent === null ? "minted by the signing secret" : `minted by ${token.parent}`,
    ...(token.roots === undefined ? [] : [`roots ${token.roots.join(", ")}`]),
    ...(token.session === undefined ? [] : [`session ${token.session}`]),
    ...(token.log === undefined ? [] : ["not logged"]),
    ...(typeof token.client === "string" ? [`OAuth client ${token.client}`] : []),
  ].join("; ");

/** A browser that is signed in by a token; its id is revoked as a token's. */
const browserLine = ({ id, browser, expiresAt, ...use }: SignInSummary): string =>
  `browser ${id}: ${browser}, until ${minute(expiresAt)}, ${lastUse({ ...use, lastDoor: null })}`;

/** What stands below a token's line. A server of an earlier version knows no browsers. */
const below = (token: TokenSummary): readonly string[] => [
  moreOf(token),
  ...((token.signIns as TokenSummary["signIns"] | undefined) ?? []).map(browserLine),
];

const stateOf = ({ revokedAt, expiresAt }: TokenSummary): string => {
  if (revokedAt !== null) return `revoked ${minute(revokedAt)}`;
  return expiresAt === null ? "never" : `until ${minute(expiresAt)}`;
};

/** Neither revoked nor past its end. */
const counts = ({ revokedAt, expiresAt }: TokenSummary): boolean =>
  revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > Date.now());

async function list(context: CommandContext, { ended }: { readonly ended?: boolean }): Promise<ExitCode> {
  const all = (await withOwner(context, (client) => client.tokens())).tokens;
  const tokens = ended === true ? all : all.filter(counts);
  const left = all.length - tokens.length;
  return print(context, { tokens }, (columns) => {
    const rows = tokens.map((token) => [
      ...[token.id, token.scope, token.workspace ?? "(all)", token.name, stateOf(token)],
    ]);
    const heading = ["id", "scope", "workspace", "name", "ends (UTC)"];
    const [head = "", ...lines] = renderTable(heading, rows, { columns, cut: NAME });
    const more = tokens.map((token) =>
      wrapLines(
        below(token).map((line) => safeLine(`  ${line}`)),
        columns,
      ),
    );
    return [
      head,
      ...lines.flatMap((line, at) => [line, ...(more[at] ?? [])]),
      ...(left === 0 ? [] : [`${count(left, "token")} that ended: --ended lists them too`]),
    ];
  });
}

async function revoke(context: CommandContext, id: string): Promise<ExitCode> {
  const answer = await withHint("not_found", "recall token list shows those there are, with their ids", () =>
    withOwner(context, (client) => client.revokeToken(id)),
  );
  return print(context, answer, () => [`Revoked ${safeLine(id)}, and all that it minted.`]);
}

/** Ends every token; the new owner's takes the place of the one in the settings. */
async function endAll(context: CommandContext, { yes }: { readonly yes?: boolean }): Promise<ExitCode> {
  if (yes !== true)
    throw invalid("This ends every token of the server, in every workspace: say so with --yes");
  const name = `owner on ${hostname()}`.slice(0, MAX_NAME_CHARS);
  const { token, file } = await withOwner(context, async (client, { url, config }) => {
    const minted = assertMinted((await client.startEpoch({ name })).token);
    const target = config ?? { file: join(userConfigFolder(context.env), CONFIG_FILE) };
    await writeFound(target, { url, ...config?.config, token: minted, ownerToken: minted });
    return { token: minted, file: target.file };
  });
  return print(context, { token, config: file }, () => [
    `Every token has ended. The owner's new one is in ${safeLine(file)}.`,
    "Next: `recall workspace use <name>`, then `recall token create` for each client.",
  ]);
}

async function rotate(context: CommandContext): Promise<ExitCode> {
  const home = homeOf();
  await rotateSecret(home, context.env);
  return print(context, { home }, () => [
    `The server of ${safeLine(home)} has a new signing secret from its next start on.`,
    "Tokens made with the one before stay valid until the next rotation.",
  ]);
}

/** `recall token create|list|revoke|rotate|end-all` */
export const configure: ConfigureCommand = (command, start) => {
  command.description("Creates, lists and revokes the tokens of a workspace.");
  command
    .command("create")
    .description("Creates a token and prints it, this one time.")
    .addOption(new Option("--scope <scope>", "what it allows").choices([...SCOPES]).default("read"))
    .option("--workspace <slug>", "workspace it is for (with the owner's token)")
    .option("--name <text>", "what it is for")
    .option("--expires <days>", "days it lives; 90 unless said", wholeNumber(1, MAX_DAYS, "days"))
    .option("--root <name>", "only this pushed folder; may be repeated", several)
    .option("--session <id>", "only memories of this session")
    .option("--no-log", "its searches leave no trace in the recall log")
    .action(start(create));
  command
    .command("list")
    .description(
      "Lists the workspace's tokens, or all tokens when the owner's token is at hand, with the browsers that they signed in; never their text.",
    )
    .option("--ended", "also those that were revoked or have ended, in the last 90 days")
    .action(start(list));
  command
    .command("revoke")
    .description("Ends a token, which nothing accepts any more, or signs out a browser.")
    .argument("<id>", "the id that `token list` shows")
    .action(start(revoke));
  command
    .command("rotate")
    .description(
      "Gives this machine's own server, while it is stopped, another signing secret; tokens stay valid.",
    )
    .action(start(rotate));
  command
    .command("end-all")
    .description(
      "Ends every token there is, as after a restored database, and keeps a new one for the owner.",
    )
    .option("--yes", "yes, every token of every workspace")
    .action(start(endAll));
};
