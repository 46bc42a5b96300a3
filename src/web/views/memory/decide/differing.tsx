import { Directed } from "../../../components/directed.tsx";

interface Piece {
  readonly text: string;
  readonly isOther: boolean;
}

/** A word as it is compared: in any case, without the marks around it. */
const wordOf = (piece: string): string =>
  piece.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");

/** A text in words and what is between them; words that the other text does not have are told apart. */
export function differingPieces(text: string, from: string): readonly Piece[] {
  const known = new Set(from.split(/\s+/).map(wordOf));
  return text
    .split(/(\s+)/)
    .filter((piece) => piece !== "")
    .map((piece) => ({ text: piece, isOther: wordOf(piece) !== "" && !known.has(wordOf(piece)) }));
}

/** A text with the words marked that the other one does not have. */
export const Differing = ({ text, from }: { readonly text: string; readonly from: string }) => (
  <Directed
    text={text}
    draw={(part) =>
      differingPieces(part, from).map((piece, at) =>
        piece.isOther ? <mark key={at}>{piece.text}</mark> : <span key={at}>{piece.text}</span>,
      )
    }
  />
);
