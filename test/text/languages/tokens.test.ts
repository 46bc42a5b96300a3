import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LANGUAGES, type Language, languageOfTerm, untagged } from "../../../src/text/languages/language.ts";
import { foldLetters, indexLetters } from "../../../src/text/languages/letters.ts";
import { fold } from "../../../src/text/words/fold.ts";
import { stem, stemIn } from "../../../src/text/words/stem.ts";
import { indexableText, tokenise } from "../../../src/text/words/tokenise.ts";
import { fts5Terms } from "../words/fts5.ts";

const texts = fc.string({ unit: "binary", maxLength: 40 });
const words = fc.string({
  unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyzäöüßéłşığ"),
  minLength: 1,
  maxLength: 30,
});
const language = fc.constantFrom(...LANGUAGES);

describe("the analysis of texts and queries", () => {
  it("is one: what the index makes of a text is what a query makes of its words", () => {
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 20 }), language, (some, one) => {
        const text = some.join(" ");
        const [terms] = fts5Terms([indexableText(text, one)], "porter unicode61");
        expect(terms).toEqual(tokenise(text).map((word) => stemIn(word, one)));
      }),
    );
  });

  it("is one in every script, where no language is told", () => {
    const script = fc.constantFrom(
      "а",
      "я",
      "ё",
      "и",
      "ا",
      "ب",
      "ة",
      "ل",
      "ה",
      "ש",
      "ם",
      "स",
      "च",
      "ी",
      "ा",
      "ß",
      "ł",
      "e",
      " ",
    );
    fc.assert(
      fc.property(fc.array(script, { maxLength: 30 }), (letters) => {
        const text = letters.join("");
        const [terms] = fts5Terms([indexableText(text)], "porter unicode61");
        expect(terms).toEqual(
          tokenise(text)
            .map(stem)
            .flatMap((term) => term.match(/[^\s]+/g) ?? []),
        );
      }),
    );
  });

  it("takes any text in any language", () => {
    fc.assert(
      fc.property(texts, language, (text, one) => {
        expect(indexableText(text, one).isWellFormed()).toBe(true);
        for (const word of tokenise(text)) expect(stemIn(word, one)).not.toBe("");
      }),
    );
  });

  it("folds letters to what folding leaves as it is", () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(foldLetters(foldLetters(text))).toBe(foldLetters(text));
        expect(indexLetters(indexLetters(text))).toBe(indexLetters(text));
      }),
    );
  });

  it("keeps a stem apart from the same letters in another language", () => {
    expect(stemIn("dock", "german")).not.toBe(stem("dock"));
    expect(languageOfTerm(stemIn("dock", "german"))).toBe("german");
    expect(untagged(stemIn("docks", "german"))).toBe("dock");
  });
});

const term = (word: string, of: Language) => untagged(stemIn(indexLetters(word), of));

describe("forms of one word", () => {
  it.each<[Language, ...string[]]>([
    ["german", "Bücher", "Buch", "Buecher"],
    ["german", "Strasse", "Straße", "Straßen"],
    ["dutch", "boeken", "boek"],
    ["swedish", "bilarna", "bilar", "bilen"],
    ["danish", "bilerne", "biler"],
    ["finnish", "kaupunki", "kaupungin", "kaupungissa"],
    ["finnish", "kiuas", "kiukaan", "kiukaat"],
    ["finnish", "varmuuskopio", "varmuuskopiot"],
    ["french", "œufs", "oeufs"],
    ["french", "préférées", "preferees", "préféré"],
    ["spanish", "conexión", "conexiones", "conexion"],
    ["spanish", "regar", "riega", "riego"],
    ["spanish", "contamos", "cuenta"],
    ["spanish", "revisar", "revisión", "revision", "revisiones"],
    ["portuguese", "aplicação", "aplicações", "aplicacao"],
    ["italian", "connessione", "connessioni"],
    ["danish", "køleskab", "koeleskab"],
    ["danish", "cykel", "cykler"],
    ["danish", "træ", "træet", "træerne"],
    ["norwegian", "kne", "kneet"],
    ["french", "puceron", "pucerons"],
    ["french", "repeindre", "repeignions"],
    ["french", "loyer", "loyers"],
    ["french", "dernier", "dernière"],
    ["french", "genou", "genoux"],
    ["portuguese", "pagar", "paguei"],
    ["portuguese", "factura", "fatura", "facturas"],
    ["italian", "chiave", "chiavi"],
    ["polish", "kupić", "kupiłem", "kupiliśmy"],
    ["ukrainian", "платити", "платимо"],
    ["hungarian", "házak", "házban"],
    ["hungarian", "jelszó", "jelszavak"],
    ["hungarian", "kő", "kövek"],
    ["hungarian", "bokor", "bokrok"],
    ["hungarian", "ablak", "ablakok"],
    ["hungarian", "híd", "hidak"],
    ["hungarian", "cserélni", "cserélte", "cseréljük"],
    ["hungarian", "fagyasztani", "fagyasszuk"],
    ["hungarian", "permetezzem", "permeteztem"],
    ["polish", "Płytki", "plytki", "płytek"],
    ["polish", "teczka", "teczce", "teczki"],
    ["czech", "kniha", "knihy", "knihou"],
    ["turkish", "IĞDIR", "ığdır", "Iğdır"],
    ["turkish", "kitap", "kitabı", "kitaplar", "kitaplarda"],
    ["ukrainian", "полиця", "полиці", "полицях"],
  ])("are one term in %s", (of, first, ...others) => {
    for (const other of others) expect(term(other, of), other).toBe(term(first, of));
  });

  it.each([
    ["полет", "полёт", "полёта"],
    ["ключ", "ключи", "ключами"],
    ["فندق", "الفندق", "والفنادق", "فنادق"],
    ["اربع", "أربع"],
    ["مفتاح", "مفاتيح", "المفتاح"],
    ["صف", "الصف"],
    ["ماء", "الماء", "مائي"],
    ["شقة", "شقتنا"],
    ["שרת", "השרת", "לשרתים"],
    ["להירשם", "נרשם", "הרשמה"],
    ["לשלם", "שילם"],
    ["מפתח", "המפתחות"],
    ["किताब", "किताबों", "किताबें"],
    ["duong", "đường"],
    ["ＡＢＣ", "abc"],
    ["٣٥", "35"],
    ["๕๐๒", "502"],
  ])("are one term in the script of %s", (first, ...others) => {
    const one = (word: string) => stem(fold(word));
    for (const other of others) expect(one(other), other).toBe(one(first));
  });

  it("keeps water apart from what", () => {
    expect(stem(fold("ماء"))).not.toBe(stem(fold("ما")));
  });

  it("writes both kinds of Japanese syllables in one way", () => {
    expect(indexableText("肉ジャガ")).toBe(indexableText("肉じゃが"));
  });

  it("keeps apart what only vowel signs part", () => {
    expect(stem(fold("सच"))).not.toBe(stem(fold("सूची")));
  });

  it("writes traditional and simplified Chinese in one way", () => {
    expect(indexableText("數據庫連接")).toBe(indexableText("数据库连接"));
  });
});
