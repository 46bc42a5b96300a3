import type { SecretSpan } from "./secret-span.ts";
import { isPlaceholder, looksRandom } from "./values.ts";

/** What people call a password; its value may be any word. */
const PASSWORD = [
  "passwords?|passwds?|passphrases?|pass[ _-]phrase|(?<![a-z])(?:pwd|pw|pass|pin)",
  "passwort|kennwort|contraseña|contrasena|(?<!\\p{L})clave|senha|mot de passe|parola d'ordine|wachtwoord|lösenord",
  "heslo|hasło|(?<!\\p{L})parola|şifre|mật khẩu|пароль|κωδικός|סיסמה|كلمة المرور|كلمة السر|पासवर्ड",
  "パスワード|暗証番号|密码|密碼|口令|비밀번호|암호",
].join("|");

/** What people call a generated secret; its value looks random. */
const TOKEN = [
  "api[ _-]?key|apikey|access[ _-]?key|secret[ _-]?key|(?:account|signing|encryption|private|auth|master|service)[ _-]?key",
  "secret|token|credentials?|api[ _-]?schlüssel|clave de api|ключ|токен|トークン|apiキー|密钥|令牌|토큰",
].join("|");

/** Between label and value: a sign, a table's line, a copula. */
const SIGN = "\\s{0,3}(?:=>|:=|->|[:=：＝|→])";
const COPULA = "\\s{1,3}(?:is|was|ist|lautet|es|est|é|è|это)(?=\\s)|\\s{0,3}(?:は|是|为|為|는|은)";

const LABEL = new RegExp(
  `(?<flag>--[a-z0-9-]{0,40})?(?:(?<password>${PASSWORD})|(?<token>${TOKEN}))["'\`”」*_]{0,3}` +
    `(?:\\s(?:for|of|to|on|für|de|del)\\s[^:=\n]{1,40}?(?=${SIGN}|${COPULA}))?` +
    `(?:(?<sign>${SIGN})|(?<copula>${COPULA})|(?<tag>>)|(?=\\s))[*_]{0,3}(?<gap>\\s{0,8})`,
  "giu",
);

/** A value in quotes, or up to the next white space; the longest that anybody would write. */
const VALUE = /(?<quote>["'`“「])(?<quoted>[^"'`”」\n]{1,200})["'`”」]|(?<bare>[^\s|]{1,500})/uy;

/** Where a bare value ends before its white space: the next field of a connection string, a tag, CJK punctuation. */
const NEXT_FIELD = /[,;&]\s?["']?[\w.-]{1,40}["']?\s?[=:]|<\/|[、。，；「」（）]/;
const TRAILING = new Set(".,;:)]}>\"'`”");

/** Walks back: a pattern that is tried at every sign of a long run takes the square of its length. */
function withoutTrailing(text: string): string {
  let end = text.length;
  while (end > 0 && TRAILING.has(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

interface Value {
  readonly start: number;
  readonly text: string;
  readonly isQuoted: boolean;
  /** Nothing of a sentence comes after it. */
  readonly isLast: boolean;
}

function valueAt(text: string, at: number): Value | undefined {
  VALUE.lastIndex = at;
  const match = VALUE.exec(text);
  if (match?.groups === undefined) return undefined;
  const { quote, quoted, bare = "" } = match.groups;
  if (quote !== undefined && quoted !== undefined)
    return { start: at + quote.length, text: quoted, isQuoted: true, isLast: true };
  const field = NEXT_FIELD.exec(bare)?.index;
  const cut = withoutTrailing(field === undefined ? bare : bare.slice(0, field));
  if (cut === "") return undefined;
  const after = text.slice(at + cut.length, at + cut.length + 3);
  return { start: at, text: cut, isQuoted: false, isLast: !/^ ?[\p{L}\d]/u.test(after) };
}

/** A password is anything but prose, code and stand-ins. */
function isPassword({ text, isQuoted, isLast }: Value, isLoose: boolean): boolean {
  if (isPlaceholder(text)) return false;
  if (/^\d+$/.test(text)) return text.length >= 4 && isLast;
  if (/^\d{1,3}[+-]/.test(text) || /^\d{4}-\d\d-\d\d/.test(text)) return false;
  if (isQuoted) return text.length >= 3 && !/^[\s,;)]|\s$/.test(text);
  if (/^\p{L}+$/u.test(text)) return !isLoose && isLast && text.length >= 5 && !/\p{Ll}\p{Lu}/u.test(text);
  if (/^[\p{L}-]+$/u.test(text)) return !isLoose && isLast;
  return text.length >= 4;
}

/** Shortest value that is taken for a password where nothing but white space is between it and its label. */
const MIN_BARE_CHARS = 8;

/** What generated secrets are written with; brackets and quotes are code. */
const TOKEN_CHARACTERS = /^[\w.~+/=:!@#$%^&*-]+$/;

function isSecret(groups: Readonly<Record<string, string | undefined>>, value: Value): boolean {
  const { flag, password, sign, copula, tag, gap = "" } = groups;
  if (tag !== undefined && !value.isLast) return false;
  const isBare = sign === undefined && copula === undefined && tag === undefined && flag === undefined;
  if (password === undefined) return TOKEN_CHARACTERS.test(value.text) && looksRandom(value.text);
  // Words of other meanings, and the bar of a table that may be one of a union of types: only what is no word.
  const isWeak = sign?.trim() === "|" || /^(?:pass|pin|pw|clave|parola)$/i.test(password);
  if (isWeak && !/\d/.test(value.text)) return false;
  // After empty lines something else begins as a rule.
  if (!isBare && gap.split("\n").length <= MAX_NEAR_LINES) return isPassword(value, copula !== undefined);
  return isStrong(value.text) && isPassword(value, true);
}

/** Lines from a label to a value that need not look like a password to be one. */
const MAX_NEAR_LINES = 4;

const isStrong = (text: string): boolean =>
  text.length >= MIN_BARE_CHARS &&
  /\d/.test(text) &&
  /\p{L}/u.test(text) &&
  (/[^\p{L}\d]/u.test(text) || (/\p{Ll}/u.test(text) && /\p{Lu}/u.test(text)));

/** Whether a name says that what it names is secret: `password`, `apiKey`. */
export const isSecretLabel = (name: string): boolean => name.length <= 200 && `${name}: `.search(LABEL) >= 0;

/** Values beside a label that says they are secret: passwords in any form, tokens that look random. */
export function labelledSpans(text: string): SecretSpan[] {
  return Array.from(text.matchAll(LABEL)).flatMap((match) => {
    const value = valueAt(text, match.index + match[0].length);
    if (value === undefined || match.groups === undefined || !isSecret(match.groups, value)) return [];
    const kind = match.groups.password === undefined ? "secret" : "password";
    return [{ kind, start: value.start, end: value.start + value.text.length }];
  });
}

/** All that decides what is found, as a text: another one when a rule changes. */
export const labelRules = (): string => [LABEL, VALUE, NEXT_FIELD, TOKEN_CHARACTERS].join("\n");
