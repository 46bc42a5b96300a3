import { describe, expect, it } from "vitest";
import { isGreeting, smallTalk, spoken } from "../../../src/text/words/small-talk.ts";

describe("smallTalk", () => {
  it.each([
    ["Hi Ben, how are you today?", "greeting"],
    ["thanks, that worked great!", "greeting"],
    ["Thank you for the detailed explanation", "greeting"],
    ["sounds like a plan", "affirmation"],
    ["no thanks", "affirmation"],
    ["ok perfect, please continue", "affirmation"],
    ["please proceed with the next step", "continuation"],
    ["run it again please", "continuation"],
    ["hola, ¿cómo estás?", "greeting"],
    ["vale, perfecto", "affirmation"],
    ["oi, tudo bem?", "greeting"],
    ["beleza, pode continuar", "affirmation"],
    ["谢谢你的帮助", "greeting"],
    ["可以，开始吧", "affirmation"],
    ["了解しました、続けてください", "affirmation"],
    ["はい、お願いします", "affirmation"],
    ["네, 감사합니다", "affirmation"],
    ["좋아요, 계속해 주세요", "affirmation"],
    ["نعم من فضلك", "affirmation"],
    ["أهلاً وسهلاً", "greeting"],
  ])("of %j is %s", (text, kind) => {
    expect(smallTalk(text)).toBe(kind);
  });

  it.each([
    "continue reading list for holidays",
    "next meeting with Acme",
    "thanks to whom did we get the discount",
    "hello kitty birthday cake order",
    "ok to deploy on Fridays?",
    "no-show policy of the clinic",
    "perfect attendance record of Ben",
    "great wall trip budget",
    "vale de compras del cliente",
    "certo dia em Lisboa o cliente",
    "好的餐厅推荐",
    "继续教育课程",
    "可以退款的条件",
    "はいチーズの写真",
    "네트워크 설정 방법",
    "다음 회의 일정",
    "cheers pub?",
    "hi Ben, hello Anna",
    "hi Ben Cole",
    "hi Ben?",
    "hello 北京",
    "please",
    "",
  ])("of %j is none", (text) => {
    expect(smallTalk(text)).toBeUndefined();
  });

  it("is short", () => {
    expect(smallTalk("thanks ".repeat(20))).toBe("greeting");
    const most = `${"thanks ".repeat(28)}bye.`;
    expect([most.length, smallTalk(most), isGreeting(most)]).toEqual([200, "greeting", true]);
    expect([smallTalk(`${most}.`), isGreeting(`${most}.`)]).toEqual([undefined, false]);
  });
});

it("a greeting in a note greets nobody by name", () => {
  expect(isGreeting("Hello! How can I help you today?")).toBe(true);
  expect(isGreeting("Hello Fresh")).toBe(false);
  expect(isGreeting("ok, sure")).toBe(false);
});

it("spoken words have no case, accents or punctuation, and one space between", () => {
  expect(spoken("  Don't—STOP, João!  إلى ")).toBe("don t stop joao الى");
});
