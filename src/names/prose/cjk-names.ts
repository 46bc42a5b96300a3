import type { EntityType, Mention } from "../types.ts";

const HAS_CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
/** Mentions of one chunk, at most. */
const MAX_MENTIONS = 100;
const JAPANESE_PERSON =
  /([\p{Script=Han}々]{1,4}|[\u30a1-\u30fa\u30fc]{2,10})(?:さん|氏|様|先生|ちゃん|君)/gu;
/** Family names of most people who write Chinese; a given name has one or two characters. */
const FAMILY =
  "王李张張刘劉陈陳杨楊赵趙黄黃周吴吳徐孙孫胡朱高林何郭马馬罗羅梁宋郑鄭谢謝韩韓唐冯馮于董萧程曹袁邓鄧许許傅沈曾彭吕呂苏蘇卢盧蒋蔣蔡贾賈丁魏薛叶葉阎余潘杜戴夏钟鐘汪田任姜范方石姚谭廖邹熊金陆陸郝孔白崔康毛邱秦江史顾顧侯邵孟龙龍万段雷钱錢汤尹黎易常武乔賀赖龚文";
const CHINESE_PERSON = new RegExp(
  `([${FAMILY}]\\p{Script=Han}{1,2}?)(?:先生|女士|小姐|老师|老師|经理|經理|博士|教授|同事|总监|工程师|(?=说|說|负责|負責|表示|认为|認為|建议|提出|确认|喜欢|住在|在.{1,6}工作))`,
  "gu",
);
const KOREAN_PERSON =
  /(?<![\p{Script=Hangul}])([\p{Script=Hangul}]{2,4}?)\s?(?:씨|님|대리|과장|부장|팀장|선생님|박사|교수)(?:[은는이가을를의께와과도에]|[^\p{Script=Hangul}]|$)/gu;
const KATAKANA = /[\u30a1-\u30fa\u30fc]{2,20}(?:[・=＝][\u30a1-\u30fa\u30fc]{2,20}){0,3}/gu;
const TITLED = /[《『]([^《》『』\n]{2,40})[》』]/gu;
const ORGANISATION =
  /[\p{Script=Han}\u30a1-\u30fa\u30fc]{2,12}?(?:株式会社|有限公司|研究所|大学|大學|银行|銀行|公司|協会|协会)|株式会社[\p{Script=Han}\u30a1-\u30fa\u30fc]{2,12}/gu;
/** What each pattern finds, with its evidence. */
const PATTERNS: readonly (readonly [pattern: RegExp, type: EntityType, evidence: number])[] = [
  [JAPANESE_PERSON, "person", 1],
  [CHINESE_PERSON, "person", 1],
  [KOREAN_PERSON, "person", 1],
  [ORGANISATION, "organisation", 1],
  [TITLED, "concept", 0.9],
  [KATAKANA, "other", 0.15],
];
/** Katakana with a dot between its words. */
const DOTTED = { type: "person", evidence: 0.8 } as const;
/** Before a family name that is part of another word. */
const PRONOUN = /^[我你他她它这那该其与和跟由请問问]/u;

/** Names in Chinese, Japanese and Korean text, which has no capitals: by title of address, brackets and script. */
export function cjkMentions(text: string, sentenceStarts: readonly number[]): Mention[] {
  if (!HAS_CJK.test(text)) return [];
  return PATTERNS.flatMap(([pattern, type, evidence]) =>
    Array.from(text.matchAll(pattern), (match) => {
      const name = match[1] ?? match[0];
      const start = match.index + match[0].indexOf(name);
      const isDotted = pattern === KATAKANA && /[・=＝]/.test(name);
      const kind = isDotted ? DOTTED : ({ type, evidence } as const);
      return { name, start, end: start + name.length, ...kind };
    }),
  )
    .filter(({ name, type }) => !PRONOUN.test(name) && (type !== "other" || name.length > 2))
    .slice(0, MAX_MENTIONS)
    .map((mention) => ({ ...mention, sentence: sentenceAt(sentenceStarts, mention.start) }));
}

/** The number of the last sentence that starts at or before a place. */
export function sentenceAt(starts: readonly number[], place: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
