import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { countTokens as countCl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { countTokens as countO200k } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { countTokens, likelyTokens } from "../../src/text/tokens/count-tokens.ts";
import { SLOTS } from "../../src/text/tokens/features.ts";
import { endOfPiece } from "../../src/text/tokens/pieces.ts";
import { tokenWeights } from "../../src/text/tokens/token-weights.ts";

const FIXTURES = new URL("../documents/fixtures/", import.meta.url);
const DOCS = new URL("../../docs/", import.meta.url);

const error = (text: string, real: (text: string) => number) => Math.abs(likelyTokens(text) / real(text) - 1);

/** The parts of an answer that fills a budget of some 1,500 tokens. */
function parts(text: string): readonly string[] {
  const lines = text.split("\n");
  const all = Array.from({ length: Math.ceil(lines.length / 60) }, (_, at) =>
    lines.slice(at * 60, (at + 1) * 60).join("\n   "),
  );
  return all.filter((part) => part.length > 2_000);
}

const pages = readdirSync(DOCS).filter((name) => name.endsWith(".md"));

describe("tokens of a text", () => {
  it.each(readdirSync(FIXTURES))(
    "are counted within a tenth of o200k in %s, and nearly so of cl100k",
    (name) => {
      const text = readFileSync(new URL(name, FIXTURES), "utf8");
      expect(error(text, countO200k)).toBeLessThan(0.1);
      expect(error(text, countCl100k)).toBeLessThan(0.15);
    },
  );

  it("are counted within a tenth of 95 % of the parts of documentation", () => {
    const texts = pages.flatMap((name) => parts(readFileSync(new URL(name, DOCS), "utf8")));
    expect(texts.length).toBeGreaterThan(30);
    for (const real of [countO200k, countCl100k]) {
      const far = texts.filter((text) => error(text, real) > 0.1);
      expect(far.length / texts.length).toBeLessThanOrEqual(0.05);
    }
  });

  it.each([
    [
      "Russian",
      "Дважды в день устье реки наполняется водой, и вместе с ней прилетают цапли. Они часами стоят неподвижно.\n",
    ],
    [
      "Chinese",
      "河口每天涨潮两次，苍鹭随水而来。它们一动不动地站上几个小时，只有船靠近时才飞起。去年冬天我们数到二百一十四只。\n",
    ],
    ["Arabic", "يمتلئ مصب النهر مرتين في اليوم، ومع الماء تأتي طيور البلشون وتقف ساعات طويلة دون حراك.\n"],
  ])("are counted within a sixth of o200k of a sentence in %s", (_language, text) => {
    expect(error(text, countO200k)).toBeLessThan(1 / 6);
  });

  it("are none of nothing, and at least one of a word", () => {
    expect([countTokens(""), countTokens("a"), countTokens("word")]).toEqual([0, 1, 1]);
  });

  it("are a number for any text: one for each of its pieces at least, the same one each time", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), (units) => {
        const text = String.fromCharCode(...units);
        const tokens = likelyTokens(text);
        let pieces = 0;
        for (let from = 0; from < text.length; from = endOfPiece(text, from)) pieces++;
        expect(tokens).toBeGreaterThanOrEqual(pieces);
        expect(tokens).toBeLessThan(1 + 20 * text.length);
        expect(likelyTokens(text)).toBe(tokens);
      }),
    );
  });

  it("weigh a slot of every feature", () => {
    expect(tokenWeights()).toHaveLength(SLOTS);
  });
});
