// A profile is data: named settings, each with its default, its range and its meaning. What checks them, what lists them
// for people and what the stages are made from is this one description.

export type SettingValue = number | boolean | string;

export interface NumberSetting {
  readonly kind: "number";
  /** Undefined: unset until somebody sets it. */
  readonly default: number | undefined;
  readonly min: number;
  readonly max: number;
  /** A count: no fractions. */
  readonly integer?: true;
  readonly unit?: string;
  readonly meaning: string;
}

interface SwitchSetting {
  readonly kind: "switch";
  readonly default: boolean;
  readonly meaning: string;
}

interface ChoiceSetting<Choice extends string = string> {
  readonly kind: "choice";
  readonly default: Choice;
  readonly choices: readonly Choice[];
  readonly meaning: string;
}

export type Setting = NumberSetting | SwitchSetting | ChoiceSetting;

export type SettingTable = Readonly<Record<string, Setting>>;

export type ValuesOf<Table extends SettingTable> = {
  readonly [Name in keyof Table]: Table[Name] extends ChoiceSetting<infer Choice>
    ? Choice
    : Table[Name] extends SwitchSetting
      ? boolean
      : Table[Name]["default"] extends number
        ? number
        : number | undefined;
};

/** A number with its range; `unit` as people read it. */
export const number = <Default extends number | undefined>(
  value: Default,
  range: readonly [min: number, max: number],
  about: { readonly integer?: true; readonly unit?: string; readonly meaning: string },
) => ({ kind: "number", default: value, min: range[0], max: range[1], ...about }) as const;

/** Something that is on or off. */
export const toggle = (value: boolean, meaning: string) =>
  ({ kind: "switch", default: value, meaning }) as const;

/** One of some words; the first is the default. */
export const choice = <const Choices extends readonly [string, ...string[]]>(
  choices: Choices,
  meaning: string,
): ChoiceSetting<Choices[number]> => ({ kind: "choice", default: choices[0], choices, meaning });

/** What a setting may be, in words. */
export function allowed(setting: Setting): string {
  if (setting.kind === "switch") return "true or false";
  if (setting.kind === "choice") return `one of ${setting.choices.join(", ")}`;
  return `a ${setting.integer ? "whole " : ""}number from ${setting.min} to ${setting.max}`;
}

/** Whether a value is one that the setting allows. */
export function isAllowed(setting: Setting, value: unknown): value is SettingValue {
  if (setting.kind === "switch") return typeof value === "boolean";
  if (setting.kind === "choice") return typeof value === "string" && setting.choices.includes(value);
  if (typeof value !== "number" || (setting.integer && !Number.isInteger(value))) return false;
  return value >= setting.min && value <= setting.max;
}
