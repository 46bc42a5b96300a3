import { useEffect, useRef, useState } from "preact/hooks";
import { answerOf } from "../../../client/client.ts";
import type { MemoryStatistics } from "../../../memories/contract/memory-lists.ts";
import { count } from "../../components/format.ts";
import { partOf, Parts } from "../../components/parts.tsx";
import { usePage } from "../../state/page.ts";
import { useLoaded } from "../../state/use-loaded.ts";
import { memoryStrings } from "../../strings/memory.ts";
import { Contradictions } from "./decide/contradictions.tsx";
import { Review } from "./decide/review.tsx";
import { useDesk } from "./dialogs/use-desk.tsx";
import { Lane } from "./lane/lane.tsx";
import { MemoryList } from "./list/memory-list.tsx";
import { MemoryPage } from "./one/memory-page.tsx";

const words = memoryStrings;
const TABS = ["memories", "recalls", "contradictions", "review"] as const;
type Tab = (typeof TABS)[number];

const countOf = ({ contradictions, toReview }: MemoryStatistics, tab: Tab): number =>
  tab === "contradictions" ? contradictions : tab === "review" ? toReview : 0;

interface TabsProps {
  readonly chosen: Tab;
  readonly statistics: MemoryStatistics | undefined;
}

/** The four things that this view shows; what waits for a decision says how much of it there is. */
const Tabs = ({ chosen, statistics }: TabsProps) => (
  <Parts
    label={words.show}
    parts={TABS.map((name) => {
      const waiting = statistics === undefined ? 0 : countOf(statistics, name);
      const badge = waiting > 0 && <b class="badge">{count(waiting)}</b>;
      return {
        name,
        title: (
          <>
            {words.tabs[name]} {badge}
          </>
        ),
      };
    })}
    shown={chosen}
  />
);

/** What was remembered: each memory once, one by itself, what recalled them, and what waits for a decision. */
export const MemoryView = () => {
  const page = usePage();
  const [round, setRound] = useState(0);
  const { desk: full, dialog } = useDesk(page, () => setRound((before) => before + 1));
  const { id, show, write } = page.place.parameters;
  const opened = useRef<string | undefined>(undefined);
  if (id !== undefined) opened.current = id;
  const tab = partOf(TABS, show);
  const { scope } = page.status;
  const desk = scope === "read" ? undefined : full;
  const { value: statistics } = useLoaded(`statistics ${round}`, (options) =>
    answerOf(page.api.v1.memories.statistics.$get({ query: {} }, options)),
  );
  const isAskedToWrite = write === "new";
  useEffect(() => {
    if (!isAskedToWrite) return;
    page.change({ write: undefined }, { replace: true });
    desk?.create();
  }, [isAskedToWrite]);
  const parts = { desk, round };
  return (
    <>
      {id === undefined ? (
        <>
          <h1 class="visually-hidden">{words.title}</h1>
          <Tabs chosen={tab} statistics={statistics} />
          {tab === "memories" && <MemoryList {...parts} statistics={statistics} opened={opened} />}
          {tab === "recalls" && (
            <>
              <p class="quiet lane-of">{scope === "admin" ? words.of.workspace : words.of.token}</p>
              <Lane {...parts} />
            </>
          )}
          {tab === "contradictions" && <Contradictions {...parts} />}
          {tab === "review" && <Review {...parts} />}
        </>
      ) : (
        <MemoryPage id={id} {...parts} />
      )}
      {dialog}
    </>
  );
};
