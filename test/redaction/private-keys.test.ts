import { describe, expect, it } from "vitest";
import { redact } from "../../src/redaction/redact.ts";

const textOf = (text: string) => redact(text).text;
const mixed = (length: number) => "a1B2c3D4e5".repeat(Math.ceil(length / 10)).slice(0, length);

// Their lines are put together when the test runs, so that no scanner takes this file for a leak.
describe("a private key", () => {
  const line = (edge: string, name = "") => ["-----", edge, ` ${name}PRIVATE`, " KEY-----"].join("");
  const block = (name: string, end = name) => `${line("BEGIN", name)}\n${mixed(64)}\n${line("END", end)}`;
  it.each(["", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED ", "RSA2 ", `${"A".repeat(39)} `])(
    "is one of %j",
    (name) => {
      expect(textOf(`x\n${block(name)}\ny`)).toBe("x\n[redacted:private_key]\n\n\ny");
    },
  );

  it("has at most forty characters of a kind, and some of a body", () => {
    const long = block(`${"A".repeat(40)} `);
    expect(textOf(long)).toBe(long);
    const signs = `${line("BEGIN")}\n${"+/".repeat(8)}\n${line("END")}`;
    expect(textOf(signs)).toBe("[redacted:private_key]\n\n");
  });

  it("of PGP is called a block", () => {
    const pgp = block("PGP ").replaceAll(" KEY-----", " KEY BLOCK-----");
    expect(textOf(`x\n${pgp}\ny`)).toBe("x\n[redacted:private_key]\n\n\ny");
  });

  it("without an end goes as far as it looks like one", () => {
    const open = line("BEGIN");
    for (const body of [`\n${mixed(64)}\n`, `\\n${mixed(64)}\\n`, `\\r\\n${mixed(16)}==\n \t`])
      expect(textOf(`${open}${body}Words.`).replaceAll(/\s/g, "")).toBe("[redacted:private_key]Words.");
    const lines = ["+/".repeat(8), mixed(16), `${"+".repeat(16)}=`].join("\n");
    expect(textOf(`${open}\n${mixed(64)}\n${lines}\nWords.`)).toBe("[redacted:private_key]\n\n\n\n\nWords.");
    expect(textOf(`${open}\n${mixed(64)}\n${mixed(15)}\n`)).toBe(`[redacted:private_key]\n\n${mixed(15)}\n`);
  });

  it("ends at an end that is no more than 20,000 characters away", () => {
    const long = (chars: number) => `${line("BEGIN")}${mixed(chars - 1)}!${line("END")}x`;
    expect(textOf(long(20_000))).toBe("[redacted:private_key]x");
    expect(textOf(long(20_001))).toBe(`[redacted:private_key]!${line("END")}x`);
  });

  it("does not end at an end before it", () => {
    const text = `${line("END")}\n${line("BEGIN")}\n${mixed(64)}\n${line("END")}\nx`;
    expect(textOf(text)).toBe(`${line("END")}\n[redacted:private_key]\n\n\nx`);
  });
});
