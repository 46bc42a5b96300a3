import type { ComponentChildren } from "preact";
import type { ApiFailure } from "../api.ts";
import type { Loaded } from "../state/use-loaded.ts";
import { strings } from "../strings.ts";
import { Button } from "./button.tsx";
import { Icon, type IconName } from "./icon.tsx";

interface StatePanelProps {
  readonly icon: IconName;
  readonly title: string;
  readonly tone?: "quiet" | "warning" | "error";
  readonly children?: ComponentChildren;
}

/** Shown where there is nothing else: why, and what to do about it. */
export const StatePanel = ({ icon, title, tone = "quiet", children }: StatePanelProps) => (
  <div class={`state-panel is-${tone}`}>
    <span class="state-picture">
      <Icon name={icon} />
    </span>
    <h2>{title}</h2>
    {children}
  </div>
);

interface FailurePanelProps {
  readonly failure: ApiFailure;
  readonly retry: () => void;
}

/** A failure in the server's words, with a button to retry. */
export const FailurePanel = ({ failure, retry }: FailurePanelProps) => {
  const isOffline = failure.code === "offline";
  return (
    <div role="alert">
      <StatePanel
        icon={isOffline ? "offline" : "warning"}
        title={isOffline ? strings.failures.offlineTitle : strings.failures.title}
        tone="error"
      >
        <p>{failure.message}</p>
        {failure.retryAfter !== undefined && <p>{strings.failures.retryAfter(failure.retryAfter)}</p>}
        <p>
          <Button icon="refresh" text={strings.failures.retry} onClick={retry} />{" "}
          {isOffline ? null : <code>{failure.code}</code>}
        </p>
      </StatePanel>
    </div>
  );
};

/** Grey lines where text will be; screen readers read one word. */
export const Skeleton = ({ lines = 3 }: { readonly lines?: number }) => (
  <div class="skeleton" role="status">
    <span class="visually-hidden">{strings.loading}</span>
    {Array.from({ length: lines }, (_, at) => (
      <span key={at} class="skeleton-line" aria-hidden="true" />
    ))}
  </div>
);

interface AnswerProps<Value> {
  readonly of: Loaded<Value>;
  /** Grey lines until it arrives. */
  readonly lines?: number;
  readonly children: (value: Value) => ComponentChildren;
}

/** Draws an answer; grey lines while it loads, the failure if it fails. */
export const Answer = <Value,>({
  of: { value, failure, retry },
  lines = 3,
  children,
}: AnswerProps<Value>) => {
  if (failure !== undefined) return <FailurePanel failure={failure} retry={retry} />;
  return value === undefined ? <Skeleton lines={lines} /> : children(value);
};
