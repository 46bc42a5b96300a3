import { citationWithRoot } from "../../../search/views/citation.ts";
import type { ComponentChildren } from "preact";
import type { Hit } from "../../../search/contract/hits.ts";
import { percent } from "../../../search/views/answer-words.ts";
import { Button, CopyButton } from "../../components/button.tsx";
import { Directed } from "../../components/directed.tsx";
import { date, since } from "../../components/format.ts";
import { Icon } from "../../components/icon.tsx";
import { Link } from "../../components/link.tsx";
import { ShareBar } from "../../components/meter.tsx";
import { usePage } from "../../state/page.ts";
import { type Target, withParameters, writeTarget } from "../../state/place.ts";
import { strings } from "../../strings.ts";

const words = strings.search;

/** What a hit opens. */
export const targetOf = ({ root, path, startLine, endLine }: Hit): Target => ({
  root,
  path,
  lines: [startLine, endLine],
});

/** From and to, UTF-16 offsets, end excluded. */
type Range = readonly [number, number];

/** A text in pieces, each marked or not; ranges may overlap or lie outside. */
export function piecesOf(
  text: string,
  ranges: readonly Range[],
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

type Marked = Pick<NonNullable<Hit["snippet"]>, "text" | "highlights">;

/** A text with the matches marked. Text nodes only: whatever a document says, it stays text. */
const Highlighted = ({ text, highlights }: Marked) =>
  piecesOf(text, highlights).map((piece, at) =>
    piece.isMarked ? <mark key={at}>{piece.text}</mark> : <span key={at}>{piece.text}</span>,
  );

/** The same of prose, with its paths and code from left to right. */
const HighlightedProse = ({ text, highlights }: Marked) => (
  <Directed
    text={text}
    draw={(part, at) => (
      <Highlighted key={at} text={part} highlights={highlights.map(([from, to]) => [from - at, to - at])} />
    )}
  />
);

/** Languages whose text reads as prose; all others keep their columns. */
const PROSE: readonly string[] = ["markdown", "text", "html"];

interface HitTitleProps {
  readonly hit: Hit;
  readonly severalRoots: boolean;
}

/** Folder and name of a file, or what kind of memory it is. */
const HitTitle = ({ hit, severalRoots }: HitTitleProps) => {
  const { path, root, kind, memory, startLine, endLine } = hit;
  if (kind === "memory")
    return (
      <>
        <Icon name="memory" />
        <span class="hit-name">{words.memory}</span>
        {memory === undefined ? null : <span class="badge">{memory.type}</span>}
      </>
    );
  const slash = path.lastIndexOf("/") + 1;
  return (
    <>
      <Icon name="file" />
      <bdi class="hit-path" dir="ltr">
        <span class="hit-folder">
          {severalRoots ? `${root}:` : ""}
          {path.slice(0, slash)}
        </span>
        <span class="hit-name">{path.slice(slash)}</span>
      </bdi>
      <span class="hit-lines small">{words.lines(startLine, endLine)}</span>
    </>
  );
};

const Fact = ({ text, title }: { readonly text: string; readonly title?: string }) => (
  <li class="badge" title={title}>
    <bdi>{text}</bdi>
  </li>
);

const HitFacts = ({ hit: { kind, language, date: dated, memory } }: { readonly hit: Hit }) => (
  <ul class="row hit-facts">
    {kind === "file" && <Fact text={language} />}
    {dated !== null && <Fact text={since(dated, Date.now())} title={date(dated)} />}
    {memory?.session && <Fact text={words.session(memory.session)} />}
    {memory?.mayContradict?.map(({ id, words: text }) => (
      <Fact key={id} text={text} />
    ))}
    {memory?.tags?.map((tag) => (
      <Fact key={tag} text={`#${tag}`} />
    ))}
  </ul>
);

interface HitCardProps extends HitTitleProps {
  readonly rank: number;
  readonly isOpen: boolean;
  readonly why: { readonly isShown: boolean; readonly toggle: () => void };
  readonly children?: ComponentChildren;
}

/** One result: where it is, how good, its best lines. */
export const HitCard = ({ hit, rank, severalRoots, isOpen, why, children }: HitCardProps) => {
  const page = usePage();
  const { snippet, headings, language, kind } = hit;
  const isProse = kind === "memory" || PROSE.includes(language);
  // With its root where a path alone may not name one document.
  const citation = severalRoots ? citationWithRoot(hit) : hit.citation;
  const open = withParameters(page.place, { open: writeTarget(targetOf(hit)) });
  return (
    <li class={`hit card ${isOpen ? "is-open" : ""}`} data-citation={citation}>
      <div class="hit-head">
        <span class="hit-rank figure small" aria-hidden="true">
          {rank}
        </span>
        <h2>
          <Link to={open} class="hit-link">
            <HitTitle hit={hit} severalRoots={severalRoots} />
          </Link>
        </h2>
        <ShareBar share={hit.relevance} label={words.relevance} text={percent(hit.relevance)} />
      </div>
      {headings.length === 0 ? null : (
        <p class="hit-headings">
          <bdi>{headings.join(" › ")}</bdi>
        </p>
      )}
      {snippet === undefined ? null : (
        <p class={`snippet clamp ${isProse ? "" : "is-code"}`} dir={isProse ? "auto" : "ltr"}>
          {isProse ? <HighlightedProse {...snippet} /> : <Highlighted {...snippet} />}
        </p>
      )}
      <div class="row hit-foot">
        <HitFacts hit={hit} />
        <CopyButton text={citation} label={words.copyCitation(citation)} />
        <Button
          icon="bars"
          text={why.isShown ? words.whyHide : words.why}
          look="small"
          class="hit-why"
          aria-expanded={why.isShown}
          onClick={why.toggle}
        />
      </div>
      {children}
    </li>
  );
};
