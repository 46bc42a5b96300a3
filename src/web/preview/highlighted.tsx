/** From and to, UTF-16 offsets, end excluded. */
export type Marked = readonly [from: number, to: number];

/** A text in pieces, each marked or not; ranges may overlap or lie outside. */
export function piecesOf(
  text: string,
  ranges: readonly Marked[],
): readonly { readonly text: string; readonly isMarked: boolean }[] {
  const pieces: { text: string; isMarked: boolean }[] = [];
  let at = 0;
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const from = Math.max(at, start);
    const to = Math.min(text.length, end);
    if (to <= from) continue;
    if (from > at) pieces.push({ text: text.slice(at, from), isMarked: false });
    pieces.push({ text: text.slice(from, to), isMarked: true });
    at = to;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isMarked: false });
  return pieces;
}

interface HighlightedProps {
  readonly text: string;
  readonly marks: readonly Marked[];
  /** Of what is marked. */
  readonly class?: string | undefined;
  /** Where the text begins in what the marks are offsets of. @default 0 */
  readonly from?: number;
}

/** A text with places of it marked. Text nodes only: whatever a document says, it stays text. */
export const Highlighted = ({ text, marks, from = 0, ...rest }: HighlightedProps) => (
  <>
    {piecesOf(
      text,
      marks.map(([start, end]): Marked => [start - from, end - from]),
    ).map((piece, at) =>
      piece.isMarked ? (
        <mark key={at} {...rest}>
          {piece.text}
        </mark>
      ) : (
        piece.text
      ),
    )}
  </>
);
