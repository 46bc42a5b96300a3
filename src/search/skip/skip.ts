import { isCjk } from "../../text/words/cjk.ts";
import { fold, normalise } from "../../text/words/fold.ts";
import { type SmallTalk, smallTalk, spoken } from "../../text/words/small-talk.ts";
import { isShellCommand } from "./shell-command.ts";

/** Why a prompt needs no search. */
export type SkipReason =
  | SmallTalk
  | "empty"
  | "emoji_only"
  | "no_words"
  | "heartbeat"
  | "slash_command"
  | "shell_command"
  | "short";

/** Shorter prompts that ask nothing name nothing to be found. */
const MIN_CHARS = 15;
/** The same in Chinese, Japanese and Korean, where a character is about a syllable or a word. */
const MIN_CJK_CHARS = 6;

/** Whole words and phrases that ask for what was said before. Spanish, Portuguese and Arabic beside English. */
const FORCING_WORDS = spokenList(`
  remember, remembers, remembered, remembering, remind, recall, recalled, forget, forgot, forgotten, memory, memories,
  last time, before, previously, earlier, my name, my email, my e mail, my preference, my preferences, my phone, my address,
  my birthday, did i tell, did i say, did i mention, what did we, what did i,
  recuerda, recuerdas, recuerdo, recordar, te acuerdas, olvidé, olvidaste, olvidado, memoria, memorias, la última vez,
  antes, anteriormente, mi nombre, mi correo, mi email, mi preferencia, mis preferencias, cómo me llamo,
  lembra, lembras, lembro, lembrar, esqueci, esqueceu, esquecido, da última vez, a última vez, meu nome, meu email,
  meu e mail, minha preferência, minhas preferências,
  هل تذكر, تذكر, تتذكر, اتذكر, نسيت, ذاكرة, الذاكرة, المرة الماضية, اخر مرة, من قبل, سابقا, اسمي, بريدي, تفضيلاتي`);
/** The same where words have no spaces around them, or endings on them. */
const FORCING_PARTS = spokenList(`
  记得, 記得, 记忆, 記憶, 回忆, 忘了, 忘记, 忘記, 之前, 上次, 以前, 说过, 提到过, 我的名字, 我叫什么, 我的邮箱, 我的偏好,
  覚え, 思い出, 忘れ, 前回, この前, 私の名前, 私のメール, 私の好み, 기억, 잊, 지난번, 이전에, 예전에, 전에, 내 이름, 제 이름,
  내 이메일, 제 이메일, 내 취향, 제 취향, 선호`);

