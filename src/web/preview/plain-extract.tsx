import { Directed } from "../components/directed.tsx";
import { Highlighted } from "./highlighted.tsx";
import { type Extracted, foundLines, fromFound } from "./found-lines.ts";

interface PlainExtractProps {
  readonly snippet: Extracted;
}

/** The best lines of a text that is no Markdown, the matches marked, its paths and code from left to right. */
export const PlainExtract = ({ snippet }: PlainExtractProps) => {
  const { text, highlights } = fromFound(snippet);
  return (
    <Directed
      text={text}
      draw={(part, at) => <Highlighted key={at} text={part} marks={highlights} from={at} />}
    />
  );
};

/** The best lines of code or of a table, each on a line of its own, the matches marked. */
export const CodeExtract = ({ snippet }: PlainExtractProps) => (
  <>
    {foundLines(snippet).map(({ text, highlights }, at) => (
      <span key={at} class="extract-line">
        <Highlighted text={text} marks={highlights} />
        {"\n"}
      </span>
    ))}
  </>
);
