import { isCjk } from "./cjk.ts";
import { isGreeting, spoken } from "./small-talk.ts";

/** Why a text is not worth remembering, nor showing as a memory. */
export type NoiseReason = "too_short" | "greeting" | "denial" | "memory_question" | "boilerplate";

/** Shorter texts say nothing. */
const MIN_CHARS = 5;
/** The same in Chinese, Japanese and Korean, where four characters can be a fact: 会议三点, the meeting is at three. */
const MIN_CJK_CHARS = 3;
/** Noise is a few sentences at most. A longer text that begins like it goes on to say something. */
const MAX_CHARS = 600;

/** A question without its mark is short, or a statement that begins like one. */
const MAX_UNMARKED_WORDS = 10;

const SENTENCE = /[^.!?。！？؟\n]+[.!?。！？؟\n]?/gu;
const QUESTION_END = /[?？؟]$/;

/**
 * Why a memory's text is noise: under 5 characters, a greeting, a denial ("I don't have any information"), a question
 * about memory itself, or what tools write by rote. Undefined when it says something. A text that talks about such a
 * sentence, or goes on after it, says something.
 */
export function noiseReason(text: string): NoiseReason | undefined {
  const trimmed = text.trim();
  if (trimmed.length > MAX_CHARS) return undefined;
  if ([...trimmed].length < (isCjk(trimmed) ? MIN_CJK_CHARS : MIN_CHARS)) return "too_short";
  if (isGreeting(trimmed)) return "greeting";
  if (BOILER.test(spoken(trimmed))) return "boilerplate";
  const sentences = sentencesOf(trimmed);
  if (isDenial(sentences)) return "denial";
  return isMemoryQuestion(sentences) ? "memory_question" : undefined;
}

interface Sentence {
  readonly words: string;
  readonly isQuestion: boolean;
}

function sentencesOf(text: string): Sentence[] {
  return (text.match(SENTENCE) ?? [])
    .map((raw) => ({ words: spoken(raw), isQuestion: QUESTION_END.test(raw) }))
    .filter(({ words }) => words !== "");
}

/** Nothing is known, and then nothing but questions and offers. */
function isDenial(sentences: readonly Sentence[]): boolean {
  const [first, ...others] = sentences.filter(({ words }) => !APOLOGY.test(words));
  if (first === undefined || !DENIAL.test(first.words)) return false;
  return others.every(
    ({ words, isQuestion }) => isQuestion || OFFER.test(words) || DENIAL.test(words) || isGreeting(words),
  );
}

/** One question, after greetings at most: an answer beside it would be worth keeping. */
function isMemoryQuestion(sentences: readonly Sentence[]): boolean {
  const [only, ...others] = sentences.filter(({ words }) => !isGreeting(words));
  if (only === undefined || others.length > 0) return false;
  if (only.isQuestion) return MEMORY_QUESTION.test(only.words) || MARKED_MEMORY_QUESTION.test(only.words);
  return MEMORY_QUESTION.test(only.words) && only.words.split(" ").length <= MAX_UNMARKED_WORDS;
}

/*
 * Sentences that hold nothing to remember, as patterns over `spoken` text: folded words with one space between (I don't
 * → i don t, á → a), Arabic alef without hamza. Each is bound to both ends of a sentence, so that a text about such a
 * sentence is not one. Texts are short when these are tried: `noiseReason` sees to it.
 */

const restOf = (character: string) =>
  `(?:(?! (?:but|so|because|except|until|unless|pero|porque|asi que|mas|entao|exceto) )${character})*`;
/** The rest of a sentence, unless it goes on to say something after all. */
const REST = restOf(".");
/** The same of a doubt: one with a number says something. */
const REST_WITHOUT_NUMBER = restOf("[^\\d]");
const KNOWLEDGE = "(?:information|info|memory|memories|records?|recollection|knowledge)";
const KIND = "(?:(?:any|stored|relevant|saved|previous|prior|specific|further|more|enough|much) )*";
const ABOUT_IT =
  "(?: (?:about|on|regarding|related to|concerning|stored|available|saved|yet)| of (?:any|that|this|it|you|your|our|us|previous|prior|past|having))";
