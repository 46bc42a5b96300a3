// Words that take back what a sentence seems to state: in doubt nothing is kept.

const DOUBTS: readonly RegExp[] = [
  // Conditions and suppositions.
  /^(?:and |but |so |well,? |ok(?:ay)?,? )?(?:if|suppose|supposing|say|imagine|assum(?:e|ing)|what if|let's say|should (?:we|i|you|it)|were we|had we|unless|wenn|falls|stell dir|si|imaginez?|se)\b/iu,
  /\b(?:could|might|may) (?:have|be|as well)\b|\bif (?:we|i|you|it|they|there)\b/iu,
  // Not sure.
  /\b(?:not sure|unsure|no idea|maybe|perhaps|probably|possibly|(?:i|we) (?:guess|think|believe|assume|suppose)|i may be|don't know|i'd have to look|as far as i|iirc|check the notes)\b/iu,
  /\b(?:vielleicht|wahrscheinlich|quizás?|tal vez|talvez|peut-être|forse)\b/iu,
  // Somebody else's words.
  /\b(?:says|said|told (?:me|us|him|her|them)|thinks|claims?|claimed|according to|reportedly|apparently|wants|suggests?)\b/iu,
  // Not meant.
  /\b(?:haha+|lol|lmao|jk|just kidding|kidding|joking)\b|[;:]-?\)\s*$/iu,
];

/** Whether a sentence supposes, doubts, tells what others say, or jokes. */
export const isDoubtful = (sentence: string): boolean => DOUBTS.some((doubt) => doubt.test(sentence));
