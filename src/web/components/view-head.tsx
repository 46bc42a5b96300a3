import type { ComponentChildren } from "preact";

interface ViewHeadProps {
  readonly title: string;
  readonly explanation: string;
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
