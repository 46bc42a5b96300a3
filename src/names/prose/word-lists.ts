import type { EntityType } from "../types.ts";

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** What each of some words stands for, by the words of a type. */
export const typesByWord = (
  lists: Readonly<Partial<Record<EntityType, string>>>,
): ReadonlyMap<string, EntityType> =>
  new Map(
    Object.entries(lists).flatMap(([type, text]) =>
      text.split(" ").map((word) => [word, type as EntityType]),
    ),
  );

/** Capitalised by spelling rules, never entities by themselves. Folded. */
export const TIME_AND_LANGUAGE_WORDS =
  words(`january february march april may june july august september october
  november december jan feb mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday
  saturday sunday mon tue wed thu fri sat sun enero febrero marzo abril mayo junio julio agosto septiembre octubre
  noviembre diciembre lunes martes miercoles jueves viernes sabado domingo januar februar marz maerz mai juni juli
  oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag
  english german spanish french italian portuguese romanian dutch polish russian chinese japanese korean arabic hindi
  turkish welsh irish greek latin swedish danish norwegian finnish czech hungarian ukrainian catalan basque american
  british european asian african deutsch englisch spanisch franzosisch deutsche deutschen ingles espanol frances
  aleman christmas easter weihnachten ostern navidad mondays tuesdays wednesdays thursdays fridays saturdays sundays`);

/** In capitals, and still not a name: units, times, marks in notes, short words that are shouted. */
export const NOT_ACRONYMS =
  words(`ok todo fixme note notes am pm cet cest utc gmt est pst gb mb kb tb gib mib kib khz
  mhz ghz hz ms kw kwh usd eur gbp yes no and or not the do never always must should may only all any a i ii iii iv v
  vi vii viii ix x faq tldr tbd tba wip eta fyi asap imo ie eg etc vs nb ps id ids n/a na new old now true false null
  none warning caution important tip info error errors api apis url urls uri ui ux pr prs os ip io ci cd cv hr it tv q1 q2 q3 q4 h1 h2 h3 h4 h5 h6 db dbs rc`);

/** What begins a sentence, a list item or a heading and is capitalised only for that. Folded. */
export const OPENERS =
  words(`about above accept access add added after again agree all allow almost already also
  although always another answer any apply ask assign at avoid back be because before begin below best better both
  bring browse build built but buy by call can change changes check choose clean clear close common compare complete
  configure consider contact contains content copy could create current custom customer customers data date day
  default define delete deploy details did different disable discard do does done download draft dynamic each early
  easy edit either empty enable ensure enter even event every example examples explain extend fast feature features
  few file files fill final find first fix fixed focus follow following for found from full further general get
  given go good got great half has have head here hide high history hold how however idea ideas if ignore import
  important improve in include including incident info inside install instead introduction is issue it item just keep
  key known last late later lead learn leave less let like limit limits link list load local log long look low made
  main make manage many map mark maybe meet meeting merge migrate migration minor more most move moved much must my
  name need never new next nearest no none not note notes nothing now of off old on once one only open option options
  or order other our out output over overview own page pages parameters part pass pipeline plan please prefer prepare
  previous print problem project properties props provide public pull push put question quick raw read reason
  recent reference release releases remember remove rename replace report request required reset resolve rest
  restart result return returns review root rule run same save schedule search second section see send server set
  several share shared short should show since single slow small so some soon source specific start static status
  step steps still stop store such summary support sure switch table take task team tell test testing tests than
  that the their them then there these they thing this those threshold through time tip title to today tomorrow
  tool total track true try turn two type types under unless until update updated upgrade usage use used useful user
  users using usually value values verify version versions very view wait want warning was watch we week weekly well
  were what when where whether which while who why will with within without work works would write wrong yes
  yesterday you your action actions background context decision decisions description discussion error errors goal
  goals guide improvements installation motivation notice overview people places preferences process progress
  requirements resources results scope setup tasks server client app apps middleware production development component components layout layouts route
  routes routing plugin plugins module modules function functions class classes element elements hook hooks prop
  property directory folder folders path paths template templates styles style asset assets build builds command
  commands code codes configuration config environment environments variable variables package packages library
  libraries database databases query queries response request header headers cookie cookies session sessions
  payload state store event events handler handlers method methods parameter argument arguments object objects
  array string number boolean message messages warning log logs alias aliases solution impact level mode utils
  rendering navigation transition transitions metadata schema field fields column row rows table tables size width
  height colour color layer layers image images font fonts icon icons button form input label menu modal window
  migration runtime builder reasons benefits changes notes alternatives caveats pros cons alternatively additionally finally specify discover install installs getting started deployment license software thanks happy hello dear because
  optional advanced basic simple automatic manual custom global local internal external public private
  volunteers clips curves tiles hexagon endpoint machine meeting backup backups restore holiday customer three four five six seven eight nine ten`);

