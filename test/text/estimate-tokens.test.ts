import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { countTokens as countCl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { countTokens as countO200k } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { estimateTokens, WEIGHT_PER_TOKEN, weighTokens } from "../../src/text/tokens/estimate-tokens.ts";
import { randomNumbers } from "../documents/generated-files.ts";

const FIXTURES = new URL("../documents/fixtures/", import.meta.url);
const LEAST = 1.15;
const MOST_ON_PROSE = 1.55;

const realTokens = (text: string) => Math.max(countO200k(text), countCl100k(text));
const ratio = (text: string) => estimateTokens(text) / realTokens(text);

const PROSE = {
  English:
    "The estuary fills twice a day, and with the water come the herons. They stand for hours without moving, each one " +
    "at its own place, and fly up only when a boat comes near. In winter we counted 214 of them between 06:00 and 09:30.\n\n" +
    "Nobody knows why the colony left the island in 1998. The trees are still there; so is the fish they lived on.\n",
  German:
    "Zweimal am Tag füllt sich die Flussmündung, und mit dem Wasser kommen die Graureiher. Sie stehen stundenlang " +
    "unbeweglich an ihren Plätzen. Eine Genehmigung der Naturschutzbehörde ist für jede Zählung erforderlich.\n",
  Spanish:
    "El estuario se llena dos veces al día, y con el agua llegan las garzas. Permanecen inmóviles durante horas y solo " +
    "levantan el vuelo cuando se acerca una embarcación. En invierno contamos doscientas catorce.\n",
  Polish:
    "Ujście rzeki napełnia się dwa razy dziennie, a wraz z wodą przylatują czaple. Stoją nieruchomo przez wiele godzin.\n",
  Russian:
    "Дважды в день устье реки наполняется водой, и вместе с ней прилетают цапли. Они часами стоят неподвижно.\n",
  Greek: "Οι εκβολές γεμίζουν δύο φορές την ημέρα και μαζί με το νερό έρχονται οι ερωδιοί.\n",
  Arabic: "يمتلئ مصب النهر مرتين في اليوم، ومع الماء تأتي طيور البلشون وتقف ساعات طويلة دون حراك.\n",
  Hebrew: "שפך הנהר מתמלא פעמיים ביום, ועם המים מגיעות האנפות ועומדות שעות בלי לזוז.\n",
  Hindi: "नदी का मुहाना दिन में दो बार भरता है और पानी के साथ बगुले आते हैं।\n",
  Thai: "ปากแม่น้ำเต็มวันละสองครั้ง และนกกระสาก็มาพร้อมกับน้ำ\n",
  Chinese:
    "河口每天涨潮两次，苍鹭随水而来。它们一动不动地站上几个小时，只有船靠近时才飞起。去年冬天我们数到二百一十四只。\n",
  Japanese:
    "河口には一日に二度潮が満ち、水とともにアオサギがやって来る。何時間も動かずに立ち、船が近づいたときだけ飛び立つ。\n",
  Korean:
    "하구에는 하루에 두 번 물이 차고, 물과 함께 왜가리가 찾아온다. 몇 시간이고 꼼짝하지 않고 서 있다.\n",
};

const random = randomNumbers(7);
const randomText = (length: number, alphabet: string) =>
  Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join("");
const DIGITS = "0123456789";
const LOWER = "abcdefghijklmnopqrstuvwxyz";

const ENCODED = {
  base64: randomText(2000, `${LOWER}${LOWER.toUpperCase()}${DIGITS}+/`),
  hex: randomText(2000, `${DIGITS}abcdef`),
  "hex in capitals": randomText(2000, `${DIGITS}ABCDEF`),
  digits: randomText(999, DIGITS),
  URLs: `https://example.com/docs/getting-started?ref=${randomText(12, LOWER + DIGITS)}&lang=en#install\n`.repeat(
    10,
  ),
  emoji: "😀🚀❤️👩‍👩‍👧‍👦🇩🇪✅⚠️🧑🏽‍💻 fine 🔥🏳️‍🌈\n".repeat(5),
  timestamps: "2026-03-04T05:06:07.890Z 1.2.3 10.0.0.1:8080\n".repeat(10),
};

describe("estimateTokens", () => {
  it.each(Object.entries(PROSE))("is conservative on %s", (_language, text) => {
    expect(ratio(text)).toBeGreaterThanOrEqual(LEAST);
  });

  it("is not wild on English prose", () => {
    expect(ratio(PROSE.English)).toBeLessThanOrEqual(MOST_ON_PROSE);
  });

  it.each(readdirSync(FIXTURES))("is conservative on %s, whole and in passages of 14 lines", (name) => {
    const text = readFileSync(new URL(name, FIXTURES), "utf8");
    expect(ratio(text)).toBeGreaterThanOrEqual(LEAST);
    const lines = text.split("\n");
    for (let from = 0; from + 14 <= lines.length; from += 14) {
      expect(ratio(lines.slice(from, from + 14).join("\n"))).toBeGreaterThanOrEqual(1);
    }
  });

  it.each(Object.entries(ENCODED))("is conservative on %s", (_kind, text) => {
    expect(ratio(text)).toBeGreaterThanOrEqual(LEAST - 0.03);
  });

  it("counts nothing for nothing and one for a short word", () => {
    expect(estimateTokens("")).toBe(0);
    expect(estimateTokens("a")).toBeGreaterThanOrEqual(1);
  });

  it("never shrinks when text is added", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (left, right) => {
        expect(estimateTokens(`${left}\n${right}`)).toBeGreaterThanOrEqual(estimateTokens(left));
      }),
    );
  });

  it("adds up over lines to within a token a line", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" }), { minLength: 1 }), (lines) => {
        const whole = lines.map((line) => `${line}\n`);
        const sum = whole.reduce((total, line) => total + estimateTokens(line), 0);
        const joined = estimateTokens(whole.join(""));
        expect(joined).toBeLessThanOrEqual(sum);
        expect(joined).toBeGreaterThan(sum - 2 * lines.length - 1);
      }),
    );
  });
});

