/** What was, not what is. Perfect forms only with their participle: "who has the keys?" asks for today. */
const PAST = /\b(?:did|was|were|had|been|ha(?:s|ve) (?:\S+ ){1,3}\S+(?:ed|en))\b/i;
/** What was decided holds until it is decided otherwise, and who asks for the latest wants it. */
const HOLDS = /\b(?:decid|agree|cho[os]|settl|latest|newest|current|now\b|recent)/i;

/** Whether an English question asks for something that happened, which no later note overtakes: "when did the gateway fail?" */
export const isPastQuestion = (text: string): boolean => PAST.test(text) && !HOLDS.test(text);
