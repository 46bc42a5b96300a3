import { z } from "@hono/zod-openapi";
import { DEFAULTS } from "../config.ts";
import { composed } from "../text/coding/composed.ts";
import { ERRORS, type ErrorCode } from "../errors.ts";

/**
 * C0 and C1 controls, DEL, line and paragraph separators, and marks that turn the direction of text round: never in a
 * path, a root or a label. Joiners and other invisible characters may be there: names with emoji, in Persian or in
 * Hindi hold them, and a file that has one must be findable.
 */
export const hasControls = (text: string): boolean => {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return true;
    if (isSeparator(code) || isDirectionMark(code)) return true;
  }
  return false;
};

/** Line breaks to a regular expression and to many readers of text. */
const isSeparator = (code: number): boolean => code === 0x2028 || code === 0x2029;

/** Embeddings, overrides and isolates of Unicode's bidirectional algorithm (UAX #9). */
const isDirectionMark = (code: number): boolean =>
  (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);

/** What a request holds, under its name in the OpenAPI document: anything else is refused. */
export const requestSchema = <Shape extends z.core.$ZodLooseShape>(name: string, shape: Shape) =>
  z.strictObject(shape).openapi(name);

/** What an answer holds, or a part of one, under its name in the OpenAPI document. */
export const answerSchema = <Shape extends z.core.$ZodLooseShape>(name: string, shape: Shape) =>
  z.object(shape).openapi(name);

const isWellFormed = (text: string): boolean => text.isWellFormed();

/** Why a document path is refused, or undefined when it is fine. */
export function pathProblem(path: string): string | undefined {
  if (path.length === 0) return "a path is not empty";
  if (path.length > DEFAULTS.maxPathChars) return `a path has at most ${DEFAULTS.maxPathChars} characters`;
  if (!isWellFormed(path)) return "a path is well-formed Unicode: no half of a surrogate pair";
  if (hasControls(path)) return "a path has no control characters";
  if (path.includes("\\")) return "a path is separated by /";
  if (path.startsWith("/") || /^[A-Za-z]:\//.test(path)) return "a path is relative to its root";
  if (path.split("/").some((part) => part === "" || part === "." || part === ".."))
    return "a path has no empty, . or .. part";
  if (path.normalize("NFC") !== path) return "a path is in Unicode NFC";
  return undefined;
}

const pathThat = (problemOf: (path: string) => string | undefined) =>
  z.string().superRefine((path, context) => {
    const problem = problemOf(path);
    if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
  });

/** The path of a document to be read or deleted. It may hold line separators, which a push refuses. */
export const StoredPath = pathThat((path) => pathProblem(path.replace(/[\u2028\u2029]/g, "_"))).meta({
  description: "Path relative to its root, / between parts, NFC",
  examples: ["guides/keys.md"],
});

export const DocumentPath = pathThat(pathProblem).meta({
  description: "Path relative to its root, / between parts, NFC",
  examples: ["guides/keys.md"],
});

export const RootName = z
  .string()
  .min(1)
  .max(64)
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N}._ -]*(?<! )$/u,
    "letters, digits, space, dot, underscore and dash; starts with a letter or digit, ends with no space",
  )
  // What the vector index keeps of a text it filters by.
  .refine((name) => new TextEncoder().encode(name).length <= 64, "at most 64 bytes of UTF-8")
  .meta({ description: "Name of a pushed folder: at most 64 bytes of UTF-8", examples: ["notes"] });

/** An asker's or writer's session. */
export const SessionId = z
  .string()
  .min(1)
  .max(128)
  .refine((text) => isWellFormed(text) && !hasControls(text), "well-formed text without control characters")
  .overwrite(composed);

export const Slug = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,46}[a-z0-9])?$/, "lower-case letters, digits and inner dashes, at most 48")
  .meta({ description: "Short name of a workspace", examples: ["default"] });

export const ContentHash = z
  .string()
  .regex(/^[0-9a-f]{32}$/, "first 32 hex characters of the SHA-256 of the bytes")
  .meta({ description: "First 32 hex characters of the SHA-256 of the file's bytes" });

/** One machine's one folder: the base name alone would let two folders delete each other's files. */
export const Origin = z
  .string()
  .regex(/^[0-9a-f]{32}$/, "32 hex characters")
  .meta({ description: "Names the machine and folder that pushes" });

export const ErrorAnswer = z
  .object({
    error: z.object({
      code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
      message: z.string(),
      details: z.unknown().optional(),
    }),
  })
  .openapi("Error");

/** A boolean in an address, where it is the text `true` or `false`; a typed client takes it as a boolean. */
export const Flag = z
  .custom<boolean>((given) => /^(?:true|false)$/.test(String(given)), "true or false")
  .transform((given) => String(given) === "true")
  .openapi({ type: "boolean" });

export const Scope = z.enum(["read", "write", "admin", "owner"]);
export type Scope = z.infer<typeof Scope>;
