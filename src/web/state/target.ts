/** A document, or lines of it, as the address names it: `notes:guides/keys.md#L3-L9`. */
export interface Target {
  readonly root: string;
  readonly path: string;
  /** First and last line that are meant, from 1; undefined: the whole document. */
  readonly lines?: readonly [number, number];
}

const LINES = /#L(\d{1,9})(?:C\d{1,9})?(?:-L(\d{1,9})(?:C\d{1,9})?)?$/;

/** Reads `root:path#L3-L9`; a root's name has no colon. Undefined for anything else. */
export function readTarget(text: string | undefined): Target | undefined {
  const colon = text?.indexOf(":") ?? -1;
  if (text === undefined || colon < 1) return undefined;
  const root = text.slice(0, colon);
  const place = text.slice(colon + 1);
  const match = LINES.exec(place);
  const path = match === null ? place : place.slice(0, match.index);
  if (path === "") return undefined;
  if (match === null) return { root, path };
  const first = Math.max(1, Number(match[1]));
  return { root, path, lines: [first, Math.max(first, Number(match[2] ?? first))] };
}

/** The same as text. */
export const writeTarget = ({ root, path, lines }: Target): string =>
  `${root}:${path}${lines === undefined ? "" : `#L${lines[0]}-L${lines[1]}`}`;
