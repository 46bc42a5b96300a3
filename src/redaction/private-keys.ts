import type { SecretSpan } from "./secret-span.ts";

const BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;

/** Some of a key's body; prose that only names the two lines has no such run. */
const KEY_BODY = /[A-Za-z0-9+/]{16}/;

/** Lines of a key whose end was cut off. Always matches, so that it never goes back. */
const OPEN_BODY = /(?:[A-Za-z0-9+/=]{16,}|\s+|\\[nr])*/y;

/** Blocks of private keys with their first and last line; of a block without end, all that still looks like a key. */
export function privateKeySpans(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  const ends = Array.from(text.matchAll(END), ({ index, 0: line }) => ({ index, past: index + line.length }));
  const begins = Array.from(text.matchAll(BEGIN), ({ index, 0: line }) => ({
    index,
    body: index + line.length,
  }));
  let nextEnd = 0;
  for (const [at, { index: start, body }] of begins.entries()) {
    while (ends[nextEnd] !== undefined && (ends[nextEnd]?.index ?? 0) < body) nextEnd++;
    // No block goes past the next one's first line: so each character is looked at for one block only.
    const limit = Math.min(begins[at + 1]?.index ?? text.length, body + MAX_KEY_CHARS);
    const close = ends[nextEnd];
    const end = close === undefined || close.index > limit ? openEnd(text, body) : close.past;
    if (KEY_BODY.test(text.slice(body, Math.min(end, limit))))
      spans.push({ kind: "private_key", start, end });
  }
  return spans;
}

function openEnd(text: string, body: number): number {
  OPEN_BODY.lastIndex = body;
  return body + (OPEN_BODY.exec(text)?.[0].length ?? 0);
}

/** The longest private key: 16,384 bits as PEM, and room for what it is wrapped in. */
const MAX_KEY_CHARS = 20_000;
