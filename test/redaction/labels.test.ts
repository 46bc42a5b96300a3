import { describe, expect, it } from "vitest";
import { isSecretLabel } from "../../src/redaction/labelled.ts";
import { redact } from "../../src/redaction/redact.ts";

const WORD = ["hun", "ter2x"].join("");
const RANDOM = "a1B2c3D4e5F6g7H8";
const HIDDEN = "[redacted:password]";
const textOf = (text: string) => redact(text).text;

const PASSWORDS =
  "password passwords passwd passwds passphrase passphrases pass+phrase pass_phrase pass-phrase pwd passwort kennwort \
contraseña contrasena senha mot+de+passe parola+d'ordine wachtwoord lösenord heslo hasło parola şifre mật+khẩu пароль \
κωδικός סיסמה كلمة+المرور كلمة+السر पासवर्ड パスワード 暗証番号 密码 密碼 口令 비밀번호 암호 PASSWORD Пароль DB_PASSWORD";

const TOKENS =
  "api+key api_key api-key apikey access+key access_key access-key secret+key secret-key account+key signing-key \
encryption_key private+key auth-key master+key service_key secret token credential credentials api+schlüssel \
api-schlüssel ключ токен トークン apiキー 密钥 令牌 토큰 TOKEN";

const named = (names: string) => names.split(" ").map((name) => name.replaceAll("+", " "));

describe("the label of a password", () => {
  it.each(named(PASSWORDS))("is %s", (label) => {
    expect(textOf(`${label}: ${WORD}`)).toBe(`${label}: ${HIDDEN}`);
  });

  it.each(["pass", "pw", "pin", "clave", "parola", "PIN"])("may be %s, of what is no word", (label) => {
    expect(textOf(`${label}: ${WORD}`)).toBe(`${label}: ${HIDDEN}`);
    expect(textOf(`${label}: abcdefgh`)).toBe(`${label}: abcdefgh`);
  });

  it.each(["compass", "xpwd", "spin", "lapin", "enclave", "taparola", "passwor", "pas", "pinx"])(
    "is not %s",
    (label) => {
      expect(textOf(`${label}: ${WORD}`)).toBe(`${label}: ${WORD}`);
    },
  );

  it.each([
    ["=>", " => "],
    [":=", " := "],
    ["->", " -> "],
    ["=", "="],
    [":", ":"],
    ["an arrow", " → "],
    ["three blanks before the sign", "   : "],
    ["eight blanks after it", `:${" ".repeat(8)}`],
    ["a quote before it", '": '],
    ["three marks before it", "***: "],
    ["bold after it", ":** "],
    ["is", " is "],
    ["was", " was "],
    ["ist", " ist "],
    ["lautet", " lautet "],
    ["es", " es "],
    ["est", " est "],
    ["é", " é "],
    ["è", " è "],
    ["это", " это "],
    ["は", "は"],
    ["是", "是"],
    ["为", "为"],
    ["為", "為"],
    ["는", "는"],
    ["은", "은 "],
    ["for …", " for x: "],
    ["of …", " of the new server is "],
    ["to …", " to x: "],
    ["on …", " on x: "],
    ["für …", " für x: "],
    ["de …", " de x: "],
    ["del …", " del x: "],
    ["forty characters of a purpose", ` for ${"x".repeat(40)}: `],
  ])("has %s between it and the value", (_, between) => {
    expect(textOf(`password${between}${WORD}`)).toBe(`password${between}${HIDDEN}`);
  });

  it.each([
    ["four blanks before the sign", "    : "],
    ["nine blanks after it", `:${" ".repeat(9)}`],
    ["four marks before it", "****: "],
    ["a word", " by x: "],
    ["a purpose of 41 characters", ` for ${"x".repeat(41)}: `],
    ["a purpose with a line's end", " for x\ny: "],
    ["a verb that goes on", " iso "],
  ])("has no %s between it and the value", (_, between) => {
    expect(textOf(`password${between}${WORD}`)).toBe(`password${between}${WORD}`);
  });

  it.each([
    ["--password", HIDDEN],
    ["--db-password", HIDDEN],
    [`--${"x".repeat(40)}password`, HIDDEN],
    ["-password", "abcdef1"],
    ["password", "abcdef1"],
  ])("as the flag %s needs no sign", (flag, shown) => {
    expect(textOf(`${flag} abcdef1`)).toBe(`${flag} ${shown}`);
  });
});

describe("the label of a token", () => {
  it.each(named(TOKENS))("is %s", (label) => {
    expect(textOf(`${label}: ${RANDOM}`)).toBe(`${label}: [redacted:secret]`);
  });

  it.each(["key", "public key", "cache key", "primary_key", "tok", "schlüssel", "clave de"])(
    "is not %s",
    (label) => {
      expect(textOf(`${label}: ${RANDOM}`)).toBe(`${label}: ${RANDOM}`);
    },
  );

  it.each([..."~.+/=:!@#$%^&*-_"].map((sign) => [sign]))("may be of a value with %s in it", (sign) => {
    const value = `${RANDOM.slice(0, 9)}${sign}${RANDOM.slice(9)}`;
    expect(textOf(`token: '${value}'`)).toBe("token: '[redacted:secret]'");
  });

  it.each([..."()[]{}<>,; |\\?"].map((sign) => [sign]))("is not of code with %s in it", (sign) => {
    const value = `'${RANDOM.slice(0, 9)}${sign}${RANDOM.slice(9, 12)}'`;
    expect(textOf(`token: ${value}`)).toBe(`token: ${value}`);
  });
});

