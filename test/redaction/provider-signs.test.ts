import { describe, expect, it } from "vitest";
import { redact } from "../../src/redaction/redact.ts";

const textOf = (text: string) => redact(text).text;
const mixed = (length: number) => "a1B2c3D4e5".repeat(Math.ceil(length / 10)).slice(0, length);
/** With the signs that most providers allow in a key. */
const signed = (length: number) => "a1_B2-c3D4e5".repeat(Math.ceil(length / 12)).slice(0, length);

// Keys are put together when the test runs, so that no scanner takes this file for a leak.
it.each([
  ["github_token", "github", "_pat_", `a1_B2${mixed(40)}`],
  ["gitlab_token", "gl", "pat-", signed(20)],
  ["slack_token", "xo", "xb-", `12-ab${mixed(6)}`],
  ["slack_token", "xa", "pp-1-", `12-ab${mixed(6)}`],
  ["anthropic_key", "s", "k-ant-", signed(20)],
  ["openai_key", "s", "k-", signed(24)],
  ["google_key", "AI", "za", signed(35)],
  ["google_key", "GOC", "SPX-", signed(20)],
  ["google_key", "ya", "29.", signed(20)],
  ["pypi_token", "py", "pi-", signed(60)],
  ["sendgrid_key", "S", "G.", `${signed(16)}.${signed(16)}`],
  ["azure_key", "_a1", "8Q~", `~.-_${mixed(27)}`],
  ["azure_key", "~.-", "8Q~", mixed(31)],
  ["docker_token", "dckr", "_pat_", signed(27)],
  ["telegram_token", "12345678", ":AA", signed(33)],
  ["vault_token", "hv", "s.", signed(24)],
  ["aws_key", "AS", "IA", "A1B2C3D4E5F6G7H8"],
  ["aws_key", "AB", "IA", "A1B2C3D4E5F6G7H8"],
  ["age_key", "AGE-SECRET", "-KEY-1", "A1B2C3D4".repeat(8).slice(0, 58)],
  ["stripe_key", "wh", "sec_", `+/=${mixed(21)}`],
])("a %s may have all its signs: %s%s", (kind, head, rest, body) => {
  expect(textOf(`by ${head}${rest}${body} now`)).toBe(`by [redacted:${kind}] now`);
});

describe("a key's longest", () => {
  const discord = ["https://discord.com/api/web", "hooks/"].join("");
  const slack = ["https://hooks.slack.com/ser", "vices/"].join("");

  it("of an address is taken whole and no more", () => {
    expect(textOf(`${discord}12345/${signed(100)}z`)).toBe(`${discord}[redacted:discord_webhook]z`);
    expect(textOf(`${slack}${mixed(255)}z`)).toBe(`${slack}[redacted:slack_webhook]z`);
  });

  it("is none behind too many digits, and none in too long a part", () => {
    for (const text of [
      `${discord}${"1".repeat(26)}/${mixed(40)}`,
      `12345678901:AA${mixed(33)}`,
      ["S", `G.${mixed(41)}.${mixed(16)}`].join(""),
      ["GOC", `SPX-${mixed(19)}`].join(""),
    ])
      expect(textOf(`by ${text} x`)).toBe(`by ${text} x`);
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
