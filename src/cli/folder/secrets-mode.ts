import { createHash } from "node:crypto";
import { secretRules } from "../../redaction/secret-spans.ts";
import { VERSION } from "../../version.ts";
import { CONVERTER_VERSION } from "../formats/converting.ts";

/** What a push does with the secrets that it finds in files: it sends a mark for each, or sends them. */
export const SECRETS_MODES = ["redact", "keep"] as const;

export type SecretsMode = (typeof SECRETS_MODES)[number];

/** Enough to tell rules apart, in hexadecimal characters. */
const ID_CHARS = 16;

/** Names what decides what a push sends of a file that it sends; `kept` are the patterns of files whose secrets stay. */
export const secretRulesId = (mode: SecretsMode, kept: readonly string[]): string =>
  createHash("sha256")
    .update(JSON.stringify([VERSION, CONVERTER_VERSION, mode, kept, secretRules()]))
    .digest("hex")
    .slice(0, ID_CHARS);
