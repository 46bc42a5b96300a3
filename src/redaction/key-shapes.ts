import { isPlaceholder, looksRandom } from "./values.ts";

/** A stretch of a text that is a secret: from `start` up to, not with, `end`. */
export interface SecretSpan {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

interface KeyShape {
  readonly kind: string;
  /** Global, with every repetition bounded; its first group, where it has one, is the secret, else the whole match. */
  readonly pattern: RegExp;
  /** The shape alone is too common: the match has to look random too. */
  readonly mustLookRandom?: boolean;
}

/** Not in the middle of a longer word. */
const START = "(?<![A-Za-z0-9_])";

const shape = (kind: string, pattern: string, mustLookRandom = false): KeyShape => ({
  kind,
  pattern: new RegExp(`${START}(?:${pattern})`, "dg"),
  mustLookRandom,
});

/** What providers' keys look like, by their own documentation and what their scanners look for. */
const SHAPES: readonly KeyShape[] = [
  shape("aws_key", "(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])"),
  shape("github_token", "gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{40,255}"),
  shape("gitlab_token", "gl(?:pat|dt|rt|ptt|cbt|ft|soat|imt|agent)-[A-Za-z0-9_-]{20,255}"),
  shape("slack_token", "xox[abceoprs]-[A-Za-z0-9-]{10,255}|xapp-\\d-[A-Za-z0-9-]{10,255}"),
  shape("slack_webhook", "https://hooks\\.slack\\.com/(?:services|workflows)/([A-Za-z0-9_/+-]{20,255})"),
  shape("discord_webhook", "https://discord(?:app)?\\.com/api/webhooks/(\\d{5,25}/[A-Za-z0-9_-]{40,100})"),
  shape("stripe_key", "(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,255}|whsec_[A-Za-z0-9+/=]{24,255}"),
  shape("anthropic_key", "sk-ant-[A-Za-z0-9_-]{20,255}"),
  shape("openai_key", "sk-(?!ant-)[A-Za-z0-9_-]{20,255}", true),
  shape("google_key", "AIza[A-Za-z0-9_-]{35}|GOCSPX-[A-Za-z0-9_-]{20,60}|ya29\\.[A-Za-z0-9_-]{20,1000}"),
  shape("npm_token", "npm_[A-Za-z0-9]{36}"),
  shape("pypi_token", "pypi-[A-Za-z0-9_-]{60,500}"),
  shape("sendgrid_key", "SG\\.[A-Za-z0-9_-]{16,40}\\.[A-Za-z0-9_-]{16,80}"),
  shape("twilio_key", "SK[0-9a-f]{32}(?![A-Za-z0-9])"),
  shape("azure_key", "(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/]{40,120}={0,2})"),
  shape("azure_key", "[A-Za-z0-9_~.-]{3}8Q~[A-Za-z0-9_~.-]{31,34}"),
  shape("mailgun_key", "key-[0-9a-f]{32}(?![A-Za-z0-9])"),
  shape("digitalocean_token", "do[opr]_v1_[a-f0-9]{64}"),
  shape("shopify_token", "shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}"),
  shape("huggingface_token", "hf_[A-Za-z0-9]{34}"),
  shape("docker_token", "dckr_(?:pat|oat)_[A-Za-z0-9_-]{27,40}"),
  shape("vault_token", "hv[sbr]\\.[A-Za-z0-9_-]{24,255}"),
  shape("telegram_token", "\\d{8,10}:AA[A-Za-z0-9_-]{33}"),
  shape("linear_key", "lin_api_[A-Za-z0-9]{40}"),
  shape("databricks_token", "dapi[a-f0-9]{32}"),
  shape("groq_key", "gsk_[A-Za-z0-9]{40,80}"),
  shape("age_key", "AGE-SECRET-KEY-1[0-9A-Z]{58}"),
  shape(
    "recall_token",
    "rcl_[A-Za-z0-9_-]{6}\\.[a-z0-9]{16}\\.[^\\s.]{1,9}\\.[rwao]\\.[^\\s.]{1,9}\\.[A-Za-z0-9_-]{43}",
  ),
  {
    kind: "jwt",
    pattern: /(?<![\w-])eyJ[\w-]{8,4000}\.eyJ[\w-]{8,8000}\.[\w-]{8,2000}/dg,
  },
  {
    kind: "bearer_token",
    pattern: /(?<![a-z])(?:bearer|basic)[ \t]{1,3}["'`]?([a-z0-9._~+/=-]{16,4000})/dgi,
    mustLookRandom: true,
  },
  {
    // The password of an address: scheme://user:password@host.
    kind: "connection_password",
    // It may hold an @ itself: the last one begins the host.
    pattern: /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,30}:\/\/[^\s:@/"'<>]{0,120}:([^\s/"']{1,200})@/dgi,
  },
  // curl's and wget's `-u name:password`; docker's takes numbers.
  { kind: "password", pattern: /\s-u\s?["']?[^\s:"']{1,100}:(?!\d+(?:\s|$))([^\s"']{4,200})/dg },
];

/** Keys that show by their shape alone what they are. */
export function keySpans(text: string): SecretSpan[] {
  return SHAPES.flatMap(({ kind, pattern, mustLookRandom }) =>
    Array.from(text.matchAll(pattern)).flatMap((match) => {
      const [start, end] = match.indices?.[1] ?? match.indices?.[0] ?? [0, 0];
      const value = text.slice(start, end);
      const isSecret = !isPlaceholder(value) && (mustLookRandom !== true || looksRandom(value));
      return isSecret ? [{ kind, start, end }] : [];
    }),
  );
}

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
