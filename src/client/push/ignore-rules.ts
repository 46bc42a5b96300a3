import ignore, { type Ignore } from "ignore";
import { AppError } from "../../errors.ts";
import { GENERATED, HIDDEN, NEVER, SECRETS } from "../../text/skip-rules.ts";

/** Rules of one ignore file, for the paths below its folder. */
interface Layer {
  readonly matcher: Ignore;
  /** The file, by its path in the root; the way to one above it. */
  readonly from: string;
  /** The file's folder: "" for the root, else ending in a slash. */
  readonly folder: string;
  /** The way to the root from a file above it, ending in a slash; "" for the others. */
  readonly above: string;
}

/** Ignore files, the outermost first. */
export interface IgnoreRules {
  readonly git: readonly Layer[];
  readonly recall: readonly Layer[];
  readonly includeHidden: boolean;
  /** Files whose secrets are kept, by the root's own `.recallignore`. */
  readonly secretsKept?: KeptSecrets;
}

interface KeptSecrets {
  readonly patterns: readonly string[];
  readonly matcher: Ignore;
}

/** Of nothing but the rules of every push. */
export const NO_IGNORE_FILES: IgnoreRules = { git: [], recall: [], includeHidden: false };

/** Names of ignore files, and where their rules go. */
const KINDS = { ".gitignore": "git", ".recallignore": "recall" } as const;

export type IgnoreFileName = keyof typeof KINDS;

export const IGNORE_FILES = Object.keys(KINDS) as readonly IgnoreFileName[];

export type Verdict = "push" | "ignored" | "secret";

/** A verdict, with the rule that it follows. */
export interface Ruling {
  readonly verdict: Verdict;
  /** As it is written; undefined where none decides. */
  readonly rule?: string;
  /** The ignore file with the rule; undefined: the rule is one of every push. */
  readonly from?: string;
  /** The rule is that names with a dot stay, unless they are asked for. */
  readonly isHidden?: true;
  /** Nothing releases it. */
  readonly isNever?: true;
}

const matcherOf = (patterns: string | readonly string[], ignorecase: boolean): Ignore =>
  ignore({ ignorecase, allowRelativePaths: false }).add(patterns);

const hidden = matcherOf(HIDDEN, true);
const generated = matcherOf(GENERATED, true);
const secrets = matcherOf(SECRETS, true);

export interface IgnoreFile extends Partial<Pick<Layer, "folder" | "above">> {
  readonly name: IgnoreFileName;
  readonly text: string;
  /** Git's own choice on the systems whose file names ignore case. */
  readonly ignoreCase: boolean;
}

/** The work that a pattern makes of a deep path grows with its length to this power. */
const MAX_DOUBLE_STARS = 3;

/** @throws AppError `invalid_input` on a pattern that would take minutes: left aside, it might let something private in. */
function checkPatterns(text: string, file: string): void {
  for (const [at, line] of text.split("\n").entries())
    if (line.split(/(?:\*\*\/)+|\/\*\*/).length - 1 > MAX_DOUBLE_STARS)
      throw new AppError(
        "invalid_input",
        `${file}, line ${at + 1}: a pattern may have at most ${MAX_DOUBLE_STARS} times **`,
      );
}

/** A comment to git and to older versions; what follows it is a pattern as on a line of its own. */
const KEEP_LINE = /^#[ \t]*secrets-keep:[ \t]*(\S.*?)[ \t\r]*$/gm;

/** What an ignore file says of secrets: only the root's own may let them through, the others may be other people's. */
function secretsKeptBy(file: IgnoreFile): KeptSecrets | undefined {
  const { name, text, ignoreCase, folder = "", above = "" } = file;
  if (name !== ".recallignore" || folder !== "" || above !== "") return undefined;
  const patterns = Array.from(text.matchAll(KEEP_LINE), ([, pattern = ""]) => pattern);
  return patterns.length === 0 ? undefined : { patterns, matcher: matcherOf(patterns, ignoreCase) };
}

/** The rules with those of one more file, further in than the others. Throws AppError `invalid_input`. */
export function withIgnoreFile(rules: IgnoreRules, file: IgnoreFile): IgnoreRules {
  const { name, text, ignoreCase, folder = "", above = "" } = file;
  checkPatterns(text, above === "" ? `${folder}${name}` : `${name} above the folder`);
  const kind = KINDS[name];
  const from = above === "" ? `${folder}${name}` : `${"../".repeat(above.split("/").length - 1)}${name}`;
  const layer = { matcher: matcherOf(text, ignoreCase), from, folder, above };
  const secretsKept = secretsKeptBy(file);
  return { ...rules, [kind]: [...rules[kind], layer], ...(secretsKept && { secretsKept }) };
}

