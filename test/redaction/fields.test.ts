import { describe, expect, it } from "vitest";
import { redact } from "../../src/redaction/redact.ts";
import { addCounts, redactFields } from "../../src/redaction/redact-fields.ts";

const HIDDEN = "[redacted:password]";
/** A password where a label says so, else a word. */
const WORD = "abcdefgh";
const metadataOf = (metadata: unknown) => redactFields({ metadata }).fields.metadata;

describe("a word below a secret's label is taken out", () => {
  it.each(
    "value val v current old new text content data raw plain plaintext 0 12 VALUE Old".split(" ").concat(""),
  )("as its %j", (key) => {
    expect(metadataOf({ password: { [key]: WORD } })).toEqual({ password: { [key]: HIDDEN } });
  });

  it.each(["values", "xvalue", "user", "1a", "renew", "plain text"])("never as its %j", (key) => {
    expect(metadataOf({ password: { [key]: WORD } })).toEqual({ password: { [key]: WORD } });
  });

  it.each(["name", "key", "label", "field", "title", "Name", "TITLE"])("named beside by its %s", (key) => {
    expect(metadataOf({ [key]: "password", value: WORD })).toEqual({ [key]: "password", value: HIDDEN });
  });

  it.each([
    ["a key that names nothing", { note: "password", value: WORD }],
    ["a name that is no text", { name: 5, value: WORD }],
    ["a name of something else", { name: "colour", value: WORD }],
    ["a token's name", { name: "api token", value: WORD }],
  ])("never beside %s", (_, given) => {
    expect(metadataOf(given)).toEqual(given);
  });

  it.each([
    [
      "of the first name that says so",
      { name: "colour", key: "password", value: WORD },
      { name: "colour", key: "password", value: HIDDEN },
    ],
    ["of a label further up", { password: { a: { value: WORD } } }, { password: { a: { value: HIDDEN } } }],
    [
      "of the nearest label",
      { token: { password: { value: WORD } }, password: { token: { value: WORD } } },
      { token: { password: { value: HIDDEN } }, password: { token: { value: WORD } } },
    ],
    [
      "of a name beside rather than a label above",
      { token: { name: "password", value: WORD }, password: { name: "api token", value: WORD } },
      { token: { name: "password", value: HIDDEN }, password: { name: "api token", value: WORD } },
    ],
    [
      "of a label above where the name says nothing",
      { password: { name: "colour", value: WORD } },
      { password: { name: "colour", value: HIDDEN } },
    ],
    [
      "whose name stays, which would be one itself",
      { name: "db1-passphrase", value: WORD, key: "zx91-abcd" },
      { name: "db1-passphrase", value: HIDDEN, key: HIDDEN },
    ],
  ])("%s", (_, given, expected) => {
    expect(metadataOf(given)).toEqual(expected);
  });
});

describe("beside a key of its own below a secret's label", () => {
  it.each(["ana maria-jose", "josé", "", "Ana\tB"])("%j is a name", (user) => {
    expect(metadataOf({ password: { user } })).toEqual({ password: { user } });
  });

  it.each(["ana_b", "4821", "ana1", "a.b-c!"])("%j is none", (user) => {
    expect(metadataOf({ password: { user } })).toEqual({ password: { user: HIDDEN } });
  });

  it("a secret that shows by itself is cut out of the rest", () => {
    const address = (secret: string) => `postgres://a:${secret}@host`;
    const url = address(["s3", "cret"].join(""));
    expect(metadataOf({ password: { url } })).toEqual({
      password: { url: address("[redacted:connection_password]") },
    });
  });
});

describe("a number", () => {
  it.each([
    [{ pin: 1234 }, { pin: HIDDEN }],
    [{ pin: 123 }, { pin: 123 }],
    [{ password: { value: 123_456 } }, { password: { value: HIDDEN } }],
    [{ password: [1, 123_456] }, { password: [1, HIDDEN] }],
    [{ count: 123_456 }, { count: 123_456 }],
    [
      { password: false, token: null },
      { password: false, token: null },
    ],
  ])("in %j is %j", (given, expected) => {
    expect(metadataOf(given)).toEqual(expected);
  });
});

