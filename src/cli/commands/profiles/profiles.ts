import { Argument } from "commander";
import { PROFILES, type ProfileName } from "../../../search/contract/constants.ts";
import type { ProfileAnswer, ProfileList, SettingAnswer } from "../../../search/contract/profiles.ts";
import { type CommandContext, type ConfigureCommand, type ExitCode, print } from "../../command.ts";
import { invalid } from "../../failures.ts";
import { type ProfileSettings, setting } from "../../flags/parsers.ts";
import type { RecallClient } from "../../session/recall-client.ts";
import { withSession } from "../../session/session.ts";
import { wrap } from "../../terminal/columns.ts";
import { number } from "../../terminal/numbers.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";

const INDENT = "  ";
/** Columns of a setting's name, unless it is longer, and of its value; the meaning has the rest. */
const NAME_COLUMNS = 18;
const VALUE_COLUMNS = 15;
/** Narrower meanings are unreadable: then the line is longer than the terminal. */
const MIN_MEANING_COLUMNS = 20;
/** After a value that this workspace has set. */
const OWN = " *";

type Value = string | number | boolean | null;

const shownValue = (value: Value): string => (value === null ? "unset" : String(value));

/** The profiles with their stages, a line or two each. */
function renderProfiles({ profiles, default: first }: ProfileList, columns: number): readonly string[] {
  const lines = profiles.flatMap(({ name, meaning, stages, overrides }) => {
    const running = stages.filter(({ on }) => on).map((stage) => stage.name);
    const own = Object.keys(overrides).length;
    return [
      `${name}${name === first ? " (default)" : ""}`,
      ...indented(meaning, columns),
      ...indented(`stages: ${running.length === 0 ? "none" : running.join(", ")}`, columns),
      ...(own > 0 ? indented(`set by this workspace: ${Object.keys(overrides).join(", ")}`, columns) : []),
    ];
  });
  return [...lines, "", "recall profiles <name> lists its settings."].map(safeLine);
}

const indented = (text: string, columns: number): readonly string[] =>
  wrap(text, columns - INDENT.length).map((line) => INDENT + line);

/** One profile with every setting, by part of the pipeline in the order in which they run. */
function renderProfile(profile: ProfileAnswer, all: ProfileList, columns: number): readonly string[] {
  const { name, meaning, stages, overrides } = profile;
  const meanings = new Map(all.stages.map((stage) => [stage.name, stage.meaning]));
  const parts = [
    ...["arms", "fusion", "rerank", "relevance", "result"].map((part) => ({ part, title: part })),
    ...stages.map(({ name: part, on }) => ({
      part,
      title: `${part}${on ? "" : " (off)"}: ${meanings.get(part) ?? ""}`,
    })),
  ];
  const lines = parts.flatMap(({ part, title }) => [
    "",
    ...wrap(title, columns),
    ...all.settings
      .filter((setting) => setting.name.startsWith(`${part}.`))
      .flatMap((setting) => settingLines(setting, { profile, columns })),
  ]);
  const footer = Object.keys(overrides).length > 0 ? ["", "* set by this workspace"] : [];
  return [...wrap(`${name}: ${meaning}`, columns), ...lines, ...footer].map(safeLine);
}

function settingLines(
  setting: SettingAnswer,
  { profile, columns }: { readonly profile: ProfileAnswer; readonly columns: number },
): readonly string[] {
  const { name } = setting;
  const { profile: own = null, workspace = null } = profile.settings[name] ?? {};
  const isSet = Object.hasOwn(profile.overrides, name);
  const value = `${shownValue(workspace)}${isSet ? OWN : ""}`;
  const notes = [
    rangeOf(setting),
    own !== setting.default && !isSet ? `default ${shownValue(setting.default)}` : undefined,
    isSet ? `the profile's own ${shownValue(own)}` : undefined,
  ].filter(Boolean);
  const short = name.slice(name.indexOf(".") + 1);
  const head = `${INDENT}${short.padEnd(Math.max(NAME_COLUMNS, short.length + 1))}${value.padEnd(VALUE_COLUMNS)}`;
  const room = Math.max(MIN_MEANING_COLUMNS, columns - head.length);
  const [first = "", ...others] = wrap(`${setting.meaning} (${notes.join("; ")})`, room);
  return [head + first, ...others.map((line) => " ".repeat(head.length) + line)];
}

function rangeOf({ kind, min = 0, max = 0, unit, choices = [] }: SettingAnswer): string {
  if (kind === "switch") return "true or false";
  if (kind === "choice") return choices.join(", ");
  return `${number(min)} to ${number(max)}${unit === undefined ? "" : ` ${unit}`}`;
}

/** What a workspace sets otherwise in a profile, a line each. */
function renderOverrides({ name, overrides, settings }: ProfileAnswer): readonly string[] {
  const lines = Object.entries(overrides).map(
    ([setting, value]) =>
      `${name}: ${setting} is ${value} here; the profile's own: ${shownValue(settings[setting]?.profile ?? null)}`,
  );
  return (lines.length === 0 ? [`${name}: the profile's own settings`] : lines).map(safeLine);
}

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
