import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type NoiseReason, noiseReason } from "../../../src/text/words/noise.ts";

const NOISE: Readonly<Record<string, Partial<Record<NoiseReason, readonly string[]>>>> = {
  English: {
    denial: [
      "I don't have any information about that.",
      "I'm sorry, but I don't have any information about your preferred editor. Could you tell me more?",
      "Unfortunately I do not have enough information. Please share the details.",
      "I have no record of that",
      "I couldn't find any relevant memories.",
      "No relevant memories found.",
      "I don't recall you mentioning a dog.",
      "I can't remember anything about it",
      "I'm not sure about that.",
      "I am not entirely sure about your birthday. Could you tell me?",
      "It looks like I don't have any information about that.",
      "I wasn't able to find anything about it.",
      "I don't have access to that information.",
      "I'm sorry. I don't have any stored information on this topic. Let me know if you want to add it!",
    ],
    memory_question: [
      "Do you remember my name?",
      "hey, do you still remember what we agreed on",
      "What do you remember about me?",
      "Did I tell you about my sister?",
      "What did we discuss last week?",
      "Hello! Can you recall the name of the vendor?",
    ],
    greeting: [
      "hello there",
      "Good morning team!",
      "Thanks a lot for your help",
      "Thanks! See you tomorrow.",
    ],
    boilerplate: [
      "fresh session",
      "Fresh session started.",
      "This is a fresh session with no prior context. How can I help you today?",
      "HEARTBEAT",
      "HEARTBEAT_OK",
      "Read HEARTBEAT.md if it exists. Follow it strictly. If nothing needs attention, reply HEARTBEAT_OK.",
      "A new session was started via /new or /reset. Greet the user in your configured persona.",
    ],
    too_short: ["", "  \n", "ok", "yes.", "a b"],
  },
  Spanish: {
    denial: [
      "No tengo información sobre eso.",
      "Lo siento, no tengo ninguna información sobre tu cumpleaños. ¿Me lo dices?",
      "No recuerdo nada",
    ],
    memory_question: ["¿Te acuerdas de mi nombre?", "¿Qué recuerdas de mí?", "¿Recuerda mi correo?"],
    greeting: ["¡Hola, buenos días!", "Muchas gracias"],
  },
  Portuguese: {
    denial: [
      "Não tenho informações sobre isso.",
      "Desculpe, não encontrei nenhum registro. Pode me dizer mais?",
      "Eu não me lembro disso",
    ],
    memory_question: ["Você se lembra do meu nome?", "Lembra da minha irmã?"],
    greeting: ["Bom dia, tudo bem?", "Muito obrigada"],
  },
  Chinese: {
    denial: ["我没有任何相关信息。", "抱歉，我没有关于这个的记录。请告诉我更多。", "我不记得了"],
    memory_question: ["你还记得我的名字吗？", "你记得我住在哪里？", "我之前跟你说过这件事吗"],
    greeting: ["你好！谢谢", "大家早上好"],
    too_short: ["好", "是的"],
  },
  Japanese: {
    denial: [
      "申し訳ありませんが、その件に関する情報はありません。",
      "記録が見つかりませんでした",
      "覚えていません",
    ],
    memory_question: ["私の名前を覚えていますか？", "前に話したことを覚えてる？"],
    greeting: ["こんにちは！", "ありがとうございます"],
    too_short: ["はい"],
  },
  Korean: {
    denial: [
      "죄송합니다. 그 주제에 대한 정보가 없습니다.",
      "저장된 기억을 찾을 수 없습니다",
      "기억이 나지 않습니다",
    ],
    memory_question: ["제 이름을 기억하나요?", "내 생일 기억해?"],
    greeting: ["안녕하세요!", "정말 감사합니다"],
    too_short: ["네"],
  },
  Arabic: {
    denial: ["عذراً، ليس لدي أي معلومات عن ذلك.", "لا أتذكر ذلك"],
    memory_question: ["هل تتذكر اسمي؟"],
    greeting: ["السلام عليكم", "شكرا جزيلا"],
  },
};

const NOT_NOISE = [
  "The server says hello to the client with HELO",
  "Hello world is the first program of the tutorial",
  "I don't have any sugar in my coffee",
  "I don't have any data plan on my phone",
  "I can't find any parking near the office after nine",
  "I don't remember names well: always wear a tag",
  "I don't have any information about the venue. Ana said the party is on June 4.",
  "I don't have any information about the venue but Ana does: ask her",
  "I don't have access to the staging cluster",
  "I'm not sure about the venue, but Mei booked the old one.",
  "I'm not sure about using Redis here: latency was 40 ms.",
  "I'm not sure about using Redis here. Ana measured it.",
  "Ann is not sure about the new layout.",
  "The bot answered: I don't have any information about that",
  "No information leaks to other workspaces",
  "No records are deleted before 30 days",
  "There are no records found by the query when the index is cold",
  "Do you remember the launch? It was moved to June 4, and Ana owns it.",
  "Did you remember to lock the door is the title of the poem",
  "Remember to rotate the keys every month",
  "How does memory allocation work in Zig?",
  "What did we decide\n- invoices are sent on the 3rd",
  "What did we discuss\n- invoices are sent on the 3rd",
  "Fresh session tokens are issued at every login",
  "A fresh session costs 40 ms more than a resumed one",
  "HEARTBEAT messages are sent every 5 s by the leader",
  "The heartbeat interval is 30 seconds",
  "Session started late because the room was taken",
  "Thanks to the cache, answers take 40 ms",
  "Good morning protocol: open the shutters, then the safe",
  "Hey Jude is the song for the wedding",
  "Tengo información sobre el cliente",
  "No tengo coche, voy en tren",
  "Recuerda comprar leche",
  "Não tenho carro, vou de trem",
  "Lembra de comprar leite",
  "会议三点",
  "吃素的",
  "记得买牛奶",
  "你好世界是第一个程序",
  "数据库没有记录时返回空列表",
  "彼の名前を覚えている",
  "新しい情報は毎週月曜に届く",
  "会議三時",
  "우유 사는 것 기억해",
  "회의 세 시",
  "لا أتذكر الأسماء جيدا",
  "تذكر شراء الحليب",
  "user likes tea",
];

