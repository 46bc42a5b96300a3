import fc from "fast-check";
import { expect, it } from "vitest";
import { fold } from "../../../src/text/words/fold.ts";
import { mainScript } from "../../../src/text/languages/script.ts";

it.each([
  ["where is the bridge", "a"],
  ["Où est le château d'Œuvre?", "a"],
  ["Где настройка порта nginx", "Ѐ"],
  ["أين إعدادات nginx", "\u0600"],
  ["איפה הגשר", "\u0591"],
  ["सूची कहाँ है", "\u0900"],
  ["データベースの設定はどこ", "\u2e80"],
  ["数据库在哪里", "\u2e80"],
  ["데이터베이스 설정", "\uac00"],
  ["สะพานอยู่ที่ไหน", "\u0e00"],
  ["Где nginx", undefined],
  ["3306 + 12?", undefined],
  ["", undefined],
])("%j begins with the range of its letters", (text, start) => {
  expect(mainScript(fold(text))?.start).toBe(start);
});

it("holds most letters of any text that it is said of", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const folded = fold(text);
      const script = mainScript(folded);
      if (script === undefined) return;
      const letters = folded.match(/\p{L}/gu) ?? [];
      const own = letters.filter((letter) => letter >= script.start && letter < script.end);
      expect(own.length).toBeGreaterThan(letters.length / 2);
    }),
  );
});
