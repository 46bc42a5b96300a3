import type { ComponentChildren } from "preact";
import type { Memory } from "../../../../memories/contract/memories.ts";
import { inWords, percent, time } from "../../../components/format.ts";
import { Link } from "../../../components/link.tsx";
import { Meter } from "../../../components/meter.tsx";
import { memoryStrings } from "../../../strings/memory.ts";
import { Thumbs } from "./thumbs.tsx";

const words = memoryStrings;

const Fact = ({ name, children }: { readonly name: string; readonly children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

interface LinksProps {
  readonly names: readonly string[];
  readonly to: (name: string) => Parameters<typeof Link>[0]["to"];
}

const Links = ({ names, to }: LinksProps) => (
  <ul class="row">
    {names.map((name) => (
      <li key={name}>
        <Link to={to(name)} class="badge" text={name} />
      </li>
    ))}
  </ul>
);

const listWith = (filter: string) => (value: string) =>
  ({ view: "memory", parameters: { [filter]: value } }) as const;

/** All that there is to know of a memory beside its text. */
export const Facts = ({ memory }: { readonly memory: Memory }) => {
  const { type, confidence, importance, votes, quality, timesObserved } = memory;
  const { firstObserved, lastObserved, source, session, tags, entities } = memory;
  return (
    <>
      <dl class="memory-facts">
        <Fact name={words.type}>
          <Link to={listWith("type")(type)} class="badge" text={inWords(type)} />
        </Fact>
        {entities.length > 0 && (
          <Fact name={words.about}>
            <Links names={entities} to={(q) => ({ view: "graph", parameters: { q } })} />
          </Fact>
        )}
        {tags.length > 0 && (
          <Fact name={words.tags}>
            <Links names={tags} to={listWith("tag")} />
          </Fact>
        )}
        {source !== null && (
          <Fact name={words.source}>
            <Link to={listWith("source")(source)} text={source} />
          </Fact>
        )}
        {session !== null && (
          <Fact name={words.session}>
            <Link to={listWith("session")(session)} text={session} />
          </Fact>
        )}
        <Fact name={words.since}>
          <time datetime={firstObserved}>{time(firstObserved)}</time>
        </Fact>
        {lastObserved !== firstObserved && (
          <Fact name={words.lastSaid}>
            <time datetime={lastObserved}>{time(lastObserved)}</time>
          </Fact>
        )}
        {timesObserved > 1 && <Fact name={words.observed}>{words.timesSaid(timesObserved)}</Fact>}
        <Fact name={words.importance}>{percent(importance)}</Fact>
        <Fact name={words.votes}>
          {memory.state === "live" ? <Thumbs memory={memory} /> : words.upAndDown(votes.up, votes.down)}
        </Fact>
      </dl>
      <div class="memory-meters">
        <Meter label={words.confidence} share={confidence} />
        {votes.up + votes.down > 0 && <Meter label={words.quality} share={quality} />}
      </div>
    </>
  );
};
