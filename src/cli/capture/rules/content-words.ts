/** Words that carry no subject: with the words of the signs themselves. */
const EMPTY = new Set(
  `a an and are as at be been but by can did do does don't for from go had has have he her him his i if in is it its just let's me my no not now of on one ones or our please she should so that the their them then there these they this those to up us was we were what when which who will with would you your
  always never remember note keep mind forget decided decide decision agreed agree settled chose chosen prefer rather want like really future reference record still open actually wrong right correct correction option thing things way approach first second third last other same said scratch ignore take back sorry again`.split(
    /\s+/,
  ),
);

/** Words of a text that say what it is about, in lower case and without their commonest endings. */
export const contentWords = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’.-]*/gu) ?? [])
    .map((word) => word.replace(/[.'’-]+$/u, ""))
    .filter((word) => !EMPTY.has(word) && (word.length > 1 || /\p{Lo}|\d/u.test(word)))
    .map((word) => word.replace(/(?:ing|ed|es|s)$/u, ""));
