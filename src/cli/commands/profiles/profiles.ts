import { Argument } from "commander";
import { PROFILES, type ProfileName } from "../../../search/contract/profile-names.ts";
import { type CommandContext, type ConfigureCommand, type ExitCode, print } from "../../command.ts";
import { invalid } from "../../failures.ts";
import { type ProfileSettings, setting } from "../../flags/parsers.ts";
import type { RecallClient } from "../../session/recall-client.ts";
import { withSession } from "../../session/session.ts";
import { renderOverrides, renderProfile, renderProfiles } from "./render.ts";

interface ProfileFlags {
  readonly set?: ProfileSettings;
  readonly reset?: boolean;
}

async function list(name: ProfileName | undefined, context: CommandContext): Promise<ExitCode> {
  const all = await withSession(context, ({ client }) => client.profiles());
  const profiles = all.profiles.filter((profile) => name === undefined || profile.name === name);
  return print(context, { ...all, profiles }, (columns) =>
    name === undefined
      ? renderProfiles(all, columns)
      : profiles.flatMap((profile) => renderProfile(profile, all, columns)),
  );
}

/** Sets beside what the workspace has set already, or instead of it. */
async function change(client: RecallClient, name: ProfileName, { set = {}, reset = false }: ProfileFlags) {
  if (reset && Object.keys(set).length === 0) return client.resetProfile(name);
  const { profiles } = await client.profiles();
  const before = reset ? {} : profiles.find((profile) => profile.name === name)?.overrides;
  return client.changeProfile(name, { ...before, ...set });
}

async function profiles(
  context: CommandContext,
  name: ProfileName | undefined,
  flags: ProfileFlags,
): Promise<ExitCode> {
  if (flags.set === undefined && flags.reset !== true) return list(name, context);
  if (name === undefined) throw invalid("Name the profile to change: recall profiles edge --set …");
  const changed = await withSession(context, ({ client }) => change(client, name, flags));
  return print(context, changed, () => renderOverrides(changed));
}

/** `recall profiles [name]` */
export const configure: ConfigureCommand = (command, start) => {
  command
    .description("Lists the ranking profiles, or one with all its settings; changes them for the workspace.")
    .addArgument(new Argument("[name]", "the profile to list or change").choices([...PROFILES]))
    .option("--set <setting=value>", "change a setting of the profile for this workspace", setting)
    .option("--reset", "remove all that this workspace has set in the profile")
    .action(start(profiles));
};
