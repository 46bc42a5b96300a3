import { expect, it } from "vitest";
import { redact } from "../../src/redaction/redact.ts";

it("goes through a million hostile characters once", () => {
  const begin = ["-----BEGIN", "PRIVATE KEY-----"].join(" ");
  const pieces = [
    begin,
    "password: ",
    "password",
    "eyJa.",
    "-eyJ",
    "sk-",
    "a:",
    "x://a:",
    "Bearer ",
    '"',
    "SG.",
    "-",
    `${"pin:".repeat(60)}${")".repeat(250)}x `,
    `${begin.repeat(700)}${begin.replace("BEGIN", "END")}`,
    "\u200b",
    "pass\u200bword: ｘ",
  ];
  for (const piece of pieces) {
    const hostile = piece.repeat(Math.ceil(1_000_000 / piece.length));
    expect(redact(hostile).text.length).toBeGreaterThan(0);
  }
});
