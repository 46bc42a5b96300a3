import { describe, expect, it } from "vitest";
import { redact } from "../../src/redaction/redact.ts";

const textOf = (text: string) => redact(text).text;

// Keys are put together when the test runs, so that no scanner takes this file for a leak.
const mixed = (length: number) => "a1B2c3D4e5".repeat(Math.ceil(length / 10)).slice(0, length);
const hex = (length: number) => "0123456789abcdef".repeat(4).slice(0, length);
const digits = (length: number) => "123456789".repeat(3).slice(0, length);

describe("a secret in an address", () => {
  it.each([
    ["https://discord.com/api/webhooks/", `12345/${mixed(40)}`, "discord_webhook"],
    ["https://discordapp.com/api/webhooks/", `${digits(25)}/${mixed(100)}`, "discord_webhook"],
    ["AccountKey=", `${mixed(38)}+/`, "azure_key"],
    ["SharedAccessKey=", `${mixed(120)}==`, "azure_key"],
    ["xy://a:", "s", "connection_password", "@host"],
    ["a+b.c-d1://:", "s", "connection_password", "@host"],
    ["HTTPS://Bob:", "s3", "connection_password", "@host"],
    ["x2://a:", "p@ss", "connection_password", "@host"],
    ["x2://a:", "p".repeat(200), "connection_password", "@host"],
    [`x2://${"a".repeat(120)}:`, "pw", "connection_password", "@host"],
    [`x${"y".repeat(30)}://a:`, "pw", "connection_password", "@host"],
  ])("behind %s is taken out", (before, secret, kind, after = " x") => {
    expect(textOf(`at ${before}${secret}${after}`)).toBe(`at ${before}[redacted:${kind}]${after}`);
  });

  it.each([
    `https://discord.com/api/webhooks/1234/${mixed(40)}`,
    `https://discord.com/api/webhooks/12345/${mixed(39)}`,
    `https://discordx.com/api/webhooks/12345/${mixed(40)}`,
    `https://hooks.slack.com/services/${mixed(19)}`,
    `https://hooks.slack.com/other/${mixed(44)}`,
    "x://a:secret1@host",
    `xy://${"a".repeat(121)}:pw1@host`,
    "xy://a:b/c@host",
    "xy://a:b c@host",
    "xy://a/b:c1@host",
    "xy://a<b:c1@host",
    "xy://a:@host",
    "1y://a:pw1@host",
    ...[..."1+.-"].map((sign) => `${sign}xy://a:pw1@host`),
    `${"x".repeat(32)}://a:pw1@host`,
    `xy://a:${"p".repeat(201)}@host`,
    ...[..."@\"'>\t"].map((sign) => `xy://a${sign}b:pw1@host`),
    ...[..."\"'\t"].map((sign) => `xy://a:p${sign}w1@host`),
  ])("is none in %s", (text) => {
    expect(textOf(`at ${text} x`)).toBe(`at ${text} x`);
  });
});

describe("a token of this service", () => {
  const token = (parts: readonly string[]) =>
    [`${["rc", "l_"].join("")}${parts[0]}`, ...parts.slice(1)].join(".");
  const valid = ["abc_-1", hex(16), "12", "r", "-", mixed(43)];

  it.each([
    ["as it is", valid],
    ["of an admin", valid.with(3, "a")],
    ["of an owner", valid.with(3, "o")],
    ["that writes", valid.with(3, "w")],
    ["with fourteen characters of a workspace", valid.with(2, "123456789-1234")],
    ["with its epoch and a part of the workspace", valid.toSpliced(5, 0, hex(16), "eyJ_-9")],
    ["with nine characters of an end", valid.with(4, "123456789")],
  ])("is taken out %s", (_, parts) => {
    expect(textOf(`by ${token(parts)}.`)).toBe("by [redacted:recall_token].");
  });

  it.each([
    ["five characters of a root", valid.with(0, "abc_-")],
    ["fifteen of an id", valid.with(1, hex(15))],
    ["no workspace", valid.with(2, "")],
    ["fifteen characters of a workspace", valid.with(2, "123456789-12345")],
    ["another scope", valid.with(3, "x")],
    ["ten characters of an end", valid.with(4, "1234567890")],
    ["42 characters of a signature", valid.with(5, mixed(42))],
  ])("has never %s", (_, parts) => {
    expect(textOf(`by ${token(parts)} x`)).toBe(`by ${token(parts)} x`);
  });
});

