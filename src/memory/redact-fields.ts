import { redact, type Redaction } from "./redact.ts";

/** What is said of a note beside its text, as far as people write it. */
export interface Fields {
  readonly source?: string | null | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly entities?: readonly string[] | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

type Found = Redaction["redacted"];

/** Counts of both, each kind once. */
export function addCounts(a: Found, b: Found): Found {
  const counts = new Map(a.map(({ kind, count }) => [kind, count]));
  for (const { kind, count } of b) counts.set(kind, (counts.get(kind) ?? 0) + count);
  return Array.from(counts, ([kind, count]) => ({ kind, count }));
}

/** A text with its label before it, which `redact` reads too. */
function redactLabelled(text: string, label: string): Redaction {
  const head = label === "" ? "" : `${label}: `;
  const found = redact(head + text);
  if (!found.text.startsWith(head)) return redact(text);
  return { text: found.text.slice(head.length), redacted: found.redacted };
}

/**
 * The fields that are there without secrets, as `redact` finds them; in metadata a key counts as the label of its value,
 * and a number that is a secret becomes text.
 */
export function redactFields<Given extends Fields>(
  given: Given,
): { readonly fields: Given; readonly redacted: Found } {
  const found: Found[] = [];
  const clean = (text: string, label = ""): string => {
    const { text: cleaned, redacted } = redactLabelled(text, label);
    found.push(redacted);
    return cleaned;
  };
  const cleanValue = (value: unknown, label: string): unknown => {
    if (typeof value === "string") return clean(value, label);
    if (typeof value === "number") {
      const cleaned = clean(String(value), label);
      return cleaned === String(value) ? value : cleaned;
    }
    if (Array.isArray(value)) return value.map((item) => cleanValue(item, label));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cleanValue(item, key)]));
  };
  const { source, tags, entities, metadata } = given;
  const fields = {
    ...given,
    ...(typeof source === "string" && { source: clean(source) }),
    ...(tags && { tags: tags.map((tag) => clean(tag)) }),
    ...(entities && { entities: entities.map((name) => clean(name)) }),
    ...(metadata && { metadata: cleanValue(metadata, "") }),
  };
  return { fields, redacted: found.reduce(addCounts, []) };
}
