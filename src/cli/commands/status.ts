import type { CommandContext, ConfigureCommand } from "../command.ts";
import { wrapLines } from "../render/columns.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";

async function status(context: CommandContext): Promise<ExitCode> {
  const [{ withSession }, { renderStatus }, { safeJson }] = await Promise.all([
    import("../connect.ts"),
    import("../render/status.ts"),
    import("../render/terminal-safe.ts"),
  ]);
  const { answer, url } = await withSession(context, async ({ client, settings }) => ({
    answer: await client.status(),
    url: settings.url,
  }));
  const lines = () => wrapLines(renderStatus(answer, url), context.terminal.columns).join("\n");
  const text = context.flags.json === true ? safeJson(answer) : lines();
  context.terminal.out(`${text}\n`);
  return EXIT.ok;
}

/** `recall status` */
export const configureStatus: ConfigureCommand = (command, start) => {
  command.description("Says what is indexed, what is pending and what failed.").action(() => start(status));
};
