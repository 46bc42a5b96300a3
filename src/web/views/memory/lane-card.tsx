import type { LaneEvent } from "../../../lane/contract.ts";
import { time } from "../../components/format.ts";
import { Icon } from "../../components/icon.tsx";
import { Link } from "../../components/link.tsx";
import { Meter } from "../../components/meter.tsx";
import { hour } from "../../components/times.ts";
import type { Page } from "../../state/page.ts";
import { withParameters } from "../../state/place.ts";
import { strings } from "../../strings.ts";
import type { Votes } from "./use-votes.ts";

const words = strings.memory;

interface LaneCardProps {
  readonly page: Page;
  readonly event: LaneEvent;
  readonly votes: Votes;
  /** Undefined: the token may not write. */
  readonly forget: (() => void) | undefined;
  readonly supersede: (() => void) | undefined;
}

type Recall = NonNullable<LaneEvent["recall"]>;

const VoteButton = ({ recall, value, votes }: { recall: Recall; value: "up" | "down"; votes: Votes }) => (
  <button
    type="button"
    class={`icon-button vote vote-${value}`}
    aria-pressed={votes.of(recall) === value ? "true" : "false"}
    aria-label={words[value]}
    title={words[value]}
    onClick={() => votes.give(recall, value)}
  >
    <Icon name={value} />
  </button>
);

/** A card has few lines. */
const withoutBlankLines = (text: string): string => text.replace(/\n\s*\n/g, "\n").trim();

/** What it was recalled for: the same search again. */
const Asked = ({ page, recall }: { page: Page; recall: Recall }) => (
  <p class="lane-query">
    {words.forQuery}{" "}
    {recall.query === null ? (
      <em>{words.hiddenQuery}</em>
    ) : (
      <Link page={page} to={{ view: "search", parameters: { q: recall.query } }}>
        <bdi>{recall.query}</bdi>
      </Link>
    )}{" "}
    <span class="lane-rank">· {words.rank(recall.rank)}</span>
  </p>
);

/** Where it is, as a link to the document at that place. */
const Cited = ({ page, root, recall }: { page: Page; root: string; recall: Recall }) => (
  <p class="lane-place">
    <Icon name="file" />{" "}
    <Link
      page={page}
      to={{ view: "search", parameters: { q: recall.query ?? "", open: `${root}:${recall.citation}` } }}
    >
      <bdi>{recall.citation}</bdi>
    </Link>
  </p>
);

const Labels = ({ page, event }: Pick<LaneCardProps, "page" | "event">) => (
  <ul class="lane-labels">
    {event.tags.map((tag) => (
      <li key={tag}>
        <Link page={page} to={withParameters(page.place, { tag })} class="badge">
          #<bdi>{tag}</bdi>
        </Link>
      </li>
    ))}
    {event.session !== null && (
      <li>
        <Link page={page} to={withParameters(page.place, { session: event.session })} class="badge">
          {words.session} <bdi>{event.session}</bdi>
        </Link>
      </li>
    )}
    {event.supersedes !== null && <li class="badge">{words.isSuperseding}</li>}
    {(event.timesObserved ?? 1) > 1 && <li class="badge">{words.times(event.timesObserved ?? 1)}</li>}
  </ul>
);

/** One thing that was recalled or remembered. */
export const LaneCard = ({ page, event, votes, forget, supersede }: LaneCardProps) => {
  const { recall, kind } = event;
  return (
    <article class={`card lane-card lane-${event.event}`}>
      <header>
        <span class={`badge type-badge type-${kind}`}>{event.type ?? kind}</span>
        <span class="lane-what">{recall === null ? words.remembered : words.recalled}</span>
        <time datetime={event.at} title={time(event.at)}>
          {hour(event.at)}
        </time>
      </header>
      {recall !== null && <Asked page={page} recall={recall} />}
      {kind === "file" && recall !== null && <Cited page={page} root={event.root} recall={recall} />}
      <p class="lane-text" dir="auto">
        {withoutBlankLines(event.text)}
        {event.cut ? " …" : ""}
      </p>
      <Labels page={page} event={event} />
      <footer>
        <span class="lane-meter">
          {recall === null ? (
            <Meter label={words.quality} share={event.quality ?? 0.5} />
          ) : (
            <Meter label={words.relevance} share={recall.score} />
          )}
        </span>
        <span class="lane-acts">
          {recall !== null && (
            <>
              <VoteButton recall={recall} value="up" votes={votes} />
              <VoteButton recall={recall} value="down" votes={votes} />
            </>
          )}
          {kind === "memory" && supersede && (
            <button type="button" class="button button-small" onClick={supersede}>
              {words.supersede}
            </button>
          )}
          {kind === "memory" && forget && (
            <button type="button" class="button button-small" onClick={forget}>
              {words.forget}
            </button>
          )}
        </span>
      </footer>
    </article>
  );
};
