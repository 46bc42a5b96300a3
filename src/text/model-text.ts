// What a model or a terminal is shown of texts that strangers may have written: what nobody sees (tag characters, zero
// widths, selectors in runs), what turns the direction of text round, and controls are made visible. What scripts and
// emoji need of the same characters stays. Line ends stay, so that line numbers keep their meaning.

/** Stands for what was hidden: one for each run. */
const MARKER = "\ufffd";

/** Unicode's pictures of the C0 controls start here: U+001B is shown as U+241B. */
const PICTURES = 0x2400;
const PICTURE_OF_DELETE = "\u2421";
const DELETE = 0x7f;

/** Scripts whose letters join, or are kept from it, by U+200C and U+200D. */
const JOINING =
  "\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Mong}\\p{scx=Nkoo}\\p{scx=Mand}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}\\p{scx=Tibt}\\p{scx=Java}\\p{scx=Bali}";
/** Scripts that write no spaces between words, where U+200B says that a line may break. */
const SPACELESS =
  "\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}\\p{scx=Tibt}\\p{scx=Java}\\p{scx=Bali}";
/** A letter that is written from right to left. */
const LEFTWARDS = /[[\p{scx=Arab}\p{scx=Hebr}\p{scx=Syrc}\p{scx=Thaa}\p{scx=Nkoo}]&&\p{L}]/v;

const UNSEEN = "\\p{DI}";
const EMOJI = "[\\p{Emoji}--[0-9#*]](?:[\\ufe0e\\ufe0f]|\\p{EMod})?";
/** The flags of England, Scotland and Wales: the only ones written in tag characters (Unicode Technical Standard 51). */
const FLAGS = ["gbeng", "gbsct", "gbwls"].map((name) => {
  const tags = [...name].map((letter) => `\\u{e00${letter.charCodeAt(0).toString(16)}}`).join("");
  return `\\u{1f3f4}${tags}\\u{e007f}`;
});

/** One character of these that is seen. */
const seen = (characters: string): string => `[[${characters}]--${UNSEEN}]`;
const LETTER = seen("\\p{L}");
const ACCENT = seen("\\p{M}");

/** Characters that nobody sees where they belong: one alone, beside what needs it. */
const BELONGING = [
  ...FLAGS,
  `${EMOJI}(?:\\u200d${EMOJI}){0,10}`,
  "[0-9#*]\\ufe0f\\u20e3",
  `(?<=${seen(JOINING)})[\\u200c\\u200d](?!${UNSEEN})`,
  `(?<=${seen(SPACELESS)})\\u200b(?!${UNSEEN})`,
  `(?<!${UNSEEN})\\u200b(?=${seen(SPACELESS)})`,
  `(?<=${LETTER})\\u00ad(?=${LETTER})`,
  `(?<=${seen("[\\p{S}--\\p{ASCII}]\\p{scx=Hani}\\p{scx=Mymr}\\p{scx=Phag}")})[\\ufe00-\\ufe0f](?!${UNSEEN})`,
  `(?<=${seen("\\p{scx=Hani}")})[\\u{e0100}-\\u{e01ef}](?!${UNSEEN})`,
  `(?<=${seen("\\p{scx=Mong}")})[\\u180b-\\u180f](?!${UNSEEN})`,
  `(?<=${ACCENT})\\u034f(?=${ACCENT})`,
  "\\u115f(?=[\\u1161-\\u11a7])",
  "(?<=[\\u1100-\\u115e])\\u1160",
];

/** Marks of direction: in texts from right to left one alone belongs beside what is no Latin letter. */
const MARK = "[\\u061c\\u200e\\u200f]";
const MARKS = [
  `(?<![A-Za-z0-9${UNSEEN}])${MARK}(?!${UNSEEN})`,
  `(?<!${UNSEEN})${MARK}(?![A-Za-z0-9${UNSEEN}])`,
];

const HIDDEN = `[${UNSEEN}\\u2028\\u2029\\ufff9-\\ufffb\\p{Cs}]+`;
const CONTROL = "[\\p{Cc}--[\\t\\n\\r]]|\\r(?!\\n)";
const LOOKED_AT = new RegExp(
  `(?<belonging>${BELONGING.join("|")})|(?<mark>${MARKS.join("|")})|(?<hidden>${HIDDEN})|(?<control>${CONTROL})`,
  "gv",
);

