import { describe, expect, it } from "vitest";
import { cjkMentions } from "../../../src/names/prose/cjk-names.ts";

const named = (text: string) =>
  cjkMentions(text, [0]).map(({ name, type, evidence }) => `${type} ${name} ${evidence}`);

describe("a name without capitals", () => {
  it.each([
    ["田中さんと高橋氏", ["person 田中 1", "person 高橋 1"]],
    ["ナナちゃん", ["person ナナ 1"]],
    ["王丽女士负责采购", ["person 王丽 1"]],
    ["陈志强说电机下周到", ["person 陈志强 1"]],
    ["김민수 씨가", ["person 김민수 1"]],
    ["박지영팀장과", ["person 박지영 1"]],
    ["《红楼梦》和『吾輩』", ["concept 红楼梦 0.9", "concept 吾輩 0.9"]],
    ["株式会社田中", ["organisation 株式会社田中 1"]],
    ["深圳大学的团队", ["organisation 深圳大学 1"]],
    ["ジョン・スミスが", ["person ジョン・スミス 0.8"]],
    ["カメラが", ["other カメラ 0.15"]],
  ])("in %s", (text, expected) => {
    expect(named(text)).toEqual(expected);
  });

  it.each([
    ["two signs of katakana", "カメが"],
    ["a pronoun", "他先生"],
    ["one sign in brackets", "《红》"],
    ["a family name without a title", "王丽在"],
    ["Latin letters", "Tanaka-san"],
  ])("is not %s", (_, text) => {
    expect(named(text)).toEqual([]);
  });

  it("stands at its place, in the last sentence that begins at it or before", () => {
    const text = "ab田中さん。高橋さん";
    const places = (starts: readonly number[]) =>
      cjkMentions(text, starts).map(({ start, end, sentence }) => [start, end, sentence]);
    expect(places([0, 7])).toEqual([
      [2, 4, 0],
      [7, 9, 1],
    ]);
    expect(places([0, 2, 8])).toEqual([
      [2, 4, 1],
      [7, 9, 1],
    ]);
  });

  it("is one of a hundred at most", () => {
    expect(named("田中さん、".repeat(101))).toHaveLength(100);
  });
});