describe("the value beside a label", () => {
  it.each([
    ["in double quotes", '"', "open sesame 1", '" x'],
    ["in single quotes", "'", "open sesame 1", "' x"],
    ["in back-ticks", "`", "open sesame 1", "` x"],
    ["in curled quotes", "“", "open sesame 1", "” x"],
    ["in corner brackets", "「", "open sesame 1", "」 x"],
    ["of 200 characters in quotes", '"', "a b1".repeat(50), '"'],
    ["up to a next field behind a comma", "", WORD, ",user=bob"],
    ["up to a next field whose name has 40 characters", "", "ab1!", `,${"abcdefghij".repeat(4)}=1`],
    ["up to a next field in quotes", "", WORD, ',"user":"bob"'],
    ["up to a next field with a colon", "", WORD, ";user:bob"],
    ["up to a next field of one letter", "", WORD, ",a=1"],
    ["up to a next field in single quotes", "", WORD, ",'user':'bob'"],
    ["up to a next field with a dot and a dash", "", WORD, "&x.y-z=1"],
    ["up to a tag's end", "", WORD, "</b>"],
    ["up to a table's line", "", WORD, "|next"],
    ...[..."、。「」"].map((sign) => [`up to ${sign}`, "", WORD, `${sign}x`]),
    ...[...".,;:)]}>\"'`”"].map((sign) => [`up to a ${sign} at its end`, "", WORD, sign]),
    ["up to many signs at its end", "", WORD, '").'],
    ["with a comma in it and no field behind", "", "ab1,cd", ""],
    ["with a field's name of 41 characters behind", "", `ab1,${"abcdefghij".repeat(4)}k=1`, ""],
    ["of 500 characters", "", "ab1-".repeat(125), ""],
  ] as [string, string, string, string][])("is taken %s", (_, before, value, after) => {
    expect(textOf(`password: ${before}${value}${after}`)).toBe(`password: ${before}${HIDDEN}${after}`);
  });

  it.each([
    ["201 characters in quotes", `"${"a b1".repeat(50)}x"`],
    ["two lines in quotes", '"a b\nc d"'],
    ["only closing signs", '").'],
    ["a comma first in quotes", '",ab1"'],
    ["a semicolon first in quotes", '";ab1"'],
    ["a bracket first in quotes", '")ab1"'],
    ["a blank last in quotes", '"ab1 "'],
    ["digits and a plus", "8+"],
    ["digits and a minus", "123-"],
    ["a day and a time", "2026-01-02T10"],
    ["a small letter before a capital", "dbPassword"],
  ])("is not %s", (_, value) => {
    expect(redact(`password: ${value}`).redacted).toEqual([]);
  });

  it.each([
    ["four digits and a plus", "1234+x"],
    ["a number that only begins like a day", "20261-01-02"],
    ["a capital first", "Abcdef"],
    ["letters of another script", "солнце"],
    ["two words with a dash", "ab-c"],
    ["a word before a dash of the sentence", "abcdef – gone"],
  ])("may be %s", (_, value) => {
    expect(textOf(`password: ${value}`).startsWith(`password: ${HIDDEN}`)).toBe(true);
  });

  it.each([
    ["a sign", "abcd123!", true],
    ["a capital", "Abcdefg1", true],
    ["neither", "abcdefg1", false],
    ["no digit", "Abcdefg!", false],
    ["no letter", "1234567!", false],
    ["one character less", "Abcdef1", false],
  ])("without a sign between them has %s: %s %s", (_, value, isSecret) => {
    expect(textOf(`password ${value}`)).toBe(`password ${isSecret ? HIDDEN : value}`);
  });

  it("is taken out as far as five hundred characters", () => {
    expect(textOf(`password: ${"ab1-".repeat(125)}z`)).toBe(`password: ${HIDDEN}z`);
  });

  it("in a tag is no more than its text", () => {
    expect(textOf(`<password>${WORD}</password>`)).toBe(`<password>${HIDDEN}</password>`);
    expect(textOf("<password>ab1c and more</password>")).toBe("<password>ab1c and more</password>");
  });

  it("far below its label has to look like a password", () => {
    expect(textOf("password:\n\n\nab1c")).toBe(`password:\n\n\n${HIDDEN}`);
    expect(textOf("password:\n\n\n\nab1c")).toBe("password:\n\n\n\nab1c");
    expect(textOf(`password:\n\n\n\nAbcdefg1`)).toBe(`password:\n\n\n\n${HIDDEN}`);
  });
});

it.each([
  ["password", true],
  ["token", true],
  ["The API key", true],
  ["user.password", true],
  ["keyboard", false],
  ["", false],
])("the name %j says that its value is secret: %s", (name, isSecret) => {
  expect(isSecretLabel(name)).toBe(isSecret);
});
