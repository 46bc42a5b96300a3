/** Where any system, terminal or model may begin a new line. */
export const LINE_ENDS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/u;

const LINE_STARTS = /(?<=^|[\n\v\f\u0085\u2028\u2029]|\r(?!\n))(?=[^\n])/gu;

/** The text with three spaces before each line, so that none passes for the head of another passage. */
export const setIn = (text: string): string => text.replace(LINE_STARTS, "   ");

/** The text on one line. */
export const onOneLine = (text: string): string => text.replace(/[\s\u0085]+/gu, " ");
