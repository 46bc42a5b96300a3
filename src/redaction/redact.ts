import { AppError } from "../errors.ts";
import { keySpans, privateKeySpans, type SecretSpan } from "./key-shapes.ts";
import { labelledSpans } from "./labelled.ts";
import { plain } from "./plain.ts";

export interface Redaction {
  readonly text: string;
  /** How many of each kind were taken out; empty: nothing. */
  readonly redacted: readonly { readonly kind: string; readonly count: number }[];
}

/**
 * Replaces the secrets of a text by `[redacted:kind]` and leaves everything else: keys by their providers' shapes, private
 * keys, JWTs, passwords in addresses, and values beside a label that calls them secret. Takes time in proportion to the
 * text's length. What has neither shape nor label is not recognised.
 */
export function redact(text: string): Redaction {
  const { text: read, spanOf } = plain(text);
  const found = [...privateKeySpans(read), ...keySpans(read), ...labelledSpans(read)];
  const spans = apart(found).map(spanOf);
  if (spans.length === 0) return { text, redacted: [] };
  const pieces: string[] = [];
  const counts = new Map<string, number>();
  let at = 0;
  for (const { kind, start, end } of spans) {
    pieces.push(text.slice(at, start), `[redacted:${kind}]`);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    at = end;
  }
  pieces.push(text.slice(at));
  return { text: pieces.join(""), redacted: Array.from(counts, ([kind, count]) => ({ kind, count })) };
}

/** Spans that overlap become one, of the kind that was named first: shapes say more than labels. */
function apart(spans: readonly SecretSpan[]): SecretSpan[] {
  const kept: SecretSpan[] = [];
  const inOrder = spans
    .map((span, rank) => ({ ...span, rank }))
    .sort((a, b) => a.start - b.start || a.rank - b.rank);
  let lastRank = 0;
  for (const { rank, ...span } of inOrder) {
    const last = kept.at(-1);
    if (last === undefined || span.start >= last.end) {
      kept.push(span);
      lastRank = rank;
    } else {
      const kind = rank < lastRank ? span.kind : last.kind;
      lastRank = Math.min(rank, lastRank);
      kept[kept.length - 1] = { kind, start: last.start, end: Math.max(last.end, span.end) };
    }
  }
  return kept;
}

/** For what names something: cut, it would name something else. Throws `invalid_input` for a text with a secret. */
export function checkNoSecret(field: string, text: string | null | undefined): void {
  const [found] = redact(text ?? "").redacted;
  if (found === undefined) return;
  throw new AppError("invalid_input", `${field}: it holds what looks like a secret (${found.kind})`, {
    details: { kind: found.kind },
  });
}
