import type { LaneEvent } from "../../../lane/contract.ts";
import { Button, IconButton } from "../../components/button.tsx";
import { Directed } from "../../components/directed.tsx";
import { hour, time } from "../../components/format.ts";
import { Cited, Link } from "../../components/link.tsx";
import { Meter } from "../../components/meter.tsx";
import { usePage } from "../../state/page.ts";
import { searchFor, withParameters } from "../../state/place.ts";
import { strings } from "../../strings.ts";
import type { MemoryActs } from "./use-memory-acts.ts";
import type { Votes } from "./use-votes.ts";

const words = strings.memory;

export interface LaneCardProps {
  readonly event: LaneEvent;
  readonly votes: Votes;
  /** Undefined: the token may not write. */
  readonly acts: (Pick<MemoryActs, "forget"> & { readonly supersede: (id: string) => void }) | undefined;
}

type Recall = NonNullable<LaneEvent["recall"]>;

const VoteButton = ({ recall, value, votes }: { recall: Recall; value: "up" | "down"; votes: Votes }) => (
  <IconButton
    icon={value}
    label={words[value]}
    class={`vote is-${value === "up" ? "success" : "error"}`}
    aria-pressed={votes.of(recall) === value}
    onClick={() => votes.give(recall, value)}
  />
);

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

/** One thing that was recalled or remembered. */
export const LaneCard = ({ event, votes, acts }: LaneCardProps) => {
  const { recall, kind } = event;
  return (
    <article class={`card lane-card lane-${event.event}`}>
      <header class="row small">
        <span class={`badge type-badge type-${kind}`}>{event.type ?? kind}</span>
        <span class="lane-what">{recall === null ? words.remembered : words.recalled}</span>
        <time datetime={event.at} title={time(event.at)}>
          {hour(event.at)}
        </time>
      </header>
      {recall !== null && <Asked recall={recall} />}
      {kind === "file" && recall !== null && (
        <Cited q={recall.query} root={event.root} citation={recall.citation} />
      )}
      <p class="lane-text clamp" dir="auto">
        <Directed text={withoutBlankLines(event.text)} />
        {event.cut ? " …" : ""}
      </p>
      <Labels event={event} />
      <footer class="row">
        <span class="lane-meter">
          <Meter
            label={recall === null ? words.quality : words.score}
            share={recall?.score ?? event.quality ?? 0.5}
          />
        </span>
        <span class="row">
          {recall !== null && (
            <>
              <VoteButton recall={recall} value="up" votes={votes} />
              <VoteButton recall={recall} value="down" votes={votes} />
            </>
          )}
          {kind === "memory" && acts && (
            <>
              <Button text={words.supersede} look="small" onClick={() => acts.supersede(event.path)} />
              <Button text={words.forget} look="small" onClick={() => acts.forget(event.path)} />
            </>
          )}
        </span>
      </footer>
    </article>
  );
};