const SAYS_NONE = `${KIND}${KNOWLEDGE}(?:${ABOUT_IT}${REST})?`;

const oneOf = (list: string) =>
  `(?:${list
    .split(",")
    .map((source) => source.trim())
    .join("|")})`;

const SORRY = `(?:${oneOf(`sorry, i m sorry, i am sorry, i m afraid, i apologi[sz]e, as an ai, as an ai assistant, as an ai language model, it looks like, it seems like,
  it seems, it seems that, it appears, it appears that, unfortunately, but, hmm, well, lo siento,
  perdon, lamentablemente, pero, desculpe, desculpa, sinto muito, infelizmente, mas, 抱歉, 对不起, 很遗憾, 不好意思,
  申し訳ありませんが, 申し訳ございませんが, すみませんが, 残念ながら, 죄송합니다, 죄송하지만, 아쉽게도, عذرا, اسف, للاسف`)} ?)*`;

/** "I don't have any information about it": what an assistant says when it has found nothing. */
const DENIALS = [
  `i (?:currently |still )?(?:don t|do not|dont|didn t|did not) (?:currently |actually |seem to |even )?have (?:a |that |this )?${SAYS_NONE}`,
  "i (?:don t|do not) have (?:any )?(?:access to )?(?:our |your |any )?(?:previous|past|prior) (?:conversations?|chats?|messages|sessions?)",
  `i (?:can t|cannot|couldn t|could not|didn t|don t) (?:find|know|have) anything (?:about|on|regarding|related to) (?:that|this|it|you|your)\\b${REST}`,
  `i (?:(?:was|am|m) (?:not able|unable)|wasn t able) to (?:find|locate|see) (?:anything(?: (?:about|on|regarding|related to)\\b${REST})?|${SAYS_NONE})`,
  `i (?:don t|do not) have access to (?:that|this|it|any|those|your|our)\\b${REST}`,
  `i(?: m| am) not (?:really |entirely |completely |quite |too )?sure(?: about(?:\\b${REST_WITHOUT_NUMBER})?)?`,
  "i (?:don t|do not) know(?: that| this)?",
  `i(?: m| am) (?:unable|not able) to (?:recall|remember)\\b${REST}`,
  `i (?:can t|cannot|can not|couldn t|could not|don t|didn t) (?:find|see) ${SAYS_NONE}`,
  `i (?:have|found|find|see) no ${SAYS_NONE}`,
  `i (?:don t|do not|can t|cannot|can not|couldn t|could not) (?:actually |really )?(?:recall|remember)(?: (?:any(?:thing)?|you|that|this|us|our|such)\\b${REST})?`,
  `(?:there is |there s |there are )?no ${KIND}${KNOWLEDGE}(?: (?:is |are |was |were )?(?:found|available|stored|saved)(?: (?:about|on|regarding) (?:that|this|it|you|your)\\b${REST})?| yet| about (?:that|this|it|you|your)\\b${REST})`,
  `no (?:tengo|encontre|encuentro|dispongo de) (?:ninguna? |mas |suficiente |esa |esta )?(?:informacion|memorias?|recuerdos?|registros?|datos)(?: (?:sobre|de|acerca de|al respecto)\\b${REST})?`,
  `no se nada (?:sobre|de) (?:eso|esto|ti|tu)\\b${REST}`,
  `no hay (?:ninguna? |mas )?(?:informacion|memorias?|recuerdos|registros)(?: (?:disponibles?|guardad[ao]s?|relacionad[ao]s?))?`,
  `no (?:recuerdo|me acuerdo)(?: (?:nada|de eso|eso|que me)\\b${REST})?`,
  `nao (?:tenho|encontrei|encontro) (?:nenhuma? |mais |suficiente |essa |esta )?(?:informacao|informacoes|memorias?|lembrancas?|registros?|dados)(?: (?:sobre|de|do|da|acerca)\\b${REST})?`,
  `nao sei nada (?:sobre|de) (?:isso|isto|voce|seu|sua)\\b${REST}`,
  `nao ha (?:nenhuma? |mais )?(?:informacao|informacoes|memorias?|registros?)(?: (?:disponivel|disponiveis|salv[ao]s?|relacionad[ao]s?))?`,
  `(?:eu )?nao (?:me )?(?:lembro|recordo)(?: (?:nada|de nada|disso|isso|de voce|que voce)\\b${REST})?`,
  "我?(?:目前|暂时|现在)?(?:没有|沒有|找不到|没找到|没有找到|未找到|并没有)(?:关于.{0,20})?(?:任何|相关|有关|更多|的)*(?:信息|資訊|资料|資料|记忆|記憶|记录|記錄)",
  "我(?:不记得|不記得|想不起来|不知道)(?:了|这件事|那件事|您说过.*|你说过.*)?",
  "(?:その|.{0,30}(?:に関する|についての|関連する|該当する))?(?:情報|記憶|記録)(?:は|が)(?:何も)?(?:ありません|ございません|見つかりません|見つかりませんでした|ないです)",
  "(?:それは|何も)?(?:覚えていません|覚えてません|思い出せません|わかりません|分かりません|知りません)",
  "(?:.{0,30}(?:대한|관련|관한|저장된|해당) )?(?:정보|기억|기록)(?:가|이|는|은|를|을)? ?(?:없습니다|없어요|없네요|찾을 수 없습니다|찾지 못했습니다|찾을 수 없어요)",
  "(?:그것은 |그건 )?기억(?:이)? ?(?:나지|하지) (?:않습니다|않아요|못합니다|못해요)",
  "(?:잘 )?(?:모르겠습니다|모르겠어요|몰라요)",
  "(?:انا )?لا اعرف(?: (?:ذلك|شيئا عن (?:ذلك|هذا).*))?",
  "(?:انا )?(?:ليس لدي|لا املك|لا توجد لدي|لا يوجد لدي|لم اجد) (?:اي )?(?:معلومات|ذاكرة|سجلات|ذكريات)(?: (?:عن|حول|بخصوص|كافية|متاحة|متوفرة)(?: .*)?)?",
  "(?:انا )?لا (?:اتذكر|اذكر)(?: (?:ذلك|اي شيء|شيئا|انك)(?: .*)?)?",
];

