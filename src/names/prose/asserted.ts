import { fold } from "../../text/words/fold.ts";

// Whether a sentence says that something is so. Of what it asks, denies, supposes or puts in somebody else's mouth
// nothing is a relation: a missing one is found by reading, a wrong one is believed.

/** Characters of a sentence that are looked at, on either side. */
const MAX_SIDE_CHARS = 240;
const MARKS = /[*_`"“”()[\]~]+/g;
/** Where another sentence or item begins. */
const BREAK = /[.!?…。！？](?=[\s"'”’)*_])["'”’)*_]*\s|\n\s*(?:\n|[-*+>#|•]|\d+[.)]\s)/gu;
const END = /[.!?…。！？](?=[\s"'”’)*_]|$)|\n\s*(?:\n|[-*+>#|•]|\d+[.)]\s)/u;
/** Behind these another clause begins, which may be so whatever the one before says. */
const CLAUSE = /[,;:–—]| (?:but|because|so that|aber|weil|pero|porque) /gu;

/** In the clause before the name: what denies, doubts, excepts or supposes. */
const UNSAID =
  /(?:^|\s)(?:not|no|never|nobody|none|neither|nor|without|except|hardly|false|untrue|wrong|incorrect|lie|myth|rumou?rs?|doubt(?:s|ed|ful)?|den(?:y|ies|ied)|unclear|unknown|if|unless|whether|assuming|suppos(?:e|ing)|provided|pretend(?:s|ed)?|imagin(?:e|es|ed)|in case|as though|perhaps|maybe|possibly|probably|presumably|allegedly|supposedly|reportedly|hopefully|nicht|kein(?:e[rnms]?)?|niemand|nie|ohne|ausser|wenn|falls|ob|sofern|vielleicht|angeblich|nadie|ningun[oa]?|ni|nunca|si|salvo|excepto|sin|quizas?|cannot|\p{L}+n['’]t)\s/u;
/** Just before the name, with at most three words between: what is said or thought, by whomever. */
const REPORTED =
  /(?:^|\s)(?:thinks?|thought|believe[sd]?|claim(?:s|ed)?|says?|said|tells?|told|assume[sd]?|guess(?:es|ed)?|suspect(?:s|ed)?|hope[sd]?|fear(?:s|ed)?|wish(?:es|ed)?|suggest(?:s|ed)?|argue[sd]?|insist(?:s|ed)?|heard|alleges?|alleged|reckons?|wonders?|wondered|asks?|asked|expects?|expected|feels?|felt|swears?|swore|dream(?:s|ed|t)?|it seems|seemingly|glaubt|denkt|meint|sagt|sagte|behauptet|cree|creen|dice|dicen|dijo|piensa)\s(?:\S+\s){0,3}$/u;
/** Just before the name: what makes a question, a wish or an order of the verb behind it. */
const INVERTED =
  /(?:^|\s)(?:does|do|did|would|could|should|can|may|might|will|shall|must|lets?|makes?|made|help|want|wants)\s$/u;
/** "Everyone at Kestrel Labs", "a friend of Ana": the name is not who the verb speaks of. */
const QUANTIFIED =
  /(?:^|\s)(?:some|any|every|all|each|most|many|few|several|half|everyone|everybody|someone|somebody|anyone|anybody|one|two|three|jeder|jemand|alle|todos|alguien)\s(?:\S+\s){0,2}(?:at|of|in|from|on|besides|near|bei|von|aus|en|de|del)\s(?:the\s)?$/u;
const ATTRIBUTED = /^(?:according to|laut|segun)\s[^,]*,\s$/u;
/** Behind the second name: the sentence is about what was quoted, and says that it is not so. */
const TAKEN_BACK =
  /^[\s,;–—]*(?:(?:is|was|are|ist|es)(?: just| only)? (?:an? |the |eine? |una? )?(?:lie|false|untrue|wrong|incorrect|rumou?r|myth|nonsense|fiction|joke|guess|not true|not the case|no longer true|luge|falsch|mentira|falso)|(?:i|we|they|he|she) (?:think|thinks|believe|believes|guess|suppose|say|says|said|claim|claims|claimed|hope)|or so|allegedly|supposedly|apparently|perhaps|maybe)(?![\p{L}])/u;

/** The text before a place, from where its sentence begins. */
function sentenceBefore(text: string, at: number): string {
  const side = text.slice(Math.max(0, at - MAX_SIDE_CHARS), at);
  const last = [...side.matchAll(BREAK)].at(-1);
  return last === undefined ? side : side.slice(last.index + last[0].length);
}

/** Within a sentence a capital makes a name of a word: Omar Said, Will. */
const NAMES = /(?<=[\p{L}\p{N},]\s)\p{Lu}[\p{L}'’-]*/gu;

const folded = (text: string): string => fold(text).replace(MARKS, " ").replace(/\s+/g, " ");

/**
 * Whether a text says of two names, which stand at `start` and end at `end`, what stands between them: false in a
 * question, under a condition, where it is denied, excepted, taken back, or what somebody thinks or says.
 */
export function isAsserted(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): boolean {
  const before = folded(sentenceBefore(text, start).trimStart().replace(NAMES, "X"));
  const clause = before.split(CLAUSE).at(-1) ?? "";
  if (UNSAID.test(clause) || REPORTED.test(clause) || INVERTED.test(clause) || QUANTIFIED.test(clause))
    return false;
  if (ATTRIBUTED.test(before)) return false;
  const after = text.slice(end, end + MAX_SIDE_CHARS);
  const stop = END.exec(after);
  if (stop?.[0].startsWith("?") || stop?.[0].startsWith("？")) return false;
  return !TAKEN_BACK.test(folded(stop === null ? after : after.slice(0, stop.index)));
}
