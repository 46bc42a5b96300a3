/** Signs that numbers are written in: those of ASCII that a template literal takes as they are. */
export const SIGNS =
  "#%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|}~";