/** What may follow a denial and still say nothing, besides questions. */
const OFFERS =
  oneOf(`please, let me know, if you, feel free, could you, would you, i can help, i d be happy, i m happy,
  happy to, por favor, si quieres, si me, puedes, se quiser, se voce, pode me, 请, 請, 如果, 您可以, 你可以, もし, よろしければ,
  教えて, 원하시면, 알려, اذا, يمكنك, يرجى`);

const OPENING = "(?:(?:hey|hi|so|and|ok|okay|but|also|wait) )*";
const MINE =
  "(?: (?:my|me|our|us|what|when|where|who|which|why|how|that|this|it|if|anything|the|about|i|we|any|your)\\b.*)?";

/** "Do you remember my name?": asks for a memory, and holds none. A question mark or not. */
const MEMORY_QUESTIONS = [
  `${OPENING}(?:do|don t|can|could|did) you (?:still |even |actually )?(?:remember|recall|forget)${MINE}`,
  `${OPENING}what (?:else )?(?:do|did|can) you (?:still |actually )?(?:remember|recall|know about me)(?: .*)?`,
  `${OPENING}(?:did|have) (?:i|we) (?:ever |already )?(?:tell|told|mention|mentioned|say|said) (?:to )?(?:you|that|this|it|anything|my)\\b.*`,
  `${OPENING}what did (?:i|we) (?:tell you|say|mention|talk about|discuss)(?: .*)?`,
  "what (?:is|s) in your memory(?: .*)?",
  "(?:do|did) you (?:have (?:any|some|a) (?:memory|memories|recollection|record)|know (?:my|who i am))\\b.*",
  "(?:what|who) (?:is|s) my name",
  "what (?:else )?have (?:i|we) (?:told you|said|mentioned|talked about|discussed)\\b.*",
  "have we (?:talked|spoken) about\\b.*",
  "(?:你|您)(?:还|還)?(?:记得|記得).*(?:吗|嗎)",
  "我叫什么(?:名字)?",
  "我(?:之前|以前|上次)?(?:告诉过|跟.{0,4}说过|说过|提到过).*(?:吗|嗎)",
  ".*(?:覚えていますか|覚えてますか|思い出せますか|覚えていますでしょうか)",
  ".*(?:기억하나요|기억나요|기억합니까|기억나나요|기억하고 있나요|기억나니)",
];

