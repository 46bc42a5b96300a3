// Polish, Czech and Ukrainian words without the endings of case, number and person, on folded letters. What is left often
// differs in its last consonant (ręka ręce, droga drodze, книга книзі) and in a vowel before it (zamek zamku, błąd błędu, miasto
// mieście): both become one.

const longestFirst = (list: string): readonly string[] =>
  list.split(/\s+/).sort((a, b) => b.length - a.length);

const MIN_LETTERS = 3;

interface Rules {
  readonly endings: readonly string[];
  /** What a consonant becomes before some endings, and was. */
  readonly changes: readonly (readonly [pattern: RegExp, replacement: string])[];
  /** Endings of what is left then: of diminutives, reflexive verbs and the like. */
  readonly consonants: readonly (readonly [pattern: RegExp, replacement: string])[];
}

/** Of participles and what is made of verbs, where enough is left: zapisany zapisać, завдання завдань. */
const LATIN_PARTICIPLE = [/(?<=.{4})[aeo]n$/, ""] as const;

const POLISH: Rules = {
  endings:
    longestFirst(`iami ami owie iach ach iom om iow ow iem em iej ej iego ego iemu emu ich ych imi ymi im ym ie ia iu
    io ii a e i o u y owi owac uje uja ujemy ujesz uj owal owala owali owaly owano owany owana owane aja ajac amy acie asz
    ala ali aly alo al ila ili ily ilo il yla yli yly ylo yl ela eli ely elo iala ieli ialo ial iec ac ic yc ec nac
    ono iono acy aca ace iesz isz ysz imy ymy icie ycie emy iemy ecie lby laby
    alem alam ales alas alismy alysmy aliscie alyscie ilem ilam iles ilas ilismy ilysmy iliscie ilyscie ylem ylam yles ylas ylismy ylysmy
    yliscie ylyscie alaby aloby`),
  changes: [
    [/dze$/, "ga"],
    [/(?<=[klnpr])cie$/, "ta"],
  ],
  consonants: [
    LATIN_PARTICIPLE,
    [/dz$/, "d"],
    [/(?:sci|st|sc|szcz)$/, "st"],
    [/rz$/, "r"],
    [/([^aeiouy])i?[ei]([kclnr])$/, "$1$2"],
    [/cz$/, "k"],
    [/c$/, "k"],
    [/sz$/, "s"],
    [/(?:z|g)$/, "z"],
    [/([^aeiouy])i$/, "$1"],
    [/(?<=.{2})e([^aeiouy]{1,2})$/, "a$1"],
  ],
};

const CZECH: Rules = {
  endings:
    longestFirst(`atum atech etem ech ach ich ych ymi imi emi ami ama mi ovi ove ova ovou ovy ovat oval ovala ovali ovalo
    uje uji ujeme ujou eho iho emu imu ete eti iti im em um am ym ou us a e i o u y al ala ali alo aly il ila ili ilo ily el
    ela eli it at et ut aji eji ime eme ame is es as`),
  changes: [],
  consonants: [
    LATIN_PARTICIPLE,
    [/(?:c|ct|ck)$/, "k"],
    [/(?:z|h)$/, "h"],
    [/s$/, "s"],
    [/([^aeiouy])e([kclnr])$/, "$1$2"],
  ],
};

const UKRAINIAN: Rules = {
  endings:
    longestFirst(`ами ями ах ях ові еві єві ом ем єм ам ям ою ею єю ів їв ей ий ій ого его ому ему им ім их іх
    ими іми има а я о е є и і ї у ю ь ої еї ія ії ію ією іям іями іях ати яти ити іти увати ював ювати ювала ювали ував увала
    ували ує ують ює юють ує уємо юємо уєш юєш уєм юєм уйте ають яють ає яє аємо яємо аєш яєш аю яю ать ять ить іть ите єте ав
    ала али ало яв яла яли яло ив ила или ило ів іла іли іло ла ли ло имо їмо ймо ться тися лися лась лось вся сь ся`),
  changes: [],
  consonants: [
    [/([бвгджзклмнпрстфхцчшщ])ь$/u, "$1"],
    [/([бвгджзклмнпрстфхцчшщ])\1$/u, "$1"],
    [/(?<=.{4})[аео]н$/u, ""],
    [/(?:ц|ч|к)$/u, "к"],
    [/(?:з|ж|г)$/u, "г"],
    [/(?:с|ш|х)$/u, "х"],
    [/([бвгджзклмнпрстфхцчшщ])[оеі]([бвгджзклмнпрстфхцчшщ])$/u, "$1$2"],
  ],
};

function stemBy(folded: string, { endings, changes, consonants }: Rules): string {
  const word = changes.reduce(changed, folded);
  const ending = endings.find((one) => word.endsWith(one) && word.length - one.length >= MIN_LETTERS);
  return consonants.reduce(changed, ending === undefined ? word : word.slice(0, -ending.length));
}

const changed = (word: string, [pattern, replacement]: readonly [RegExp, string]): string =>
  word.replace(pattern, replacement);

/** The stem of a folded Polish word; of "płytek" that of "płytki". */
export const polishStem = (word: string): string => stemBy(word, POLISH);

/** The stem of a folded Czech word. */
export const czechStem = (word: string): string => stemBy(word, CZECH);

/** The stem of a folded Ukrainian word; of "полицях" that of "полиця". */
export const ukrainianStem = (word: string): string => stemBy(word, UKRAINIAN);
