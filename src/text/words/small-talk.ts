import { isCjk } from "./cjk.ts";
import { fold } from "./fold.ts";
import { tokensBeforePairs } from "./tokenise.ts";

/** What a turn of conversation says that is about nothing. */
export type SmallTalk = "greeting" | "affirmation" | "continuation";

/** Greetings, thanks and goodbyes; English, Spanish, Portuguese, Chinese, Japanese, Korean, Arabic. */
const GREETINGS = `
  hi, hello, hey, hiya, yo, howdy, sup, greetings, good morning, good afternoon, good evening, good night, good day,
  what s up, whats up, how can i help, how can i help you, how may i help you, what can i do for you, how are you, how are you doing, how s it going, how is it going, how do you do, nice to meet you,
  thanks, thank you, thank you so much, thank you very much, many thanks, thanks a lot, thx, ty, cheers, you re welcome,
  bye, goodbye, see you, see you later, see you tomorrow, have a nice day, have a great day, have a good one,
  hola, buenas, muy buenas, buenos días, buenas tardes, buenas noches, qué tal, cómo estás, cómo está, saludos, gracias,
  muchas gracias, mil gracias, de nada, adiós, chao, hasta luego, hasta mañana, nos vemos,
  olá, oi, bom dia, boa tarde, boa noite, tudo bem, tudo bom, como vai, como você está, e aí, obrigado, obrigada,
  muito obrigado, muito obrigada, valeu, tchau, até logo, até amanhã, até mais,
  你好, 您好, 大家好, 早上好, 早安, 上午好, 下午好, 晚上好, 晚安, 嗨, 哈喽, 谢谢, 谢谢你, 谢谢您, 謝謝, 多谢, 感谢, 非常感谢,
  辛苦了, 不客气, 再见, 再見, 拜拜, 回头见, 在吗, 最近怎么样, 你好吗,
  こんにちは, こんばんは, おはよう, おはようございます, おやすみ, おやすみなさい, はじめまして, やあ, どうも, ありがとう,
  ありがとうございます, ありがとうございました, お疲れ様, お疲れ様です, お疲れさまです, よろしく, よろしくお願いします,
  さようなら, またね, じゃあね, お元気ですか, 元気ですか,
  안녕, 안녕하세요, 안녕하십니까, 반가워요, 반갑습니다, 만나서 반가워요, 만나서 반갑습니다, 좋은 아침, 좋은 아침이에요,
  좋은 아침입니다, 좋은 저녁입니다, 잘 자, 잘 자요, 잘 지내세요, 안녕히 계세요, 안녕히 가세요, 고마워, 고마워요, 고맙습니다,
  감사해요, 감사합니다, 수고하세요, 수고하셨습니다, 천만에요,
  مرحبا, اهلا, اهلا وسهلا, سلام, السلام عليكم, وعليكم السلام, صباح الخير, صباح النور, مساء الخير, كيف حالك, شكرا,
  شكرا جزيلا, عفوا, مع السلامة, الى اللقاء, وداعا, تحياتي`;

