// Polish, Czech and Ukrainian words without the endings of case, number and person, on folded letters. What is left often
// differs in its last consonant (ręka ręce, droga drodze, книга книзі) and in a vowel before it (zamek zamku): both become one.

const longestFirst = (list: string): readonly string[] =>
  list.split(/\s+/).sort((a, b) => b.length - a.length);

const MIN_LETTERS = 3;

interface Rules {
  readonly endings: readonly string[];
  /** Endings of what is left then: of diminutives, reflexive verbs and the like. */
  readonly consonants: readonly (readonly [pattern: RegExp, replacement: string])[];
}

const POLISH: Rules = {
  endings:
    longestFirst(`iami ami owie iach ach iom om iow ow iem em iej ej iego ego iemu emu ich ych imi ymi im ym ie ia iu
    io ii a e i o u y owi owac uje uja ujemy ujesz uj owal owala owali owaly owano owany owana owane aja ajac amy acie asz
    ala ali aly alo al ila ili ily ilo il yla yli yly ylo yl ela eli ely elo iala ieli ialo ial iec ac ic yc ec nac
    ono iono ona ony one any ana ane ani eni enie ania aniu anie aniem enia eniu eniem acy aca ace iesz isz ysz imy ymy icie
    ycie emy iemy ecie lby laby ne na ny nych nej nego`),
  consonants: [
    [/dz$/, "d"],
    [/(?:sci|st|sc|szcz)$/, "st"],
    [/rz$/, "r"],
    [/([^aeiouy])[ei]([kc])$/, "$1$2"],
    [/cz$/, "k"],
    [/c$/, "k"],
    [/sz$/, "s"],
    [/(?:z|g)$/, "z"],
    [/([^aeiouy])i$/, "$1"],
  ],
};

const CZECH: Rules = {
  endings:
    longestFirst(`atum atech etem ech ich ych ymi imi emi ami ovi ove ova ovou ovy ovat uje uji ujeme ujou eho iho
    emu imu ete eti ete iti im em um am ym ou us ata aty ita os a e i o u y al ala ali alo aly il ila ili ilo ily el ela eli
    it at et ut ni ne na ny nim nich neho nemu en ena eno eny an ana ano any eni ani enim anim aji eji ime eme ame is es as`),
  consonants: [
    [/(?:c|ct|ck)$/, "k"],
    [/(?:z|h)$/, "h"],
    [/s$/, "s"],
    [/([^aeiouy])e([kc])$/, "$1$2"],
  ],
};

const UKRAINIAN: Rules = {
  endings:
    longestFirst(`ами ями ах ях ові еві єві ом ем єм ам ям ою ею єю ів їв ей ий ій ого его ому ему им ім их іх
    ими іми а я о е є и і ї у ю ь ої еї ати яти ити іти увати ував увала ували ує ують уєм ують уйте ював ював юють ають яють
    ає яє ать ять ать ить іть ить ить ите єте ав ала али ало яв яла яли яло ив ила или ило ів іла іли ило ла ли ло
    ено ано єно ення ання ення енню анню енням анням ний на не ні ної ного ному ною ним них ними ться тися лися лась лось вся сь ся`),
  consonants: [
    [/([бвгджзклмнпрстфхцчшщ])ь$/u, "$1"],
    [/(?:ц|ч|к)$/u, "к"],
    [/(?:з|ж|г)$/u, "г"],
    [/(?:с|ш|х)$/u, "х"],
    [/([бвгджзклмнпрстфхцчшщ])[оеі]([бвгджзклмнпрстфхцчшщ])$/u, "$1$2"],
    [/н[н]$/u, "н"],
  ],
};

function stemBy(word: string, { endings, consonants }: Rules): string {
  const ending = endings.find((one) => word.endsWith(one) && word.length - one.length >= MIN_LETTERS);
  const bare = ending === undefined ? word : word.slice(0, -ending.length);
  return consonants.reduce((stem, [pattern, replacement]) => stem.replace(pattern, replacement), bare);
}

/** The stem of a folded Polish word; of "płytek" that of "płytki". */
export const polishStem = (word: string): string => stemBy(word, POLISH);

/** The stem of a folded Czech word. */
export const czechStem = (word: string): string => stemBy(word, CZECH);

/** The stem of a folded Ukrainian word; of "полицях" that of "полиця". */
export const ukrainianStem = (word: string): string => stemBy(word, UKRAINIAN);