/** One a line. */
const MORE_NOISE = `
Sorry, I don't have that information.
I don't have access to previous conversations.
I'm unable to recall previous conversations
I don't know anything about that.
As an AI, I don't have memories of past conversations.
I couldn't find anything about that.
do you know my name?
have we talked about this before?
Hello! How can I help you today?
Fresh session — no prior context.
HEARTBEAT: nothing to report
No dispongo de información sobre ese tema.
¿Recuerdas lo que te dije?
Não tenho essa informação.
Não sei nada sobre isso.
没有找到相关记忆
我叫什么名字？
その情報はありません。
わかりません。
관련 정보가 없습니다.
잘 모르겠습니다
هل تتذكرني؟`;

const MORE_NOTES = `
I don't recall products without approval
The team doesn't have any information about Q3 yet
Ana has no memory of the accident
Do you remember the 21st night of September is a song lyric
What do you remember best: faces or names? He said faces.
Hello Fresh subscription cancelled
Fresh session cookies expire in 5 minutes
HEARTBEAT.md lives in the repo root
No records of type MX exist for example.com
no memory leaks found in release 2.1
There is no information desk on floor 3
Remember my name is Ana
Thanks to Ana we shipped
No hay datos personales en los registros
Não há registros MX
我没有车
记录每天备份
情報は毎日更新される
정보는 매일 갱신된다
ليس لدي سيارة`;

const lines = (text: string) => text.trim().split("\n");

const rows = Object.entries(NOISE).flatMap(([language, reasons]) =>
  Object.entries(reasons).flatMap(([reason, texts]) =>
    texts.map((text) => [language, reason, text] as const),
  ),
);

describe("noiseReason", () => {
  it.each(rows)("%s, %s: %j", (_, reason, text) => {
    expect(noiseReason(text)).toBe(reason);
  });

  it.each(NOT_NOISE)("keeps what only looks like noise: %j", (text) => {
    expect(noiseReason(text)).toBeUndefined();
  });

  it.each(lines(MORE_NOISE))("drops %j", (text) => {
    expect(noiseReason(text)).toBeDefined();
  });

  it.each(lines(MORE_NOTES))("keeps %j", (text) => {
    expect(noiseReason(text)).toBeUndefined();
  });

  it("keeps a long text that begins like noise", () => {
    expect(noiseReason(`I don't have any information about ${"the ".repeat(200)}`)).toBeUndefined();
    expect(noiseReason(`HEARTBEAT ${"x ".repeat(400)}`)).toBeUndefined();
  });

  it("is 600 characters at most, and a question without its mark ten words", () => {
    const denial = "I don't have any information about ".padEnd(600, "x");
    expect([denial, `${denial}x`].map(noiseReason)).toEqual(["denial", undefined]);
    const question = "do you remember what we said about one two three";
    expect([question, `${question} four`].map(noiseReason)).toEqual(["memory_question", undefined]);
    expect(noiseReason("I don't have any information about that. Hello there.")).toBe("denial");
  });

  it("counts 5 characters, and 3 in Chinese, Japanese and Korean", () => {
    expect(["abcd", "abcde"].map(noiseReason)).toEqual(["too_short", undefined]);
    expect(["花生", "花生酱"].map(noiseReason)).toEqual(["too_short", undefined]);
    expect(["👍👍👍👍", "𝒶𝒷𝒸𝒹ℯ"].map(noiseReason)).toEqual(["too_short", undefined]);
    expect(noiseReason(`${" ".repeat(9)}abcd${"\n".repeat(9)}`)).toBe("too_short");
  });

  const PIECES = [
    "a",
    " ",
    "\n",
    "sorry ",
    "i don t have any ",
    "hello ",
    "?",
    "。",
    "no ",
    "记得",
    "e\u0301",
    "\ud83d",
    "fresh session ",
  ];

  it.each(PIECES)("reads 2 MB of %j", (piece) => {
    const text = piece.repeat(2_000_000 / piece.length);
    expect(noiseReason(text)).toBe(text.trim() === "" ? "too_short" : undefined);
  });

  it("reads any run of what the patterns look for", () => {
    const part = fc.constantFrom(...PIECES, ...rows.map(([, , text]) => `${text} `));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
        expect(() => noiseReason(parts.join(""))).not.toThrow();
      }),
      { numRuns: 500 },
    );
  });
});