const AFFIRMATIONS = `
  yes, yeah, yep, yup, sure, sure thing, ok, okay, k, alright, all right, right, correct, exactly, agreed, sounds good, sounds like a plan, looks good,
  lgtm, great, good, very good, nice, cool, perfect, awesome, excellent, fine, done, got it, understood, makes sense,
  that makes sense, i see, i agree, no problem, no worries, no, nope, nah, not now, not yet, never mind, nevermind,
  that s fine, that works, works for me, of course, absolutely, definitely, indeed, you re right, that s right,
  that s correct, well done, good job, great job, nice work,
  sí, vale, claro, claro que sí, de acuerdo, está bien, perfecto, genial, bien, muy bien, entendido, listo, correcto,
  exacto, por supuesto, me parece bien, suena bien, excelente, bueno, tienes razón, ya veo, no hace falta, sin problema,
  sim, não, certo, está bem, tá bom, tá certo, tudo certo, beleza, perfeito, ótimo, muito bem, entendi, combinado,
  correto, exato, com certeza, por mim tudo bem, de acordo, legal, parece bom, faz sentido, sem problema,
  好, 好的, 好啊, 好吧, 行, 可以, 是, 是的, 对, 對, 对的, 没错, 沒錯, 没问题, 沒問題, 明白, 明白了, 知道了, 了解, 收到, 嗯,
  嗯嗯, 不, 不是, 不用, 不用了, 不行, 当然, 當然, 同意, 太好了, 很好, 完美, 太棒了, 不错, 就这样, 没关系,
  はい, いいえ, うん, ううん, ええ, いえ, そうです, そうですね, わかった, わかりました, 分かりました, 了解, 了解です,
  了解しました, 承知しました, いいよ, いいね, いいですね, オッケー, オーケー, 大丈夫, 大丈夫です, もちろん, もちろんです, 完璧です,
  素晴らしい, 問題ない, 問題ありません, なるほど, 確かに, その通り, その通りです,
  네, 넵, 예, 응, 그래, 그래요, 아니, 아니요, 아뇨, 알겠어, 알겠어요, 알겠습니다, 알았어, 알았어요, 좋아, 좋아요, 좋습니다, 맞아,
  맞아요, 맞습니다, 물론, 물론이죠, 괜찮아, 괜찮아요, 괜찮습니다, 완벽해요, 완벽합니다, 오케이, 확인했습니다, 문제없어요,
  문제 없어요, 그렇군요, 이해했어요, 이해했습니다,
  نعم, لا, اجل, بالتاكيد, طبعا, حسنا, موافق, تمام, ممتاز, رائع, صحيح, مفهوم, فهمت, اوكي, لا باس, لا مشكلة, جيد, جيد جدا`;

const CONTINUATIONS = `
  continue, proceed, go ahead, go on, carry on, keep going, do it, do that, let s go, let s do it, next, next one,
  next step, the next step, start, begin, try again, run it again, retry, again, one more time, more, tell me more, please do, go for it, ship it,
  move on, and then, you can continue, can you continue, what s next, what next, up to you,
  continúa, continúe, sigue, adelante, sigue adelante, prosigue, hazlo, siguiente, empieza, comienza, vamos, otra vez,
  dale, puedes continuar, inténtalo de nuevo, de nuevo, el siguiente paso,
  continua, prossiga, pode continuar, vai em frente, segue, siga, pode seguir, próximo, próximo passo, comece,
  pode começar, faça isso, vamos lá, mais uma vez, de novo, tente de novo,
  继续, 繼續, 请继续, 請繼續, 继续吧, 开始, 開始, 开始吧, 下一步, 下一个, 下一個, 接着, 接着说, 然后呢, 再来, 再试一次, 做吧,
  实施, 执行, 走吧,
  続けて, 続けてください, 続きをお願いします, どうぞ, 進めて, 進めてください, お願いします, 次, 次へ, 次に, 次をお願いします,
  始めて, 始めてください, やって, やってください, もう一度, もう一度お願いします, それで,
  계속, 계속해, 계속해요, 계속해줘, 계속해 줘, 계속해주세요, 계속해 주세요, 진행해, 진행해줘, 진행해 줘, 진행해주세요,
  진행해 주세요, 시작, 시작해, 시작해줘, 시작해 주세요, 시작해주세요, 다음, 다음 단계, 해줘, 해 줘, 해주세요, 다시, 다시 해줘,
  한 번 더, 그리고,
  استمر, تابع, واصل, تفضل, اكمل, ابدا, التالي, الخطوة التالية, مرة اخرى, هيا, افعل ذلك, حاول مرة اخرى`;