const HAS_WORD = /[\p{L}\p{N}]/u;
/** The keys of a telephone as emoji: their digits are no words. */
const KEYCAP = /[0-9#*]\ufe0f?\u20e3/g;
const PICTURE = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;
/** `[System Message]`; in small letters only where nothing else is meant. */
const SYSTEM_LINE = /^\[(?:System(?!\p{L})|system[\]:])/u;
/** The file that a scheduler has read, the word alone, or the answer that it asks for; not the word in a sentence. */
const HEARTBEAT = /^[Rr]ead HEARTBEAT\.md\b|^HEARTBEAT(?:_OK)?[\s.!:]*$|\breply(?: with)? HEARTBEAT_OK\b/;
/** `/status`, `/model fast`: no second slash, which would make it a path, and none of the usual top folders. */
const SLASH_COMMAND =
  /^\/(?!(?:etc|usr|var|tmp|home|opt|bin|dev|root|mnt|srv|lib|src|proc)\b)\p{L}[\w:-]*(?:\s|$)/u;
const QUESTION_MARK = /[?？؟]/;
const ENDS_AS_QUESTION = /[?？؟]\s*$/;
/** Words that begin a question, in languages that put them first. */
const ASKING_WORD = new Set(
  spokenList(`what, when, where, who, whom, whose, why, how, which, is, are, was, were, did, does, can, could, will, would,
    should, has, qué, cuál, cuáles, cuándo, dónde, quién, quiénes, cómo, cuánto, cuánta, qual, quais, quando, onde, quem,
    quanto, هل, ما, ماذا, من, اين, متى, كيف, لماذا, كم`),
);
const ASKING_PART =
  /[吗呢谁誰哪几何嗎]|什么|什麼|怎么|怎麼|多少|为何|どこ|いつ|なぜ|どう|どれ|か$|누구|언제|어디|무엇|뭐|왜|어떻게|몇|얼마|까$|나요$|가요$/u;

function spokenList(list: string): string[] {
  return list.split(",").map(spoken);
}

/**
 * Why a prompt needs no search, for automatic recall only: undefined when it must be searched. What a gateway put
 * before it does not count. Words that ask for what was said before are tested first and always search.
 */
export function skipReason(query: string): SkipReason | undefined {
  const text = stripEnvelope(query);
  if (text === "") return "empty";
  const words = spoken(text);
  if (asksForMemory(words)) return undefined;
  return reasonByForm(text) ?? smallTalk(text) ?? reasonByLength(text, words);
}

function asksForMemory(words: string): boolean {
  const padded = ` ${words} `;
  return (
    FORCING_WORDS.some((phrase) => padded.includes(` ${phrase} `)) ||
    FORCING_PARTS.some((part) => words.includes(part))
  );
}

function reasonByForm(text: string): SkipReason | undefined {
  if (!HAS_WORD.test(text.replace(KEYCAP, ""))) return PICTURE.test(text) ? "emoji_only" : "no_words";
  if ((SYSTEM_LINE.test(text) || HEARTBEAT.test(text)) && !ENDS_AS_QUESTION.test(text)) return "heartbeat";
  if (SLASH_COMMAND.test(text)) return "slash_command";
  return isShellCommand(text) ? "shell_command" : undefined;
}

function reasonByLength(text: string, words: string): SkipReason | undefined {
  const chars = [...normalise(text)].length;
  if (chars >= (isCjk(fold(text)) ? MIN_CJK_CHARS : MIN_CHARS)) return undefined;
  const asks =
    QUESTION_MARK.test(text) || ASKING_WORD.has(words.split(" ")[0] ?? "") || ASKING_PART.test(words);
  return asks ? undefined : "short";
}

/** `Conversation info (untrusted metadata):` and its like, which chat gateways put before what somebody wrote. */
const HEADER = /^[\p{L} ]{1,40}\(untrusted metadata\):[ \t]*/u;
/** `[cron:9f2c nightly report]`: the job that sends the prompt. */
const CRON = /^\[cron:[^\]\n]{0,200}\][ \t]*/i;
/** `[Mon 2026-03-02 04:21 GMT+8]`: when it was sent. */
const SENT_AT = /^\[\p{L}{3} \d{4}-\d{2}-\d{2} \d{2}:\d{2}[^\]\n]{0,20}\][ \t]*/u;
/** Nobody is wrapped more often; a text of nothing but prefixes must not cost a pass for each. */
const MAX_PREFIXES = 8;
const FENCE = "```";
const BLANK_LINE = /\n[ \t\r]*\n/;

/**
 * What somebody wrote, without what a gateway or a scheduler put before it: metadata headers with their block (fenced,
 * or up to the first blank line), `[cron:…]` and the time of sending, in any order and number.
 */
export function stripEnvelope(text: string): string {
  let rest = text.trim();
  for (let count = 0; count < MAX_PREFIXES; count += 1) {
    const bare = withoutHeader(rest).replace(CRON, "").replace(SENT_AT, "").trimStart();
    if (bare.length === rest.length) return rest;
    rest = bare;
  }
  return rest;
}

function withoutHeader(text: string): string {
  const header = HEADER.exec(text);
  if (header === null) return text;
  const block = text.slice(header[0].length).trimStart();
  if (block.startsWith(FENCE)) {
    const close = block.indexOf(`\n${FENCE}`);
    if (close !== -1) return block.slice(close + 1 + FENCE.length);
  }
  const blank = BLANK_LINE.exec(block);
  // Without a blank line only the header's own line is certain to be no part of what was written.
  const end = blank === null ? text.indexOf("\n") : text.length - block.length + blank.index;
  return end === -1 ? "" : text.slice(end);
}
