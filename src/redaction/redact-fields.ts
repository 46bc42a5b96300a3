import { type MemoryField, REDACTED_FIELD_NAMES } from "../contract/memory-fields.ts";
import { isSecretLabel } from "./labelled.ts";
import { type Redaction, redact } from "./redact.ts";

/** What a writer says of a memory beside its text. */
type Fields = Readonly<Partial<Record<MemoryField, unknown>>>;

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

/** What names its value only as one: the label is further up. */
const VALUE_KEY = /^(?:value|val|v|current|old|new|text|content|data|raw|plain|plaintext|\d*)$/i;

/** Keys of objects that name a value beside: `{"name": "password", "value": …}`. */
const NAMING_KEYS = ["name", "key", "label", "field", "title"];

const labelBeside = (value: object): string | undefined =>
  Object.entries(value)
    .filter(([key]) => NAMING_KEYS.includes(key.toLowerCase()))
    .flatMap(([, name]) => (typeof name === "string" && isSecretLabel(name) ? [name] : []))
    .at(0);

/** Above a value: its own key, and the nearest above that says something secret is below. */
interface Labels {
  readonly own: string;
  readonly above: string;
}

const NO_LABELS: Labels = { own: "", above: "" };

/** Beside a key of its own, a word under a secret label may well be a name, a user's. */
const isWord = (text: string): boolean => /^[\p{L}\s-]*$/u.test(text);

/**
 * The fields that are there without secrets, as `redact` finds them; in metadata a key counts as the label of its value
 * and of all below it, and a number that is a secret becomes text.
 */
export function redactFields<Given extends Fields>(
  given: Given,
): { readonly fields: Given; readonly redacted: Found } {
  const found: Found[] = [];
  const clean = (text: string, { own, above } = NO_LABELS): string => {
    const first = redactLabelled(text, own);
    const isBelow = above !== "" && above !== own && (VALUE_KEY.test(own) || !isWord(text));
    const result = first.redacted.length === 0 && isBelow ? redactLabelled(text, above) : first;
    found.push(result.redacted);
    return result.text;
  };
  const cleanObject = (value: object, { above }: Labels): unknown => {
    const inherited = labelBeside(value) ?? above;
    const entries = Object.entries(value).map(([key, item]): [string, unknown] => {
      const isName = NAMING_KEYS.includes(key.toLowerCase()) && item === inherited;
      const below = isSecretLabel(key) ? key : inherited;
      return [clean(key), cleanValue(item, isName ? NO_LABELS : { own: key, above: below })];
    });
    return Object.fromEntries(withOwnKeys(entries));
  };
  const cleanValue = (value: unknown, labels: Labels): unknown => {
    if (typeof value === "string") return clean(value, labels);
    if (typeof value === "number") {
      const cleaned = clean(String(value), labels);
      return cleaned === String(value) ? value : cleaned;
    }
    if (Array.isArray(value)) return value.map((item) => cleanValue(item, labels));
    return typeof value === "object" && value !== null ? cleanObject(value, labels) : value;
  };
  const cleaned = REDACTED_FIELD_NAMES.filter((name) => given[name] !== undefined).map((name) => [
    name,
    cleanValue(given[name], NO_LABELS),
  ]);
  const fields = { ...given, ...Object.fromEntries(cleaned) };
  return { fields, redacted: found.reduce(addCounts, []) };
}

/** A number distinguishes keys that became the same. */
function withOwnKeys(entries: readonly (readonly [string, unknown])[]): (readonly [string, unknown])[] {
  const seen = new Map<string, number>();
  return entries.map(([key, value]) => {
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    return [times === 1 ? key : `${key} ${times}`, value];
  });
}