/** Before a name of a person, and nothing else. Folded, without the full stop. */
export const PERSON_TITLES = words(
  "mr mrs ms dr prof sir herr frau fr hr sr sra don dona senor senora madame",
);

/** Those that are written small. */
export const SMALL_TITLES = words("don dona senor senora monsieur madame");

/** After which a full stop ends no sentence. Folded. */
export const ABBREVIATIONS = words(
  "mr mrs ms dr prof st sr sra hr fr vs no nr approx dept fig vol ca bzw inc ltd",
);

/** What people do: said of the capitalised word before. */
export const PERSON_VERBS =
  words(`said says asked asks wants wanted prefers preferred thinks thought told tells
  agreed agrees liked likes sent sends showed shows joined wrote writes decided decides owns leads manages reports
  works worked knows knew suggested suggests proposed proposes promised offered mentioned replied answered explained
  confirmed complained approved rejected reviewed reviews merged mentored called visited lives lived met meets talked
  presented believes hates loves volunteered who left explained helped handles signed took takes gave maintains
  dice dijo quiere trabaja prefiere pidio cree escribio sagt sagte meint mochte will arbeitet leitet hat schrieb`);

/** Before the name of somebody one tells, asks or meets: `ask Tobias`, `with Henrike`. */
export const PERSON_PREPOSITIONS =
  words(`with ask asked tell told by from contact cc ping call met meet thank thanks
  mit von bei con de para email remind invite per`);

/** After which a name is a place. */
export const PLACE_PREPOSITIONS = words("in near en");

/** Before German names of people, places and firms, when no article follows. */
export const GERMAN_PREPOSITIONS = words("bei in aus mit von nach an fur gegen bis uber ohne heisst heissen");

/** After which a name is something one works with. */
export const TOOL_PREPOSITIONS = words("on via using uses use to from into against at aus nach");

/** Last words of what firms and groups are called. Folded. */
export const ORGANISATION_WORDS =
  words(`gmbh ag inc ltd llc corp corporation company foundation institute university
  college school bank labs laboratories association agency ministry department committee council trust partners
  holdings group union society consortium office e.v. universitat institut verein stiftung universidad instituto
  fundacion banco empresa acoustics systems technologies software solutions consulting studios media motors`);

export const PLACE_WORDS =
  words(`street road avenue square city valley river lake mountain mount island bay park
  county station airport bridge strasse platz berg calle plaza rio north south east west`);

export const PROJECT_WORDS = words("project initiative programme projekt proyecto operation");

