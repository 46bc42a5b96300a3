import { useEffect, useState } from "preact/hooks";
import type { Notice } from "../state/page.ts";
import { strings } from "../strings.ts";
import { Button, IconButton } from "./button.tsx";

/** A notice closes after this, milliseconds; one with an action stays longer. */
const SHOWN_MS = 6_000;
const SHOWN_WITH_ACTION_MS = 20_000;

interface NumberedNotice extends Notice {
  readonly number: number;
}

/** The notices that are shown; `tell` adds one. */
export function useNotices() {
  const [notices, setNotices] = useState<readonly NumberedNotice[]>([]);
  const close = (number: number) => setNotices((shown) => shown.filter((notice) => notice.number !== number));
  const tell = (notice: Notice) =>
    setNotices((shown) => [...shown, { ...notice, number: (shown.at(-1)?.number ?? 0) + 1 }]);
  return { notices, close, tell };
}

const NoticeLine = ({ notice, close }: { notice: NumberedNotice; close: () => void }) => {
  const { number, tone, text, action } = notice;
  useEffect(() => {
    const timer = setTimeout(close, action === undefined ? SHOWN_MS : SHOWN_WITH_ACTION_MS);
    return () => clearTimeout(timer);
  }, [number]);
  const act = () => {
    close();
    action?.run();
  };
  return (
    <li class={`card notice is-${tone}`}>
      <span>{text}</span>
      {action && <Button text={action.label} look="small" onClick={act} />}
      <IconButton icon="close" label={strings.notices.close} onClick={close} />
    </li>
  );
};

/** Messages in a corner, read out as they come. */
export const Notices = ({ notices, close }: Omit<ReturnType<typeof useNotices>, "tell">) => (
  <section class="notices" aria-label={strings.notices.label} aria-live="polite">
    <ul>
      {notices.map((notice) => (
        <NoticeLine key={notice.number} notice={notice} close={() => close(notice.number)} />
      ))}
    </ul>
  </section>
);
