/** What no POSIX shell reads anything into. */
const PLAIN = /^[\w./:@%+,=-]+$/;

/** A text as one word of a POSIX shell's command: between single quotes nothing is expanded. */
export const shellWord = (text: string): string =>
  PLAIN.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
