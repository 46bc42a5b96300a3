import { isRecord } from "../../../text/parse-json.ts";

export type Json = Readonly<Record<string, unknown>>;

/** The object below a key; empty where there is none. */
export const objectAt = (record: Json, key: string): Json => {
  const value = record[key];
  return isRecord(value) ? value : {};
};

/** Texts of a message: the string, or what its blocks of these types say. Calls, results, images and thoughts are left out. */
export function textIn(content: unknown, types: readonly (string | undefined)[]): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .filter(isRecord)
    .flatMap(({ type, text }) =>
      typeof text === "string" && types.includes(type as string | undefined) ? [text] : [],
    )
    .join("\n");
}
