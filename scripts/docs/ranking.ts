import { PROFILES, type ProfileName } from "../../src/search/contract/constants.ts";
import { PROFILE_TABLE } from "../../src/search/profiles/profiles.ts";
import { PROFILE_SETTINGS, resolveProfile } from "../../src/search/profiles/resolve-profile.ts";
import { allowed, type Setting } from "../../src/search/setting.ts";
import type { StageDefinition } from "../../src/search/stages/stage.ts";
import { FINAL_STAGES, SCORE_STAGES, STAGES } from "../../src/search/stages/table.ts";
import { code, page, sentence, table } from "./markdown.ts";

const INTRODUCTION = `Profiles, stages and every setting of ranking. How to choose and change them: [ranking](../ranking.md). The values that hold
in your workspace: \`recall profiles <name>\` or \`GET /v1/profiles\`.`;

const DEFAULT_PROFILE = "edge";

const valueText = (value: unknown): string => (value === undefined ? "unset" : code(String(value)));

const settingRow = (name: string, setting: Setting): readonly string[] => [
  code(name),
  valueText(setting.default),
  sentence(allowed(setting)),
  sentence(`${setting.meaning}${setting.kind === "number" && setting.unit ? ` (${setting.unit})` : ""}`),
];

const settingsTable = (names: readonly string[]): string =>
  table(
    ["setting", "default", "allowed", ""],
    [...PROFILE_SETTINGS]
      .filter(([name]) => names.includes(name.split(".")[0] ?? ""))
      .map(([name, setting]) => settingRow(name, setting)),
  );

function profileSection(name: ProfileName): readonly string[] {
  const { meaning, settings } = PROFILE_TABLE[name];
  const { stages } = resolveProfile(name);
  const rows = Object.entries(settings).map(([setting, value]) => [code(setting), valueText(value)]);
  return [
    `### ${name}${name === DEFAULT_PROFILE ? " (default)" : ""}`,
    sentence(meaning),
    `Stages: ${stages.length === 0 ? "none" : stages.map((stage) => code(stage.name)).join(", ")}.`,
    table(["set otherwise", "value"], rows),
  ];
}

function stageSection({
  name,
  meaning,
  drops,
  strength,
  offAtZero = [],
}: StageDefinition): readonly string[] {
  const dropped = drops === undefined ? "" : ` Drops: ${sentence(drops)}`;
  const off = [strength, ...offAtZero].map((setting) => code(`${name}.${setting}`)).join(" or ");
  return [`### ${name}`, `${sentence(meaning)}${dropped} Off at ${off} 0 or false.`, settingsTable([name])];
}

/** `docs/reference/ranking.md`: the tables that ranking itself is made from. */
export function rankingPage(): string {
  const ofStages = new Set(STAGES.map(({ name }) => name));
  const groups = [...new Set([...PROFILE_SETTINGS.keys()].map((name) => name.split(".")[0] ?? ""))];
  return page("Ranking reference", [
    INTRODUCTION,
    "## Profiles",
    ...PROFILES.flatMap(profileSection),
    "## Arms, fusion, re-ranking, result",
    settingsTable(groups.filter((name) => !ofStages.has(name))),
    "## Stages that change the score",
    ...SCORE_STAGES.flatMap(stageSection),
    "## Stages that cut or reorder",
    ...FINAL_STAGES.flatMap(stageSection),
  ]);
}
