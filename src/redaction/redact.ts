import { AppError } from "../errors.ts";
import type { SecretSpan } from "./secret-span.ts";
import { secretSpans } from "./secret-spans.ts";

/** A secret that was taken out. */
export interface FoundSecret {
  readonly kind: string;
  /** Of the text, from 1: the one where it begins. */
  readonly line: number;
}

export interface Redaction {
  readonly text: string;
  /** How many of each kind were taken out; empty: nothing. */
  readonly redacted: readonly { readonly kind: string; readonly count: number }[];
}

/** The lines of a key stay, empty: what comes after it is on the line that it was on. */
const markOf = (kind: string, secret: string): string =>
  `[redacted:${kind}]${secret.includes("\n") ? secret.replaceAll(/[^\r\n]/g, "") : ""}`;

function cut(
  text: string,
  spans: readonly SecretSpan[],
): { readonly text: string; readonly found: FoundSecret[] } {
  const pieces: string[] = [];
  const found: FoundSecret[] = [];
  let [at, line] = [0, 1];
  for (const { kind, start, end } of spans) {
    const between = text.slice(at, start);
    const mark = markOf(kind, text.slice(start, end));
    pieces.push(between, mark);
    line += between.split("\n").length - 1;
    found.push({ kind, line });
    line += mark.split("\n").length - 1;
    at = end;
  }
  return { text: [...pieces, text.slice(at)].join(""), found };
}

/** What a mark has taken away may have hidden something: then another look, until nothing is found. */
const MAX_LOOKS = 4;

/**
 * Replaces the secrets of a text by `[redacted:kind]` and leaves everything else, line by line: keys by the shapes that
 * their providers give them, private keys, passwords in addresses and commands, cookies, and values beside a label that
 * calls them secret. Takes time in proportion to the text's length. What has neither shape nor label is not recognised.
 */
export function withoutSecrets(text: string): {
  readonly text: string;
  readonly found: readonly FoundSecret[];
} {
  let clean = text;
  let found: readonly FoundSecret[] = [];
  for (let look = 0; look < MAX_LOOKS; look++) {
    const spans = secretSpans(clean);
    if (spans.length === 0) break;
    const done = cut(clean, spans);
    clean = done.text;
    found = [...found, ...done.found];
  }
  return { text: clean, found: found.toSorted((one, other) => one.line - other.line) };
}

/** The same, counted by kind. */
export function redact(text: string): Redaction {
  const { text: clean, found } = withoutSecrets(text);
  const counts = new Map<string, number>();
  for (const { kind } of found) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return { text: clean, redacted: Array.from(counts, ([kind, count]) => ({ kind, count })) };
}

/** For what names something: cut, it would name something else. Throws `invalid_input` for a text with a secret. */
export function checkNoSecret(field: string, text: string | null | undefined): void {
  const [found] = redact(text ?? "").redacted;
  if (found === undefined) return;
  throw new AppError("invalid_input", `${field}: it holds what looks like a secret (${found.kind})`, {
    details: { kind: found.kind },
  });
}
