import { describe, expect, it } from "vitest";
import { isSecretLabel } from "../../src/redaction/labelled.ts";
import { redact } from "../../src/redaction/redact.ts";
import { isPlaceholder, looksRandom } from "../../src/redaction/values.ts";

const kindsIn = (text: string) => redact(text).redacted.map(({ kind }) => kind);

// Keys are put together when the test runs, so that no scanner takes this file for a leak.
const upper = (length: number) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ".slice(0, length);
const mixed = (length: number) => "a1B2c3D4e5".repeat(8).slice(0, length);

describe("a provider's key", () => {
  it("of Azure stands beside its name", () => {
    for (const name of ["AccountKey", "SharedAccessKey"])
      expect(redact(`${name}=${mixed(40)}==;x`).text).toBe(`${name}=[redacted:azure_key];x`);
    expect(kindsIn(`AccountKey=${mixed(39)}`)).toEqual(["secret"]);
  });

  it("of Discord is the end of an address, of Slack all of one", () => {
    const discord = ["https://discord.com/api/web", "hooks/12345/"].join("");
    expect(redact(`${discord}${mixed(40)}`).text).toBe(`${discord.slice(0, -6)}[redacted:discord_webhook]`);
    const slack = ["https://hooks.slack.com/wor", "kflows/"].join("");
    expect(redact(`at ${slack}${mixed(44)}, now`).text).toBe("at [redacted:slack_webhook], now");
  });

  it("that is too long or does not look random is none", () => {
    expect(kindsIn(["AK", "IA", upper(17)].join(""))).toEqual([]);
    expect(kindsIn(["s", "k-", "circle-fade-dot-animation"].join(""))).toEqual([]);
    expect(kindsIn(`Bearer ${mixed(15)}`)).toEqual([]);
    expect(kindsIn(`bearer ${mixed(16)}`)).toEqual(["bearer_token"]);
  });

  it("of a private block ends before the next one begins", () => {
    const begin = ["-----BEGIN", "PRIVATE KEY-----"].join(" ");
    const end = ["-----END", "PRIVATE KEY-----"].join(" ");
    expect(redact(`${begin}\n${mixed(40)}\n${begin}\n${mixed(40)}\n${end}\nrest`).text).toBe(
      "[redacted:private_key]\n\n[redacted:private_key]\n\n\nrest",
    );
    expect(kindsIn(`${begin}\n${mixed(15)}\n${end}`)).toEqual([]);
    expect(kindsIn(`${begin}\n${mixed(16)}\n${end}`)).toEqual(["private_key"]);
  });
});

describe("a password beside its label", () => {
  const word = ["hun", "ter2x"].join("");
  it.each([
    ["a word", "password: ", "abcde", ""],
    ["a word with a dash at the end", "password: ", "abc-def", "."],
    ["four characters", "password: ", "ab1!", ""],
    ["three in quotes", "password: '", "a b", "'"],
    ["four digits", "password: ", "1234", ""],
    ["a mixed word behind a weak label", "pw: ", "abcdefg1", ""],
    ["a mixed word in a table", "| password | ", "abcdef1", " |"],
    ["a mixed word behind a copula", "password is ", "abcde1", ""],
    ["a word far from bare", "password ", "Abcdefg1", ""],
    ["a tag's text", "<password>", word, "</password>"],
    ["a flag's value", "--password ", word, " now"],
    ["what it is for between them", "password for the db: ", word, ""],
    ["whose it is between them", "password of ana is ", word, ""],
    ["a field before the next", "password=", word, "&user=bob"],
    ["a field before the next, with a semicolon", "password=", word, ";Encrypt=true"],
    ["three lines further", "password:\n\n\n", "ab12c", ""],
    ["a short one of curl", "curl -u ana:", "b12c", " x"],
  ])("is found: %s", (_, before, secret, after) => {
    expect(redact(before + secret + after).text).toBe(`${before}[redacted:password]${after}`);
  });

  it.each([
    ["four letters", "password: abcd"],
    ["a word before more words", "password: abcde fghij"],
    ["a compound before more words", "password: abc-def now"],
    ["three characters", "password: ab1"],
    ["two in quotes", "password: 'ab'"],
    ["blanks in quotes", "password: ' ab1'"],
    ["seven digits before words", "password: 1234567 x"],
    ["a count", "password: 12+"],
    ["a day", "password: 2026-01-02"],
    ["a name in code", "password: camelCase"],
    ["a word behind a weak label", "pw: abcdefgh"],
    ["a word in a table", "| password | abcdef |"],
    ["a word behind a copula", "password is abcdef"],
    ["small letters and a digit without a sign", "password abcdefg1"],
    ["seven characters without a sign", "password Abcdef1"],
    ["a short word four lines further", "password:\n\n\n\nab12c"],
    ["three characters of curl", "curl -u ana:b1c x"],
    ["numbers of docker", "docker run -u 1000:1000 x"],
  ])("is not %s", (_, text) => {
    expect(redact(text)).toEqual({ text, redacted: [] });
  });

  it("is a secret where a token is named and the value looks random", () => {
    for (const label of ["token", "secret-key", "api key", "credential", "schlüssel: api-schlüssel"])
      expect(kindsIn(`${label}: ${mixed(16)}`), label).toEqual(["secret"]);
    expect(kindsIn(`token: ${mixed(15)}`)).toEqual([]);
    expect(kindsIn(`token: ${word}`)).toEqual([]);
    expect(kindsIn(`token: f(${mixed(16)})`)).toEqual([]);
  });

  it("is known as such a label up to 200 characters", () => {
    expect(["password", "apiKey", "PIN", "colour", "pins"].map(isSecretLabel)).toEqual([
      ...[true, true, true, false, false],
    ]);
    expect(isSecretLabel(`${"x ".repeat(96)}password`)).toBe(true);
    expect(isSecretLabel(`${"x ".repeat(97)}password`)).toBe(false);
  });
});

it.each([
  ["16 mixed characters", mixed(16), true],
  ["15 of them", mixed(15), false],
  ["letters only", "abcdefghijklmnop", false],
  ["digits only", "1234567890123456", false],
  ["parts that people choose", "my-feature-flag-2-x", false],
  ["few characters repeated", "aaaaaaaaaaaaaaa1", false],
])("%s look random: %s", (_, value, isRandom) => {
  expect(looksRandom(value)).toBe(isRandom);
});

it.each([
  ..."<password> $TOKEN $(cat %PASS% *** ... xxx ?? your-key MY_VAR vault:x ./x ~/x a.b(c) get( get[0 List<A".split(
    " ",
  ),
  ..."my-password /run/x 00000000 todo Required abcdefabcdef x[redacted:jwt] EXAMPLEKEY /run/aB3dE6fG1hJ9kL2".split(
    " ",
  ),
])("%s stands for a value", (value) => {
  expect(isPlaceholder(value)).toBe(true);
});

it.each([
  "hunter2",
  "**",
  "xx",
  "0000000",
  "my-aB3dE6fG",
  "<aB3dE6fG1>",
  "/run/aB3dE6fG1hJ9kL2m",
  "abcdefabcde",
  "a.b-c",
])("%s may be one", (value) => {
  expect(isPlaceholder(value)).toBe(false);
});
