import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { keepOnTop } from "../state/on-top.ts";
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

/** A list that screen readers read out as it grows. */
function liveRegion(): HTMLElement {
  const region = document.createElement("section");
  region.className = "notices";
  region.setAttribute("aria-label", strings.notices.label);
  region.setAttribute("aria-live", "polite");
  return region;
}

/**
 * Messages in a corner, read out as they come; over an open dialog too, outside of which nothing can be read or pressed. They are
 * drawn into an element of their own, which is in its place a frame before: what comes along with its region is not read out.
 */
export const Notices = ({ notices, close }: Omit<ReturnType<typeof useNotices>, "tell">) => {
  const [region] = useState(liveRegion);
  useEffect(() => keepOnTop(region), []);
  useEffect(() => {
    const lines = notices.map((notice) => (
      <NoticeLine key={notice.number} notice={notice} close={() => close(notice.number)} />
    ));
    render(<ul>{lines}</ul>, region);
  }, [notices]);
  useEffect(() => () => render(null, region), []);
  return null;
};