/** Given names that are frequent where this is likely to run, and hardly ever another word. Folded. */
export const GIVEN_NAMES =
  words(`aaron abdul adam adrian agnes ahmed aiko aisha akira albert alejandro alessandro alex
  alexander alexandra alfred ali alice alicia amanda amelia amir ana anders andre andrea andreas andrew andrzej angela
  anika anita anja anna anne annika anthony antonio arjun arthur astrid barbara beatriz ben benjamin bernd bjorn bob
  boris brian bruno camila carla carlos carmen caroline catherine cecilia charles charlotte chen chiara chloe chris
  christian christina christine christopher clara claudia connor cristina daniel daniela david deborah denis diana
  diego dieter dmitri dominik dorothy eduardo edward elena eleanor elisa elizabeth ella emily emma enrique eric erik
  ernst esther eugen eva fatima federico felipe felix fernando fiona francesca francesco francisco frank frida
  gabriel gabriela george gerhard giovanni giulia greta guillermo gustav hana hannah hans harald hassan heather heidi
  heike helen helena henrik henrike henry hiroshi hugo ibrahim ines ingrid irene isaac isabel isabella ivan jack jacob
  jake james jan jana jane jasmin javier jean jennifer jessica jesus joan joanna johan johanna john jonas jonathan
  jorge jose joseph joshua juan julia julian juliana jurgen kai karen karin karl katarina katharina katherine kathrin
  kenji kevin klaus kofi kristin lars laura lea lena leon leonie leticia liam lin linda lisa lorenzo louis louise luca
  lucas lucia lucy luis luisa lukas lupe maja manuel marcel marco marcus margaret maria mariana marie marina mario
  marion marta martha martin martina mary mateo matteo matthew matthias mauricio max maximilian mei melanie mercedes
  mia michael michaela michelle miguel mikael mila miriam mirela mohamed mohammed monica monika muhammad nadia natalia
  natalie natasha nathan nicole nicolas niklas nina noah nora olaf oleg olga oliver olivia omar oscar otto pablo paola
  patricia patrick paul paula paulo pedro peter petra philip philipp pierre priya rachel rafael rahul raj ramon raquel
  raul rebecca ricardo richard robert roberto rodrigo roger roland rosa ruth ryan sabine sally sam samantha samuel
  sandra santiago sara sarah sebastian sergei sergio silke silvia simon sofia sonia sophie stefan stefanie stephen
  steven susan susanne sven sylvia tanja tatiana teresa theresa theo thomas tobias tom tomas ulrich ulrike ursula uwe
  valentina vanessa vera veronica victor victoria viktor vincent vladimir walter wei werner wilhelm william wolfgang
  xavier xiao yasmin yuki yuko yusuf zoe`);

/** Units of measure and the like, whose inner capital is no sign of code. */
export const UNITS = words("kHz MHz GHz dB kB mAh kWh mV kV pH kPa hPa dBFS dBm kcal mL PhD eV keV");

const GERMAN =
  words(`der die das und ist nicht ein eine einen einem einer dem den des mit fur auf zu im wird sind nach
  bei wir ich als auch dass nur bis am zum zur uber vom werden wurde haben hat sich oder aber wenn noch`);
const ENGLISH =
  words(`the and is of to for with on that this it are be as by from not or we you at has have was will
  in a`);

/** Whether German makes sentences of the folded word, and English does not. */
export const isGermanWord = (word: string): boolean => GERMAN.has(word);

/** +1 for a folded word that only German has, -1 for one that only English has, else 0. */
export function germanSign(word: string): number {
  if (GERMAN.has(word)) return 1;
  return ENGLISH.has(word) ? -1 : 0;
}

/** Words of programming that stand between backticks and name nothing of their own. */
export const CODE_WORDS =
  words(`true false null undefined none nil void string number boolean object array function int
  float double char bool any never unknown symbol const let var if else for while return class interface enum type
  new this self super import export default async await yield try catch throw static public private protected div
  span body head html p a b i ul ol li br script style meta link title template slot key value name id data error
  string[] number[] 0 1 date text file json yaml get post put delete patch yes no on off ok src href`);

/** A link that says this says nothing of where it leads. Folded. */
export const GENERIC_LINKS =
  words(`here this link docs documentation more source example examples details website page
  site guide read learn see click it them there following above below repo repository article post section`);
