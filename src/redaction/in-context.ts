import { PROVIDERS } from "./rules/gitleaks.ts";
import type { SecretSpan } from "./secret-span.ts";
import { isPlaceholder, looksRandom } from "./values.ts";

/** What shows that a secret follows: where it is sent, or the command that takes it. */
interface Place {
  readonly kind: string;
  /** Global, with every repetition bounded; its first group is the secret. */
  readonly pattern: RegExp;
  /** One of them is in every match, in whatever case. */
  readonly words: readonly string[];
  /** Anything may stand there: only what looks random is a secret. */
  readonly mustLookRandom?: boolean;
}

const NAMES = PROVIDERS.split(" ");

const PLACES: readonly Place[] = [
  {
    kind: "bearer_token",
    words: ["bearer", "basic"],
    pattern: /(?<![a-z])(?:bearer|basic)[ \t]{1,3}["'`]?([a-z0-9._~+/=-]{16,4000})/dgi,
    mustLookRandom: true,
  },
  {
    // The password of an address: scheme://user:password@host. It may hold an @ itself: the last one begins the host.
    kind: "connection_password",
    words: ["://"],
    pattern: /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,30}:\/\/[^\s:@/"'<>]{0,120}:([^\s/"']{1,200})@/dgi,
  },
  // curl's and wget's `-u name:password`; docker's takes numbers.
  {
    kind: "password",
    words: ["-u"],
    pattern: /\s-u\s?["']?[^\s:"']{1,100}:(?!\d+(?:\s|$))([^\s"']{4,200})/dg,
  },
  {
    // Only glued to its flag: after white space mysql takes a database.
    kind: "password",
    words: ["mysql", "mariadb"],
    pattern:
      /(?<![\w-])(?:mysql|mariadb)(?:[-\w]{0,20})(?:\s[^\n|;&]{0,200}?)?\s-p["']?([^\s"'`,;)]{3,200})/dg,
  },
  {
    kind: "password",
    words: ["sshpass", "mongo", "docker", "podman", "redis-cli", "ldap", "7z ", "zip "],
    pattern:
      /(?<![\w-])(?:sshpass|mongo(?:sh|dump|restore|export|import)?|docker login|podman login|redis-cli|ldap\w{3,10}|7z|zip|unzip)\s(?:[^\n|;&]{0,200}?\s)?-(?:p|P|a|w)\s?["']?(?!-)([^\s"'`,;)]{6,200})/dg,
  },
  {
    kind: "client_key",
    words: ["client-key-data", "tls.key"],
    pattern: /(?:client-key-data|tls\.key)["']?[:=]\s{0,3}["']?([A-Za-z0-9+/]{40,12000}={0,2})/dg,
    mustLookRandom: true,
  },
  {
    // A name of a provider, a sign, a value: the shape of gitleaks' rules for keys that show nothing themselves. What looks
    // like a commit is taken for one: releases stand there, too.
    kind: "secret",
    words: NAMES,
    pattern: new RegExp(
      `(?<![a-z])(?:${NAMES.join("|")})[ \\t\\w.-]{0,20}["']?\\s{0,3}(?:=>|\\?=|:=|[=:])[\`'"\\s=]{0,5}(?![a-f0-9]{40}\\b)([\\w=-]{16,100})(?![\\w./:@])`,
      "dgi",
    ),
    mustLookRandom: true,
  },
];

/** A header of cookies, or curl's flag with one. */
const COOKIES =
  /(?<![\w-])(?:(?:set-)?cookies?["']?[ \t]{0,3}[:=]|(?:-b|--cookie)[ \t=])[ \t]{0,3}["']?([^\n]{8,4000})/dgi;

/** Cookies that hold a session, by the frameworks that name them. */
const SESSIONS =
  /(?<![\w-])((?:PHPSESSID|JSESSIONID|ASP\.NET_SessionId|connect\.sid|laravel_session|sessionid|_session_id|_[a-z]{2,30}_session|__Secure-[\w.-]{2,40}|__Host-[\w.-]{2,40})=[^\s;,"'`]{8,2000})/dg;

const PAIR = /([\w.%-]{1,80})=([^\s;,"'`)]{8,2000})/dg;

function placeSpans(text: string, present: ReadonlySet<string>): SecretSpan[] {
  const places = PLACES.filter(({ words }) => words.some((word) => present.has(word)));
  return places.flatMap(({ kind, pattern, mustLookRandom = false }) =>
    Array.from(text.matchAll(pattern)).flatMap((match) => {
      const [start, end] = match.indices?.[1] ?? [0, 0];
      const value = text.slice(start, end);
      const isSecret = !isPlaceholder(value) && (!mustLookRandom || looksRandom(value));
      return isSecret ? [{ kind, start, end }] : [];
    }),
  );
}

const COOKIE_WORDS = ["cookie", "-b", "sess", "connect.sid", "__secure-", "__host-"];

function cookieSpans(text: string): SecretSpan[] {
  const lists = [COOKIES, SESSIONS].flatMap((pattern) => Array.from(text.matchAll(pattern)));
  return lists.flatMap((list) => {
    const [from] = list.indices?.[1] ?? [0];
    return Array.from((list[1] ?? "").matchAll(PAIR)).flatMap((pair) => {
      const [start, end] = pair.indices?.[2] ?? [0, 0];
      return looksRandom(pair[2] ?? "") ? [{ kind: "cookie", start: from + start, end: from + end }] : [];
    });
  });
}

/** Words of which one is in every match. */
export const CONTEXT_WORDS: readonly string[] = [...PLACES.flatMap(({ words }) => words), ...COOKIE_WORDS];

/**
 * Secrets that show by what stands before them: a header, an address, a command, a provider's name; in a text that has
 * these of their words.
 */
export const contextSpans = (text: string, present: ReadonlySet<string>): SecretSpan[] => [
  ...placeSpans(text, present),
  ...(COOKIE_WORDS.some((word) => present.has(word)) ? cookieSpans(text) : []),
];

/** All that decides what is found, as a text: another one when a rule changes. */
export const contextRules = (): string =>
  [...PLACES.map(({ pattern }) => pattern), COOKIES, SESSIONS, PAIR].map(({ source }) => source).join("\n");