/** The same where only the question mark tells a question from a command or a statement. */
const MARKED_MEMORY_QUESTIONS = [
  "(?:y |oye )?(?:te acuerdas|recuerdas|se acuerda|recuerda|puedes recordar|que recuerdas|te dije|te he dicho|te mencione)(?: .*)?",
  "(?:e )?(?:voce |ainda )*(?:se lembra|lembra|lembras|consegue lembrar|o que voce lembra|eu te disse|eu ja te disse|te contei)(?: .*)?",
  "(?:你|您)(?:还|還)?(?:记得|記得).*",
  ".*(?:覚えてる|覚えている)",
  ".*(?:기억해|기억나|기억하세요|기억하고 있어)",
  "(?:هل )?(?:ما زلت )?(?:تتذكر|تتذكرني|تذكر|ما الذي تتذكره|قلت لك|اخبرتك|ماذا قلت لك)(?: .*)?",
];

/** What tools write at the beginning of a session and at every beat of a scheduler. */
const BOILERPLATE = [
  "(?:this is |starting |started |begin |beginning )?(?:a |the |new )*fresh session(?: (?:has )?(?:started|begun|begins|created|initiali[sz]ed|ready))?(?: (?:with )?no (?:prior |previous |earlier )*(?:context|history|messages|memory|memories|conversation))?(?: (?:how can i help(?: you)?(?: today)?|what would you like to (?:do|work on)(?: today)?|ready to help))?",
  "(?:a )?new session (?:was |has been |has )?(?:started|created|begun)(?: (?:via|by|with|using) (?:new|reset|the)\\b.*)?",
  "session (?:started|ended|reset|initiali[sz]ed|restored|closed)",
  "(?:新会话|新对话)(?:已)?(?:开始|创建|启动)",
  "新しいセッション(?:を開始しました|が開始されました|が始まりました)",
  "새 세션이 시작되었습니다",
  "(?:nueva sesion|nova sessao) iniciada",
  "heartbeat(?: ok| check| received| ping)?(?: (?:nothing|no) (?:needs attention|to (?:do|report)|new|tasks|pending tasks))?",
  "(?:read )?heartbeat md (?:if it exists|is empty|not found|has no tasks)\\b.*",
];

const whole = (sources: readonly string[], before = "") =>
  new RegExp(`^${before}(?:${sources.map((source) => `(?:${source})`).join("|")})$`, "u");

/** A sentence that says nothing is known; apologies before it are allowed. */
const DENIAL = whole(DENIALS, SORRY);
const APOLOGY = whole([""], SORRY);
const OFFER = new RegExp(`^${OFFERS}`, "u");
const MEMORY_QUESTION = whole(MEMORY_QUESTIONS);
/** The same, with its question mark only. */
const MARKED_MEMORY_QUESTION = whole(MARKED_MEMORY_QUESTIONS);
/** A text that a tool wrote. */
const BOILER = whole(BOILERPLATE);
