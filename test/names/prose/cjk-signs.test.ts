import { describe, expect, it } from "vitest";
import { cjkMentions } from "../../../src/names/prose/cjk-names.ts";

const named = (text: string) => cjkMentions(text, [0]).map(({ name, type }) => `${type} ${name}`);

describe("a person in Japanese", () => {
  it.each(["さん", "氏", "様", "ちゃん", "君"])("is named before %s", (title) => {
    expect(named(`ab田中${title}`)).toEqual(["person 田中"]);
  });

  it.each<[string, readonly string[]]>([
    ["佐々木さん", ["person 佐々木"]],
    ["林さん", ["person 林"]],
    ["スミスさん", ["person スミス", "other スミス"]],
    ["ス氏", []],
    ["一二三四五さん", ["person 二三四五"]],
    ["田中さ", []],
  ])("in %s", (text, expected) => {
    expect(named(text)).toEqual(expected);
  });
});

describe("a person in Chinese", () => {
  it.each("女士 小姐 老师 老師 经理 經理 博士 教授 同事 总监 工程师".split(" "))(
    "is named before %s",
    (title) => {
      expect(named(`ab王丽${title}`)).toEqual(["person 王丽"]);
    },
  );

  it.each("说 說 负责 負責 表示 认为 認為 建议 提出 确认 喜欢 住在 在河口工作".split(" "))(
    "is named before what people do: %s",
    (verb) => {
      expect(named(`ab王丽${verb}`)).toEqual(["person 王丽"]);
      expect(named(`ab王丽丽${verb}`)).toEqual(["person 王丽丽"]);
    },
  );

  it.each<[string, readonly string[]]>([
    ["王先生", []],
    ["王丽先生", ["person 王丽", "person 王丽"]],
    ["王丽在一二三四五六工作", ["person 王丽"]],
    ["王丽在一二三四五六七工作", []],
    ["王丽在工作", []],
    ["天丽女士", []],
    ["他说", []],
  ])("in %s", (text, expected) => {
    expect(named(text).filter((name) => name !== "person 王")).toEqual(expected);
  });
});

describe("a person in Korean", () => {
  it.each("씨 님 대리 과장 부장 팀장 선생님 박사 교수".split(" "))("is named before %s", (title) => {
    expect(named(`ab 김민수 ${title}`)).toEqual(["person 김민수"]);
    expect(named(`ab 김민수${title}`)).toEqual(["person 김민수"]);
  });

  it.each([..."은는이가을를의께와과도에"])("may have the particle %s behind the title", (particle) => {
    expect(named(`김민수 씨${particle} 왔다`)).toEqual(["person 김민수"]);
  });

  it.each<[string, readonly string[]]>([
    ["김민수 씨.", ["person 김민수"]],
    ["김민수 씨앗", []],
    ["김 씨가", []],
    ["남궁민수 씨가", ["person 남궁민수"]],
    ["남궁민수호 씨가", []],
    ["나는김민수 씨가", []],
    ["김민수  씨가", []],
  ])("in %s", (text, expected) => {
    expect(named(text)).toEqual(expected);
  });
});

describe("what else has a name", () => {
  it.each("株式会社 有限公司 研究所 大学 大學 银行 銀行 公司 協会 协会".split(" "))(
    "is a body before %s",
    (kind) => {
      expect(named(`ab深圳${kind}`)).toEqual([`organisation 深圳${kind}`]);
    },
  );

  it.each<[string, readonly string[]]>([
    ["株式会社深圳カモメ", ["organisation 株式会社深圳カモメ", "other カモメ"]],
    ["x大学", []],
    ["《红楼》", ["concept 红楼"]],
    ["『红楼』", ["concept 红楼"]],
    [`《${"红".repeat(40)}》`, [`concept ${"红".repeat(40)}`]],
    [`《${"红".repeat(41)}》`, []],
    ["《红\n楼》", []],
    ["《红《楼梦》", ["concept 楼梦"]],
    ["カモ", []],
    ["カモメ", ["other カモメ"]],
    ["カー・モメ", ["person カー・モメ"]],
    ["カモ=メモ", ["person カモ=メモ"]],
    ["カモ＝メモ", ["person カモ＝メモ"]],
    ["カモ・メモ・コマ・コメ", ["person カモ・メモ・コマ・コメ"]],
    ["カモメ、メモ", ["other カモメ"]],
  ])("in %s", (text, expected) => {
    expect(named(text)).toEqual(expected);
  });

  it.each([..."我你他她它这那该其与和跟由请問问"])("is none that begins with %s", (sign) => {
    expect(named(`${sign}中さん`)).toEqual([]);
  });
});
