import type { DeploymentAnswer } from "../../../workspaces/contract.ts";
import { type CommandContext, type ConfigureCommand, type ExitCode, print } from "../../command.ts";
import { ifAppError } from "../../failures.ts";
import { withOwner, withSession } from "../../session/session.ts";
import { wrapLines } from "../../terminal/columns.ts";
import { renderStatus } from "./render.ts";

async function deploymentOf(context: CommandContext): Promise<DeploymentAnswer | undefined> {
  return withOwner(context, (client) => client.deployment()).catch(
    ifAppError(undefined, "unauthorized", "forbidden"),
  );
}

async function status(context: CommandContext): Promise<ExitCode> {
  const { answer, url, isOwners } = await withSession(context, async ({ client, settings }) => ({
    answer: await client.status(),
    url: settings.url,
    isOwners: settings.config?.config?.ownerToken !== undefined,
  }));
  const deployment = isOwners ? await deploymentOf(context) : undefined;
  return print(context, { ...answer, deployment }, (columns) =>
    wrapLines(renderStatus(answer, url, deployment), columns),
  );
}

/** `recall status` */
export const configure: ConfigureCommand = (command, start) => {
  command.description("Says what is indexed, what is pending and what failed.").action(start(status));
};
