import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tokenOf } from "../../../src/text/languages/tokens.ts";
import { isCjk } from "../../../src/text/words/cjk.ts";
import { fold } from "../../../src/text/words/fold.ts";
import {
  countTokens,
  indexableText,
  tokenise,
  tokensBeforePairs,
  wordsOfIndexable,
} from "../../../src/text/words/tokenise.ts";
import { fts5Terms } from "./fts5.ts";

const SAMPLES = [
  "Plain English, with punctuation: don't (ever) rely_on it!",
  "JINA_API_KEY foo-bar.ts:42 C++ src/a/b.ts v1.2.3 10,000",
  "Ünïcödé façade Việt Nam Łódź Ærø naïve İstanbul straße",
  "Ἀθῆναι ὀδυσσεύς ΣΊΣΥΦΟΣ Ελλάδα",
  "Ёлка й Київ Ўзбек",
  "العَرَبِيَّة أحمد إلى القرآن",
  "עִבְרִית שלום",
  "हिन्दी में लिखा हुआ",
  "ภาษาไทย ที่นี่",
  "한국어 데이터베이스",
  "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 ﬁne ①②③ ½ ﷺ",
  "emoji 👍🏽 🫠 🪿 and ㊗ signs ∑ € №",
  "half ｶﾞﾝﾀﾞﾑ full ＡＢＣ１２３",
];

const lettersEverywhere = fc.string({ unit: "binary", maxLength: 40 });

describe("tokenise", () => {
  it.each(SAMPLES)("makes the tokens that unicode61 makes of %j", (text) => {
    const indexed = indexableText(text);
    expect(fts5Terms([indexed], "unicode61")[0]).toEqual(wordsOfIndexable(indexed));
    if (isCjk(fold(text))) return;
    const tokens = tokenise(text).flatMap((word) => tokenOf(word).match(/\S+/gu) ?? []);
    expect(fts5Terms([indexed], "unicode61")[0]).toEqual(tokens);
  });

  it("makes the tokens that unicode61 makes of any assigned or unassigned character", () => {
    const texts: string[] = [];
    // Every 3rd code point of the planes in use: odd steps meet both cases of paired letters.
    for (let code = 1; code < 0x20000; code += 3) {
      if (code < 0xd800 || code > 0xdfff) texts.push(indexableText(`q${String.fromCodePoint(code)}z 7`));
    }
    const wrong = fts5Terms(texts, "unicode61").filter(
      (terms, index) => terms.join(" ") !== wordsOfIndexable(texts[index] ?? "").join(" "),
    );
    expect(wrong).toEqual([]);
  });

  it("agrees with unicode61 on arbitrary strings", () => {
    fc.assert(
      fc.property(fc.array(lettersEverywhere, { minLength: 1, maxLength: 50 }), (texts) => {
        const indexed = texts.map((text) => indexableText(text));
        expect(fts5Terms(indexed, "unicode61")).toEqual(indexed.map(wordsOfIndexable));
      }),
      { numRuns: 50 },
    );
  });

  it("finds every query token among the tokens of the same text as indexed", () => {
    fc.assert(
      fc.property(lettersEverywhere, (text) => {
        const indexed = new Set(wordsOfIndexable(indexableText(text)));
        expect(tokenise(text).filter((word) => !indexed.has(tokenOf(word)))).toEqual([]);
      }),
    );
  });

  it("writes runs of Chinese, Japanese and Korean as pairs and cuts them from Latin letters", () => {
    expect(tokenise("東京tower 2024年 ガンダム 학교에서")).toEqual([
      "東京",
      "tower",
      "2024",
      "年",
      "ガン",
      "ンダ",
      "ダム",
      "학교",
      "교에",
      "에서",
    ]);
  });

  it("takes a number of any script for a word", () => {
    expect(tokenise("ห้อง๕๐๒").at(-1)).toBe("๕๐๒");
    expect(indexableText("๕๐๒")).toBe("502");
  });

  it("lets every character of a run begin a token, so that one character can be found by prefix", () => {
    const words = wordsOfIndexable(indexableText("東京都"));
    expect([..."东京都"].every((character) => words.some((word) => word.startsWith(character)))).toBe(true);
  });

  it("keeps a run whole where whole words are asked for", () => {
    expect(tokensBeforePairs("東京都 tower東京")).toEqual(["東京都", "tower", "東京"]);
  });
});

describe("fold", () => {
  it("changes nothing more when applied twice", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it("gives composed and decomposed, wide and narrow, upper and lower case the same form", () => {
    expect(fold("CAFE\u0301 ＡＢＣ ΣΊΣΥΦΟΣ Việt")).toBe("cafe abc σισυφοσ viet");
    expect(fold("ｶﾞ")).toBe(fold("ガ"));
  });

  it.each(["\u00ad", "\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u200e", "\u{e0041}"])(
    "leaves out what nobody sees within a word (%j)",
    (unseen) => {
      for (const word of ["committee", "кран", "किताब", "東京都"]) {
        const hidden = [...word].join(unseen);
        expect(tokenise(hidden)).toEqual(tokenise(word));
        expect(indexableText(hidden)).toBe(indexableText(word));
      }
    },
  );

  it("takes a word with a non-joiner for itself, without it, and for its parts", () => {
    expect(tokenise("کتاب\u200cخانه\u200cها باز")).toEqual(["کتابخانهها", "کتاب", "خانه", "ها", "باز"]);
    expect(wordsOfIndexable(indexableText("کتاب\u200cها"))).toHaveLength(3);
    expect(tokenise("न\u200cी x\u200cy")).toEqual(tokenise("नी xy"));
  });

  it("keeps letters that only look accented to a Latin reader", () => {
    expect(fold("й が")).toBe("й が");
  });

  it("turns NUL into a space and lone surrogates into well-formed text", () => {
    expect(fold("a\0b")).toBe("a b");
    expect(fold("a\ud800b").isWellFormed()).toBe(true);
  });
});

it("counts the words of an indexable text as far as it is asked", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), fc.nat(20), (text, most) => {
      const indexable = indexableText(text);
      expect(countTokens(indexable, most)).toBe(Math.min(most, wordsOfIndexable(indexable).length));
    }),
  );
});
