import { useEffect } from "preact/hooks";
import type { Notice } from "../state/page.ts";
import { strings } from "../strings.ts";
import { Button, IconButton } from "./button.tsx";

/** A notice closes after this, milliseconds; one with an action stays longer. */
const SHOWN_MS = 6_000;
const SHOWN_WITH_ACTION_MS = 20_000;

export interface NumberedNotice extends Notice {
  readonly number: number;
}

interface NoticesProps {
  readonly notices: readonly NumberedNotice[];
  readonly close: (number: number) => void;
}

const NoticeLine = ({ notice, close }: { notice: NumberedNotice; close: () => void }) => {
  const { number, tone, text, action } = notice;
  useEffect(() => {
    const timer = setTimeout(close, action === undefined ? SHOWN_MS : SHOWN_WITH_ACTION_MS);
    return () => clearTimeout(timer);
  }, [number]);
  return (
    <li class={`notice notice-${tone}`}>
      <span>{text}</span>
      {action && (
        <Button
          text={action.label}
          look="small"
          onClick={() => {
            close();
            action.run();
          }}
        />
      )}
      <IconButton icon="close" label={strings.notices.close} onClick={close} />
    </li>
  );
};

/** Messages in a corner, read out as they come. */
export const Notices = ({ notices, close }: NoticesProps) => (
  <section class="notices" aria-label={strings.notices.label} aria-live="polite">
    <ul>
      {notices.map((notice) => (
        <NoticeLine key={notice.number} notice={notice} close={() => close(notice.number)} />
      ))}
    </ul>
  </section>
);
