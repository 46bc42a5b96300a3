import { Directed } from "../components/directed.tsx";
import { Highlighted } from "./highlighted.tsx";
import type { Extracted } from "./markdown/extract.tsx";

/** The best lines of a text that is no Markdown, the matches marked, its paths and code from left to right. */
export const PlainExtract = ({ snippet }: { readonly snippet: Extracted }) => (
  <Directed
    text={snippet.text}
    draw={(part, at) => <Highlighted key={at} text={part} marks={snippet.highlights} from={at} />}
  />
);
