import type { LaneEvent } from "../../../../lane/contract.ts";
import { Button } from "../../../components/button.tsx";
import { Directed } from "../../../components/directed.tsx";
import { hour, inWords, time } from "../../../components/format.ts";
import { Cited, Link } from "../../../components/link.tsx";
import { Meter } from "../../../components/meter.tsx";
import { usePage } from "../../../state/page.ts";
import { searchFor, withParameters } from "../../../state/place.ts";
import { memoryStrings } from "../../../strings/memory.ts";
import { BestLines } from "../../search/results/best-lines.tsx";
import type { Desk } from "../dialogs/use-desk.tsx";
import { memoryAt } from "../titles.ts";
import type { Votes } from "./use-votes.ts";
import { VoteButtons } from "./vote-buttons.tsx";

const words = memoryStrings;

export interface LaneCardProps {
  readonly event: LaneEvent;
  readonly votes: Votes;
  /** Undefined: the token may not write, or nothing is to be done here. */
  readonly desk: Desk | undefined;
  /** Whether the cards are all of one memory, whose page says the rest. @default false */
  readonly isOwn?: boolean;
}

type Recall = NonNullable<LaneEvent["recall"]>;

/** Of what nobody voted on. */
const UNVOTED = 0.5;

/** A card has few lines. */
const withoutBlankLines = (text: string): string => text.replace(/\n\s*\n/g, "\n").trim();

/** The query that recalled it, as a link to the same search. */
const Asked = ({ recall: { query, rank } }: { recall: Recall }) => (
  <p class="lane-query">
    {words.forQuery}{" "}
    {query === null ? <em>{words.hiddenQuery}</em> : <Link to={searchFor(query)} text={query} />}{" "}
    <span class="lane-rank">· {words.rank(rank)}</span>
  </p>
);

const Labels = ({ event }: Pick<LaneCardProps, "event">) => {
  const { tags, session, supersedes, timesObserved, mayContradict = [] } = event;
  const { place } = usePage();
  const times = timesObserved ?? 1;
  return (
    <ul class="row lane-labels">
      {tags.map((tag) => (
        <li key={tag}>
          <Link to={withParameters(place, { tag })} class="badge">
            #<bdi>{tag}</bdi>
          </Link>
        </li>
      ))}
      {session !== null && (
        <li>
          <Link to={withParameters(place, { session })} class="badge">
            {words.session} <bdi>{session}</bdi>
          </Link>
        </li>
      )}
      {mayContradict.map(({ id, words: text }) => (
        <li key={id} class="badge">
          <bdi>{text}</bdi>
        </li>
      ))}
      {supersedes !== null && <li class="badge">{words.isSuperseding}</li>}
      {times > 1 && <li class="badge">{words.times(times)}</li>}
    </ul>
  );
};

/** The score that it was recalled with, or what votes say of it; nothing where nobody voted. */
const Measure = ({ event: { recall, quality } }: Pick<LaneCardProps, "event">) => {
  const share = recall?.score ?? quality ?? UNVOTED;
  if (recall === null && share === UNVOTED) return null;
  return (
    <span class="lane-meter">
      <Meter label={recall === null ? words.quality : words.score} share={share} />
    </span>
  );
};

/** Ends of names of files whose text reads as prose, Markdown among it. */
const MARKDOWN = /\.(?:md|mdx|markdown)$/i;

/** What a passage of a Markdown file says, as it reads; other texts as they are. */
const Said = ({ event }: Pick<LaneCardProps, "event">) => {
  const { kind, root, path, cut } = event;
  const text = withoutBlankLines(event.text);
  if (kind !== "file" || !MARKDOWN.test(path))
    return (
      <>
        <Directed text={text} />
        {cut ? " …" : ""}
      </>
    );
  return (
    <BestLines of={{ ...{ kind, root, path }, language: "markdown", snippet: { text, highlights: [] } }} />
  );
};

/** One thing that was recalled or remembered. */
export const LaneCard = ({ event, votes, desk, isOwn = false }: LaneCardProps) => {
  const { recall, kind } = event;
  return (
    <article class={`card lane-card lane-${event.event}`}>
      <header class="row small">
        {!isOwn && <span class={`badge type-badge type-${kind}`}>{inWords(event.type ?? kind)}</span>}
        <span class="lane-what">{recall === null ? words.remembered : words.recalled}</span>
        <time datetime={event.at} title={time(event.at)}>
          {hour(event.at)}
        </time>
      </header>
      {recall !== null && <Asked recall={recall} />}
      {kind === "file" && recall !== null && (
        <Cited q={recall.query} root={event.root} citation={recall.citation} />
      )}
      {!isOwn && (
        <div class="lane-text clamp" dir="auto">
          {kind === "memory" ? (
            <Link to={memoryAt(event.path)}>
              <Said event={event} />
            </Link>
          ) : (
            <Said event={event} />
          )}
        </div>
      )}
      {!isOwn && <Labels event={event} />}
      <footer class="row">
        <Measure event={event} />
        <span class="row">
          {recall !== null && <VoteButtons voted={recall} labels={words} votes={votes} />}
          {kind === "memory" && desk && (
            <>
              <Button text={words.supersede} look="small" onClick={() => desk.supersede(event.path)} />
              <Button text={words.forget} look="small" onClick={() => desk.forget(event.path)} />
            </>
          )}
        </span>
      </footer>
    </article>
  );
};