describe("a token of three parts", () => {
  const part = (length: number) => ["ey", `J${mixed(length)}`].join("");
  it.each([
    ["the shortest", `${part(8)}.${part(8)}.${mixed(8)}`, true],
    ["a short first part", `${part(7)}.${part(8)}.${mixed(8)}`, false],
    ["a short second part", `${part(8)}.${part(7)}.${mixed(8)}`, false],
    ["a short signature", `${part(8)}.${part(8)}.${mixed(7)}`, false],
    ["a first part that goes on", `-${part(8)}.${part(8)}.${mixed(8)}`, false],
    ["a first part within a word", `x${part(8)}.${part(8)}.${mixed(8)}`, false],
    ["dashes and lines", `${part(4)}-_a1.${part(4)}_-a1.${mixed(4)}-_a1`, true],
  ])("is a JWT with %s: %s", (_, token, isToken) => {
    expect(textOf(`by ${token}`)).toBe(isToken ? "by [redacted:jwt]" : `by ${token}`);
  });
});

describe("a bearer's token", () => {
  it.each([
    ["Bearer ", ""],
    ["basic ", ""],
    ["BEARER\t", ""],
    ["Bearer   ", ""],
    ["Bearer '", "'"],
    ['Bearer "', '"'],
    ["Bearer `", "`"],
    ["X-Bearer ", ""],
  ])("is taken out behind %j", (before, after) => {
    for (const secret of [mixed(16), `${mixed(12)}._~+/=-`])
      expect(textOf(`${before}${secret}${after}`)).toBe(`${before}[redacted:bearer_token]${after}`);
  });

  it.each(["Bearer", "Bearer    ", "Bearer\n", "forbearer ", "bearers "])("is none behind %j", (before) => {
    expect(textOf(`${before}${mixed(16)}`)).toBe(`${before}${mixed(16)}`);
  });
});

describe("a password of curl", () => {
  it.each([
    ["curl -u ana:", "b12c", ""],
    ["curl -uana:", "b12c", " x"],
    ["curl -u a:", "b12c", " x"],
    ["curl -u 'ana:", "b12c", "'"],
    ['curl -u "ana:', "b12c", '"'],
    ["curl -u ana:", "1234x", ""],
    [`curl -u ${"a".repeat(100)}:`, "b12c", ""],
    ["curl -u ana:", "b".repeat(199).concat("1"), ""],
  ])("is taken out of %s", (before, secret, after) => {
    expect(textOf(before + secret + after)).toBe(`${before}[redacted:password]${after}`);
  });

  it("is taken out as far as two hundred characters", () => {
    expect(textOf(`curl -u a:${"b1".repeat(100)}z`)).toBe("curl -u a:[redacted:password]z");
  });

  it.each([
    "curl -u :b12c",
    "x-u ana:b12c",
    "curl -u ana:1234",
    "curl -u ana:1234 x",
    `curl -u ${"a".repeat(101)}:b12c`,
  ])("is none in %s", (text) => {
    expect(textOf(text)).toBe(text);
  });
});

it("of secrets that overlap the best kind is kept, whatever comes behind it", () => {
  const key = ["np", "m_", mixed(36)].join("");
  expect(redact(`password: "x ${key} Bearer ${mixed(18)} y"`).redacted).toEqual([
    { kind: "npm_token", count: 1 },
  ]);
  expect(redact(`password: "x Bearer ${mixed(18)} ${key} y"`).redacted).toEqual([
    { kind: "npm_token", count: 1 },
  ]);
});
