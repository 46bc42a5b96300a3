import { describe, expect, it } from "vitest";
import { extractKeywords } from "../../../src/search/query/analyse.ts";

const CASES: Readonly<Record<string, readonly (readonly [query: string, keywords: string])[]>> = {
  English: [
    ["that thing we discussed about the API", "discussed api"],
    ["What is the best way to configure the API?", "best way configure api"],
    ["Caching caching CACHING", "caching"],
    ["some more stuff about invoices", "invoices"],
    ["getUserById in src/a/b.ts", "getuserbyid src"],
  ],
  Spanish: [
    ["¿Dónde se configura el tiempo de espera del servidor?", "configura tiempo espera servidor"],
    ["¿Qué es HNSW?", "hnsw"],
    ["¿Cuándo fue la última reunión con el cliente?", "ultima reunion cliente"],
    ["esa cosa de la que hablamos sobre la API", "hablamos api"],
    ["¿Cuánto cuesta el plan anual?", "cuesta plan anual"],
    ["contraseña servidor", "contrasena servidor"],
  ],
  Portuguese: [
    ["onde está a chave da API", "chave api"],
    ["qual foi a decisão sobre o banco de dados", "decisao banco dados"],
    ["aquela coisa que discutimos sobre a API", "discutimos api"],
    ["Quem são os responsáveis pelo orçamento?", "responsaveis orcamento"],
  ],
  Arabic: [
    ["أين توجد مفاتيح الخادم", "مفاتيح الخادم"],
    ["ما هي كلمة مرور قاعدة البيانات؟", "كلمة مرور قاعدة البيانات"],
    ["متى لقاء الفريق", "لقاء الفريق"],
    ["رسم يد", "رسم يد"],
  ],
  Chinese: [
    ["数据库的密码是什么？", "数据 据库 密码"],
    ["我们讨论过的关于API的那个东西", "讨论 api"],
    ["录音机的时钟", "录音 音机 时钟"],
    ["怎么配置超时时间", "配置 置超 超时 时时 时间"],
    ["会议会议", "会议 议会"],
  ],
  Japanese: [
    ["次の会議はいつですか", "次 会議"],
    ["なぜ移行が失敗したのですか", "移行 失敗"],
    ["予算の責任者は誰ですか", "予算 責任 任者"],
    ["東京 東京", "東京"],
  ],
  Korean: [
    ["학교에서", "학교"],
    ["예산 담당자는 누구입니까", "예산 담당 당자"],
    ["서버 설정은 어디에서 하나요?", "서버 설정"],
    ["API에 대해 우리가 이야기했던 그것", "api 이야 야기"],
    ["회의 시간", "회의 시간"],
  ],
};

describe.each(Object.entries(CASES))("the keywords of a query in %s", (_, cases) => {
  it.each(cases)("of %j are %j", (query, keywords) => {
    expect(extractKeywords(query)).toEqual(keywords.split(" "));
  });
});

describe("a query with nothing to name", () => {
  it.each([
    ["2024 11", ["2024", "11"]],
    ["about 42", ["42"]],
    ["of it", ["of", "it"]],
    ["go to v2", ["go", "v2"]],
    ["那个东西", ["东西"]],
    ["?!", []],
  ])("keeps what %j has: %j", (query, keywords) => {
    expect(extractKeywords(query)).toEqual(keywords);
  });

  it("drops numbers and short words beside a name", () => {
    expect(extractKeywords("go to v2 in 2024 with redis")).toEqual(["redis"]);
  });
});

it("lists a language's words only where the language is clear", () => {
  expect(extractKeywords("what is de la cruz")).toEqual(["cruz"]);
  expect(extractKeywords("los angeles office")).toEqual(["los", "angeles", "office"]);
  expect(extractKeywords("hay fever season")).toEqual(["hay", "fever", "season"]);
});
