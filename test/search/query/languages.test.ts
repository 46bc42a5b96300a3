import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { analyseQuery, matchWords } from "../../../src/search/query/analyse.ts";
import { matchText } from "../../../src/search/query/match-text.ts";
import { indexableText } from "../../../src/text/words/tokenise.ts";

interface Language {
  /** Short, and made of a question's function words: what a search for every word would put first. */
  readonly decoys: readonly string[];
  readonly passages: readonly (readonly [question: string, passage: string])[];
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  Spanish: {
    decoys: ["Dónde está, quién es, cuándo fue y por qué.", "¿Cuál es la que se tiene de los del?"],
    passages: [
      ["¿Dónde está la llave de la oficina?", "La llave de la oficina está en el cajón de la recepción."],
      [
        "¿Quién es el responsable del presupuesto?",
        "El presupuesto del año lo lleva Marta, responsable de cuentas.",
      ],
      ["¿Cuándo fue la migración?", "Hicimos la migración del servidor en marzo, y fue en un domingo."],
    ],
  },
  Portuguese: {
    decoys: ["Onde está, quem é, quando foi e por que não.", "Qual é o que se tem do da dos?"],
    passages: [
      ["Onde está a chave do escritório?", "A chave do escritório fica na gaveta da recepção."],
      ["Quem é o responsável pelo orçamento?", "O orçamento do ano é com a Marta, responsável pelas contas."],
      ["Quando foi a migração?", "Fizemos a migração do servidor em março, num domingo."],
    ],
  },
  Arabic: {
    decoys: ["أين هو ومتى كان ومن هو ولماذا", "ما هو الذي من على في إلى"],
    passages: [
      ["أين يوجد مفتاح المكتب؟", "يوجد مفتاح المكتب في درج الاستقبال عند المدخل"],
      ["من هو المسؤول عن الميزانية؟", "تتولى مرتا الميزانية وهي المسؤول عن الحسابات في الشركة"],
      ["متى كان لقاء الفريق؟", "كان لقاء الفريق في شهر آذار في قاعة الطابق الثاني"],
    ],
  },
  Chinese: {
    decoys: ["什么时候在哪里，谁是什么，为什么", "这个那个是什么的呢"],
    passages: [
      ["办公室的钥匙在哪里？", "办公室的钥匙放在前台的抽屉里面。"],
      ["谁是预算的负责人？", "今年的预算由小王负责，她也管账目。"],
      ["什么时候做的服务器迁移？", "三月的一个星期天我们做了服务器迁移。"],
    ],
  },
  Japanese: {
    decoys: ["いつどこで誰が何をなぜですか", "それは何のことですか"],
    passages: [
      ["事務所の鍵はどこですか", "事務所の鍵は受付の引き出しの中にあります。"],
      ["予算の責任者は誰ですか", "今年の予算は田中さんが責任者として見ています。"],
      ["移行はいつでしたか", "サーバーの移行は三月の日曜日に行いました。"],
    ],
  },
  Korean: {
    decoys: ["언제 어디서 누가 무엇을 왜 하나요", "그것은 무엇입니까"],
    passages: [
      ["사무실 열쇠는 어디에 있나요?", "사무실 열쇠가 접수대 서랍 안에 있습니다."],
      ["예산 담당자는 누구입니까?", "올해 예산은 김민지가 담당자로 보고 있습니다."],
      ["서버 이전은 언제 했나요?", "삼월 일요일에 서버 이전을 마쳤습니다."],
    ],
  },
};

function firstHit(texts: readonly string[], question: string): string | undefined {
  const db = new DatabaseSync(":memory:");
  db.exec("CREATE VIRTUAL TABLE fts USING fts5(text, content='', tokenize='porter unicode61')");
  const insert = db.prepare("INSERT INTO fts(rowid, text) VALUES (?, ?)");
  for (const [index, text] of texts.entries()) insert.run(index, indexableText(text));
  const match = matchText(matchWords(analyseQuery(question))) ?? "";
  const hit = db.prepare("SELECT rowid FROM fts WHERE fts MATCH ? ORDER BY rank").get(match);
  return hit === undefined ? undefined : texts[Number(hit.rowid)];
}

describe.each(Object.entries(LANGUAGES))("a question in %s", (_, { decoys, passages }) => {
  // Each decoy once among the passages, so that its words are rare and would weigh much.
  const texts = [...decoys, ...passages.map(([, passage]) => passage)];

  it.each(passages)("%s finds: %s", (question, passage) => {
    expect(firstHit(texts, question)).toBe(passage);
  });

  it.each(decoys)("of function words alone (%s) still finds them", (decoy) => {
    expect(firstHit(texts, decoy)).toBe(decoy);
  });
});
