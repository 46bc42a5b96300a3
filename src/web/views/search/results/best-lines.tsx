import type { ComponentChildren } from "preact";
import type { Hit } from "../../../../search/contract/hits.ts";
import { Skeleton } from "../../../components/state-panel.tsx";
import { Highlighted } from "../../../preview/highlighted.tsx";
import type { Extracted } from "../../../preview/found-lines.ts";
import { useParts } from "../use-parts.ts";

/** Languages whose text reads as prose; all others keep their columns. */
const PROSE: readonly string[] = ["markdown", "text", "html"];

/** What a passage is drawn from, wherever it stands. */
export interface Lines extends Pick<Hit, "kind" | "language" | "root" | "path"> {
  readonly snippet?: Extracted | undefined;
}

const isMarkdown = ({ kind, language }: Lines): boolean => kind === "memory" || language === "markdown";

/** The best lines of a passage as they read, a few of them, the matches marked. */
export const BestLines = ({ of }: { readonly of: Lines }) => {
  const { snippet, kind, language } = of;
  const isProse = kind === "memory" || PROSE.includes(language);
  const { part, isLost } = useParts();
  if (snippet === undefined) return null;
  const Drawn = isMarkdown(of) ? part?.Extract : isProse ? part?.PlainExtract : part?.CodeExtract;
  return (
    <div class={`extract ${isProse ? "" : "is-code"}`} dir={isProse ? "auto" : "ltr"}>
      {isLost ? (
        <Highlighted text={snippet.text} marks={snippet.highlights} />
      ) : (
        Drawn && <Drawn {...of} snippet={snippet} />
      )}
    </div>
  );
};

interface WithLinesProps {
  /** Grey lines until then. */
  readonly lines?: number;
  readonly children: ComponentChildren;
}

/** Draws passages once what draws their lines is there: coming later it would move what somebody is about to press. */
export const WithLines = ({ lines, children }: WithLinesProps) => {
  const { part, isLost } = useParts();
  return part === undefined && !isLost ? <Skeleton lines={lines} /> : children;
};
