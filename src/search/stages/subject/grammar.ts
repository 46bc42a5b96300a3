import { fold } from "../../../text/words/fold.ts";

// Closed classes of words, as they stand folded: they say how a statement speaks of its subject, not of what.

const words = (text: string): ReadonlySet<string> => new Set(fold(text).trim().split(/\s+/));

/** What makes a word hang on the one before it. */
export const PREPOSITIONS = words(`
  of in on at for from to with without by about under behind near beside inside into onto over
  im in am an auf für von vom zum zur mit ohne bei beim aus unter über hinter neben des
  de del en con para por sin sobre da do das dos no na du au aux dans pour avec sur di della dello dei nel nella per`);

/** What may stand between a preposition and its word. */
export const DETERMINERS = words(`
  the a an our my your their his her its this that these those
  der die das den dem ein eine einen einem einer eines unser unsere unserem unserer mein meine dein deine
  el la los las un una nuestro nuestra mi su tu le les une notre il lo gli o os as um uma nosso nossa`);

/** Of questions in languages that are not recognised as such they are words like others. */
export const COPULAS = words("is are ist sind es son esta estan est sont e sono sao");

/** Words before a name that say when, and not which. */
export const SAYS_NEW = words(`
  new newer old older latest current previous former next last updated revised whole entire main own final same
  neue neuer neues neuen alte alter altes alten aktuelle aktueller letzte nuevo nueva viejo vieja nouveau nouvelle ancien
  ancienne novo nova velho velha`);

/** A time of day, a weekday and a rhythm are numbers in words. */
const NUMBERS = words(`
  one two three four five six seven eight nine ten eleven twelve twenty thirty hundred thousand half dozen once twice
  monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays
  january february april june july august september october november december march may
  noon midnight morning afternoon evening night today tomorrow daily weekly monthly hourly yearly nightly every hour hours
  zwei drei vier fünf sechs sieben acht neun zehn zwölf montag dienstag mittwoch donnerstag freitag samstag sonntag montags
  dienstags mittwochs donnerstags freitags samstags sonntags januar februar märz mai juni juli oktober dezember mittags
  mitternacht morgens abends täglich wöchentlich monatlich stündlich
  dos tres cuatro cinco seis siete ocho nueve diez doce lunes martes miércoles jueves viernes sábado domingo enero febrero
  marzo abril mayo junio julio septiembre octubre noviembre diciembre mediodía medianoche mañana tarde diario semanal mensual
  deux trois quatre cinq sept huit neuf dix douze lundi mardi mercredi jeudi vendredi samedi dimanche midi minuit
  dois três quatro sete oito nove dez segunda terça quarta quinta sexta`);
const DIGIT = /\p{N}/u;

/** Whether a word is a number, or a time. */
export const saysNumber = (word: string): boolean => DIGIT.test(word) || NUMBERS.has(word);

const ASKS_FOR_NUMBER =
  /(?<!\p{L})(?:when|what time|how (?:many|much|often|long|old|far|big|large|high)|wann|wie (?:viele?|oft|lange|hoch|gross|spat|alt)|cuando|cuant[oa]s?|quand|combien|quando|quant[oaie]s?|wanneer|hoeveel)(?!\p{L})|何時|いつ|いくつ|几点|多少|什么时候|언제|몇/u;

/** Whether a question asks when, how much or how often. */
export const asksForNumber = (question: string): boolean => ASKS_FOR_NUMBER.test(fold(question));

/** What has been done to something holds from then on: "was moved". A few participles end in nothing of their own. */
const PAST =
  /(?<!\p{L})(?:(?:was|were)(?! (?:\p{L}+ly |now |then |also )?(?:\p{L}+(?:ed|en)|set|put|cut|made|sold|lost|brought|bought|built|sent|left|held|kept|found|begun|done|gone|read|told|paid|shut|split|reset)(?!\p{L}))|waren?|(?:fue|fueron|era|eran|estaba|estaban|foi|foram|estava)(?! \p{L}+[ai]d[oa]s?(?!\p{L})))(?!\p{L})/u;

/** Whether a statement, folded, tells how something was. */
export const isOfThePast = (statement: string): boolean => PAST.test(statement);