describe("a key", () => {
  it("that is a secret is hidden, and told apart from others that were", () => {
    const key = (end: string) => `password: ${["hun", "ter2"].join("")}${end}`;
    expect(metadataOf({ [key("a")]: 1, [key("b")]: 2, [key("c")]: 3, x: 4 })).toEqual({
      [`password: ${HIDDEN}`]: 1,
      [`password: ${HIDDEN} 2`]: 2,
      [`password: ${HIDDEN} 3`]: 3,
      x: 4,
    });
  });

  it("that is one hides nothing of a harmless value", () => {
    const key = `password: ${["hun", "ter2"].join("")}`;
    expect(metadataOf({ [key]: "green" })).toEqual({ [`password: ${HIDDEN}`]: "green" });
  });
});

it("fields that are not there stay so, and what is no field is not looked at", () => {
  const given = { text: `password: ${WORD}1`, source: undefined, tags: [`password: ${WORD}1`] };
  expect(redactFields(given)).toEqual({
    fields: { text: given.text, source: undefined, tags: [`password: ${HIDDEN}`] },
    redacted: [{ kind: "password", count: 1 }],
  });
  expect(Object.keys(redactFields({ tags: [] }).fields)).toEqual(["tags"]);
});

it("counts are added by kind, in the order of their first", () => {
  const one = (kind: string, count: number) => ({ kind, count });
  expect(addCounts([one("a", 1), one("b", 2)], [one("c", 3), one("b", 4), one("c", 5)])).toEqual([
    one("a", 1),
    one("b", 6),
    one("c", 8),
  ]);
});

describe("secrets that overlap", () => {
  const begin = ["-----BEGIN", "PRIVATE KEY-----"].join(" ");
  const end = ["-----END", "PRIVATE KEY-----"].join(" ");
  const body = "a1B2c3D4e5F6g7H8";

  it("are one, from the first's begin to the last's end, of the kind that shapes tell", () => {
    const text = `password: "x1 ${begin} ${body}" ${end} y`;
    expect(redact(text)).toEqual({
      text: `password: "[redacted:private_key] y`,
      redacted: [{ kind: "private_key", count: 1 }],
    });
  });

  it("keep the kind of the best of three", () => {
    const key = ["np", "m_", "a1B2c3D4e5".repeat(4).slice(0, 36)].join("");
    expect(redact(`password: "${key} Bearer ${body}"`).redacted).toEqual([{ kind: "npm_token", count: 1 }]);
    expect(redact(`password: "Bearer ${body} ${key}"`).redacted).toEqual([{ kind: "npm_token", count: 1 }]);
  });

  it("and such as only touch are two", () => {
    const key = ["AK", "IA", "ABCDEFGHIJKLMNOP"].join("");
    expect(redact(`${key}-${key}`).redacted).toEqual([{ kind: "aws_key", count: 2 }]);
    expect(redact(`password='${key}'password='ab1x'`).text).toBe(
      "password='[redacted:aws_key]'password='[redacted:password]'",
    );
  });
});

describe("wide and invisible characters", () => {
  const wide = (text: string) =>
    [...text].map((one) => String.fromCharCode(one.charCodeAt(0) + 0xff01 - 0x21)).join("");

  it.each(
    [..."\u00ad\u034f\u180e\u200b\u200f\u202e\u2060\u2065\ufe0f\ufeff\u{e0041}\u{e0101}"].map((sign) => [
      sign,
    ]),
  )("such as %j do not hide a label", (sign) => {
    expect(redact(`pass${sign}word: ab1x`).text).toBe(`pass${sign}word: ${HIDDEN}`);
    expect(redact(`password: ab${sign}1x${sign} y`).text).toBe(`password: ${HIDDEN}${sign} y`);
  });

  it.each(["\u200a", "\u2010", "\u205f", "\u0301"])("others such as %j do", (sign) => {
    expect(redact(`pass${sign}word: ab1x`).text).toBe(`pass${sign}word: ab1x`);
  });

  it("as wide as Chinese ones are read as ASCII, from ! to ~", () => {
    expect(redact(`${wide("password")}: ${wide("!b1~")}.`).text).toBe(`${wide("password")}: ${HIDDEN}.`);
    expect(redact(`${wide("password:")}${wide("ab1x")}|`).text).toBe(`${wide("password:")}${HIDDEN}|`);
  });

  it("are where they were, before and behind a secret", () => {
    const text = `\u200bＡ\u200b password: ab1x\u200b Ｂ`;
    expect(redact(text).text).toBe(`\u200bＡ\u200b password: ${HIDDEN}\u200b Ｂ`);
    expect(redact("\u200bＡ").text).toBe("\u200bＡ");
  });
});
