import type { ComponentChildren } from "preact";
import type { ApiFailure } from "../api.ts";
import type { Loaded } from "../state/use-loaded.ts";
import { strings } from "../strings.ts";
import { Button } from "./button.tsx";
import { Icon, type IconName } from "./icon.tsx";

interface StatePanelProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text?: string;
  /** What to type in a terminal. */
  readonly command?: string;
  readonly tone?: "quiet" | "warning" | "error";
  readonly children?: ComponentChildren;
}

/** Shown where there is nothing else: why, and what to do about it. */
export const StatePanel = ({ icon, title, text, command, tone = "quiet", children }: StatePanelProps) => (
  <div class={`state-panel is-${tone}`}>
    <span class="state-picture">
      <Icon name={icon} />
    </span>
    <h2>{title}</h2>
    {text && <p>{text}</p>}
    {command && (
      <p>
        <code>{command}</code>
      </p>
    )}
    {children}
  </div>
);

/** How a failure is announced. */
export const headOf = ({ code }: ApiFailure): Pick<StatePanelProps, "icon" | "title"> =>
  code === "offline"
    ? { icon: "offline", title: strings.failures.offlineTitle }
    : { icon: "warning", title: strings.failures.title };

/** A failure in the server's words, with a button to retry. */
export const FailurePanel = ({ failure, retry }: { failure: ApiFailure; retry: () => void }) => (
  <div role="alert">
    <StatePanel {...headOf(failure)} text={failure.message} tone="error">
      {failure.retryAfter !== undefined && <p>{strings.failures.retryAfter(failure.retryAfter)}</p>}
      <p>
        <Button icon="refresh" text={strings.failures.retry} onClick={retry} />
      </p>
      {failure.code !== "offline" && (
        <p class="small">
          <code>{failure.code}</code>
        </p>
      )}
    </StatePanel>
  </div>
);

/** Grey lines where text will be; screen readers read one word. */
export const Skeleton = ({ lines = 3 }: { readonly lines?: number | undefined }) => (
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
export const Answer = <Value,>({ of, lines, children }: AnswerProps<Value>) => {
  const { value, failure, retry } = of;
  if (failure !== undefined) return <FailurePanel failure={failure} retry={retry} />;
  return value === undefined ? <Skeleton lines={lines} /> : children(value);
};

interface ViewHeadProps {
  readonly title: string;
  readonly explanation: ComponentChildren;
  /** What the view can be changed by. */
  readonly children: ComponentChildren;
}

/** A view's title, what it shows, and its controls. */
export const ViewHead = ({ title, explanation, children }: ViewHeadProps) => (
  <div class="view-head">
    <div>
      <h1>{title}</h1>
      <p class="quiet">{explanation}</p>
    </div>
    {children}
  </div>
);
