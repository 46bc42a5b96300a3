import { createHash } from "node:crypto";
import { secretRules } from "../../redaction/secret-spans.ts";
import { VERSION } from "../../version.ts";

/** What a push does with the secrets that it finds in files: it sends a mark for each, or sends them. */
export const SECRETS_MODES = ["redact", "keep"] as const;

export type SecretsMode = (typeof SECRETS_MODES)[number];

/** Enough to tell rules apart, in hexadecimal characters. */
const ID_CHARS = 16;

/** Names what decides which secrets a push takes out of which files; `kept` are the patterns of those whose secrets stay. */
export const secretRulesId = (mode: SecretsMode, kept: readonly string[]): string =>
  createHash("sha256")
    .update(JSON.stringify([VERSION, mode, kept, secretRules()]))
    .digest("hex")
    .slice(0, ID_CHARS);