/** Nothing in it that could be hidden: printable ASCII, tabs and line ends. */
const PLAIN = /^[\t\n\x20-\x7e]*$/;

const BYTE_ORDER_MARK = "\ufeff";

function pictureOf(control: string): string {
  const code = control.charCodeAt(0);
  if (code < PICTURES && code < 0x20) return String.fromCharCode(PICTURES + code);
  return code === DELETE ? PICTURE_OF_DELETE : MARKER;
}

/** A text with what was hidden in it made visible, and how many places that were. */
export interface Shown {
  readonly text: string;
  readonly marked: number;
}

/**
 * Makes visible what nobody sees and what a terminal obeys; `marker` says what stands for a run of hidden characters. A
 * byte order mark before the text goes. Twice is the same as once, and no line end comes or goes.
 */
export function showHidden(given: string, marker: (run: string) => string = () => MARKER): Shown {
  if (PLAIN.test(given)) return { text: given, marked: 0 };
  let marked = 0;
  const isLeftwards = LEFTWARDS.test(given);
  const text = given.replace(LOOKED_AT, (run: string, ...rest: unknown[]) => {
    const { belonging, mark, control } = rest.at(-1) as Record<string, string | undefined>;
    if (belonging !== undefined || (mark !== undefined && isLeftwards)) return run;
    marked += 1;
    return control === undefined ? marker(run) : pictureOf(run);
  });
  return { text, marked };
}

/** Names of tags by which programs that ask models mark who speaks, and what is quoted. */
const SPEAKERS =
  "context|system(?:[-_ ]?(?:prompt|reminder|message))?|assistant|user|human|instructions?|prompt|(?:tool|function)(?:[-_](?:use|calls?|results?|response))?s?|invoke|antml:\\w+|thinking|recalled-passages|passages?|documents?|search[-_]results?|quot(?:e|ation)";
/** Values in quotes, or nothing: `a < context.length` is no tag. */
const REST = "(?:\\s+[\\w:.-]{1,40}\\s*=\\s*[\"'][^<>‹]{0,200})?[\\s\\ufffd]{0,3}/?>";
/**
 * Such a tag, whatever case and blanks it has, but for a type's parameter (`Promise<User>`); a model's own marks
 * (`<|im_start|>`, `<<SYS>>`, `[INST]`).
 */
const FENCES = new RegExp(
  [
    `(?<![\\p{L}\\p{N}_$])<(?=[\\s\\ufffd]{0,3}(?:${SPEAKERS})${REST})`,
    `<(?=[\\s\\ufffd]{0,3}/[\\s\\ufffd]{0,3}(?:${SPEAKERS})${REST})`,
    "<(?=\\|[^<>|‹]{1,40}\\|>)",
    "<(?=<[\\s\\ufffd]{0,3}/?SYS[\\s\\ufffd]{0,3}>)",
    "\\[(?=[\\s\\ufffd]{0,3}/?INST[\\s\\ufffd]{0,3}\\])",
  ].join("|"),
  "giu",
);
const OPENED: Readonly<Record<string, string>> = { "<": "‹", "[": "⁅" };

/** The same for a model: nor does anything in the text read as the end of its quotation or as somebody else's turn. */
export function modelText(given: string): Shown {
  const whole = given.startsWith(BYTE_ORDER_MARK) ? given.slice(BYTE_ORDER_MARK.length) : given;
  const { text, marked } = showHidden(whole);
  if (!/[<[]/.test(text)) return { text, marked };
  let fences = 0;
  const open = text.replace(FENCES, (sign) => {
    fences += 1;
    return OPENED[sign] ?? MARKER;
  });
  return { text: open, marked: marked + fences };
}

/** What tells a model that something was marked; undefined: nothing was. */
export const markedWords = (marked: number): string | undefined =>
  marked === 0
    ? undefined
    : `${marked} hidden character${marked === 1 ? "" : "s"} or tags in these texts are shown as ${MARKER} or ‹.`;
