import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Hit } from "../../../../search/contract/hits.ts";
import { citationWithRoot } from "../../../../search/views/citation.ts";
import { percent } from "../../../../search/views/answer-words.ts";
import { IconButton, useCopy } from "../../../components/button.tsx";
import { date, inWords, since } from "../../../components/format.ts";
import { Icon } from "../../../components/icon.tsx";
import { Link } from "../../../components/link.tsx";
import { usePage } from "../../../state/page.ts";
import { readTarget, type Target, withParameters, writeTarget } from "../../../state/place.ts";
import { strings } from "../../../strings.ts";
import type { HitVotes } from "../asking/use-hit-votes.ts";
import { BestLines } from "./best-lines.tsx";
import { type Placed, placeIn, titleOf } from "./grouped.ts";

const words = strings.search;

/** What a hit opens: what its citation names; a memory's has no place in it. */
export const targetOf = ({ root, path, startLine, endLine, startColumn, endColumn, ...hit }: Hit): Target => {
  const anchor = hit.kind === "file" ? readTarget(`${root}:${hit.citation}`)?.anchor : undefined;
  return {
    ...{ root, path, lines: [startLine, endLine] },
    ...(anchor && { anchor }),
    ...(startColumn && { columns: [startColumn, endColumn ?? startColumn] }),
  };
};

/** Folder and file, quiet: the title says what it is. */
const PathOf = ({ hit: { root, path }, severalRoots }: Pick<PassageProps, "hit" | "severalRoots">) => (
  <bdi class="hit-path" dir="ltr">
    {severalRoots ? `${root}:` : ""}
    {path}
  </bdi>
);

const linesOf = (hit: Hit): string => {
  const { lines: [first, last] = [1, 1], columns } = targetOf(hit);
  return words.lines(first, last, columns);
};

/** What the passage is called: its document's title, and where in it. */
const Title = ({ hit, isFurther }: Pick<PassageProps, "hit" | "isFurther">) => {
  const { kind, memory } = hit;
  if (kind === "memory")
    return (
      <>
        <Icon name="memory" />
        <span class="hit-name">{words.memory}</span>
        {memory && <span class="badge">{inWords(memory.type)}</span>}
      </>
    );
  const place = placeIn(hit);
  return (
    <>
      {!isFurther && <Icon name="file" />}
      <bdi class={isFurther ? "visually-hidden" : "hit-name"}>{titleOf(hit)}</bdi>
      {place.length > 0 && <bdi class="hit-place">{place.join(" › ")}</bdi>}
      <span class="visually-hidden">{linesOf(hit)}</span>
    </>
  );
};

/** Of a memory: its day, its tags, what it contradicts; of a file its own date. */
const Facts = ({ hit: { date: dated, memory } }: Pick<PassageProps, "hit">) => (
  <>
    {dated !== null && (
      <time class="hit-fact" datetime={dated} title={date(dated)}>
        {since(dated, Date.now())}
      </time>
    )}
    {memory?.session && <bdi class="hit-fact">{words.session(memory.session)}</bdi>}
    {memory?.tags?.map((tag) => (
      <bdi key={tag} class="hit-fact">
        #{tag}
      </bdi>
    ))}
    {memory?.mayContradict?.map(({ id, words: text }) => (
      <bdi key={id} class="hit-fact">
        {text}
      </bdi>
    ))}
  </>
);

interface ActsProps extends Pick<PassageProps, "hit" | "votes" | "why"> {
  readonly citation: string;
}

const Acts = ({ hit, votes, why, citation }: ActsProps) => {
  const copy = useCopy();
  const vote = votes.of(hit);
  return (
    <div class="hit-acts">
      <IconButton
        icon="copy"
        data-act="copy"
        label={words.copyCitation(citation)}
        onClick={() => copy(citation)}
      />
      {(["up", "down"] as const).map((value) => (
        <IconButton
          key={value}
          icon={value}
          class={`vote is-${value === "up" ? "success" : "error"}`}
          data-act={value}
          label={words.votes[value]}
          aria-pressed={vote === value}
          onClick={() => votes.give(hit, value)}
        />
      ))}
      <IconButton
        icon="help"
        data-act="why"
        label={why.isShown ? words.whyHide : words.why}
        aria-expanded={why.isShown}
        onClick={why.toggle}
      />
    </div>
  );
};

export interface PassageProps extends Pick<Placed, "hit" | "rank" | "isFurther"> {
  readonly severalRoots: boolean;
  readonly isSelected: boolean;
  readonly select: () => void;
  readonly votes: HitVotes;
  readonly why: { readonly isShown: boolean; readonly toggle: () => void };
  readonly children?: ComponentChildren;
}

/**
 * One result: what it is, where, its best lines, and what can be done with it. The buttons are drawn where they may be seen or a key
 * means them: of twenty results they would be most of what an answer has the browser build.
 */
export const Passage = ({ rank, isSelected, select, children, ...of }: PassageProps) => {
  const { hit, severalRoots, isFurther, votes, why } = of;
  const page = usePage();
  // With its root where a path alone may not name one document.
  const citation = severalRoots ? citationWithRoot(hit) : hit.citation;
  const open = withParameters(page.place, { open: writeTarget(targetOf(hit)) });
  const [isPointedAt, setPointedAt] = useState(false);
  const keepsActs = why.isShown || votes.of(hit) !== undefined;
  const classes = ["hit", isSelected && "is-selected", isFurther && "is-further", keepsActs && "keeps-acts"];
  return (
    <li
      class={classes.filter(Boolean).join(" ")}
      data-rank={rank}
      data-citation={citation}
      onFocusIn={select}
      onPointerDown={select}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
    >
      <div class="hit-head">
        <h2>
          <Link to={open} class="hit-link">
            <Title hit={hit} isFurther={isFurther} />
          </Link>
        </h2>
        {/* The link has them too, which tell it from others; beside it they may stand in a row of their own. */}
        {hit.kind === "file" && (
          <span class="hit-lines" aria-hidden="true">
            {linesOf(hit)}
          </span>
        )}
        {!isFurther && hit.kind === "file" && <PathOf hit={hit} severalRoots={severalRoots} />}
        {(!isFurther || hit.kind === "memory") && <Facts hit={hit} />}
        <span class="hit-share figure" title={words.relevance}>
          <span class="visually-hidden">{words.relevance}</span> {percent(hit.relevance)}
        </span>
      </div>
      <BestLines of={hit} />
      {(isSelected || isPointedAt || keepsActs) && <Acts {...of} citation={citation} />}
      {children}
    </li>
  );
};