const parentOf = (path: string): string => path.slice(0, path.replace(/\/$/, "").lastIndexOf("/") + 1);

interface LayerRuling {
  readonly is: "ignored" | "released";
  readonly rule?: string;
  readonly from?: string;
}

const RELEASED: LayerRuling = { is: "released" };

/** What one file's rules say of a path, leaving aside what they say of the folder around it: we are in it already. */
function ruling({ matcher, from, folder, above }: Layer, path: string): LayerRuling | undefined {
  if (!path.startsWith(folder) || path === folder) return undefined;
  const inner = above + path.slice(folder.length);
  const { ignored, unignored, rule } = matcher.test(inner);
  if (unignored) return RELEASED;
  if (!ignored) return undefined;
  const parent = parentOf(inner);
  if (parent !== "" && matcher.ignores(parent)) return undefined;
  return { is: "ignored", from, ...(rule && { rule: rule.pattern }) };
}

function nearestRuling(layers: readonly Layer[], path: string): LayerRuling | undefined {
  for (let at = layers.length - 1; at >= 0; at--) {
    const layer = layers[at];
    const said = layer && ruling(layer, path);
    if (said !== undefined) return said;
  }
  return undefined;
}

/** A secret is let in by the root's own file only: the others may be other people's. */
const isReleased = (path: string, { recall }: IgnoreRules): boolean =>
  nearestRuling(
    recall.filter(({ folder }) => folder === ""),
    path,
  )?.is === "released";

const PUSH: Ruling = { verdict: "push" };

const ignoredBy = ({ rule, from }: LayerRuling): Ruling => ({
  verdict: "ignored",
  ...(rule !== undefined && { rule }),
  ...(from !== undefined && { from }),
});

/** A rule of every push; undefined: none of the matcher's is about the name. */
function ruleOfEveryPush(matcher: Ignore, name: string, verdict: Verdict): Ruling | undefined {
  const { ignored, rule } = matcher.test(name);
  return ignored ? { verdict, ...(rule && { rule: rule.pattern }) } : undefined;
}

/**
 * Whether what a folder holds is pushed when the folder is, and by which rule not; folders end in a slash. `.recallignore` decides first and may
 * name with `!` what is left out otherwise, a secret in the root's own file only; `.gitignore` can leave out more but cannot let a secret or build output in.
 */
export function explainEntry(path: string, rules: IgnoreRules): Ruling {
  const parent = parentOf(path);
  const name = path.slice(parent.length);
  if (NEVER.includes(name.replace(/\/$/, "").toLowerCase())) return { verdict: "ignored", isNever: true };
  const own = nearestRuling(rules.recall, path);
  if (own?.is === "ignored") return ignoredBy(own);
  const secret = ruleOfEveryPush(secrets, name, "secret");
  if (secret !== undefined) return isReleased(path, rules) ? PUSH : secret;
  if (own?.is === "released") return PUSH;
  const built = ruleOfEveryPush(generated, name, "ignored");
  if (built !== undefined) return built;
  if (!rules.includeHidden && hidden.ignores(name)) return { verdict: "ignored", isHidden: true };
  const git = nearestRuling(rules.git, path);
  return git?.is === "ignored" ? ignoredBy(git) : PUSH;
}

/** The same without the rule. */
export const judgeEntry = (path: string, rules: IgnoreRules): Verdict => explainEntry(path, rules).verdict;

/** Whether a file is pushed: it and all folders that it is in. The outermost that is not decides. */
export function judgeFile(path: string, rules: IgnoreRules): Verdict {
  const ends = [...path.matchAll(/\/|$/g)].map(({ index }) => index + 1);
  for (const end of ends) {
    const verdict = judgeEntry(path.slice(0, end), rules);
    if (verdict !== "push") return verdict;
  }
  return "push";
}

/** Whether the secrets in a file are pushed with it. */
export const keepsSecrets = (path: string, { secretsKept }: IgnoreRules): boolean =>
  secretsKept?.matcher.ignores(path) === true;