describe("the weight of a text, in hundredths of a token", () => {
  it.each([
    ["words", 116],
    ["wordsx", 149],
    ["a".repeat(16), 116 + 11 * 33],
    ["a".repeat(17), 116 + 11 * 33 + 50],
    ["A", 116],
    ["Ab", 46 + 116],
    ["AB", 72 + 2 * 42],
    ["aB", 116 + 116 + 22],
    ["123", 127],
    ["1234", 2 * 127],
    [" 12", 127 + 95],
    ["a12", 116 + 127 + 38],
    ["1a", 127 + 116 + 38],
    ["1A", 127 + 116 + 38],
    [" x", 116],
    ["  x", 100 + 116],
    [" ".repeat(32), 100],
    [" ".repeat(33), 103],
    ["\t", 60],
    ["\n", 40],
    ["a\n\n", 116 + 75 + 40],
    ["->", 2 * 90],
    ["---", 90 + 2 * 40],
    ["é", 370],
    ["ж", 80],
    ["東", 165],
    ["か", 140],
    ["한", 165],
    ["😀", 2 * 190],
    ["az", 116],
    ["AZ", 72 + 2 * 42],
    ["09", 127],
    ["@", 90],
    ["[", 90],
    ["`", 90],
    ["{", 90],
    ["/", 90],
    [":", 90],
    ["\r", 0],
    ["\v", 0],
    ["\f", 0],
    [" \t", 100],
    ["aBC", 116 + 72 + 2 * 42 + 22],
    ["1AB", 127 + 72 + 2 * 42 + 38],
    ["1Ab", 127 + 46 + 38 + 116],
    ["ABc", 72 + 2 * 42 + 116],
    ["A1", 116 + 127 + 38],
    ["  1", 100 + 127 + 95],
    ["é1", 370 + 127],
    ["-1", 90 + 127],
    ["-é-", 90 + 370 + 90],
    ["é\n", 370 + 75],
    ["\u007f", 90],
  ])("of %j is %d", (text, weight) => {
    expect(weighTokens(text, 0, text.length)).toBe(weight);
    expect(estimateTokens(text)).toBe(Math.ceil(weight / WEIGHT_PER_TOKEN));
  });

  it("is that of its part only", () => {
    expect(weighTokens("word tail", 0, 4)).toBe(116);
    expect(weighTokens("xxword12", 2, 6)).toBe(116);
  });
});