/** What stands beside these and adds nothing. */
const FILLERS = `
  please, with, there, all, everyone, team, folks, guys, again, then, now, so much, for the help, for your help, for that,
  for everything, for explaining, for the explanation, for the detailed explanation, for the clarification,
  for the update, for the info, for your time, that worked, that worked great, that helps, that helped, today, to you, to you too, too, and, with it, with that, it, that, so far,
  por favor, por la ayuda, por tu ayuda, por todo, a todos, equipo, y, con eso, pela ajuda, por tudo, a todos, pessoal, e,
  大家, 啊, 呀, 吧, 了, 哦, 请, 請, 的帮助, 你的帮助, です, ね, よ, 皆さん, みなさん, 本当に, 정말, 너무, 여러분, 부탁해요, 부탁드립니다,
  도와주셔서, من فضلك, لك, بك, جدا, جميعا, على المساعدة`;

/** Longer texts say something besides. */
const MAX_CHARS = 200;
const ALEF_WITH_HAMZA = /[أإآ]/g;

/** A text as it is compared with phrases: folded words with one space between, Arabic alef without hamza. */
export const spoken = (text: string): string =>
  tokensBeforePairs(fold(text).replace(ALEF_WITH_HAMZA, "ا")).join(" ");

interface Phrase {
  readonly text: string;
  readonly kind: SmallTalk | "filler";
}

const phrases = (list: string, kind: Phrase["kind"]): Phrase[] =>
  list.split(",").map((text) => ({ text: spoken(text), kind }));

let known: readonly Phrase[] | undefined;

/**
 * Longest first: what a phrase begins another may end. Of equal phrases in several lists the first counts. Made when
 * first asked for: most isolates never are, and all of them would start some milliseconds later.
 */
const knownPhrases = (): readonly Phrase[] => {
  known ??= [
    ...phrases(GREETINGS, "greeting"),
    ...phrases(AFFIRMATIONS, "affirmation"),
    ...phrases(CONTINUATIONS, "continuation"),
    ...phrases(FILLERS, "filler"),
  ].sort((a, b) => b.text.length - a.text.length);
  return known;
};

/** A text cut into phrases. */
interface Cut {
  /** Of its phrases, fillers left out. */
  readonly kinds: readonly SmallTalk[];
  /** A word after a greeting that is no small talk: who is greeted. */
  readonly name: string;
  /** What is left from the first word that belongs to nothing. */
  readonly rest: string;
}

const HANGUL = /\p{Script=Hangul}/u;
/** Chinese and Japanese phrases follow each other without a space. */
const endsWord = (text: string, { text: phrase }: Phrase) =>
  text.length === phrase.length || text[phrase.length] === " " || (isCjk(phrase) && !HANGUL.test(phrase));

function cut(text: string): Cut {
  const kinds: SmallTalk[] = [];
  let rest = spoken(text);
  let name = "";
  let isAfterGreeting = false;
  while (rest !== "") {
    const phrase = knownPhrases().find(
      (candidate) => rest.startsWith(candidate.text) && endsWord(rest, candidate),
    );
    const word = phrase?.text ?? rest.split(" ", 1)[0] ?? "";
    if (phrase === undefined) {
      if (!isAfterGreeting || name !== "" || isCjk(word)) break;
      name = word;
    } else if (phrase.kind !== "filler") kinds.push(phrase.kind);
    isAfterGreeting = phrase?.kind === "greeting";
    rest = rest.slice(word.length).trimStart();
  }
  return { kinds, name, rest };
}

/**
 * The kind of a text that is greeting, thanks, assent or a call to go on, and nothing else: its first phrase's. One
 * word after a greeting may be the name of who is greeted, unless the text ends in it and a question mark.
 */
export function smallTalk(text: string): SmallTalk | undefined {
  if (text.length > MAX_CHARS) return undefined;
  const { kinds, name, rest } = cut(text);
  const asksForName = name !== "" && text.includes("?") && spoken(text).endsWith(name);
  return rest === "" && !asksForName ? kinds[0] : undefined;
}

/** Whether a text is greetings or thanks and nothing else, not even a name. */
export function isGreeting(text: string): boolean {
  if (text.length > MAX_CHARS) return false;
  const { kinds, name, rest } = cut(text);
  return rest === "" && name === "" && kinds.includes("greeting");
}
