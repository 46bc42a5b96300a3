import { z } from "@hono/zod-openapi";
import { hasControls } from "./common.ts";

// Fields as they are kept, and so exported: redaction may have made them longer than what may be written.

/** `[redacted:…]` in the place of the shortest secrets, one after the other: a text grows to less than five times itself. */
export const MAX_REDACTED_GROWTH = 5;

/** Well-formed, and without NUL, at which the database's JSON functions cut a string. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\0");

const byteLength = (text: string): number => new TextEncoder().encode(text).length;

/** A text of at most `maxChars` characters, as written. UTF-8 takes at most three bytes of each. */
export const keptText = (maxChars: number) =>
  z
    .string()
    .min(1)
    .max(maxChars * MAX_REDACTED_GROWTH)
    .refine(isStorable, "well-formed text without NUL")
    .refine((text) => text.trim() !== "", "says nothing")
    .refine((text) => byteLength(text) <= maxChars * MAX_REDACTED_GROWTH, "too many bytes");

/** A field of at most `maxChars` characters, as written. */
export const keptField = (maxChars: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxChars * MAX_REDACTED_GROWTH)
    .refine(isStorable, "well-formed text without NUL");

/** A name of one line. */
export const keptName = (maxChars: number) =>
  keptField(maxChars).refine((name) => !hasControls(name), "a name is one line of text");

/** JSON of at most `maxBytes`, as written. */
export const isKeptJson = (value: unknown, maxBytes: number): boolean =>
  byteLength(JSON.stringify(value)) <= maxBytes * MAX_REDACTED_GROWTH;
