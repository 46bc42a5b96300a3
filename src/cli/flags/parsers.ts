/** The parsers of flag values, for commander. Each throws `InvalidArgumentError` with what the flag takes. */
import { InvalidArgumentError } from "commander";
import { parseDateFilter } from "../../text/dates/date-filter.ts";
import { isRecord, parseJson } from "../../text/parse-json.ts";
import { isPlaceName } from "../settings/config-file.ts";

type Parse<Value> = (text: string) => Value;

function numberIn(text: string, isFine: (value: number) => boolean, expected: string): number {
  const value = Number(text);
  if (text.trim() !== "" && isFine(value)) return value;
  throw new InvalidArgumentError(`Expected ${expected}.`);
}

/** A whole number between two bounds, each included; `what` it counts, in the plural. */
export const wholeNumber =
  (least: number, most: number, what?: string): Parse<number> =>
  (text) =>
    numberIn(
      text,
      (value) => Number.isInteger(value) && value >= least && value <= most,
      `${what === undefined ? "a whole number" : `a number of ${what}`} from ${least} to ${most}`,
    );

/** Any number between two bounds, each included. */
export const decimal =
  (least: number, most: number): Parse<number> =>
  (text) =>
    numberIn(text, (value) => value >= least && value <= most, `a number from ${least} to ${most}`);

/** From 0 to 1. */
export const share: Parse<number> = decimal(0, 1);

export const port: Parse<number> = wholeNumber(0, 65_535);

/** An id of digits, which may be longer than a number is exact. */
export function digits(text: string): string {
  if (/^\d{1,16}$/.test(text)) return text;
  throw new InvalidArgumentError("Expected a number of 1 to 16 digits.");
}

/** A flag that may be given several times: its values in order. */
export const several = (text: string, before: readonly string[] = []): readonly string[] => [...before, text];

/** A name as `--at` takes it. */
export function placeName(text: string): string {
  if (isPlaceName(text)) return text;
  throw new InvalidArgumentError(
    "A place's name has letters, digits, dots, dashes and underscores, at most 48.",
  );
}

export function jsonObject(text: string): Readonly<Record<string, unknown>> {
  const value = parseJson(text);
  if (isRecord(value)) return value;
  throw new InvalidArgumentError('Expected a JSON object: {"ticket": 42}');
}

export type ProfileSettings = Record<string, string | number | boolean>;

const NUMBER = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** `key=value` beside the ones before it; true, false and numbers become what they look like. */
export function setting(text: string, before: ProfileSettings = {}): ProfileSettings {
  const [, key, value] = /^([^=\s]+)=(.+)$/.exec(text) ?? [];
  if (key === undefined || value === undefined)
    throw new InvalidArgumentError("Expected a setting and its value: recencyBoost.weight=0.3");
  if (key === "__proto__") throw new InvalidArgumentError("There is no setting __proto__.");
  if (value === "true" || value === "false") return { ...before, [key]: value === "true" };
  // A number too large for JSON goes as it was written: the server names the range.
  const isNumber = NUMBER.test(value) && Number.isFinite(Number(value));
  return { ...before, [key]: isNumber ? Number(value) : value };
}

/** The instant that a time of the command line names (`7d`, `2026-11-27`), as the server takes it. Throws `invalid_input`. */
export const instant = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : new Date(parseDateFilter(text, Date.now())).toISOString();
